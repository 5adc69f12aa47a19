package app

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"estate/internal/agency/feeds/engine"
	"estate/internal/agency/leads"
	"estate/internal/app/config"
	"estate/internal/platform/redact"
	"estate/internal/tests/resalestest"
)

// kyeroFeed is a feed of n villas.
func kyeroFeed(n int) string {
	var b strings.Builder
	b.WriteString("<root>\n<kyero><feed_version>3</feed_version></kyero>\n")
	for i := range n {
		fmt.Fprintf(&b, `<property><id>%d</id><date>2026-03-01 10:00:00</date><ref>KY-%d</ref><price>%d</price><price_freq>sale</price_freq><type>Villa</type><town>Benahavis</town><province>Malaga</province><beds>4</beds><baths>3</baths><desc><en>A feed villa.</en><es>Una villa.</es></desc></property>`+"\n", i, 7000+i, 900_000+i)
	}
	b.WriteString("</root>")
	return b.String()
}

func TestAFeedIsOnTheSite(t *testing.T) {
	feed := filepath.Join(t.TempDir(), "feed.xml")
	save := func(n int) {
		t.Helper()
		if err := os.WriteFile(feed, []byte(kyeroFeed(n)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	save(30)
	app, server := startSite(t, func(s *config.Settings) {
		s.Feeds = []config.Feed{{Name: "crm", Kind: config.FeedKyero, Address: feed}}
	})
	if report, err := app.feeds.Run(t.Context(), "crm", engine.Options{}); err != nil || report.Added != 30 {
		t.Fatalf("%+v, %v", report, err)
	}
	for _, link := range []string{"/properties/villa-in-benahavis-ky-7007/", "/es/properties/villa-in-benahavis-ky-7007/"} {
		if response, body := get(t, server, link); response.StatusCode != http.StatusOK || !strings.Contains(body, "KY-7007") {
			t.Errorf("%s: status %d", link, response.StatusCode)
		}
	}
	if view := fetchView(t, app, "/properties/?search_reference=KY-7007"); view.Data["total"] == float64(0) {
		t.Error("the search does not find the reference")
	}
	save(29)
	if report, err := app.feeds.Run(t.Context(), "crm", engine.Options{}); err != nil || report.Removed != 1 {
		t.Fatalf("%+v, %v", report, err)
	}
	response, body := get(t, server, "/properties/villa-in-benahavis-ky-7029/")
	if response.StatusCode != http.StatusGone || !strings.Contains(body, "KY-") {
		t.Errorf("a removed property: status %d, with similar ones: %v", response.StatusCode, strings.Contains(body, "KY-"))
	}
}

// TestKeysOfAFeedAreNowhere greps log, store, pages, status and printed settings for the
// credentials of a service whose refusals repeat them.
func TestKeysOfAFeedAreNowhere(t *testing.T) {
	service := resalestest.Start()
	defer service.Close()
	service.Set(resalestest.Property{
		Reference: "R4711", Updated: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC), Own: true, Price: 700_000, Type: "Villa", Town: "Marbella", Bedrooms: 3, Built: 200, Text: "A villa.",
	})
	var log logBuffer
	settings := config.Settings{Data: t.TempDir(), Feeds: []config.Feed{{
		Name: "mls", Kind: config.FeedResales, Address: service.URL + "/V6/", User: resalestest.Agent, Password: resalestest.Key, PerSecond: 1e6,
	}}}
	settings.FillDefaults()
	handler := slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: redact.Attr})
	app, err := New(t.Context(), settings, DevOptions{}, slog.New(handler))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(app.server.Handler())
	defer server.Close()
	if report, err := app.feeds.Run(t.Context(), "mls", engine.Options{}); err != nil || report.Added != 1 {
		t.Fatalf("%+v, %v", report, err)
	}
	var told strings.Builder
	for _, code := range []string{"001", "002", "102", "777"} {
		service.Refuse(code)
		report, err := app.feeds.Run(t.Context(), "mls", engine.Options{Full: true})
		if err == nil {
			t.Fatalf("%s is no error", code)
		}
		app.log.Error("a feed cannot be read", "err", err, "report", report)
		fmt.Fprintln(&told, err)
	}
	status, err := json.Marshal(app.siteStatus(t.Context()))
	if err != nil || !strings.Contains(string(status), `"mls"`) {
		t.Fatalf("status %s, %v", status, err)
	}
	told.Write(status)
	fmt.Fprintf(&told, "%+v", settings.WithoutSecrets())
	for _, link := range []string{"/", "/properties/", "/properties/villa-in-marbella-r4711/", "/_view/properties/villa-in-marbella-r4711/", "/wp-json/wp/v2/properties?per_page=100"} {
		response, body := get(t, server, link)
		if response.StatusCode != http.StatusOK {
			t.Errorf("%s: status %d", link, response.StatusCode)
		}
		told.WriteString(body)
	}
	told.WriteString(log.String())
	app.Close()
	err = filepath.WalkDir(settings.Data, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer file.Close()
		_, err = io.Copy(&told, file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, secret := range map[string]string{"p1": resalestest.Agent, "p2": resalestest.Key} {
		if at := strings.Index(told.String(), secret); at >= 0 {
			t.Errorf("%s is told: …%q…", name, told.String()[max(0, at-80):at])
		}
	}
}

// sendEnquiry posts the form of a property as its script does.
func sendEnquiry(t *testing.T, server *httptest.Server, reference, consent string) {
	t.Helper()
	form := url.Values{
		"kind": {"property"}, "page": {"/properties/"}, "reference": {reference}, "name": {"Ana López"}, "mail": {"ana@example.org"},
		"message": {"Is it quiet? See https://example.org/ (consent " + consent + ")"}, "privacy": {"yes"},
		"campaign": {"utm_source=google&utm_medium=cpc&gclid=1&utm_term=" + strings.Repeat("x", 200)},
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/enquiry/", strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Accept", "application/json")
	if consent != "" {
		request.AddCookie(&http.Cookie{Name: "CookieConsent", Value: consent})
	}
	response, err := server.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Fatalf("status %d", response.StatusCode)
	}
}

func TestAnEnquiryGoesBackToItsSystem(t *testing.T) {
	service := resalestest.Start()
	defer service.Close()
	service.Set(resalestest.Property{
		Reference: "R4711", AgencyRef: "MB-9", Updated: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC), Own: true, Price: 700_000, Type: "Villa", Town: "Marbella", Bedrooms: 3, Built: 200, Text: "A villa.",
	})
	app, server := startSite(t, func(s *config.Settings) {
		s.Feeds = []config.Feed{{
			Name: "mls", Kind: config.FeedResales, Address: service.URL + "/V6/", User: resalestest.Agent, Password: resalestest.Key, PerSecond: 1e6, RegisterLeads: true,
		}}
	})
	if _, err := app.feeds.Run(t.Context(), "mls", engine.Options{}); err != nil {
		t.Fatal(err)
	}
	go func() { _ = app.leadService.Run(t.Context()) }()
	sendEnquiry(t, server, "MB-9", "true")
	sendEnquiry(t, server, "MB-9", "false")
	sendEnquiry(t, server, "ZR-1001P", "true") // the agency's own property: no system
	eventually(t, "two enquiries are registered", func() bool { return len(service.Leads()) == 2 })
	campaigns := map[string]int{}
	for _, lead := range service.Leads() {
		campaigns[lead.Get("Source")]++
		if lead.Get("RsId") != "R4711" || lead.Get("M1") != "Ana" || lead.Get("M5") != "ana@example.org" || strings.Contains(lead.Get("M7"), "https://") {
			t.Errorf("registered: %v", lead)
		}
	}
	if campaigns["utm_medium=cpc&utm_source=google"] != 1 || campaigns[""] != 1 {
		t.Errorf("campaigns: %v; want one with consent and none without", campaigns)
	}
	for lead, err := range app.leadStore.Leads(t.Context(), leads.Selection{}) {
		if err != nil {
			t.Fatal(err)
		}
		if isOurs := lead.Reference == "MB-9"; isOurs != (lead.Source != nil) || isOurs && *lead.Source != (leads.Source{System: "mls", Key: "R4711"}) {
			t.Errorf("%s has the source %+v", lead.Reference, lead.Source)
		}
	}
}

