package app

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"estate/internal/agency/leads"
)

// folderWithLeads is a data folder with enquiries of three visitors, one of them spam.
func folderWithLeads(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	store, err := leads.OpenStore(t.Context(), filepath.Join(folder, "leads.db"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	service := leads.NewService(leads.Config{Store: store})
	for i, trap := range []string{"", "robot", ""} {
		receipt, err := service.Submit(t.Context(), leads.Enquiry{
			Lang: "en", Name: fmt.Sprint("Visitor ", i+1), Phone: "+34 600 100 200", Message: "hello", Privacy: true, Honeypot: trap,
		})
		if err != nil || len(receipt.Problems) > 0 {
			t.Fatal(receipt.Problems, err)
		}
	}
	return folder
}

func names(found []*leads.Lead) string {
	var list []string
	for _, lead := range found {
		list = append(list, lead.Name)
	}
	return strings.Join(list, ", ")
}

func TestLeadsAreListed(t *testing.T) {
	folder := folderWithLeads(t)
	store, err := leads.OpenStore(t.Context(), filepath.Join(folder, "leads.db"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	var regular, spam bytes.Buffer
	if err := printLeads(t.Context(), &regular, leads.Files{Store: store}, LeadFilter{}); err != nil {
		t.Fatal(err)
	}
	if err := printLeads(t.Context(), &spam, leads.Files{Store: store}, LeadFilter{Spam: true}); err != nil {
		t.Fatal(err)
	}
	if text := regular.String(); !strings.Contains(text, "Visitor 1") || !strings.Contains(text, "Visitor 3") || strings.Contains(text, "Visitor 2") || !strings.Contains(text, "2 enquiries") {
		t.Errorf("enquiries:\n%s", text)
	}
	if text := spam.String(); !strings.Contains(text, "Visitor 2") || !strings.Contains(text, "hidden field filled") || !strings.Contains(text, "1 enquiry") {
		t.Errorf("spam:\n%s", text)
	}
}

func TestLeadsAreExportedToAPrivateFile(t *testing.T) {
	folder := folderWithLeads(t)
	file := filepath.Join(t.TempDir(), "out.csv")
	if err := ExportLeads(t.Context(), settingsFor(t, folder), file, LeadFilter{}); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode %o, want 600", info.Mode().Perm())
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll(); err != nil || len(rows) != 3 {
		t.Errorf("%d rows (%v), want a header and two", len(rows), err)
	}
	err = ExportLeads(t.Context(), settingsFor(t, folder), "out.xlsx", LeadFilter{})
	if err == nil || !strings.Contains(err.Error(), ".jsonl") {
		t.Errorf("error %v; want one that names the extensions", err)
	}
	if err := ExportLeads(t.Context(), settingsFor(t, t.TempDir()), file, LeadFilter{}); err == nil || !strings.Contains(err.Error(), "--data") {
		t.Errorf("a folder without enquiries: %v", err)
	}
}

func TestLeadsAreRetriedAndDeleted(t *testing.T) {
	folder := folderWithLeads(t)
	if err := RetryLeads(t.Context(), settingsFor(t, folder), nil); err == nil || !strings.Contains(err.Error(), "[smtp]") {
		t.Errorf("without a channel: %v", err)
	}
	s := settingsFor(t, folder)
	s.Webhook.URL, s.Webhook.Secret = "https://crm.example.com/", "0123456789abcdef"
	if err := RetryLeads(t.Context(), s, []int64{2}); err != nil {
		t.Fatal(err)
	}
	found := storedLeads(t, folder, false)
	if len(found) != 3 || found[1].State() != "waiting" || found[0].State() != "stored" {
		t.Errorf("after the retry of the second: %s, states %s and %s", names(found), found[0].State(), found[1].State())
	}
	if err := DeleteLeads(t.Context(), s, []string{"1"}, ""); err != nil {
		t.Fatal(err)
	}
	if found := storedLeads(t, folder, false); names(found) != "Visitor 2, Visitor 3" {
		t.Errorf("after deleting the first: %s", names(found))
	}
	if err := DeleteLeads(t.Context(), s, nil, "2999-01-01"); err != nil {
		t.Fatal(err)
	}
	if found := storedLeads(t, folder, false); len(found) != 0 {
		t.Errorf("after deleting those before 2999: %s", names(found))
	}
	for _, wrong := range []struct {
		ids    []string
		before string
	}{{}, {ids: []string{"99"}}, {ids: []string{"x"}}, {ids: []string{"ab:1"}}, {ids: []string{"1"}, before: "2026-01-01"}, {before: "yesterday"}} {
		if err := DeleteLeads(t.Context(), s, wrong.ids, wrong.before); err == nil {
			t.Errorf("delete of %v before %q was not rejected", wrong.ids, wrong.before)
		}
	}
}
