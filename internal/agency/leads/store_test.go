package leads

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// clock is a fake time.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

func newClock() *clock { return &clock{t: time.Date(2026, 3, 1, 23, 59, 0, 0, time.UTC)} }

func openTest(t *testing.T, path string, now func() time.Time) *Store {
	t.Helper()
	store, err := OpenStore(t.Context(), path, now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() }) // some tests have closed it
	return store
}

func insert(t *testing.T, store *Store, e Enquiry, channels ...Channel) (*Lead, bool) {
	t.Helper()
	lead, problems := e.Check()
	if len(problems) > 0 {
		t.Fatalf("problems %v", problems)
	}
	fresh, err := store.Insert(t.Context(), lead, channels)
	if err != nil {
		t.Fatal(err)
	}
	return lead, fresh
}

func all(t *testing.T, store *Store, s Selection) []*Lead {
	t.Helper()
	var found []*Lead
	for lead, err := range store.Leads(t.Context(), s) {
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, lead)
	}
	return found
}

func TestAnEnquiryIsStoredWithAllFields(t *testing.T) {
	path := filepath.Join(t.TempDir(), "leads.db")
	store := openTest(t, path, newClock().now)
	stored, fresh := insert(t, store, validEnquiry())
	if !fresh {
		t.Fatal("the first enquiry counts as a replay")
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	found := all(t, openTest(t, path, nil), Selection{})
	if len(found) != 1 {
		t.Fatalf("%d enquiries after opening the file again, want 1", len(found))
	}
	got := found[0]
	if got.Name != "Ana Gómez" || got.Mail != stored.Mail || got.Phone != stored.Phone || got.Message != stored.Message || got.Page != stored.Page ||
		got.Reference != stored.Reference || got.Kind != KindProperty || !got.Created.Equal(newClock().t) || !got.Consent.Equal(newClock().t) {
		t.Errorf("stored %+v, want %+v", got, stored)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if mode := info.Mode().Perm(); mode != 0o600 {
		t.Errorf("the file has mode %o; only the owner may read enquiries", mode)
	}
}

func TestAReplayWithinADayIsOneEnquiry(t *testing.T) {
	times := newClock()
	store := openTest(t, filepath.Join(t.TempDir(), "leads.db"), times.now)
	first, _ := insert(t, store, validEnquiry())
	times.pass(2 * time.Minute) // past midnight
	again, fresh := insert(t, store, validEnquiry())
	if fresh || again.ID != first.ID {
		t.Errorf("two minutes later: fresh %v, id %d, want the first's %d", fresh, again.ID, first.ID)
	}
	times.pass(25 * time.Hour)
	if _, fresh := insert(t, store, validEnquiry()); !fresh {
		t.Error("a day later: the equal enquiry was not stored")
	}
	if n := len(all(t, store, Selection{})); n != 2 {
		t.Errorf("%d enquiries, want 2", n)
	}
}

func TestOfConcurrentEqualEnquiriesOneIsStored(t *testing.T) {
	path := filepath.Join(t.TempDir(), "leads.db")
	stores := []*Store{openTest(t, path, nil), openTest(t, path, nil)} // as two processes would
	var wait sync.WaitGroup
	for i := range 20 {
		wait.Go(func() {
			lead, _ := validEnquiry().Check()
			if _, err := stores[i%2].Insert(context.Background(), lead, nil); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if n := len(all(t, stores[0], Selection{})); n != 1 {
		t.Errorf("%d enquiries, want 1", n)
	}
}

func TestSpamIsBoundedAndNotDelivered(t *testing.T) {
	store := openTest(t, filepath.Join(t.TempDir(), "leads.db"), nil)
	for i := range maxSpam + 5 {
		e := validEnquiry()
		e.Message = fmt.Sprint("cheap watches ", i)
		lead, _ := e.Check()
		lead.Spam = spamHoneypot
		if _, err := store.Insert(t.Context(), lead, []Channel{&testChannel{name: "mail"}}); err != nil {
			t.Fatal(err)
		}
	}
	valid, _ := insert(t, store, validEnquiry())
	spam := all(t, store, Selection{Spam: true})
	if len(spam) != maxSpam || spam[0].Message != "cheap watches 5" {
		t.Errorf("%d kept, the oldest %q; want the newest %d", len(spam), spam[0].Message, maxSpam)
	}
	if len(spam[0].Deliveries) > 0 {
		t.Error("spam has a delivery")
	}
	if found := all(t, store, Selection{}); len(found) != 1 || found[0].ID != valid.ID {
		t.Errorf("%d enquiries without spam, want 1", len(found))
	}
}

func TestAnEqualEnquiryAfterSpamIsStored(t *testing.T) {
	store := openTest(t, filepath.Join(t.TempDir(), "leads.db"), nil)
	service := NewService(Config{Store: store})
	quick, slow := 100*time.Millisecond, time.Minute
	for _, elapsed := range []*time.Duration{&quick, &slow} {
		e := validEnquiry()
		e.Elapsed = elapsed
		if receipt, err := service.Submit(t.Context(), e); err != nil || len(receipt.Problems) > 0 {
			t.Fatal(receipt.Problems, err)
		}
	}
	if spam, found := all(t, store, Selection{Spam: true}), all(t, store, Selection{}); len(spam) != 1 || len(found) != 1 {
		t.Errorf("%d spam and %d other enquiries, want one each", len(spam), len(found))
	}
}

func TestSpamIsRecognised(t *testing.T) {
	quick, slow := 200*time.Millisecond, 8*time.Second
	tests := []struct {
		name   string
		change func(*Enquiry)
		spam   string
	}{
		{"hidden field filled in", func(e *Enquiry) { e.Honeypot = "https://buy.example" }, spamHoneypot},
		{"sent too quickly", func(e *Enquiry) { e.Elapsed = &quick }, spamElapsed},
		{"sent after some time", func(e *Enquiry) { e.Elapsed = &slow }, ""},
		{"sent without a script", func(*Enquiry) {}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			store := openTest(t, filepath.Join(t.TempDir(), "leads.db"), nil)
			e := validEnquiry()
			tt.change(&e)
			if receipt, err := NewService(Config{Store: store}).Submit(t.Context(), e); err != nil || len(receipt.Problems) > 0 {
				t.Fatalf("the sender of spam gets another result: %v, %v", receipt.Problems, err)
			}
			found := all(t, store, Selection{Spam: tt.spam != ""})
			if len(found) != 1 || found[0].Spam != tt.spam {
				t.Errorf("stored %v, want one with spam %q", found, tt.spam)
			}
		})
	}
}

// pacedChannel delivers one enquiry of an address a day.
type pacedChannel struct{ Channel }

func (pacedChannel) Name() string            { return "paced" }
func (pacedChannel) Accepts(*Lead) bool      { return true }
func (pacedChannel) Interval() time.Duration { return 24 * time.Hour }

func TestARecipientGetsOneConfirmationADay(t *testing.T) {
	times := newClock()
	store := openTest(t, filepath.Join(t.TempDir(), "leads.db"), times.now)
	send := func(mail, message string) int {
		e := validEnquiry()
		e.Mail, e.Message = mail, message
		lead, _ := insert(t, store, e, pacedChannel{})
		stored, err := store.Lead(t.Context(), lead.ID)
		if err != nil {
			t.Fatal(err)
		}
		return len(stored.Deliveries)
	}
	for _, tt := range []struct {
		mail, message string
		after         time.Duration
		want          int
	}{
		{"victim@example.org", "first", 0, 1},
		{"Victim@example.org", "second", time.Hour, 0},
		{"victim+tag@example.org", "of the same mailbox", 0, 0},
		{"other@example.org", "of another", 0, 1},
		{"vic.tim@example.org", "a dot is another mailbox", 0, 1},
		{"j.doe@gmail.com", "at Gmail", 0, 1},
		{"jdoe+x@googlemail.com", "its other spelling", 0, 0},
		{"victim@example.org", "next day", 24 * time.Hour, 1},
	} {
		times.pass(tt.after)
		if got := send(tt.mail, tt.message); got != tt.want {
			t.Errorf("enquiry %q of %s: %d confirmations, want %d", tt.message, tt.mail, got, tt.want)
		}
	}
}

func TestOldEnquiriesAreDeletedByThemselves(t *testing.T) {
	times := newClock()
	store := openTest(t, filepath.Join(t.TempDir(), "leads.db"), times.now)
	insert(t, store, validEnquiry())
	times.pass(48 * time.Hour)
	young := validEnquiry()
	young.Message = "of today"
	insert(t, store, young)
	ctx, cancel := context.WithCancel(t.Context())
	service := NewService(Config{Store: store, Keep: func(now time.Time) time.Time { return now.Add(-24 * time.Hour) }})
	done := make(chan error, 1)
	go func() { done <- service.Run(ctx) }()
	for deadline := time.Now().Add(10 * time.Second); len(all(t, store, Selection{})) != 1; {
		if time.Now().After(deadline) {
			t.Fatal("the enquiry of the day before yesterday is still there")
		}
		time.Sleep(10 * time.Millisecond)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if left := all(t, store, Selection{})[0].Message; left != "of today" {
		t.Errorf("kept %q", left)
	}
}

func TestMailsThatFailedForTheNameAreSentAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "leads.db")
	store := openTest(t, path, nil)
	lead, _ := insert(t, store, validEnquiry(), pacedChannel{})
	if _, err := store.db.ExecContext(t.Context(), `
		UPDATE deliveries SET channel = 'mail', state = 'failed', error = 'the visitor''s address: failed to parse';
		DELETE FROM goose_db_version WHERE version_id >= 2; DROP INDEX leads_mail;
		DROP TRIGGER leads_inserted; DROP TRIGGER leads_updated; DROP TRIGGER leads_deleted;
		DROP TRIGGER deliveries_inserted; DROP TRIGGER deliveries_updated; DROP TABLE uncopied; DROP TABLE meta; DROP INDEX leads_origin;
		ALTER TABLE leads DROP COLUMN origin_node; ALTER TABLE leads DROP COLUMN origin_id; ALTER TABLE leads DROP COLUMN mirrored; ALTER TABLE leads DROP COLUMN details;
		ALTER TABLE leads DROP COLUMN viewing; ALTER TABLE leads DROP COLUMN answered; DROP INDEX leads_policy; ALTER TABLE leads DROP COLUMN policy; DROP TABLE policies`); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	updated, err := openTest(t, path, nil).Lead(t.Context(), lead.ID)
	if err != nil {
		t.Fatal(err)
	}
	if got := updated.Deliveries[0]; got.State != Waiting || got.Attempts != 0 {
		t.Errorf("the delivery is %s after %d attempts, want it due again", got.State, got.Attempts)
	}
}

func TestDeletedEnquiriesAreRemovedFromTheFiles(t *testing.T) {
	times := newClock()
	folder := t.TempDir()
	store := openTest(t, filepath.Join(folder, "leads.db"), times.now)
	e := validEnquiry()
	e.Message = "my very private question"
	old, _ := insert(t, store, e)
	times.pass(48 * time.Hour)
	young, _ := insert(t, store, validEnquiry())
	if n, err := store.DeleteBefore(t.Context(), times.now().Add(-time.Hour)); n != 1 || err != nil {
		t.Fatalf("deleted %d (%v), want 1", n, err)
	}
	if lead, err := store.Lead(t.Context(), old.ID); lead != nil || err != nil {
		t.Errorf("the old one is still there (%v)", err)
	}
	if lead, _ := store.Lead(t.Context(), young.ID); lead == nil {
		t.Error("the new one was deleted too")
	}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte("very private")) {
			t.Errorf("%s still holds the deleted text", filepath.Base(file))
		}
	}
	if n, err := store.Delete(t.Context(), young.ID, 999); n != 1 || err != nil {
		t.Errorf("deleted %d (%v), want 1", n, err)
	}
}

func TestCellsAreNoFormulas(t *testing.T) {
	for _, text := range []string{
		"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\tx", "\rx", "\nx", " =1", "\u00a0=1", "\u3000@a", "\ufeff=1", "\u200b+1", "\x01=1",
		"＝1", "＋1", "－1", "＠a", " ＝1",
	} {
		if got := cell(text); got != "'"+text {
			t.Errorf("cell(%q) = %q", text, got)
		}
	}
	for _, text := range []string{"", "Ann", " Ann", "a=1", "12 - 3", "ñ", "¿=?"} {
		if got := cell(text); got != text {
			t.Errorf("cell(%q) = %q", text, got)
		}
	}
}

func TestExports(t *testing.T) {
	store := openTest(t, filepath.Join(t.TempDir(), "leads.db"), nil)
	e := validEnquiry()
	e.Name, e.Message = `=HYPERLINK("http://evil.example")`, "one, \"two\"\nthree"
	insert(t, store, e, &testChannel{name: "mail"})
	var table, lines bytes.Buffer
	if n, err := WriteCSV(&table, store.Leads(t.Context(), Selection{})); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if n, err := WriteJSONL(&lines, store.Leads(t.Context(), Selection{})); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	rows, err := csv.NewReader(&table).ReadAll()
	if err != nil || len(rows) != 2 || len(rows[0]) != len(rows[1]) {
		t.Fatalf("table of %d rows (%v), want a header and one", len(rows), err)
	}
	row := map[string]string{}
	for i, name := range rows[0] {
		row[name] = rows[1][i]
	}
	if !strings.HasPrefix(row["name"], "'=") {
		t.Errorf("a spreadsheet would take the name %q for a formula", row["name"])
	}
	if row["message"] != e.Message || row["phone"] != e.Phone || row["deliveries"] != "mail waiting" || row["state"] != "waiting" {
		t.Errorf("row %v", row)
	}
	var lead Lead
	if err := json.Unmarshal(lines.Bytes(), &lead); err != nil || lead.Name != e.Name || lead.Message != e.Message || len(lead.Deliveries) != 1 {
		t.Errorf("line %s (%v)", lines.String(), err)
	}
}

func TestAnUnreadableFileIsReportedWithARemedy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "leads.db")
	if err := os.WriteFile(path, []byte("this is no database at all, it is a text about one"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := OpenStore(t.Context(), path, nil)
	if err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "restore a backup") {
		t.Errorf("error %v; want one that names the file and the remedy", err)
	}
}
