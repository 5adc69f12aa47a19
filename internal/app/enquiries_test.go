package app

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"estate/internal/agency/leads"
	"estate/internal/app/config"
	"estate/internal/content/i18n"
	"estate/internal/site/view"
	"estate/internal/tests/smtptest"
)

// fields are the fields of a valid form.
func fields(message string) url.Values {
	return url.Values{
		"kind": {"contact"}, "page": {"/contact/"}, "name": {"Ana Gómez"}, "mail": {"ana@example.org"},
		"phone": {"+34 600 100 200"}, "message": {message}, "privacy": {"yes"},
	}
}

// post sends a form like a browser without script and follows no redirect.
func post(t *testing.T, server *httptest.Server, path string, form url.Values, headers ...string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+path, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := server.Client().Transport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(body)
}

// storedLeads are the enquiries of a data folder, or those classified as spam.
func storedLeads(t *testing.T, folder string, spam bool) []*leads.Lead {
	t.Helper()
	store, err := leads.OpenStore(t.Context(), filepath.Join(folder, "leads.db"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	var found []*leads.Lead
	for lead, err := range store.Leads(t.Context(), leads.Selection{Spam: spam}) {
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, lead)
	}
	return found
}

// element is the first element with a tag name and the value of an attribute.
func element(t *testing.T, document, name, key, value string) *html.Node {
	t.Helper()
	root, err := html.Parse(strings.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	for node := range root.Descendants() {
		if node.Type == html.ElementNode && node.Data == name && attribute(node, key) == value {
			return node
		}
	}
	return nil
}

func attribute(node *html.Node, key string) string {
	for _, a := range node.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func TestPagesWithAnEnquiryFormHaveIt(t *testing.T) {
	app, server := startSite(t, nil)
	property := publishedProperty(t, app.store)
	tests := []struct{ link, action, kind, reference, privacy string }{
		{"/contact/", "/enquiry/", "contact", "", "/privacy-policy/"},
		{"/es/contacto/", "/es/enquiry/", "contact", "", "/es/politica-de-privacidad/"},
		{"/selling-your-property-in-marbella/", "/enquiry/", "sell", "", "/privacy-policy/"},
		{"/es/vender-su-propiedad-en-marbella/", "/es/enquiry/", "sell", "", "/es/politica-de-privacidad/"},
		{property.LinkIn(i18n.LangEN), "/enquiry/", "property", property.Reference, "/privacy-policy/"},
		{property.LinkIn(i18n.LangES), "/es/enquiry/", "property", property.Reference, "/es/politica-de-privacidad/"},
		{"/developments/nera-golden-mile/", "/enquiry/", "development", "", "/privacy-policy/"},
	}
	for _, tt := range tests {
		t.Run(tt.link, func(t *testing.T) {
			_, body := get(t, server, tt.link)
			form := element(t, body, "form", "action", tt.action)
			if form == nil || attribute(form, "method") != "post" {
				t.Fatal("the page has no enquiry form")
			}
			got := map[string]string{}
			for node := range form.Descendants() {
				if node.Data == "input" && attribute(node, "type") == "hidden" {
					got[attribute(node, "name")] = attribute(node, "value")
				}
			}
			if got["kind"] != tt.kind || got["page"] != tt.link || tt.reference != "" && got["reference"] != tt.reference {
				t.Errorf("hidden fields %v, want kind %s, page %s, reference %s", got, tt.kind, tt.link, tt.reference)
			}
			if element(t, body, "a", "href", tt.privacy) == nil {
				t.Errorf("the page does not link to %s", tt.privacy)
			}
			if response, _ := get(t, server, tt.privacy); response.StatusCode != 200 {
				t.Errorf("%s: status %d", tt.privacy, response.StatusCode)
			}
		})
	}
}

func TestEnquiryFormWithoutScript(t *testing.T) {
	folder := t.TempDir()
	_, server := startSite(t, func(s *config.Settings) { s.Data = folder })
	for _, lang := range i18n.Filled {
		t.Run(string(lang), func(t *testing.T) {
			before := len(storedLeads(t, folder, false))
			form := fields("A question in " + string(lang))
			response, _ := post(t, server, lang.Prefix()+"/enquiry/", form)
			thanks := lang.Prefix() + "/enquiry/thanks/"
			if response.StatusCode != http.StatusSeeOther || response.Header.Get("Location") != thanks {
				t.Fatalf("status %d to %q, want 303 to %s", response.StatusCode, response.Header.Get("Location"), thanks)
			}
			page, body := get(t, server, thanks)
			if page.StatusCode != 200 || !strings.Contains(page.Header.Get("X-Robots-Tag"), "noindex") {
				t.Errorf("thanks: status %d, robots %q", page.StatusCode, page.Header.Get("X-Robots-Tag"))
			}
			if h1 := texts(t, body, "h1"); len(h1) != 1 || h1[0] != i18n.Words.T(lang, "letter.screen.thanks") {
				t.Errorf("h1 of the thanks page: %q", h1)
			}
			post(t, server, lang.Prefix()+"/enquiry/", form) // double click
			found := storedLeads(t, folder, false)
			if len(found) != before+1 {
				t.Fatalf("%d enquiries stored by a double click, want 1", len(found)-before)
			}
			if lead := found[before]; lead.Lang != lang || lead.Name != "Ana Gómez" || lead.State() != "stored" || lead.Page != "/contact/" {
				t.Errorf("stored %+v", lead)
			}
		})
	}
}

func TestInvalidFormIsShownAgainWithItsInput(t *testing.T) {
	folder := t.TempDir()
	_, server := startSite(t, func(s *config.Settings) { s.Data = folder })
	for _, lang := range i18n.Filled {
		form := fields("Is the garden <b>large</b>?")
		form.Set("kind", "property")
		form.Set("reference", "ZR-1001P")
		form.Set("mail", "ana@nowhere")
		form.Del("privacy")
		response, body := post(t, server, lang.Prefix()+"/enquiry/", form)
		if response.StatusCode != http.StatusUnprocessableEntity {
			t.Fatalf("%s: status %d, want 422", lang, response.StatusCode)
		}
		if cache := response.Header.Get("Cache-Control"); cache != "no-store" {
			t.Errorf("%s: the form of a visitor may be cached: %q", lang, cache)
		}
		for _, problem := range []leads.Problem{leads.MailWrong, leads.PrivacyMissing} {
			if words := i18n.Words.T(lang, "letter.problem."+string(problem)); !strings.Contains(body, html.EscapeString(words)) {
				t.Errorf("%s: the page lacks %q", lang, words)
			}
		}
		mail := element(t, body, "input", "name", "mail")
		if mail == nil || attribute(mail, "value") != "ana@nowhere" || attribute(mail, "aria-invalid") != "true" || attribute(mail, "aria-describedby") == "" {
			t.Errorf("%s: the invalid field is not marked: %+v", lang, mail)
		}
		if name := element(t, body, "input", "name", "name"); name == nil || attribute(name, "value") != "Ana Gómez" || attribute(name, "aria-invalid") != "" {
			t.Errorf("%s: the form lost the name: %+v", lang, name)
		}
		if reference := element(t, body, "input", "name", "reference"); reference == nil || attribute(reference, "value") != "ZR-1001P" {
			t.Errorf("%s: the form lost the reference", lang)
		}
		if message := texts(t, body, "textarea"); len(message) != 1 || message[0] != "Is the garden <b>large</b>?" {
			t.Errorf("%s: message %q", lang, message)
		}
	}
	if n := len(storedLeads(t, folder, false)); n != 0 {
		t.Errorf("%d invalid forms were stored", n)
	}
}

func TestEnquiryFormByScript(t *testing.T) {
	_, server := startSite(t, nil)
	tests := []struct {
		name   string
		change func(url.Values)
		status int
		field  string
	}{
		{"valid", func(url.Values) {}, 200, ""},
		{"neither mail nor phone", func(f url.Values) { f.Del("mail"); f.Del("phone") }, 422, "mail"},
		{"message too long", func(f url.Values) { f.Set("message", strings.Repeat("a", 4001)) }, 422, "message"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			form := fields(tt.name)
			tt.change(form)
			response, body := post(t, server, "/es/enquiry/", form, "Accept", "application/json")
			var answer view.EnquiryResponse
			if err := json.Unmarshal([]byte(body), &answer); err != nil {
				t.Fatalf("%v: %s", err, body)
			}
			if response.StatusCode != tt.status || answer.OK != (tt.status == 200) {
				t.Fatalf("status %d, ok %v", response.StatusCode, answer.OK)
			}
			if tt.field != "" && (len(answer.Errors) != 1 || answer.Errors[tt.field] == "" || answer.Failure == "") {
				t.Errorf("errors %v, failure %q; want one for %s", answer.Errors, answer.Failure, tt.field)
			}
		})
	}
}

func TestForeignFormsAreRejected(t *testing.T) {
	folder := t.TempDir()
	_, server := startSite(t, func(s *config.Settings) { s.Data = folder })
	tests := []struct {
		name    string
		form    url.Values
		headers []string
		status  int
	}{
		{"other site by fetch metadata", fields("a"), []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"other site by origin", fields("a"), []string{"Origin", "https://evil.example"}, 403},
		{"origin null", fields("a"), []string{"Origin", "null"}, 403},
		{"not a form", fields("a"), []string{"Content-Type", "text/plain"}, 400},
		{"too large", fields(strings.Repeat("a", 80<<10)), nil, 413},
		{"own page behind a proxy", fields("b"), []string{"Origin", "http://www.example.test"}, 303},
		{"own page", fields("c"), []string{"Sec-Fetch-Site", "same-origin"}, 303},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if response, _ := post(t, server, "/enquiry/", tt.form, tt.headers...); response.StatusCode != tt.status {
				t.Errorf("status %d, want %d", response.StatusCode, tt.status)
			}
		})
	}
	if n := len(storedLeads(t, folder, false)); n != 2 {
		t.Errorf("%d stored, want the two of own pages", n)
	}
	response, _ := post(t, server, "/contact/", fields("a"))
	if response.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("a form posted to another path: status %d, want 405", response.StatusCode)
	}
}

