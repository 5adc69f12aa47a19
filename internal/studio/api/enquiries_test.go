package api_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"estate/internal/agency/leads"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/studio/account"
	"estate/internal/studio/api"
	"estate/internal/studio/inbox"
)

// noListings is a content without homes.
type noListings struct{}

func (noListings) Listing(context.Context, i18n.Lang, inbox.Property) (inbox.Listing, bool, error) {
	return inbox.Listing{}, false, nil
}

// newInboxDesk is a studio with one enquiry, which nobody looks after, and what it logs.
func newInboxDesk(t *testing.T) (d *desk, log *strings.Builder) {
	t.Helper()
	data := t.TempDir()
	file, err := leads.OpenStore(t.Context(), filepath.Join(data, "leads.db"), nil)
	if err != nil {
		t.Fatal(err)
	}
	store := inbox.NewStore(inbox.Place{Path: filepath.Join(data, "leads.db")}, nil)
	t.Cleanup(func() { _, _ = store.Close(), file.Close() })
	log = &strings.Builder{}
	logger := slog.New(slog.NewTextHandler(log, nil))
	service := leads.NewService(leads.Config{Store: file, Log: logger})
	receipt, err := service.Submit(t.Context(), leads.Enquiry{
		Lang: "en", Kind: "contact", Name: "Zzana Gomez", Mail: "zzana@visitor.example", Phone: "0044 7700 900123", Message: "zzmessage", Privacy: true,
	})
	if err != nil || len(receipt.Problems) > 0 {
		t.Fatal(receipt, err)
	}
	box := inbox.New(inbox.Config{
		Store: store, Leads: service, Listings: noListings{}, Log: logger,
		Agency: func(context.Context, i18n.Lang) *content.Settings { return &content.Settings{Zone: "Europe/Madrid"} },
	})
	d = newDeskWith(t, func(cfg *api.Config) { cfg.Inbox, cfg.Log = box, logger })
	return d, log
}

func TestAnEnquiryIsHandledByItsRoles(t *testing.T) {
	d, log := newInboxDesk(t)
	var list api.Enquiries
	if code := d.call("editor", "GET", "enquiries?q=zzmessage", "", &list); code != http.StatusOK || list.Total != 1 || list.States["new"] != 1 {
		t.Fatalf("list %d: %+v", code, list)
	}
	path := "enquiries/" + list.Enquiries[0].Label
	var detail api.EnquiryDetail
	if code := d.call("editor", "GET", path, "", &detail); code != http.StatusOK || detail.Message != "zzmessage" || len(detail.Drafts) == 0 ||
		detail.WhatsApp != "https://wa.me/447700900123" || len(detail.People) != 3 || detail.Agreed.IsZero() {
		t.Errorf("detail %d: %+v", code, detail)
	}
	ids := map[string]string{}
	for _, one := range detail.People {
		ids[string(one.Role)] = one.ID
	}
	for _, c := range []struct {
		name         string
		role         account.Role
		method, path string
		body         string
		status       int
	}{
		{"an agent's list", "agent", "GET", "enquiries", "", http.StatusOK},
		{"another person's enquiry", "agent", "GET", path, "", http.StatusNotFound},
		{"a note to another person's enquiry", "agent", "POST", path + "/note", `{"note":"x"}`, http.StatusNotFound},
		{"a person is erased by an editor", "editor", "POST", "enquiries/erase", `{"mail":"zzana@visitor.example"}`, http.StatusForbidden},
		{"an export by an editor", "editor", "GET", "enquiries/export", "", http.StatusForbidden},
		{"an agent deletes", "agent", "DELETE", path, "", http.StatusForbidden},
		{"saved searches of an agent", "agent", "GET", "saved-searches", "", http.StatusForbidden},
		{"saved searches", "editor", "GET", "saved-searches?q=x", "", http.StatusOK},
		{"an unknown saved search", "editor", "DELETE", "saved-searches/x", "", http.StatusNotFound},
		{"an unknown enquiry", "editor", "GET", "enquiries/nobody:1", "", http.StatusNotFound},
		{"no label", "editor", "GET", "enquiries/1", "", http.StatusNotFound},
		{"an unknown action", "editor", "POST", path + "/paint", `{}`, http.StatusNotFound},
		{"an unknown field", "editor", "POST", path + "/note", `{"notes":"x"}`, http.StatusBadRequest},
		{"an unknown state", "editor", "POST", path + "/state", `{"state":"sold"}`, http.StatusUnprocessableEntity},
		{"an unknown assignee", "editor", "POST", path + "/assign", `{"assignee":"x"}`, http.StatusUnprocessableEntity},
		{"an answer without a mail server", "editor", "POST", path + "/answer", `{"subject":"a","text":"b","key":"k"}`, http.StatusUnprocessableEntity},
		{"a note", "editor", "POST", path + "/note", `{"note":"zznote"}`, http.StatusOK},
		{"to an agent", "editor", "POST", path + "/assign", `{"assignee":"` + ids["agent"] + `"}`, http.StatusOK},
		{"the assigned enquiry", "agent", "GET", path, "", http.StatusOK},
		{"an agent assigns to another person", "agent", "POST", path + "/assign", `{"assignee":"` + ids["owner"] + `"}`, http.StatusUnprocessableEntity},
		{"an agent closes", "agent", "POST", path + "/state", `{"state":"closed"}`, http.StatusOK},
		{"an agent gives back", "agent", "POST", path + "/assign", `{}`, http.StatusNoContent},
		{"the export", "owner", "GET", "enquiries/export?format=jsonl", "", http.StatusOK},
		{"a person is erased", "owner", "POST", "enquiries/erase", `{"mail":"zzana@visitor.example"}`, http.StatusOK},
		{"the erased enquiry", "owner", "GET", path, "", http.StatusNotFound},
	} {
		if code := d.call(c.role, c.method, c.path, c.body, nil); code != c.status {
			t.Errorf("%s: %d, want %d", c.name, code, c.status)
		}
	}
	for _, data := range []string{"zzana", "zzmessage", "zznote"} {
		if strings.Contains(strings.ToLower(log.String()), data) {
			t.Errorf("the log has data of the visitor, %q:\n%s", data, log)
		}
	}
	var all, own []api.LogEntry
	d.call("owner", "GET", "log", "", &all)
	d.call("agent", "GET", "log", "", &own)
	label := list.Enquiries[0].Label
	want := "erase enquiries=1, export enquiries=1, assign " + label + " assignee=, state " + label + " state=closed, assign " + label +
		" assignee=agent, note " + label
	if got := eventsOf(all); got != want {
		t.Errorf("the audit log has\n%s, want\n%s", got, want)
	}
	if got, want := eventsOf(own), "assign "+label+" assignee=, state "+label+" state=closed"; got != want {
		t.Errorf("the agent's log has\n%s, want\n%s", got, want)
	}
	for _, line := range all {
		if code := d.call("owner", "POST", "undo", fmt.Sprintf(`{"change":%d,"key":"u%d"}`, line.Change, line.Change), nil); line.MayUndo || code != http.StatusNotFound {
			t.Errorf("undo of %q: %d", line.Action, code)
		}
	}
}

// eventsOf are lines of the audit log as text: what was done, about which enquiry, with which values.
func eventsOf(lines []api.LogEntry) string {
	list := make([]string, 0, len(lines))
	for _, line := range lines {
		text := line.Action
		if line.Name != "" {
			text += " " + line.Name
		}
		for _, change := range line.Changes {
			text += fmt.Sprintf(" %s=%s", change.Path, strings.Trim(string(change.To), `"`))
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}
