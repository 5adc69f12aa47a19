package leads

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"estate/internal/content/i18n"
)

// policyText is a PolicyReader with a text that tests change.
type policyText struct {
	text string
	err  error
}

func (p *policyText) read(_ context.Context, lang i18n.Lang) (*Policy, error) {
	return &Policy{Link: lang.Prefix() + "/privacy-policy/", Title: "Privacy", Text: p.text, Modified: time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)}, p.err
}

func TestEnquiriesKeepTheTextOfThePolicy(t *testing.T) {
	clock := newClock()
	store := openTest(t, filepath.Join(t.TempDir(), "leads.db"), clock.now)
	policy := &policyText{text: "We keep it for a year."}
	service := NewService(Config{Store: store, Policy: policy.read})
	send := func(message string) {
		t.Helper()
		e := validEnquiry()
		e.Message = message
		submit(t, service, e)
	}
	send("one")
	send("two")
	clock.pass(time.Hour)
	policy.text = "We keep it for two years."
	send("three")

	found := all(t, store, Selection{})
	if len(found) != 3 {
		t.Fatalf("%d enquiries", len(found))
	}
	first, last := found[0].Policy, found[2].Policy
	if first == nil || last == nil || first.Version == last.Version || found[1].Policy.Version != first.Version {
		t.Fatalf("policies %+v, %+v, %+v; want the first twice, then another", first, found[1].Policy, last)
	}
	if len(first.Version) != 64 || first.Link != "/es/privacy-policy/" && first.Link != "/privacy-policy/" || first.Modified.IsZero() {
		t.Errorf("policy of an enquiry: %+v", first)
	}
	policies, err := store.Policies(t.Context(), "")
	if err != nil || len(policies) != 2 {
		t.Fatalf("%d texts stored (%v), want the two distinct ones", len(policies), err)
	}
	if p := policies[0]; p.Text != "We keep it for a year." || p.Enquiries != 2 || !p.Recorded.Equal(found[0].Created) {
		t.Errorf("first text: %+v", p)
	}
	one, err := store.Policies(t.Context(), last.Short())
	if err != nil || len(one) != 1 || one[0].Text != "We keep it for two years." {
		t.Errorf("by the beginning of its version: %+v (%v)", one, err)
	}

	var table, lines bytes.Buffer
	if _, err := WriteCSV(&table, store.Leads(t.Context(), Selection{})); err != nil || strings.Count(table.String(), first.Version) != 2 {
		t.Errorf("table (%v):\n%s", err, &table)
	}
	if _, err := WriteJSONL(&lines, store.Leads(t.Context(), Selection{})); err != nil || strings.Count(lines.String(), `"policy":{"version":"`+first.Version+`"`) != 2 {
		t.Errorf("lines (%v):\n%s", err, &lines)
	}

	// A text without enquiries is deleted with the last of them.
	if _, err := store.Delete(t.Context(), found[0].ID, found[1].ID); err != nil {
		t.Fatal(err)
	}
	if policies, err := store.Policies(t.Context(), ""); err != nil || len(policies) != 1 || policies[0].Version != last.Version {
		t.Errorf("after the deletion: %+v (%v)", policies, err)
	}
}

func TestAnUnreadablePolicyDoesNotLoseTheEnquiry(t *testing.T) {
	store := openTest(t, filepath.Join(t.TempDir(), "leads.db"), newClock().now)
	policy := &policyText{err: errors.New("the CMS does not answer")}
	service := NewService(Config{Store: store, Policy: policy.read})
	submit(t, service, validEnquiry())
	found := all(t, store, Selection{})
	if len(found) != 1 || found[0].Policy == nil || found[0].Policy.Link == "" {
		t.Fatalf("stored %+v, want the enquiry with the link of the policy", found)
	}
}
