package app

import (
	"bytes"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"estate/internal/agency/leads"
	"estate/internal/agency/leads/alerts"
	"estate/internal/agency/leads/mirror"
	"estate/internal/app/config"
	"estate/internal/content/search"
	"estate/internal/tests/smtptest"
)

// storeEnquiries stores one enquiry of each address.
func storeEnquiries(t *testing.T, folder string, second leads.Mirror, addresses ...string) {
	t.Helper()
	store, err := leads.OpenStore(t.Context(), filepath.Join(folder, "leads.db"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	service := leads.NewService(leads.Config{Store: store, Mirror: second})
	for _, address := range addresses {
		elapsed := time.Minute
		if strings.HasPrefix(address, "spam") {
			elapsed = time.Millisecond
		}
		receipt, err := service.Submit(t.Context(), leads.Enquiry{
			Lang: "en", Name: "Ana", Mail: strings.TrimPrefix(address, "spam:"), Message: "A villa,\nplease.", Privacy: true, Elapsed: &elapsed,
			Reference: "ZR-" + address[:2],
		})
		if err != nil || len(receipt.Problems) > 0 || receipt.OneDisk {
			t.Fatal(receipt, err)
		}
	}
}

func TestAnEnquiryIsShownAndMarkedAsAnswered(t *testing.T) {
	folder := folderWithLeads(t)
	s := settingsFor(t, folder)
	if err := AnswerLeads(t.Context(), s, []string{"1"}, false); err != nil {
		t.Fatal(err)
	}
	if err := AnswerLeads(t.Context(), s, []string{"3", "99"}, false); err == nil || !strings.Contains(err.Error(), "leads list") {
		t.Errorf("an unknown id: %v", err)
	}
	if err := AnswerLeads(t.Context(), s, []string{"3"}, true); err != nil {
		t.Fatal(err)
	}
	list := func(which LeadFilter) string {
		var out bytes.Buffer
		err := withLeads(t.Context(), s, func(files leads.Files) error { return printLeads(t.Context(), &out, files, which) })
		if err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	if open := list(LeadFilter{Open: true}); strings.Contains(open, "Visitor 1") || !strings.Contains(open, "Visitor 3") || !strings.Contains(open, "hello") {
		t.Errorf("open enquiries:\n%s", open)
	}
	tomorrow := time.Now().AddDate(0, 0, 1).Format(time.DateOnly)
	for _, none := range []LeadFilter{{Since: tomorrow}, {Before: "2026-01-01"}, {Address: "nobody@example.org"}} {
		if text := list(none); !strings.Contains(text, "0 enquiries") {
			t.Errorf("%+v finds\n%s", none, text)
		}
	}
	var shown bytes.Buffer
	err := withLeads(t.Context(), s, func(files leads.Files) error { return showLeads(t.Context(), &shown, files, []string{"1", "2"}) })
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Visitor 1", "Visitor 2", "+34 600 100 200", "\nhello\n", "answered", "hidden field filled"} {
		if !strings.Contains(shown.String(), want) {
			t.Errorf("the enquiries lack %q:\n%s", want, shown.String())
		}
	}
	if err := ShowLeads(t.Context(), s, []string{"99"}); err == nil {
		t.Error("an unknown enquiry is shown")
	}
}

func TestAnAddressIsErasedEverywhere(t *testing.T) {
	folder, place := t.TempDir(), filepath.Join(t.TempDir(), "mirror.db")
	second := mirror.New(mirror.Config{Path: place})
	storeEnquiries(t, folder, second, "ana@example.org", "bob@example.org", "spam:Ana@Example.org")
	storeEnquiries(t, t.TempDir(), second, "ana@example.org") // another node, an equal one within a day is one
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
	s := settingsFor(t, folder)
	s.Enquiries.Mirror = config.Database(place)
	s.SMTP.To = []string{"office@example.com"}
	saved, err := alerts.OpenStore(t.Context(), alerts.Place{Path: s.LeadsFile()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	service := alerts.New(alerts.Config{Store: saved})
	if _, err := service.Subscribe(t.Context(), alerts.Request{Lang: "en", Mail: "ana@example.org", Kind: search.KindProperties}); err != nil {
		t.Fatal(err)
	}
	if err := saved.Close(); err != nil {
		t.Fatal(err)
	}
	if err := EraseAddresses(t.Context(), s, []string{" ANA@example.org"}); err != nil {
		t.Fatal(err)
	}
	for _, spam := range []bool{false, true} {
		for _, lead := range storedLeads(t, folder, spam) {
			if strings.EqualFold(lead.Mail, "ana@example.org") {
				t.Errorf("an enquiry of the address remains: %+v", lead)
			}
		}
	}
	for _, file := range []string{s.LeadsFile(), s.LeadsFile() + "-wal", place} {
		data, err := os.ReadFile(file)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		if strings.Contains(strings.ToLower(string(data)), "ana@example.org") {
			t.Errorf("%s still has the address", filepath.Base(file))
		}
	}
	if found := storedLeads(t, folder, false); len(found) != 1 || found[0].Mail != "bob@example.org" {
		t.Errorf("other visitors' enquiries: %s", names(found))
	}
	if err := EraseAddresses(t.Context(), s, []string{"ana"}); err == nil {
		t.Error("a text that is no address is accepted")
	}
}

func TestATestMailNamesTheAgencyOrTheRemedy(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := smtptest.Start(listener)
	t.Cleanup(server.Close)
	s := settingsFor(t, t.TempDir())
	if err := TestMail(t.Context(), s, "ana@example.org"); err == nil || !strings.Contains(err.Error(), "[smtp]") {
		t.Errorf("without a mail server: %v", err)
	}
	s.SiteURL = publicSite
	s.SMTP = config.SMTP{
		Host: "127.0.0.1", Port: server.Port(), TLS: "none", From: "web@example.com", ReplyTo: "office@example.com", To: []string{"office@example.com"},
	}
	var out bytes.Buffer
	if err := testMail(t.Context(), &out, s, "ana@example.org"); err != nil {
		t.Fatal(err)
	}
	mails := server.Mails()
	if len(mails) != 1 || mails[0].To[0] != "ana@example.org" || !strings.Contains(out.String(), "office@example.com") {
		t.Errorf("%d mails; printed:\n%s", len(mails), out.String())
	}
	for command, remedy := range map[string]string{"MAIL": "smtp.from", "RCPT": "recipient"} {
		server.Fail(func(line string) string {
			if strings.HasPrefix(line, command) {
				return "550 no"
			}
			return ""
		})
		if err := testMail(t.Context(), &out, s, "ana@example.org"); err == nil || !strings.Contains(err.Error(), remedy) {
			t.Errorf("a refused %s: %v; want a remedy about %s", command, err, remedy)
		}
	}
	server.Close()
	if err := testMail(t.Context(), &out, s, "ana@example.org"); err == nil || !strings.Contains(err.Error(), "smtp.port") {
		t.Errorf("a server that does not listen: %v", err)
	}
}
