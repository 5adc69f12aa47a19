package mail

import (
	"context"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	ics "github.com/arran4/golang-ical"
	gomail "github.com/wneessen/go-mail"

	"estate/internal/agency/leads"
	"estate/internal/content/i18n"
)

// Reply is the answer of a person of the office to an enquiry.
type Reply struct {
	ID      string // part of Message-ID, the same on every attempt
	Lead    *leads.Lead
	Key     leads.Key    // of the enquiry on all nodes, part of the id of its event
	From    mail.Address // the person
	Lang    i18n.Lang    // of the person
	Created time.Time
	Subject string
	Text    string // paragraphs are separated by an empty line
	// Viewing is the viewing that the answer confirms, nil for none.
	Viewing *Appointment
}

// Appointment is a confirmed viewing.
type Appointment struct {
	Start    time.Time
	Minutes  int
	Sequence int // counts the changes of its time
}

// Replies sends the answers of the office.
type Replies struct{ cfg Config }

// NewReplies returns the errors of Config.Validate.
func NewReplies(cfg Config) (*Replies, error) { return &Replies{cfg}, cfg.Validate() }

// invitationType is the media type of an invitation (RFC 6047).
const invitationType gomail.ContentType = "text/calendar; charset=utf-8; method=REQUEST"

// ToVisitor sends the answer, with the invitation to its viewing. The permanent refusal of the address is a Final error.
func (r *Replies) ToVisitor(ctx context.Context, reply *Reply) error {
	lead := reply.Lead
	t := func(key string, pairs ...any) string {
		return i18n.Words.T(lead.Lang, "letter.mail.reply."+key, pairs...)
	}
	e := r.cfg.newEmail(ctx, lead.Lang)
	e.Subject, e.Message = reply.Subject, lead.Message
	e.Greeting, e.Text = salutation(reply.Text)
	if e.Greeting == "" {
		e.Greeting = reply.Subject
	}
	if e.Closing = t("closing"); lead.Message != "" {
		e.Text = append(e.Text, t("quoted", "time", r.cfg.formatTime(ctx, lead.Lang, lead.Created)))
	}
	m, err := r.message(ctx, reply, &e, lead.Lang, "visitor")
	if err != nil {
		return err
	}
	from, err := r.cfg.sender(ctx, lead.Lang)
	if err != nil {
		return err
	}
	from.Name = headerText(t("from", "name", reply.From.Name, "agency", r.cfg.agencyName(ctx, lead.Lang)))
	m.FromMailAddress(from)
	m.ReplyToMailAddress(&mail.Address{Name: headerText(reply.From.Name), Address: reply.From.Address})
	if err := m.To(lead.Mail); err != nil {
		return leads.Final(fmt.Errorf("the visitor's address: %w", err))
	}
	confirmed := slices.ContainsFunc(lead.Deliveries, func(d leads.Delivery) bool {
		return d.Channel == confirmationChannel && d.State == leads.Delivered
	})
	if confirmed { // the visitor has this mail: the answer joins it
		id := "<" + r.cfg.messageID(lead, confirmationChannel) + ">"
		m.SetGenHeader(gomail.HeaderInReplyTo, id)
		m.SetGenHeader(gomail.HeaderReferences, id)
	}
	return finalIfRefused(r.cfg.send(ctx, m))
}

// ToSender sends the invitation to the viewing that the person has confirmed to that person.
func (r *Replies) ToSender(ctx context.Context, reply *Reply) error {
	lead := reply.Lead
	t := func(key string, pairs ...any) string {
		return i18n.Words.T(reply.Lang, "letter.mail.reply."+key, pairs...)
	}
	e := r.cfg.newEmail(ctx, reply.Lang)
	at := r.cfg.formatTime(ctx, reply.Lang, reply.Viewing.Start)
	e.Subject = t("confirmedSubject", "name", lead.Name, "time", at)
	e.Greeting, e.Closing, e.Message = t("confirmedGreeting"), t("confirmedClosing"), lead.Message
	e.Facts = []fact{{t("time"), at, ""}}
	for _, f := range []fact{{"name", lead.Name, ""}, {"mail", lead.Mail, "mailto:" + lead.Mail}, {"phone", lead.Phone, ""}} {
		if f.Text != "" {
			f.Label = i18n.Words.T(reply.Lang, "letter.mail.agency."+f.Label)
			e.Facts = append(e.Facts, f)
		}
	}
	if lead.Viewing != nil {
		for _, property := range lead.Viewing.Properties {
			text := strings.TrimSpace(property.Title + " " + inBrackets(property.Reference))
			e.Facts = append(e.Facts, fact{i18n.Words.T(reply.Lang, "letter.mail.agency.home"), text, r.cfg.SiteURL + property.Link})
		}
	}
	m, err := r.message(ctx, reply, &e, reply.Lang, "sender")
	if err != nil {
		return err
	}
	if err := m.To(reply.From.Address); err != nil {
		return leads.Final(fmt.Errorf("the address of the user: %w", err))
	}
	return finalIfRefused(r.cfg.send(ctx, m))
}

