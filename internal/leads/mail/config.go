package mail

import (
	"cmp"
	"crypto/tls"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"estate/internal/i18n"
)

// Config names the mail server and who writes to whom.
type Config struct {
	Host     string // of the mail server; required
	Port     int    // 0 means what TLS says
	User     string // "" means that the server asks for none
	Password string
	TLS      TLS      // "" means StartTLS
	From     string   // an address, or "Name <address>"; required
	To       []string // who gets enquiries; required
	SiteURL  string   // links in mails begin with it
	Timeout  time.Duration
	// Zone is where times are told; nil means Europe/Madrid.
	Zone *time.Location
	// Crypto replaces the usual TLS settings, such as the trusted authorities.
	Crypto *tls.Config
}

// TLS says how the connection is kept private.
type TLS string

// The ways to connect.
const (
	StartTLS TLS = "starttls" // port 587, encrypted before anything is said
	Implicit TLS = "tls"      // port 465, encrypted from the start
	Plain    TLS = "none"     // port 25, for a relay on this machine or network
)

// Validate joins every complaint.
func (c Config) Validate() error {
	var problems []error
	complain := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	if c.Host == "" {
		complain("smtp.host is missing; name the mail server")
	}
	if c.Port < 0 || c.Port > 65535 {
		complain("smtp.port is %d; it must be 1 to 65535", c.Port)
	}
	switch c.TLS {
	case "", StartTLS, Implicit, Plain:
	default:
		complain("smtp.tls is %q; it must be starttls, tls or none", c.TLS)
	}
	if c.Password != "" && c.User == "" {
		complain("smtp.password needs smtp.user")
	}
	if _, err := mail.ParseAddress(c.From); err != nil {
		complain("smtp.from is %q; give an address such as \"Estate <web@example.com>\"", c.From)
	}
	if len(c.To) == 0 {
		complain("smtp.to is empty; name who gets enquiries")
	}
	for _, to := range c.To {
		if _, err := mail.ParseAddress(to); err != nil {
			complain("smtp.to holds %q; give an address such as office@example.com", to)
		}
	}
	return errors.Join(problems...)
}

// moment tells when an enquiry came, as people of the language write it.
func (c Config) moment(lang i18n.Lang, at time.Time) string {
	zone := c.Zone
	if zone == nil {
		var err error
		if zone, err = time.LoadLocation("Europe/Madrid"); err != nil {
			zone = time.UTC
		}
	}
	at = at.In(zone)
	return i18n.Date(lang, at) + ", " + at.Format("15:04 MST")
}

// client is made for each mail: enquiries are rare and mail servers forget idle
// connections.
func (c Config) client() (*gomail.Client, error) {
	options := []gomail.Option{gomail.WithTimeout(cmp.Or(c.Timeout, 20*time.Second))}
	port := c.Port
	switch c.TLS {
	case Implicit:
		options = append(options, gomail.WithSSL())
		port = cmp.Or(port, 465)
	case Plain:
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS))
		port = cmp.Or(port, 25)
	default:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
		port = cmp.Or(port, 587)
	}
	options = append(options, gomail.WithPort(port))
	if c.Crypto != nil {
		options = append(options, gomail.WithTLSConfig(c.Crypto))
	}
	if c.User != "" {
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(c.User), gomail.WithPassword(c.Password))
	}
	return gomail.NewClient(c.Host, options...)
}

// domain is the sender's, for the marks of our mails.
func (c Config) domain() string {
	if parsed, err := mail.ParseAddress(c.From); err == nil {
		return parsed.Address[strings.LastIndexByte(parsed.Address, '@')+1:]
	}
	return "localhost"
}
