package mail

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html/template"
	"net/url"
	"strconv"
	"strings"
	texttemplate "text/template"

	gomail "github.com/wneessen/go-mail"

	"estate/internal/agency/leads"
	"estate/internal/agency/leads/alerts"
	"estate/internal/content/i18n"
)

var (
	alertText = texttemplate.Must(texttemplate.ParseFS(files, "alert.txt"))
	alertHTML = template.Must(template.ParseFS(files, "layout.html", "alert.html"))
)

// Alerts sends the mails of saved searches.
type Alerts struct {
	cfg   Config
	paths AlertPaths
}

// AlertPaths are the addresses of a saved search without the prefix of the language; the token is
// added as query.
type AlertPaths struct {
	Confirm, End, Property string
	Key                    string // query key of the token
}

// NewAlerts returns the errors of Config.Validate.
func NewAlerts(cfg Config, paths AlertPaths) (*Alerts, error) {
	return &Alerts{cfg, paths}, cfg.Validate()
}

// alertEmail is the data of both templates.
type alertEmail struct {
	email
	Lead, Search       string
	Properties         []alertProperty
	More               string
	EndURL, End        string
	unsubscribeAddress string
}

// Preview is the search: lists of mails show it behind the subject.
func (e *alertEmail) Preview() string { return e.Search }

type alertProperty struct {
	Mark, Title, URL, Picture string
	Lines                     []string
}

// SendAlert returns nil once the mail server has accepted the mail. Its permanent refusal of
// the address is a Final error.
func (a *Alerts) SendAlert(ctx context.Context, mail *alerts.Mail) error {
	e := a.email(ctx, mail)
	var text, html bytes.Buffer
	if err := errors.Join(alertText.Execute(&text, e), alertHTML.Execute(&html, e)); err != nil {
		return fmt.Errorf("write mail: %w", err)
	}
	m := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := a.cfg.setSender(ctx, m, mail.Alert.Lang, true); err != nil {
		return err
	}
	if err := m.To(mail.Alert.Mail); err != nil {
		return leads.Final(fmt.Errorf("the visitor's address: %w", err))
	}
	m.SetMessageIDWithValue("alert-" + mail.ID + "@" + a.cfg.domain())
	m.SetDateWithValue(mail.Created)
	m.Subject(headerText(e.Subject))
	m.SetGenHeader("Auto-Submitted", "auto-generated")
	m.SetGenHeader("X-Auto-Response-Suppress", "All")
	// One-click unsubscription (RFC 8058): the mail program sends a POST.
	m.SetGenHeader("List-Unsubscribe", "<"+e.unsubscribeAddress+">")
	m.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	m.SetBodyString(gomail.TypeTextPlain, text.String())
	m.AddAlternativeString(gomail.TypeTextHTML, html.String())
	err := a.cfg.send(ctx, m)
	refused, ok := errors.AsType[*gomail.SendError](err)
	if ok && refused.Reason == gomail.ErrSMTPRcptTo && !refused.IsTemp() {
		return leads.Final(err)
	}
	return err
}

// link is the address of a path of the saved search.
func (a *Alerts) link(mail *alerts.Mail, path string, more ...string) string {
	address := a.cfg.SiteURL + mail.Alert.Lang.Prefix() + path + "?"
	for i := 0; i+1 < len(more); i += 2 {
		address += more[i] + "=" + url.QueryEscape(more[i+1]) + "&"
	}
	return address + a.paths.Key + "=" + url.QueryEscape(mail.Alert.Token)
}

func (a *Alerts) email(ctx context.Context, mail *alerts.Mail) *alertEmail {
	t := func(key string, pairs ...any) string { return i18n.Words.T(mail.Alert.Lang, "alert."+key, pairs...) }
	e := &alertEmail{Search: strings.Join(mail.Words, " · "), unsubscribeAddress: a.link(mail, a.paths.End)}
	e.email = a.cfg.newEmail(ctx, mail.Alert.Lang)
	if mail.Ask {
		e.Subject, e.Greeting, e.Lead = t("ask.subject"), t("ask.greeting"), t("ask.text")
		e.URL, e.Button, e.Closing = a.link(mail, a.paths.Confirm), t("ask.button"), t("ask.closing")
		return e
	}
	count := len(mail.Properties) + mail.More
	first := mail.Properties[0]
	e.Subject = t("homes.subject", "count", count, "title", first.Title)
	if count == 1 && first.Reduced {
		e.Subject = t("homes.subjectReduced", "title", first.Title)
	}
	e.Greeting = t("homes.greeting", "count", count)
	for _, home := range mail.Properties {
		mark := t("homes.new")
		if home.Reduced {
			mark = t("homes.reduced")
		}
		e.Properties = append(e.Properties, alertProperty{
			Mark: mark, Title: home.Title, Lines: home.Lines, Picture: home.Picture,
			URL: a.link(mail, a.paths.Property, "id", strconv.Itoa(home.ID)),
		})
	}
	if mail.More > 0 {
		e.More = t("homes.more", "count", mail.More)
	}
	e.URL, e.Button = a.link(mail, a.paths.Property), t("homes.button")
	e.EndURL, e.End, e.Closing = a.link(mail, a.paths.End), t("homes.end"), t("homes.closing")
	return e
}