// message returns a mail without recipients.
func (r *Replies) message(ctx context.Context, reply *Reply, e *email, lang i18n.Lang, recipient string) (*gomail.Msg, error) {
	text, html, err := e.write()
	if err != nil {
		return nil, fmt.Errorf("write mail: %w", err)
	}
	m := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := r.cfg.setSender(ctx, m, lang, false); err != nil {
		return nil, err
	}
	m.SetMessageIDWithValue(fmt.Sprintf("answer-%s.%s@%s", reply.ID, recipient, r.cfg.domain()))
	m.SetDateWithValue(reply.Created)
	m.Subject(headerText(e.Subject))
	m.SetBodyString(gomail.TypeTextPlain, text)
	m.AddAlternativeString(gomail.TypeTextHTML, html)
	if reply.Viewing != nil {
		invitation, err := r.invitation(ctx, reply)
		if err != nil {
			return nil, err
		}
		m.AddAlternativeString(invitationType, invitation)
	}
	return m, nil
}

// invitation is the iCalendar object (RFC 5545) of the viewing. Both recipients get the same event; a later one with a higher
// sequence replaces it.
func (r *Replies) invitation(ctx context.Context, reply *Reply) (string, error) {
	lead, viewing := reply.Lead, reply.Viewing
	t := func(key string, pairs ...any) string {
		return i18n.Words.T(lead.Lang, "letter.mail.viewing."+key, pairs...)
	}
	sender, err := r.cfg.sender(ctx, lead.Lang)
	if err != nil {
		return "", err
	}
	zone := r.cfg.zone(ctx, lead.Lang)
	calendar := ics.NewCalendarFor("Estate")
	calendar.SetMethod(ics.MethodRequest)
	calendar.SetCalscale("GREGORIAN")
	addTimezone(calendar, zone, []time.Time{viewing.Start})

	event := calendar.AddEvent(fmt.Sprintf("viewing-%s-%d@%s", reply.Key.Node, reply.Key.ID, r.cfg.domain()))
	event.SetDtStampTime(reply.Created)
	event.SetSequence(viewing.Sequence)
	setLocal(event, ics.ComponentPropertyDtStart, viewing.Start.In(zone))
	setLocal(event, ics.ComponentPropertyDtEnd, viewing.Start.Add(time.Duration(viewing.Minutes)*time.Minute).In(zone))
	event.SetStatus(ics.ObjectStatusConfirmed)
	what, lines := t("homes"), []string(nil)
	switch {
	case lead.Viewing != nil:
		for _, property := range lead.Viewing.Properties {
			lines = append(lines, property.Title+" "+r.cfg.SiteURL+property.Link)
		}
		if len(lead.Viewing.Properties) == 1 {
			what = strings.TrimSpace(lead.Viewing.Properties[0].Title + " " + inBrackets(lead.Viewing.Properties[0].Reference))
		}
		lines = append(lines, i18n.Words.T(lead.Lang, "letter.viewing.ways."+string(lead.Viewing.Way)))
	case lead.Reference != "":
		what = lead.Reference
		if lead.Page != "" {
			lines = append(lines, r.cfg.SiteURL+lead.Page)
		}
	}
	event.SetSummary(t("eventFor", "what", what, "name", lead.Name))
	event.SetDescription(strings.Join(lines, "\n"))

	organizer := r.cfg.replyAddress(ctx, lead.Lang, sender.Name)
	if organizer == nil {
		organizer = sender
	}
	named := []ics.PropertyParameter{ics.WithCN(headerText(organizer.Name))}
	if organizer.Address != sender.Address {
		named = append(named, &ics.KeyValues{Key: string(ics.ParameterSentBy), Value: []string{"mailto:" + sender.Address}})
	}
	event.SetOrganizer("mailto:"+organizer.Address, named...)
	attend := func(name, address string, status ics.ParticipationStatus) {
		if address != "" {
			event.AddAttendee("mailto:"+address, ics.WithCN(headerText(name)), ics.ParticipationRoleReqParticipant, status,
				ics.WithRSVP(status == ics.ParticipationStatusNeedsAction))
		}
	}
	attend(lead.Name, lead.Mail, ics.ParticipationStatusNeedsAction)
	attend(reply.From.Name, reply.From.Address, ics.ParticipationStatusAccepted)
	return calendar.Serialize(ics.WithNewLineWindows), nil
}

// maxSalutation bounds the first line that is shown as the heading of an answer, in characters.
const maxSalutation = 80

// salutation splits a text into its first line, when that is a salutation, and the paragraphs.
func salutation(text string) (greeting string, paragraphs []string) {
	text = strings.TrimSpace(text)
	first, rest, _ := strings.Cut(text, "\n")
	first = strings.TrimSpace(first)
	if (strings.HasSuffix(first, ",") || strings.HasSuffix(first, ":")) && utf8.RuneCountInString(first) <= maxSalutation && rest != "" {
		greeting, text = first, strings.TrimSpace(rest)
	}
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		if paragraph = strings.TrimSpace(paragraph); paragraph != "" {
			paragraphs = append(paragraphs, paragraph)
		}
	}
	return greeting, paragraphs
}