func TestSpamIsThankedAndNotDelivered(t *testing.T) {
	folder := t.TempDir()
	_, server := startSite(t, func(s *config.Settings) { s.Data = folder })
	form := fields("cheap watches")
	form.Set("website", "https://watches.example")
	if response, _ := post(t, server, "/enquiry/", form); response.StatusCode != http.StatusSeeOther {
		t.Errorf("status %d; spam must get the same response", response.StatusCode)
	}
	if regular, spam := storedLeads(t, folder, false), storedLeads(t, folder, true); len(regular) != 0 || len(spam) != 1 {
		t.Errorf("%d enquiries and %d spam, want one spam", len(regular), len(spam))
	}
}

func TestEnquiriesAreRateLimitedPerClient(t *testing.T) {
	proxies := []string{"127.0.0.0/8"}
	_, server := startSite(t, func(s *config.Settings) {
		s.Enquiries.Burst, s.Enquiries.PerHour, s.Enquiries.TrustedProxies = 3, 1, proxies
	})
	send := func(message, client string) int {
		response, _ := post(t, server, "/enquiry/", fields(message), "X-Forwarded-For", client)
		return response.StatusCode
	}
	for i, want := range []int{303, 303, 303, 429, 429} {
		if got := send("flood "+string(rune('a'+i)), "203.0.113.9"); got != want {
			t.Errorf("message %d: status %d, want %d", i+1, got, want)
		}
	}
	if got := send("another visitor", "203.0.113.10"); got != 303 {
		t.Errorf("another client: status %d, want 303", got)
	}
	// The client can forge the entries before that of the proxy.
	if got := send("with a forged address", "198.51.100.1, 203.0.113.9"); got != 429 {
		t.Errorf("with a forged address: status %d, want 429", got)
	}
	for _, client := range []struct {
		address string
		want    int
	}{{"2001:db8::1", 303}, {"2001:db8::2", 303}, {"2001:db8::3", 303}, {"2001:db8:0:0:ffff::4", 429}, {"2001:db8:0:1::1", 303}} {
		if got := send("from "+client.address, client.address); got != client.want {
			t.Errorf("from %s: status %d, want %d: a client has a /64", client.address, got, client.want)
		}
	}
}

