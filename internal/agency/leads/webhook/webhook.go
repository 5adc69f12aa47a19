package webhook

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"estate/internal/agency/leads"
	"estate/internal/content/i18n"
	"estate/internal/platform/signature"
)

// Config is the receiver and the shared secret.
type Config struct {
	URL    string // https, or http on this machine or a private network; required
	Secret string // shared with the receiver; required, 16 characters at least
	// SiteURL is the prefix of the page's link.
	SiteURL string
	Timeout time.Duration    // of one attempt; 0 means 20 s
	Now     func() time.Time // nil means time.Now
}

// minSecretLength is in characters.
const minSecretLength = 16

// Validate joins all problems of the configuration.
func (c Config) Validate() error {
	var problems []error
	target, err := url.Parse(c.URL)
	switch {
	case err != nil || target.Host == "" || target.Scheme != "https" && target.Scheme != "http":
		problems = append(problems, errors.New("webhook.url must be an address such as https://crm.example.com/enquiries"))
	case target.Scheme == "http" && !isPrivateHost(target.Hostname()):
		problems = append(problems, errors.New("webhook.url must begin with https://: enquiries are personal and cross a public network"))
	}
	if len(c.Secret) < minSecretLength {
		problems = append(problems, fmt.Errorf("webhook.secret needs %d characters or more; choose a random one", minSecretLength))
	}
	return errors.Join(problems...)
}

// isPrivateHost reports whether a host is this machine or an address of a private network.
func isPrivateHost(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && (ip.IsLoopback() || ip.IsPrivate())
}

// Webhook is the channel to the receiver.
type Webhook struct {
	cfg    Config
	client *http.Client
}

// New returns the errors of Config.Validate.
func New(cfg Config) (*Webhook, error) {
	cfg.Timeout = cmp.Or(cfg.Timeout, 20*time.Second)
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	client := &http.Client{
		Timeout: cfg.Timeout,
		// A redirect would send the enquiry to an address that nobody configured.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return &Webhook{cfg, client}, cfg.Validate()
}

// Name is "webhook".
func (w *Webhook) Name() string { return "webhook" }

// Accepts every enquiry.
func (w *Webhook) Accepts(*leads.Lead) bool { return true }

// Body is the JSON of a request.
type Body struct {
	Event     string     `json:"event"` // always "enquiry"
	ID        string     `json:"id"`    // equal on every attempt
	Created   time.Time  `json:"created"`
	Language  i18n.Lang  `json:"language"`
	Kind      leads.Kind `json:"kind"`
	Page      string     `json:"page,omitempty"`
	Reference string     `json:"reference,omitempty"`
	Name      string     `json:"name"`
	Mail      string     `json:"mail,omitempty"`
	Phone     string     `json:"phone,omitempty"`
	Message   string     `json:"message,omitempty"`
	Consent   time.Time  `json:"consent"`
	// Source is the system that the property comes from, and its key there.
	Source *leads.Source `json:"source,omitempty"`
	// Campaign are the utm keys of the visitor's first page, as a query.
	Campaign string `json:"campaign,omitempty"`
	// Flood is set for an enquiry beyond the limit of all clients.
	Flood bool `json:"flood,omitempty"`
	// Policy is the version and the link of the privacy policy that the visitor agreed to.
	Policy *leads.Policy `json:"policy,omitempty"`
}

// DeliveryHeader is the request header with the ID of a delivery, equal on every attempt.
const DeliveryHeader = "X-Estate-Delivery"

// Deliver returns nil once the receiver has responded with a status of 2xx.
func (w *Webhook) Deliver(ctx context.Context, lead *leads.Lead) error {
	id := fmt.Sprintf("%d-%s", lead.Number(), lead.Fingerprint)
	body := Body{
		Event: "enquiry", ID: id, Created: lead.Created, Language: lead.Lang, Kind: lead.Kind, Reference: lead.Reference,
		Name: lead.Name, Mail: lead.Mail, Phone: lead.Phone, Message: lead.Message, Consent: lead.Consent, Policy: lead.Policy,
		Source: lead.Source, Campaign: lead.Campaign, Flood: lead.Flood,
	}
	if lead.Page != "" {
		body.Page = w.cfg.SiteURL + lead.Page
	}
	data, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("write enquiry: %w", err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, w.cfg.URL, bytes.NewReader(data))
	if err != nil {
		return errors.New("webhook.url is not a valid address")
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "Estate")
	request.Header.Set(DeliveryHeader, id)
	request.Header.Set(signature.Header, signature.Sign(w.cfg.Secret, w.cfg.Now(), data))
	response, err := w.client.Do(request)
	if err != nil {
		return fmt.Errorf("webhook: %w", withoutAddress(err))
	}
	defer func() { _ = response.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 64<<10)) // so that the connection can be reused
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return fmt.Errorf("webhook responded %s", response.Status)
	}
	return nil
}

// withoutAddress removes the address from an error: its path or query may hold a key.
func withoutAddress(err error) error {
	if failed, ok := errors.AsType[*url.Error](err); ok {
		return failed.Err
	}
	return err
}
