package app

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"math/rand/v2"
	"mime"
	"mime/multipart"
	"net"
	"net/http/httptest"
	"net/textproto"
	"net/url"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/site/compose"
	"estate/internal/store"
	"estate/internal/tests/smtptest"
)

// decodedParts is the text of a part of a mail and of its parts.
func decodedParts(t *testing.T, header textproto.MIMEHeader, body io.Reader) string {
	t.Helper()
	kind, params, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err == nil && strings.HasPrefix(kind, "multipart/") {
		var text strings.Builder
		for reader := multipart.NewReader(body, params["boundary"]); ; {
			part, err := reader.NextPart() // decodes quoted-printable
			if errors.Is(err, io.EOF) {
				return text.String()
			}
			if err != nil {
				t.Fatal(err)
			}
			text.WriteString(decodedParts(t, part.Header, part))
		}
	}
	if strings.EqualFold(header.Get("Content-Transfer-Encoding"), "base64") {
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	text, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	if kind == "text/calendar" { // long lines are folded
		text = []byte(strings.ReplaceAll(string(text), "\r\n ", ""))
	}
	return string(text)
}

// TestNoAddressOfTheCMSIsInMailsAndFilesForPortals writes addresses of the CMS into every text of
// properties and settings, requests viewings, saves searches, and reads the mails and the files for
// portals.
func TestNoAddressOfTheCMSIsInMailsAndFilesForPortals(t *testing.T) {
	c := newCMS(t)
	writer := &addressWriter{rand.New(rand.NewPCG(3, 7)), []string{c.URL, publicSite}} //nolint:gosec // repeatable
	var ids []string
	write(t, c.app.store, func(b *store.Batch) error {
		found, err := c.app.store.Archive(t.Context(), i18n.LangEN, content.ArchiveQuery{Endpoint: "properties", PerPage: 40, Page: 1})
		if err != nil {
			return err
		}
		for _, entity := range found.Items {
			p := entity.(*content.Property)
			reference, currency, energy := p.Reference, p.Price.Currency, p.Energy
			writer.fill(reflect.ValueOf(p))
			p.Reference, p.Price.Currency, p.Energy = reference, currency, energy // else portals get no file
			p.Modified = time.Now().UTC()
			if !p.Sold() && len(ids) < 8 {
				ids = append(ids, strconv.Itoa(p.ID))
			}
			if err := b.Put(p); err != nil {
				return err
			}
		}
		return fillSiteData(t, c.app.store, b, writer)
	})
	write(t, c.app.store, func(b *store.Batch) error {
		var problems []error
		for _, lang := range i18n.Filled {
			settings, err := c.app.store.Settings(t.Context(), lang)
			open := *settings
			open.Viewing, open.DaysOff = "", "" // else there are no viewings
			problems = append(problems, err, b.PutSettings(lang, &open))
		}
		return errors.Join(problems...)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	mails := smtptest.Start(listener)
	defer mails.Close()
	app, server := startReplica(t, c, func(s *config.Settings) {
		s.SiteURL = "https://www.agency.test"
		s.SMTP = config.SMTP{Host: "127.0.0.1", Port: mails.Port(), TLS: "none", From: "web@agency.test", To: []string{"office@agency.test"}, Confirm: true}
		s.Enquiries.AlertSettle = config.Duration(20 * time.Millisecond)
		channelSettings(s)
	})
	eventually(t, "the first sync is complete", app.replica.Ready)
	names := regexp.MustCompile(`.{0,60}(?:` + regexp.QuoteMeta(strings.TrimPrefix(c.URL, "http://")) + `|` +
		regexp.QuoteMeta(url.QueryEscape(strings.TrimPrefix(c.URL, "http://"))) + `|www\.example\.test).{0,60}`)

	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- app.leadService.Run(ctx) }()
	for _, lang := range i18n.Filled {
		link := lang.Prefix() + "/enquiry/viewing/?ids=" + strings.Join(ids, ",")
		_, body := get(t, server, link)
		days := options(t, body, "day1")
		if len(days) == 0 {
			t.Fatalf("%s offers no days: %s", link, clipped(body))
		}
		form := fields("A viewing, please")
		for key, value := range map[string]string{
			"kind": "viewing", "page": link, "ids": strings.Join(ids, ","), "way": "visit", "time1": "10:00", "day1": days[0], "mail": string(lang) + "@example.org",
		} {
			form.Set(key, value)
		}
		if response, body := post(t, server, lang.Prefix()+"/enquiry/", form); response.StatusCode != 303 {
			t.Fatalf("%s: status %d, %s", lang, response.StatusCode, clipped(body))
		}
	}
	eventually(t, "the mails arrive", func() bool { return len(mails.Mails()) == 2*len(i18n.Filled) })
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	sendAlerts(t, c, app, server, mails, writer)
	for _, one := range mails.Mails() {
		mail, err := one.Read()
		if err != nil {
			t.Fatal(err)
		}
		text := decodedParts(t, textproto.MIMEHeader(mail.Header), mail.Body)
		for name, values := range mail.Header {
			decoded, err := new(mime.WordDecoder).DecodeHeader(strings.Join(values, " "))
			if err != nil {
				t.Fatal(err)
			}
			text += "\n" + name + ": " + decoded
		}
		if found := names.FindString(text); found != "" {
			t.Errorf("the mail to %v has an address of the CMS: %s", one.To, found)
		}
	}
	for _, channel := range app.channels.list {
		if !app.channels.publish(t.Context(), channel, time.Now()) {
			t.Fatalf("%s: %+v", channel.settings.Name, channel.publisher.Status())
		}
		status := channel.publisher.Status()
		_, body := get(t, server, strings.TrimPrefix(status.Address, "https://www.agency.test"))
		if found := names.FindString(strings.ReplaceAll(body, `\/`, "/")); found != "" || status.Sent == 0 {
			t.Errorf("%s: %d sent; an address of the CMS: %s", channel.settings.Name, status.Sent, found)
		}
	}
}

// sendAlerts saves a search in each language, publishes a home with addresses of the CMS in its
// texts, and waits for the mails.
func sendAlerts(t *testing.T, c *cms, app *App, server *httptest.Server, mails *smtptest.Server, writer *addressWriter) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- app.alerts.Run(ctx) }()
	saved := alertStore(t, app)
	eventually(t, "the content was compared", func() bool { return contentCompared(t, app) })
	home := newProperty(t, c.app, 990001)
	title := home.Title
	writer.fill(reflect.ValueOf(home))
	for lang := range home.Title { // the title fills the subject
		home.Title[lang] = title[lang] + " " + writer.address()
	}
	home.Reference, home.Price.Currency, home.Availability = "ZRE9999P", "EUR", ""
	before := len(mails.Mails())
	for _, lang := range i18n.Filled {
		sent := url.Values{"kind": {"properties"}, "search": {"s_type=15"}, "mail": {string(lang) + "@example.org"}, "often": {"now"}, "website": {""}}
		if response, body := post(t, server, lang.Prefix()+"/enquiry/alert/", sent); response.StatusCode != 303 {
			t.Fatalf("%s: status %d, %s", lang, response.StatusCode, clipped(body))
		}
	}
	eventually(t, "the questions arrive", func() bool { return len(mails.Mails()) == before+len(i18n.Filled) })
	all, err := saved.All(t.Context())
	if err != nil || len(all) != len(i18n.Filled) {
		t.Fatalf("%d searches are saved (%v)", len(all), err)
	}
	for _, alert := range all {
		link := alert.Lang.Prefix() + compose.AlertConfirmPath + compose.TokenQuery(alert.Token)
		if response, _ := post(t, server, link, url.Values{}); response.StatusCode != 303 {
			t.Fatalf("%s: status %d", link, response.StatusCode)
		}
	}
	put(t, c.app, home)
	eventually(t, "the home is told", func() bool { return len(mails.Mails()) == before+2*len(i18n.Filled) })
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
}
