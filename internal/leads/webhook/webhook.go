package webhook

import (
	"bytes"
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"estate/internal/i18n"
	"estate/internal/leads"
)

// Config names the receiver.
type Config struct {
	URL    string // https, or http within this machine or network; required
	Secret string // both sides know it; required, 16 characters at least
	// SiteURL makes the link of the page absolute.
	SiteURL string
	Timeout time.Duration    // of one attempt; 0 means 20 s
	Now     func() time.Time // nil means time.Now
}

// shortestSecret keeps guessing hopeless.
const shortestSecret = 16

// Validate joins every complaint.
func (c Config) Validate() error {
	var problems []error
	target, err := url.Parse(c.URL)
	switch {
	case err != nil || target.Host == "" || target.Scheme != "https" && target.Scheme != "http":
		problems = append(problems, errors.New("webhook.url must be an address such as https://crm.example.com/enquiries"))
	case target.Scheme == "http" && !isNear(target.Hostname()):
		problems = append(problems, errors.New("webhook.url must begin with https://: enquiries are personal and cross a public network"))
	}
	if len(c.Secret) < shortestSecret {
		problems = append(problems, fmt.Errorf("webhook.secret needs %d characters or more; choose a random one", shortestSecret))
	}
	return errors.Join(problems...)
}

// isNear reports whether a host is this machine or on a private network.
func isNear(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && (ip.IsLoopback() || ip.IsPrivate())
}

// Webhook is the channel.
type Webhook struct {
	cfg    Config
	client *http.Client
}

// New checks the configuration.
func New(cfg Config) (*Webhook, error) {
	cfg.Timeout = cmp.Or(cfg.Timeout, 20*time.Second)
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	client := &http.Client{
		Timeout: cfg.Timeout,
		// A redirect would send the enquiry somewhere that nobody configured.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return &Webhook{cfg, client}, cfg.Validate()
}

// Name is webhook.
func (w *Webhook) Name() string { return "webhook" }

// Takes every enquiry.
func (w *Webhook) Takes(*leads.Lead) bool { return true }

// Body is what the receiver reads.
type Body struct {
	Event     string     `json:"event"` // enquiry
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
}

// The headers of a delivery.
const (
	SignatureHeader = "X-Estate-Signature"
	DeliveryHeader  = "X-Estate-Delivery" // equal on every attempt
)

// Deliver returns when the receiver has answered with a status of 2xx.
func (w *Webhook) Deliver(ctx context.Context, lead *leads.Lead) error {
	id := fmt.Sprintf("%d-%s", lead.ID, lead.Fingerprint)
	body := Body{
		Event: "enquiry", ID: id, Created: lead.Created, Language: lead.Lang, Kind: lead.Kind, Reference: lead.Reference,
		Name: lead.Name, Mail: lead.Mail, Phone: lead.Phone, Message: lead.Message, Consent: lead.Consent,
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
		return errors.New("webhook.url cannot be asked")
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "Estate")
	request.Header.Set(DeliveryHeader, id)
	request.Header.Set(SignatureHeader, Sign(w.cfg.Secret, w.cfg.Now(), data))
	response, err := w.client.Do(request)
	if err != nil {
		return fmt.Errorf("webhook: %w", withoutAddress(err))
	}
	defer func() { _ = response.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 64<<10)) // so that the connection can be used again
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return fmt.Errorf("webhook answered %s", response.Status)
	}
	return nil
}

// withoutAddress drops the address from an error: its path or query may hold a key.
func withoutAddress(err error) error {
	if failed, ok := errors.AsType[*url.Error](err); ok {
		return failed.Err
	}
	return err
}

// Sign is the signature of a body at a time: "t=<unix seconds>,v1=<HMAC-SHA256 of
// "<t>.<body>" in hex>". A receiver makes it anew, compares in constant time, and
// refuses one that is older than a few minutes.
func Sign(secret string, at time.Time, body []byte) string {
	t := strconv.FormatInt(at.Unix(), 10)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(t + "."))
	mac.Write(body)
	return "t=" + t + ",v1=" + hex.EncodeToString(mac.Sum(nil))
}
