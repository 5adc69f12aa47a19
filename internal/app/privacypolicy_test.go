package app

import (
	"bytes"
	"strings"
	"testing"

	"estate/internal/agency/leads"
	"estate/internal/app/config"
	"estate/internal/content"
)

func TestEnquiriesNameTheTextOfThePrivacyPolicy(t *testing.T) {
	folder := t.TempDir()
	app, server := startSite(t, func(s *config.Settings) { s.Data = folder })
	for _, path := range []string{"/enquiry/", "/es/enquiry/"} {
		if response, _ := post(t, server, path, fields("from "+path)); response.StatusCode != 303 {
			t.Fatalf("%s: status %d", path, response.StatusCode)
		}
	}
	found := storedLeads(t, folder, false)
	if len(found) != 2 {
		t.Fatalf("%d enquiries", len(found))
	}
	for i, want := range []struct{ link, text string }{
		{"/privacy-policy/", "We take no automated decisions and sell no data."},
		{"/es/politica-de-privacidad/", "AEPD"},
	} {
		if found[i].Policy == nil || found[i].Policy.Link != want.link {
			t.Fatalf("policy %+v, want that of %s", found[i].Policy, want.link)
		}
		var out bytes.Buffer
		if err := printPolicies(t.Context(), &out, leads.Files{Store: app.leadStore}, found[i].Policy.Short()); err != nil {
			t.Fatal(err)
		}
		if text := out.String(); !strings.Contains(text, want.text) || !strings.Contains(text, want.link) || strings.ContainsAny(text, "<>") {
			t.Errorf("the text of %s:\n%s", want.link, text)
		}
	}
	var list bytes.Buffer
	if err := printLeads(t.Context(), &list, leads.Files{Store: app.leadStore}, LeadFilter{}); err != nil || !strings.Contains(list.String(), found[0].Policy.Short()) {
		t.Errorf("list (%v):\n%s", err, &list)
	}
	list.Reset()
	if err := printPolicies(t.Context(), &list, leads.Files{Store: app.leadStore}, ""); err != nil || strings.Count(list.String(), "\n") != 3 {
		t.Errorf("policies (%v):\n%s", err, &list)
	}
	if err := printPolicies(t.Context(), &list, leads.Files{Store: app.leadStore}, "zzz"); err == nil {
		t.Error("an unknown version has a text")
	}
}

func TestTextOfAPageHasItsSections(t *testing.T) {
	text := pageText(&content.Page{
		Content:  "<h2>One</h2><p>First &amp; <b>second</b></p><script>bad()</script>",
		Sections: []content.Section{{Layout: "text", Fields: []byte(`{"style":"wide","items":[{"text":"<p>Third part</p><p>Fourth</p>"}]}`)}},
	})
	if want := "One\nFirst & second\nThird part\nFourth"; text != want {
		t.Errorf("text %q, want %q", text, want)
	}
}
