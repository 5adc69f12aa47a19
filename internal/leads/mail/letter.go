package mail

import (
	"bytes"
	"embed"
	"html/template"
	"strings"
	text "text/template"

	"estate/internal/i18n"
	"estate/internal/leads"
)

//go:embed letter.txt letter.html
var files embed.FS

var (
	plainLetter = text.Must(text.ParseFS(files, "letter.txt"))
	htmlLetter  = template.Must(template.ParseFS(files, "letter.html"))
)

// letter is what both templates are filled with.
type letter struct {
	Lang     i18n.Lang
	Subject  string
	Greeting string
	Facts    []fact
	Message  string
	Closing  string
}

type fact struct{ Label, Text, Href string }

func (l *letter) write() (plain, html string, err error) {
	var b, h bytes.Buffer
	if err := plainLetter.Execute(&b, l); err != nil {
		return "", "", err
	}
	if err := htmlLetter.Execute(&h, l); err != nil {
		return "", "", err
	}
	return b.String(), h.String(), nil
}

// Paragraphs are the lines of the message, for markup.
func (l *letter) Paragraphs() []string { return strings.Split(l.Message, "\n") }

// agencyLetter has everything that the agency needs for an answer.
func (c Config) agencyLetter(lead *leads.Lead) *letter {
	t := func(key string, pairs ...any) string { return i18n.Words.T(lead.Lang, "letter.mail."+key, pairs...) }
	about := lead.Reference
	if about == "" {
		about = t("about." + string(lead.Kind))
	}
	l := &letter{
		Lang:     lead.Lang,
		Subject:  oneLine(t("agency.subject", "about", about, "name", lead.Name)),
		Greeting: t("agency.greeting", "about", t("about."+string(lead.Kind))),
		Message:  lead.Message,
		Closing:  t("agency.closing", "time", c.moment(lead.Lang, lead.Created)),
	}
	add := func(key, value, href string) {
		if value != "" {
			l.Facts = append(l.Facts, fact{t("agency." + key), value, href})
		}
	}
	add("name", lead.Name, "")
	if lead.Mail != "" {
		add("mail", lead.Mail, "mailto:"+lead.Mail)
	}
	add("phone", lead.Phone, "")
	add("reference", lead.Reference, "")
	if lead.Page != "" {
		add("page", c.SiteURL+lead.Page, c.SiteURL+lead.Page)
	}
	add("language", t("language"), "")
	return l
}

// confirmationLetter repeats nothing of what was typed: it must not be a way to
// send somebody else a text of one's own.
func (c Config) confirmationLetter(lead *leads.Lead) *letter {
	t := func(key string, pairs ...any) string { return i18n.Words.T(lead.Lang, "letter.mail."+key, pairs...) }
	return &letter{
		Lang: lead.Lang, Subject: t("confirmation.subject"), Greeting: t("confirmation.greeting"),
		Message: t("confirmation.text", "site", c.SiteURL+lead.Lang.Prefix()+"/"), Closing: t("confirmation.closing"),
	}
}

// oneLine keeps a header on one line, whatever it was made of.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
