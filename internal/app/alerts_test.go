package app

import (
	"context"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/http"
	"net/http/httptest"
	"net/mail"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"estate/internal/agency/leads/alerts"
	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/store"
	"estate/internal/tests/smtptest"
)

// startWithMail starts a site that sends mails to a server of the test, and follows saved searches.
func startWithMail(t *testing.T) (*App, *httptest.Server, *smtptest.Server) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	mails := smtptest.Start(listener)
	t.Cleanup(mails.Close)
	app, server := startSite(t, func(s *config.Settings) {
		s.SMTP.Host, s.SMTP.Port, s.SMTP.TLS, s.SMTP.From, s.SMTP.To = "127.0.0.1", mails.Port(), "none", "Zero Real Estate <web@example.com>", []string{"office@example.com"}
		s.Enquiries.AlertSettle = config.Duration(20 * time.Millisecond)
		s.Enquiries.Burst, s.Enquiries.PerHour = 1000, 100000
	})
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- app.alerts.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	// Changes count from the first look at the content on.
	eventually(t, "the content was compared", func() bool { return contentCompared(t, app) })
	return app, server, mails
}

// contentCompared reports whether all changes of the content were compared with the saved searches.
func contentCompared(t *testing.T, app *App) bool {
	t.Helper()
	n, err := app.alerts.Uncompared(t.Context())
	return n == 0 && err == nil
}

func alertStore(t *testing.T, app *App) *alerts.Store {
	t.Helper()
	return app.alerts.Store()
}

// alertMail is the n-th mail, with its text and markup.
func alertMail(t *testing.T, mails *smtptest.Server, n int) (m *mail.Message, text, markup string) {
	t.Helper()
	eventually(t, "a mail arrives", func() bool { return len(mails.Mails()) >= n })
	m, err := mails.Mails()[n-1].Read()
	if err != nil {
		t.Fatal(err)
	}
	_, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	reader := multipart.NewReader(m.Body, params["boundary"])
	for {
		part, err := reader.NextRawPart()
		if err != nil {
			return m, text, markup
		}
		body, err := io.ReadAll(quotedprintable.NewReader(part))
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(part.Header.Get("Content-Type"), "text/html") {
			markup = string(body)
		} else {
			text = strings.ReplaceAll(string(body), "\r\n", "\n")
		}
	}
}

// siteLink is the link of the site in a text that contains a part.
func siteLink(t *testing.T, text, part string) string {
	t.Helper()
	for _, address := range regexp.MustCompile(regexp.QuoteMeta(publicSite)+`\S+`).FindAllString(text, -1) {
		if strings.Contains(address, part) {
			return strings.TrimPrefix(address, publicSite)
		}
	}
	t.Fatalf("no link with %q in:\n%s", part, text)
	return ""
}

// newProperty is a published property that was published now.
func newProperty(t *testing.T, app *App, id int) *content.Property {
	t.Helper()
	property := *publishedProperty(t, app.store)
	now := time.Now().UTC()
	property.ID, property.Slug, property.Reference = id, "alert-home-"+property.Slug, "ZRE9999P"
	property.Link, property.AlternativeLinks = "/properties/"+property.Slug+"/", nil
	property.Date, property.Modified = now, now
	property.Types, property.Bedrooms, property.Badges, property.Availability = []int{15}, 7, nil, ""
	property.Title = i18n.Text{i18n.LangEN: "Villa of the alerts", i18n.LangES: "Villa de las alertas"}
	property.Price = content.Price{Amount: 3_000_000, Currency: "EUR", Mode: content.PriceSale}
	return &property
}

func put(t *testing.T, app *App, property *content.Property) {
	t.Helper()
	write(t, app.store, func(b *store.Batch) error { return b.Put(content.Entity(property)) })
}

