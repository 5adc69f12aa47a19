package mail

import (
	"bytes"
	"context"
	"embed"
	"html/template"
	"strings"
	texttemplate "text/template"

	"estate/internal/agency/leads"
	"estate/internal/content/i18n"
	"estate/internal/platform/brand"
)

//go:embed layout.html email.txt email.html alert.txt alert.html
var files embed.FS

var (
	textTemplate = texttemplate.Must(texttemplate.ParseFS(files, "email.txt"))
	htmlTemplate = template.Must(template.New("layout.html").Funcs(template.FuncMap{"lines": lines}).
			ParseFS(files, "layout.html", "email.html"))
)

// email is the data of both templates.
type email struct {
	Lang        i18n.Lang
	Brand, Home string // name of the agency, address of the home page
	Subject     string
	Greeting    string
	Text        []string // paragraphs
	Facts       []fact
	Message     string   // of the visitor
	Enquiries   []*email // of a digest
	URL, Button string   // "" for none
	Closing     string
	Colors      brand.Palette
}

// newEmail has what all mails of a language have in common.
func (c Config) newEmail(ctx context.Context, lang i18n.Lang) email {
	return email{Lang: lang, Brand: c.agencyName(ctx, lang), Home: c.SiteURL + lang.Prefix() + "/", Colors: c.Brand.Palette()}
}

// Preview is the first sentence of the mail: lists of mails show it behind the subject.
func (e *email) Preview() string {
	if len(e.Text) > 0 {
		return e.Text[0]
	}
	return e.Greeting
}

type fact struct{ Label, Text, Href string }

func (e *email) write() (plain, markup string, err error) {
	var text, html bytes.Buffer
	if err := textTemplate.Execute(&text, e); err != nil {
		return "", "", err
	}
	if err := htmlTemplate.Execute(&html, e); err != nil {
		return "", "", err
	}
	return text.String(), html.String(), nil
}

// lines are the lines of a text.
func lines(text string) []string { return strings.Split(text, "\n") }

// agencyEmail holds everything that the agency needs for a reply.
func (c Config) agencyEmail(ctx context.Context, lead *leads.Lead) *email {
	t := func(key string, pairs ...any) string { return i18n.Words.T(lead.Lang, "letter.mail."+key, pairs...) }
	about := lead.Reference
	if about == "" && lead.Viewing != nil && len(lead.Viewing.Properties) == 1 {
		about = lead.Viewing.Properties[0].Reference
	}
	if about == "" {
		about = t("about." + string(lead.Kind))
	}
	e := c.newEmail(ctx, lead.Lang)
	e.Subject = t("agency.subject", "about", about, "name", lead.Name)
	e.Greeting = t("agency.greeting", "about", t("about."+string(lead.Kind)))
	e.Message = lead.Message
	e.Closing = t("agency.closing", "time", c.formatTime(ctx, lead.Lang, lead.Created))
	add := func(key, value, href string) {
		if value != "" {
			e.Facts = append(e.Facts, fact{t("agency." + key), value, href})
		}
	}
	add("name", lead.Name, "")
	if lead.Mail != "" {
		add("mail", lead.Mail, "mailto:"+lead.Mail)
	}
	add("phone", lead.Phone, "")
	add("reference", lead.Reference, "")
	c.addViewing(ctx, &e, lead)
	if lead.Page != "" {
		add("page", c.SiteURL+lead.Page, c.SiteURL+lead.Page)
	}
	if lead.Source != nil {
		add("source", lead.Source.System+" "+lead.Source.Key, "")
	}
	if lead.Campaign != "" {
		add("campaign", lead.Campaign, "")
	}
	add("language", t("language"), "")
	if lead.Policy != nil {
		add("policy", lead.Policy.Short(), "")
	}
	return &e
}

// digestEmail holds the enquiries of a flood as agencyEmail holds one.
func (c Config) digestEmail(ctx context.Context, all []*leads.Lead) *email {
	lang := all[0].Lang
	t := func(key string, pairs ...any) string { return i18n.Words.T(lang, "letter.mail.digest."+key, pairs...) }
	e := c.newEmail(ctx, lang)
	e.Subject, e.Greeting = t("subject", "n", len(all)), t("greeting")
	e.Text, e.Closing = []string{t("text")}, t("closing")
	for _, lead := range all {
		e.Enquiries = append(e.Enquiries, c.agencyEmail(ctx, lead))
	}
	return &e
}

// addViewing adds the homes, the way and the wishes of a viewing.
func (c Config) addViewing(ctx context.Context, e *email, lead *leads.Lead) {
	if lead.Viewing == nil {
		return
	}
	t := func(key string, pairs ...any) string { return i18n.Words.T(lead.Lang, "letter."+key, pairs...) }
	for _, home := range lead.Viewing.Properties {
		text := strings.TrimSpace(home.Title + " " + inBrackets(home.Reference))
		e.Facts = append(e.Facts, fact{t("mail.agency.home"), text, c.SiteURL + home.Link})
	}
	e.Facts = append(e.Facts, fact{t("mail.agency.way"), t("viewing.ways." + string(lead.Viewing.Way)), ""})
	for i, wish := range lead.Viewing.Wishes {
		e.Facts = append(e.Facts, fact{t("mail.agency.wish", "n", i+1), c.formatTime(ctx, lead.Lang, wish), ""})
	}
}

// confirmationEmail repeats nothing of the enquiry: otherwise anybody could send a text of
// their own to any address through this server.
func (c Config) confirmationEmail(ctx context.Context, lead *leads.Lead) *email {
	t := func(key string, pairs ...any) string { return i18n.Words.T(lead.Lang, "letter.mail."+key, pairs...) }
	texts := "confirmation"
	if lead.Viewing != nil {
		texts = "viewing"
	}
	e := c.newEmail(ctx, lead.Lang)
	e.Subject, e.Greeting, e.Text = t(texts+".subject"), t(texts+".greeting"), strings.Split(t(texts+".text"), "\n\n")
	e.URL, e.Button, e.Closing = e.Home, t("confirmation.button"), t("confirmation.closing")
	return &e
}