func TestEnquiryThatIsNotStoredIsNotThanked(t *testing.T) {
	app, server := startSite(t, nil)
	app.closeLeadStore(t)
	response, body := post(t, server, "/enquiry/", fields("stored?"))
	if response.StatusCode != http.StatusServiceUnavailable {
		t.Fatalf("status %d, want 503", response.StatusCode)
	}
	text := strings.TrimSuffix(i18n.Words.T(i18n.LangEN, "letter.failure.broken"), ".") + ": +34"
	if !strings.Contains(body, html.EscapeString(text)) {
		t.Error("the page does not show the error with the telephone number")
	}
	if message := texts(t, body, "textarea"); len(message) != 1 || message[0] != "stored?" {
		t.Errorf("the form lost the message: %q", message)
	}
}

// TestEnquiryWithoutItsMirror sends forms while the second place is away.
func TestEnquiryWithoutItsMirror(t *testing.T) {
	for _, required := range []bool{false, true} {
		folder := t.TempDir()
		_, server := startSite(t, func(s *config.Settings) {
			s.Data = folder
			// No server listens on port 1.
			s.Enquiries.Mirror, s.Enquiries.MirrorRequired = "postgres://estate:secret@127.0.0.1:1/estate", required
		})
		for _, lang := range i18n.Filled {
			response, body := post(t, server, lang.Prefix()+"/enquiry/", fields("one disk?"))
			if required {
				if response.StatusCode != http.StatusServiceUnavailable || strings.Contains(body, "secret") {
					t.Errorf("%s, required: status %d, want 503", lang, response.StatusCode)
				}
				if message := texts(t, body, "textarea"); len(message) != 1 || message[0] != "one disk?" {
					t.Errorf("%s: the form lost the message: %q", lang, message)
				}
				continue
			}
			received := lang.Prefix() + "/enquiry/received/"
			if response.StatusCode != http.StatusSeeOther || response.Header.Get("Location") != received {
				t.Fatalf("%s: status %d to %q, want 303 to %s", lang, response.StatusCode, response.Header.Get("Location"), received)
			}
			notice := i18n.Words.T(lang, "letter.screen.oneDisk")
			if page, body := get(t, server, received); page.StatusCode != 200 || !strings.Contains(body, html.EscapeString(notice)) ||
				strings.Contains(body, i18n.Words.T(lang, "letter.screen.thanksText")) {
				t.Errorf("%s: status %d, or the page does not ask for a call", lang, page.StatusCode)
			}
			var answer view.EnquiryResponse
			_, body = post(t, server, lang.Prefix()+"/enquiry/", fields("one disk?"), "Accept", "application/json")
			if err := json.Unmarshal([]byte(body), &answer); err != nil || !answer.OK || answer.Notice != strings.TrimSuffix(notice, ".")+": +34 952 000 100." {
				t.Errorf("%s: answer %s", lang, body)
			}
		}
		if n := len(storedLeads(t, folder, false)); n != 1 {
			t.Errorf("%d enquiries stored, want the one of both languages", n)
		}
	}
}

// closeLeadStore closes the database of enquiries of a running site.
func (a *App) closeLeadStore(t *testing.T) {
	t.Helper()
	if err := a.leadStore.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestEnquiriesAreDeliveredByMail(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	mails := smtptest.Start(listener)
	defer mails.Close()
	folder := t.TempDir()
	app, server := startSite(t, func(s *config.Settings) {
		s.Data = folder
		s.SMTP = config.SMTP{
			Host: "127.0.0.1", Port: mails.Port(), TLS: "none", From: "web@example.com", To: []string{"office@example.com"}, Confirm: true,
		}
	})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- app.leadService.Run(ctx) }()
	post(t, server, "/es/enquiry/", fields("¿Hay garaje?"))
	deadline := time.Now().Add(20 * time.Second)
	for len(mails.Mails()) < 2 && time.Now().Before(deadline) {
		time.Sleep(2 * time.Millisecond)
	}
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	to := map[string]bool{}
	for _, mail := range mails.Mails() {
		to[strings.Join(mail.To, " ")] = true
	}
	if !to["office@example.com"] || !to["ana@example.org"] || len(to) != 2 {
		t.Errorf("mails to %v, want agency and visitor", to)
	}
}
