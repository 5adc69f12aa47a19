package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"estate/internal/content/i18n"
)

// Probe is a mail of SendTest that the server accepted.
type Probe struct {
	Server        string // host, port and encryption
	From, ReplyTo string // as visitors see them; ReplyTo may be ""
}

// SendTest sends a mail with the sender, the design and the Reply-To of mails to visitors. Its
// error names the remedy.
func SendTest(ctx context.Context, cfg Config, address string) (Probe, error) {
	if err := cfg.Validate(); err != nil {
		return Probe{}, err
	}
	e := cfg.newEmail(ctx, i18n.Fallback)
	e.Subject = "Test mail of " + e.Brand
	e.Greeting = "This mail was sent by estate mail test."
	e.Text = []string{"The mail server accepts mails of this site. Look at the sender, and where a reply would go."}
	e.URL, e.Button = e.Home, e.Brand
	e.Closing = "If it was in the spam folder, set SPF, DKIM and DMARC for the domain of smtp.from."
	text, html, err := e.write()
	if err != nil {
		return Probe{}, fmt.Errorf("write mail: %w", err)
	}
	m := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := cfg.setSender(ctx, m, i18n.Fallback, true); err != nil {
		return Probe{}, err
	}
	if err := m.To(address); err != nil {
		return Probe{}, fmt.Errorf("%q is no mail address: %w", address, err)
	}
	m.SetMessageIDWithValue(fmt.Sprintf("test-%d@%s", time.Now().UnixNano(), cfg.domain()))
	m.SetDate()
	m.Subject(headerText(e.Subject))
	m.SetGenHeader("Auto-Submitted", "auto-generated")
	m.SetBodyString(gomail.TypeTextPlain, text)
	m.AddAlternativeString(gomail.TypeTextHTML, html)
	probe := Probe{Server: cfg.server(), From: addressText(m.GetFrom()), ReplyTo: addressText(m.GetAddrHeader(gomail.HeaderReplyTo))}
	if err := cfg.send(ctx, m); err != nil {
		if remedy := Remedy(err); remedy != "" {
			return probe, fmt.Errorf("%w; %s", err, remedy)
		}
		return probe, err
	}
	return probe, nil
}

func addressText(addresses []*mail.Address) string {
	var texts []string
	for _, a := range addresses {
		texts = append(texts, a.String())
	}
	return strings.Join(texts, ", ")
}

// server names host, port and encryption.
func (c Config) server() string {
	if c.Folder != "" {
		return "the folder " + c.Folder
	}
	security := c.TLS
	if security == "" {
		security = StartTLS
	}
	return fmt.Sprintf("%s, port %d, %s", c.Host, c.EffectivePort(), security)
}

// Remedy is what to do about an error of sending, "" when it is not known.
func Remedy(err error) string {
	text := strings.ToLower(err.Error())
	refused, isRefusal := errors.AsType[*gomail.SendError](err)
	_, isCertificate := errors.AsType[*tls.CertificateVerificationError](err)
	_, isDNS := errors.AsType[*net.DNSError](err)
	_, isNet := errors.AsType[*net.OpError](err)
	switch {
	case strings.Contains(text, "535") || strings.Contains(text, "auth"):
		return "check smtp.user and ESTATE_SMTP_PASSWORD"
	case isRefusal && refused.Reason == gomail.ErrSMTPMailFrom:
		return "the server does not accept smtp.from: use an address that smtp.user may send from"
	case isRefusal && refused.Reason == gomail.ErrSMTPRcptTo:
		return "the server does not accept the recipient: check the address, and that the server sends for this machine or smtp.user"
	case isCertificate || strings.Contains(text, "certificate"):
		return "set smtp.host to the name in the server's certificate"
	case strings.Contains(text, "starttls"):
		return "the server does not offer STARTTLS on this port: set smtp.port and smtp.tls as its provider says"
	case isDNS:
		return "check the name in smtp.host"
	case isNet:
		return "check smtp.host and smtp.port, and that a firewall or the provider of this machine does not block the port"
	}
	return ""
}