func TestASavedSearchFromTheResultsToItsEnd(t *testing.T) {
	for _, lang := range i18n.Filled {
		t.Run(string(lang), func(t *testing.T) {
			app, server, mails := startWithMail(t)
			words := func(key string, pairs ...any) string { return i18n.Words.T(lang, "alert."+key, pairs...) }
			const query = "?s_beds=6&s_type=15"
			form := lang.Prefix() + "/enquiry/alert/" + query
			if _, body := get(t, server, lang.Prefix()+"/properties/"+query); element(t, body, "a", "href", form) == nil {
				t.Fatalf("the results do not link to %s", form)
			}
			page, body := get(t, server, form)
			if page.StatusCode != 200 || !strings.Contains(page.Header.Get("X-Robots-Tag"), "noindex") {
				t.Fatalf("form: status %d, robots %q", page.StatusCode, page.Header.Get("X-Robots-Tag"))
			}
			if input := element(t, body, "input", "name", "search"); input == nil || attribute(input, "value") != query[1:] {
				t.Fatalf("the form holds the search %v", input)
			}
			sent := url.Values{"kind": {"properties"}, "search": {query[1:]}, "mail": {"Ana@example.org"}, "often": {"now"}, "website": {""}}
			response, _ := post(t, server, lang.Prefix()+"/enquiry/alert/", sent)
			if response.StatusCode != http.StatusSeeOther || response.Header.Get("Location") != lang.Prefix()+"/enquiry/alert/sent/" {
				t.Fatalf("status %d to %q", response.StatusCode, response.Header.Get("Location"))
			}
			if _, body := get(t, server, lang.Prefix()+"/enquiry/alert/sent/"); !strings.Contains(body, words("sent")) {
				t.Error("the page after the form does not say what to do")
			}

			// The confirmation: the link alone changes nothing.
			asked, text, _ := alertMail(t, mails, 1)
			if subject := decodedSubject(t, asked); subject != words("ask.subject") {
				t.Errorf("subject %q", subject)
			}
			link := siteLink(t, text, "/enquiry/alert/confirm/")
			page, body = get(t, server, link)
			if page.StatusCode != 200 || page.Header.Get("Cache-Control") != "no-store" || page.Header.Get("Referrer-Policy") != "no-referrer" {
				t.Errorf("confirmation: status %d, %v", page.StatusCode, page.Header)
			}
			data, _ := get(t, server, "/_view"+link)
			if data.Header.Get("Cache-Control") != "no-store" || data.Header.Get("Referrer-Policy") != "no-referrer" {
				t.Errorf("View of the confirmation: %v, want no-store and no-referrer", data.Header)
			}
			if element(t, body, "form", "action", link) == nil {
				t.Error("the page of the confirmation has no form of its link")
			}
			if status, _ := app.alerts.Status(t.Context()); status.Confirmed != 0 {
				t.Fatal("opening the link confirmed the search")
			}
			if response, _ := post(t, server, link, url.Values{}); response.Header.Get("Location") != lang.Prefix()+"/enquiry/alert/confirmed/" {
				t.Fatalf("the confirmation leads to %q", response.Header.Get("Location"))
			}

			// A new home, one that does not fit, and a reduced price.
			home := newProperty(t, app, 990001)
			put(t, app, home)
			other := newProperty(t, app, 990002)
			other.Slug, other.Link, other.Reference, other.Bedrooms = "another-home", "/properties/another-home/", "ZRE9998P", 2
			put(t, app, other)
			told, text, markup := alertMail(t, mails, 2)
			if subject := decodedSubject(t, told); !strings.Contains(subject, home.Title.In(lang)) {
				t.Errorf("subject %q", subject)
			}
			for _, part := range []string{home.Title.In(lang), "3.000.000 €", words("homes.new"), words("homes.closing")} {
				if !strings.Contains(text, part) || !strings.Contains(markup, part) {
					t.Errorf("the mail lacks %q:\n%s", part, text)
				}
			}
			if strings.Contains(text, "another-home") || strings.Contains(text+markup, "alert.") || strings.Contains(markup, "ZgotmplZ") {
				t.Errorf("the mail has another home, or lacks a translation:\n%s", text)
			}
			end := strings.Trim(told.Header.Get("List-Unsubscribe"), "<>")
			if told.Header.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" || !strings.HasPrefix(end, publicSite+lang.Prefix()+"/enquiry/alert/end/?t=") {
				t.Errorf("List-Unsubscribe is %q, -Post %q", end, told.Header.Get("List-Unsubscribe-Post"))
			}
			click, _ := get(t, server, siteLink(t, text, "id=990001"))
			if to := click.Header.Get("Location"); click.StatusCode != 302 || to != lang.Prefix()+"/properties/990001/" {
				t.Errorf("the link of the home: %d to %q", click.StatusCode, to)
			}
			again := *home
			again.Modified, again.Subtitle = time.Now().UTC(), i18n.Text{i18n.LangEN: "Edited", i18n.LangES: "Editada"}
			put(t, app, &again) // tells nobody
			reduced := again
			reduced.Modified, reduced.Price.Amount = time.Now().UTC().Add(time.Second), 2_500_000
			put(t, app, &reduced)
			told, text, _ = alertMail(t, mails, 3)
			if subject := decodedSubject(t, told); subject != words("homes.subjectReduced", "title", home.Title.In(lang)) || !strings.Contains(text, "2.500.000 €") {
				t.Errorf("subject %q:\n%s", subject, text)
			}

			// The end: the page changes nothing, a mail program needs no page.
			at := strings.TrimPrefix(end, publicSite)
			if page, _ := get(t, server, at); page.StatusCode != 200 {
				t.Errorf("page of the end: status %d", page.StatusCode)
			}
			if status, _ := app.alerts.Status(t.Context()); status.Confirmed != 1 {
				t.Fatal("opening the link ended the search")
			}
			request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+at, strings.NewReader("List-Unsubscribe=One-Click"))
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			request.Header.Set("Origin", "https://mail.example.net")
			request.Header.Set("Sec-Fetch-Site", "cross-site")
			ended, err := server.Client().Do(request)
			if err != nil {
				t.Fatal(err)
			}
			_ = ended.Body.Close()
			if all, err := alertStore(t, app).All(t.Context()); ended.StatusCode != 200 || err != nil || len(all) != 0 {
				t.Errorf("one click: status %d, still saved: %v (%v)", ended.StatusCode, all, err)
			}
			if response, _ := post(t, server, link, url.Values{}); response.Header.Get("Location") != lang.Prefix()+"/enquiry/alert/expired/" {
				t.Errorf("an erased search is confirmed: %q", response.Header.Get("Location"))
			}
			if len(mails.Mails()) != 3 {
				t.Errorf("%d mails, want 3", len(mails.Mails()))
			}
		})
	}
}

