package mail

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/mail"
	"net/url"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"estate/internal/agency/leads"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/platform/brand"
)

// Config is the mail server, the sender and the recipients.
type Config struct {
	// Folder gets the mails as files in place of a mail server, for trials.
	Folder   string
	Host     string // of the mail server; required without Folder
	Port     int    // 0 means the standard port of TLS
	User     string // "" means no authentication
	Password string
	TLS      TLS           // "" means StartTLS
	From     string        // an address, or "Name <address>"; required. Without a name the mails have the agency's
	ReplyTo  string        // receives what visitors answer; "" means the agency's own address
	To       []string      // recipients of enquiries; required
	SiteURL  string        // prefix of links in mails
	Brand    brand.Scheme  // colours of the HTML
	Timeout  time.Duration // of one mail; 0 means 20 s
	// Agency returns the settings of the agency: its name and address, and the zone of times in mails
	// (else Europe/Madrid). It is nil, or returns nil, where they are not known.
	Agency func(context.Context, i18n.Lang) *content.Settings
	// TLSConfig replaces the standard TLS settings, such as the root certificates.
	TLSConfig *tls.Config
}

// TLS is how the connection is encrypted.
type TLS string

// The kinds of encryption.
const (
	StartTLS TLS = "starttls" // port 587, encrypted by STARTTLS before anything else is sent
	Implicit TLS = "tls"      // port 465, encrypted from the start
	Plain    TLS = "none"     // port 25, for a relay on this machine or a private network
)

// Validate joins all problems of the configuration.
func (c Config) Validate() error {
	var problems []error
	report := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	if c.Folder != "" && c.Host != "" {
		report("smtp.folder and smtp.host are both set; mails are either written or sent")
	}
	if c.Host == "" && c.Folder == "" {
		report("smtp.host is missing; name the mail server")
	}
	if c.Port < 0 || c.Port > 65535 {
		report("smtp.port is %d; it must be 1 to 65535", c.Port)
	}
	switch c.TLS {
	case "", StartTLS, Implicit, Plain:
	default:
		report("smtp.tls is %q; it must be starttls, tls or none", c.TLS)
	}
	if c.Password != "" && c.User == "" {
		report("smtp.password needs smtp.user")
	}
	if _, err := mail.ParseAddress(c.From); err != nil {
		report("smtp.from is %q; give an address such as \"Estate <web@example.com>\"", c.From)
	}
	if c.ReplyTo != "" {
		if _, err := mail.ParseAddress(c.ReplyTo); err != nil {
			report("smtp.reply_to is %q; give an address such as office@example.com", c.ReplyTo)
		}
	}
	if len(c.To) == 0 {
		report("smtp.to is empty; name the recipients of enquiries")
	}
	for _, to := range c.To {
		if _, err := mail.ParseAddress(to); err != nil {
			report("smtp.to holds %q; give an address such as office@example.com", to)
		}
	}
	return errors.Join(problems...)
}

// zone is the time zone of times in mails.
func (c Config) zone(ctx context.Context, lang i18n.Lang) *time.Location {
	zone := c.agency(ctx, lang).Location()
	if zone == nil {
		var err error
		if zone, err = time.LoadLocation(content.DefaultZone); err != nil {
			zone = time.UTC
		}
	}
	return zone
}

// agency are the settings of the agency, nil when they are not known.
func (c Config) agency(ctx context.Context, lang i18n.Lang) *content.Settings {
	if c.Agency == nil {
		return nil
	}
	return c.Agency(ctx, lang)
}

// sender is the address of the sender with the name that mail programs show.
func (c Config) sender(ctx context.Context, lang i18n.Lang) (*mail.Address, error) {
	from, err := mail.ParseAddress(c.From)
	if err != nil {
		return nil, fmt.Errorf("smtp.from: %w", err)
	}
	if from.Name == "" {
		from.Name = headerText(c.agencyName(ctx, lang))
	}
	return from, nil
}

// agencyName is the name of the agency, else that of the sender, else the host of the site.
func (c Config) agencyName(ctx context.Context, lang i18n.Lang) string {
	if agency := c.agency(ctx, lang); agency != nil && strings.TrimSpace(agency.SiteTitle) != "" {
		return strings.TrimSpace(agency.SiteTitle)
	}
	if from, err := mail.ParseAddress(c.From); err == nil && from.Name != "" {
		return from.Name
	}
	if site, err := url.Parse(c.SiteURL); err == nil {
		return strings.TrimPrefix(site.Hostname(), "www.")
	}
	return ""
}

// setSender sets From, and for a mail to a visitor Reply-To: the sender's address is often one
// that nobody reads.
func (c Config) setSender(ctx context.Context, m *gomail.Msg, lang i18n.Lang, toVisitor bool) error {
	from, err := c.sender(ctx, lang)
	if err != nil {
		return err
	}
	m.FromMailAddress(from)
	if !toVisitor {
		return nil
	}
	if reply := c.replyAddress(ctx, lang, from.Name); reply != nil {
		m.ReplyToMailAddress(reply)
	}
	return nil
}

// replyAddress is the address of the agency that people read, nil when none is known.
func (c Config) replyAddress(ctx context.Context, lang i18n.Lang, name string) *mail.Address {
	address := c.ReplyTo
	if agency := c.agency(ctx, lang); address == "" && agency != nil {
		address, _ = leads.MailAddress(strings.TrimSpace(agency.Mail1))
	}
	reply, err := mail.ParseAddress(address)
	if err != nil {
		return nil
	}
	if reply.Name == "" {
		reply.Name = name
	}
	return reply
}

// formatTime prints a time in the usual form of the language.
func (c Config) formatTime(ctx context.Context, lang i18n.Lang, at time.Time) string {
	at = at.In(c.zone(ctx, lang))
	return i18n.Date(lang, at) + ", " + at.Format("15:04 MST")
}

// EffectivePort is the port of the mail server, without a setting that of the encryption.
func (c Config) EffectivePort() int {
	switch c.TLS {
	case Implicit:
		return cmp.Or(c.Port, 465)
	case Plain:
		return cmp.Or(c.Port, 25)
	}
	return cmp.Or(c.Port, 587)
}

// client returns a client for one mail: enquiries are rare, and mail servers close idle
// connections.
func (c Config) client() (*gomail.Client, error) {
	options := []gomail.Option{gomail.WithTimeout(cmp.Or(c.Timeout, 20*time.Second))}
	switch c.TLS {
	case Implicit:
		options = append(options, gomail.WithSSL())
	case Plain:
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS))
	default:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	}
	options = append(options, gomail.WithPort(c.EffectivePort()))
	if c.TLSConfig != nil {
		options = append(options, gomail.WithTLSConfig(c.TLSConfig))
	}
	if c.User != "" {
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(c.User), gomail.WithPassword(c.Password))
	}
	return gomail.NewClient(c.Host, options...)
}

// domain is the domain of the sender, for Message-ID.
func (c Config) domain() string {
	if parsed, err := mail.ParseAddress(c.From); err == nil {
		return parsed.Address[strings.LastIndexByte(parsed.Address, '@')+1:]
	}
	return "localhost"
}