// TestAPersonJoinsPropertiesOfTwoFeeds: by the commands, which the running site carries out. The link
// of the joined one leads to the one that stays, in both languages and by a click.
func TestAPersonJoinsPropertiesOfTwoFeeds(t *testing.T) {
	dir := t.TempDir()
	save := func(name, reference string, price int) string {
		t.Helper()
		file := filepath.Join(dir, name+".xml")
		text := fmt.Sprintf(`<root>
<kyero><feed_version>3</feed_version></kyero>
<property><id>1</id><date>2026-03-01 10:00:00</date><ref>%s</ref><price>%d</price><price_freq>sale</price_freq><type>Villa</type><town>Benahavis</town><province>Malaga</province><location><latitude>36.52</latitude><longitude>-5.04</longitude></location><beds>4</beds><baths>3</baths><surface_area><built>310</built></surface_area><desc><en>A villa.</en></desc></property>
</root>`, reference, price)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	var settings config.Settings
	app, server := startSite(t, func(s *config.Settings) {
		s.Feeds = []config.Feed{
			{Name: "crm", Kind: config.FeedKyero, Address: save("crm", "CRM-1", 900_000)}, {Name: "mls", Kind: config.FeedKyero, Address: save("mls", "MLS-1", 905_000)},
		}
		s.Admin.Token = "a token of the test"
		settings = *s
	})
	handler, err := app.admin(settings)
	if err != nil {
		t.Fatal(err)
	}
	admin := httptest.NewServer(handler)
	defer admin.Close()
	settings.AdminAddr = strings.TrimPrefix(admin.URL, "http://")
	run := func() {
		t.Helper()
		for _, name := range []string{"crm", "mls"} {
			if _, err := app.feeds.Run(t.Context(), name, engine.Options{Full: true}); err != nil {
				t.Fatal(err)
			}
		}
	}
	run()
	status := app.siteStatus(t.Context())
	if len(status.Proposals) != 1 || status.Proposals[0].Keep.Reference != "CRM-1" {
		t.Fatalf("proposals: %+v", status.Proposals)
	}
	var printed strings.Builder
	printPairs(&printed, status.Proposals, nil)
	keep, other := status.Proposals[0].Keep, status.Proposals[0].Other
	for _, want := range []string{fmt.Sprintf("estate feeds join %d %d", keep.ID, other.ID), fmt.Sprintf("estate feeds keep-apart %d %d", keep.ID, other.ID), "0 m apart; 900,000 and 905,000 €; both 310 m²", "CRM-1", "MLS-1"} {
		if !strings.Contains(printed.String(), want) {
			t.Errorf("the status lacks %q:\n%s", want, printed.String())
		}
	}
	if err := JoinProperties(t.Context(), settings, "CRM-1", "none"); err == nil || !strings.Contains(err.Error(), "Nothing was changed") {
		t.Errorf("a wrong reference: %v", err)
	}
	if response, _ := get(t, server, other.Link); response.StatusCode != http.StatusOK {
		t.Fatalf("%s: status %d before the decision", other.Link, response.StatusCode)
	}
	if err := JoinProperties(t.Context(), settings, "CRM-1", "MLS-1"); err != nil {
		t.Fatal(err)
	}
	run()
	client := server.Client()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	for _, prefix := range []string{"", "/es"} {
		response, _ := get(t, server, prefix+other.Link)
		if response.StatusCode != http.StatusMovedPermanently || response.Header.Get("Location") != prefix+keep.Link {
			t.Errorf("%s%s: status %d to %q", prefix, other.Link, response.StatusCode, response.Header.Get("Location"))
		}
	}
	if response, body := get(t, server, "/_view"+other.Link); response.StatusCode != http.StatusOK || !strings.Contains(body, keep.Link) {
		t.Errorf("a click: %d %s", response.StatusCode, clipped(body))
	}
	if status := app.siteStatus(t.Context()); len(status.Proposals) != 0 || len(status.Joined) != 1 {
		t.Errorf("after the join: %+v, %+v", status.Proposals, status.Joined)
	}
	if err := KeepPropertiesApart(t.Context(), settings, "CRM-1", "MLS-1"); err != nil {
		t.Fatal(err)
	}
	run()
	if response, _ := get(t, server, other.Link); response.StatusCode != http.StatusOK {
		t.Errorf("%s: status %d after the join was undone", other.Link, response.StatusCode)
	}
}

// TestAFormerFeedIsForgottenByTheCommand: a site without feeds tells of the properties of a former one,
// and carries the decision out.
func TestAFormerFeedIsForgottenByTheCommand(t *testing.T) {
	feed := filepath.Join(t.TempDir(), "feed.xml")
	if err := os.WriteFile(feed, []byte(kyeroFeed(3)), 0o600); err != nil {
		t.Fatal(err)
	}
	var settings config.Settings
	app, server := startSite(t, func(s *config.Settings) {
		s.Feeds = []config.Feed{{Name: "crm", Kind: config.FeedKyero, Address: feed}}
		s.Admin.Token = "a token of the test"
		settings = *s
	})
	if _, err := app.feeds.Run(t.Context(), "crm", engine.Options{}); err != nil {
		t.Fatal(err)
	}
	settings.Feeds, app.feeds = nil, nil // a start with another configuration
	if err := app.openFeeds(t.Context(), settings); err != nil {
		t.Fatal(err)
	}
	if status := app.siteStatus(t.Context()); len(status.Former) != 1 || status.Former[0] != (engine.Former{Name: "crm", Properties: 3}) {
		t.Errorf("former feeds: %+v", status.Former)
	}
	handler, err := app.admin(settings)
	if err != nil {
		t.Fatal(err)
	}
	admin := httptest.NewServer(handler)
	defer admin.Close()
	settings.AdminAddr = strings.TrimPrefix(admin.URL, "http://")
	const link = "/properties/villa-in-benahavis-ky-7001/"
	if response, _ := get(t, server, link); response.StatusCode != http.StatusOK {
		t.Errorf("before the decision: status %d", response.StatusCode)
	}
	if err := ForgetFeed(t.Context(), settings, "none", true); err == nil || !strings.Contains(err.Error(), "Nothing was changed") {
		t.Errorf("an unknown feed: %v", err)
	}
	if err := ForgetFeed(t.Context(), settings, "crm", true); err != nil {
		t.Fatal(err)
	}
	if response, _ := get(t, server, link); response.StatusCode != http.StatusGone {
		t.Errorf("after the decision: status %d", response.StatusCode)
	}
	app.feeds = nil
	if err := app.openFeeds(t.Context(), settings); err != nil || app.feeds != nil {
		t.Errorf("an engine without feeds: %v", err)
	}
}