func decodedSubject(t *testing.T, m *mail.Message) string {
	t.Helper()
	text, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestTheFormOfASavedSearchTellsNothingOfAddresses(t *testing.T) {
	app, server, mails := startWithMail(t)
	send := func(address, search, website string) (*http.Response, string) {
		return post(t, server, "/enquiry/alert/", url.Values{"kind": {"properties"}, "search": {search}, "mail": {address}, "often": {"daily"}, "website": {website}})
	}
	response, body := send("not an address", "s_beds=4", "")
	if input := element(t, body, "input", "name", "mail"); response.StatusCode != 422 || input == nil || attribute(input, "value") != "not an address" ||
		!strings.Contains(body, i18n.Words.T(i18n.LangEN, "alert.problem.mailInvalid")) {
		t.Errorf("a wrong address: status %d, %v", response.StatusCode, input)
	}
	// New, equal, of a program, and beyond the limit: the answers are the same.
	for range 2 {
		for _, search := range []string{"s_beds=1", "s_beds=2", "s_beds=3", "s_beds=4", "s_beds=5"} {
			if response, _ := send("ana@example.org", search, ""); response.StatusCode != 303 {
				t.Errorf("%s: status %d", search, response.StatusCode)
			}
		}
	}
	if response, _ := send("bot@example.org", "s_beds=1", "http://spam"); response.StatusCode != 303 {
		t.Errorf("a program: status %d", response.StatusCode)
	}
	eventually(t, "the mails arrive", func() bool { return len(mails.Mails()) >= 3 })
	all, err := alertStore(t, app).All(t.Context())
	if err != nil || len(all) != 3 {
		t.Errorf("%d searches wait for a confirmation, want 3 of one address (%v)", len(all), err)
	}
	for _, alert := range all {
		if alert.Mail != "ana@example.org" || !alert.Daily || alert.Policy == "" {
			t.Errorf("stored %+v", alert)
		}
	}
	if len(mails.Mails()) != 3 {
		t.Errorf("%d mails, want 3", len(mails.Mails()))
	}
	// A foreign site cannot send the form, and an unknown token confirms nothing.
	if response, _ := post(t, server, "/enquiry/alert/confirm/?t=0123456789abcdef0123456789abcdef", url.Values{}); response.Header.Get("Location") != "/enquiry/alert/expired/" {
		t.Errorf("an unknown token leads to %q", response.Header.Get("Location"))
	}
}

func TestWithoutMailSearchesCannotBeSaved(t *testing.T) {
	_, server := startSite(t, nil)
	if page, _ := get(t, server, "/enquiry/alert/"); page.StatusCode != 404 {
		t.Errorf("the form answers %d, want 404", page.StatusCode)
	}
	if _, body := get(t, server, "/properties/"); strings.Contains(body, "/enquiry/alert/") {
		t.Error("the results link to the form")
	}
}

// A feed that is written at night dates its changes before the evening in which a search was saved.
func TestTheTimeOfAReductionIsWhenTheSiteLearnedIt(t *testing.T) {
	app, _ := startSite(t, nil)
	began := time.Now().Add(-time.Second)
	home := newProperty(t, app, 990001)
	home.Modified = began.AddDate(0, 0, -6)
	put(t, app, home)
	reduced := *home
	reduced.Modified, reduced.Price.Amount = began.AddDate(0, 0, -1), home.Price.Amount/2
	put(t, app, &reduced)
	content := &alertContent{store: app.store, source: app.origin.source}
	event, err := content.Event(t.Context(), search.Row{ID: home.ID, Kind: search.KindProperties})
	if err != nil || event.Reduced.Before(began) || event.Entry != 2 {
		t.Errorf("event %+v, %v, want a reduction after %v", event, err, began)
	}
}
