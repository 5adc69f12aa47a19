package mail

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"estate/internal/agency/leads"
)

// Agency sends every enquiry to the agency. A reply to the mail goes to the visitor.
type Agency struct{ cfg Config }

// NewAgency returns the errors of Config.Validate.
func NewAgency(cfg Config) (*Agency, error) { return &Agency{cfg}, cfg.Validate() }

// agencyChannel is the name of the channel to the agency.
const agencyChannel = "mail"

// Name is "mail".
func (a *Agency) Name() string { return agencyChannel }

// Accepts every enquiry.
func (a *Agency) Accepts(*leads.Lead) bool { return true }

// Deliver returns nil once the mail server has accepted the mail.
func (a *Agency) Deliver(ctx context.Context, lead *leads.Lead) error {
	m, err := a.cfg.message(ctx, a.Name(), lead, a.cfg.agencyEmail(ctx, lead))
	if err != nil {
		return err
	}
	if err := m.To(a.cfg.To...); err != nil {
		return fmt.Errorf("smtp.to: %w", err)
	}
	if err := a.cfg.attachCalendar(ctx, m, lead, lead.Name); err != nil {
		return err
	}
	if lead.Mail != "" {
		m.ReplyToMailAddress(&mail.Address{Name: headerText(lead.Name), Address: lead.Mail})
	}
	return a.cfg.send(ctx, m)
}

// DeliverDigest sends the enquiries of a flood in one mail.
func (a *Agency) DeliverDigest(ctx context.Context, all []*leads.Lead) error {
	m, err := a.cfg.message(ctx, a.Name(), all[0], a.cfg.digestEmail(ctx, all))
	if err != nil {
		return err
	}
	if err := m.To(a.cfg.To...); err != nil {
		return fmt.Errorf("smtp.to: %w", err)
	}
	return a.cfg.send(ctx, m)
}

// Confirmation tells the visitor that the enquiry was received.
type Confirmation struct{ cfg Config }

// NewConfirmation returns the errors of Config.Validate.
func NewConfirmation(cfg Config) (*Confirmation, error) { return &Confirmation{cfg}, cfg.Validate() }

// confirmationChannel is the name of the channel to the visitor.
const confirmationChannel = "confirmation"

// Name is "confirmation".
func (c *Confirmation) Name() string { return confirmationChannel }

// Accepts enquiries with a mail address that are no part of a flood: the addresses of a flood are other people's.
func (c *Confirmation) Accepts(lead *leads.Lead) bool { return lead.Mail != "" && !lead.Flood }

// Interval bounds the mails to one address: anybody may have typed it.
func (c *Confirmation) Interval() time.Duration { return 24 * time.Hour }

// Deliver returns nil once the mail server has accepted the mail. Its permanent refusal of
// the address is a Final error.
func (c *Confirmation) Deliver(ctx context.Context, lead *leads.Lead) error {
	m, err := c.cfg.message(ctx, c.Name(), lead, c.cfg.confirmationEmail(ctx, lead))
	if err != nil {
		return err
	}
	if err := m.To(lead.Mail); err != nil {
		return leads.Final(fmt.Errorf("the visitor's address: %w", err))
	}
	if err := c.cfg.attachCalendar(ctx, m, lead, ""); err != nil {
		return err
	}
	// Auto-responders must not reply.
	m.SetGenHeader("Auto-Submitted", "auto-replied")
	m.SetGenHeader("X-Auto-Response-Suppress", "All")
	return finalIfRefused(c.cfg.send(ctx, m))
}

// finalIfRefused makes the permanent refusal of the recipient's address a Final error.
func finalIfRefused(err error) error {
	refused, ok := errors.AsType[*gomail.SendError](err)
	if ok && refused.Reason == gomail.ErrSMTPRcptTo && !refused.IsTemp() {
		return leads.Final(err)
	}
	return err
}

// message returns a mail without recipients. Its Message-ID is the same on every attempt, so
// a mail program shows a mail that was delivered twice once.
func (c Config) message(ctx context.Context, channel string, lead *leads.Lead, e *email) (*gomail.Msg, error) {
	text, html, err := e.write()
	if err != nil {
		return nil, fmt.Errorf("write mail: %w", err)
	}
	m := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := c.setSender(ctx, m, lead.Lang, channel != agencyChannel); err != nil {
		return nil, err
	}
	m.SetMessageIDWithValue(c.messageID(lead, channel))
	m.SetDateWithValue(lead.Created)
	m.Subject(headerText(e.Subject))
	m.SetBodyString(gomail.TypeTextPlain, text)
	m.AddAlternativeString(gomail.TypeTextHTML, html)
	return m, nil
}

// messageID is the Message-ID of the mail of a channel.
func (c Config) messageID(lead *leads.Lead, channel string) string {
	return fmt.Sprintf("enquiry-%d.%s.%s@%s", lead.Number(), lead.Fingerprint, channel, c.domain())
}

// attachCalendar attaches the events of a viewing, if the enquiry is one.
func (c Config) attachCalendar(ctx context.Context, m *gomail.Msg, lead *leads.Lead, name string) error {
	if lead.Viewing == nil {
		return nil
	}
	err := m.AttachReader(calendarFile, strings.NewReader(c.calendar(ctx, lead, name)), gomail.WithFileContentType(calendarType))
	if err != nil {
		return fmt.Errorf("attach %s: %w", calendarFile, err)
	}
	return nil
}

// headerText makes a visitor's text harmless in a header: on one line, and without the
// beginning of an encoded word (RFC 2047), which mail programs decode even in quotes.
func headerText(text string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "=?", "= ?")
}

func (c Config) send(ctx context.Context, m *gomail.Msg) error {
	if c.Folder != "" {
		return c.writeToFolder(m)
	}
	client, err := c.client()
	if err != nil {
		return fmt.Errorf("mail server %s: %w", c.Host, err)
	}
	if err := client.DialAndSendWithContext(ctx, m); err != nil {
		return fmt.Errorf("mail server %s: %w", c.Host, err)
	}
	return nil
}
