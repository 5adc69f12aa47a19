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

// clock is a time that tests move.
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

func openTest(t *testing.T, path string, now func() time.Time) *Ledger {
	t.Helper()
	ledger, err := OpenLedger(t.Context(), path, now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ledger.Close() }) // some tests have closed it
	return ledger
}

func keep(t *testing.T, ledger *Ledger, e Enquiry, channels ...Channel) (*Lead, bool) {
	t.Helper()
	lead, problems := e.Check()
	if len(problems) > 0 {
		t.Fatalf("problems %v", problems)
	}
	fresh, err := ledger.Keep(t.Context(), lead, channels)
	if err != nil {
		t.Fatal(err)
	}
	return lead, fresh
}

func all(t *testing.T, ledger *Ledger, s Selection) []*Lead {
	t.Helper()
	var found []*Lead
	for lead, err := range ledger.Leads(t.Context(), s) {
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, lead)
	}
	return found
}

func TestAnEnquiryIsStoredWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "leads.db")
	ledger := openTest(t, path, newClock().now)
	kept, fresh := keep(t, ledger, honest())
	if !fresh {
		t.Fatal("a first enquiry is said to be a replay")
	}
	if err := ledger.Close(); err != nil {
		t.Fatal(err)
	}
	found := all(t, openTest(t, path, nil), Selection{})
	if len(found) != 1 {
		t.Fatalf("%d enquiries after opening the file again, want 1", len(found))
	}
	got := found[0]
	if got.Name != "Ana Gómez" || got.Mail != kept.Mail || got.Phone != kept.Phone || got.Message != kept.Message || got.Page != kept.Page ||
		got.Reference != kept.Reference || got.Kind != KindProperty || !got.Created.Equal(newClock().t) || !got.Consent.Equal(newClock().t) {
		t.Errorf("stored %+v, want %+v", got, kept)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if mode := info.Mode().Perm(); mode != 0o600 {
		t.Errorf("the file has mode %o; enquiries are for its owner alone", mode)
	}
}

func TestAReplayWithinADayIsOneEnquiry(t *testing.T) {
	times := newClock()
	ledger := openTest(t, filepath.Join(t.TempDir(), "leads.db"), times.now)
	first, _ := keep(t, ledger, honest())
	times.pass(2 * time.Minute) // past midnight
	again, fresh := keep(t, ledger, honest())
	if fresh || again.ID != first.ID {
		t.Errorf("two minutes later: fresh %v, id %d, want the first's %d", fresh, again.ID, first.ID)
	}
	times.pass(25 * time.Hour)
	if _, fresh := keep(t, ledger, honest()); !fresh {
		t.Error("a day later: the same question was not stored")
	}
	if n := len(all(t, ledger, Selection{})); n != 2 {
		t.Errorf("%d enquiries, want 2", n)
	}
}

func TestOfEqualEnquiriesAtOnceOneIsStored(t *testing.T) {
	path := filepath.Join(t.TempDir(), "leads.db")
	ledgers := []*Ledger{openTest(t, path, nil), openTest(t, path, nil)} // as two processes would
	var wait sync.WaitGroup
	for i := range 20 {
		wait.Go(func() {
			lead, _ := honest().Check()
			if _, err := ledgers[i%2].Keep(context.Background(), lead, nil); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if n := len(all(t, ledgers[0], Selection{})); n != 1 {
		t.Errorf("%d enquiries, want 1", n)
	}
}

func TestSpamIsKeptApartAndBounded(t *testing.T) {
	ledger := openTest(t, filepath.Join(t.TempDir(), "leads.db"), nil)
	for i := range mostSpam + 5 {
		e := honest()
		e.Message = fmt.Sprint("cheap watches ", i)
		lead, _ := e.Check()
		lead.Spam = trapField
		if _, err := ledger.Keep(t.Context(), lead, []Channel{&testChannel{name: "mail"}}); err != nil {
			t.Fatal(err)
		}
	}
	honestOne, _ := keep(t, ledger, honest())
	spam := all(t, ledger, Selection{Spam: true})
	if len(spam) != mostSpam || spam[0].Message != "cheap watches 5" {
		t.Errorf("%d kept, the oldest %q; want the newest %d", len(spam), spam[0].Message, mostSpam)
	}
	if len(spam[0].Deliveries) > 0 {
		t.Error("spam is on its way to the agency")
	}
	if found := all(t, ledger, Selection{}); len(found) != 1 || found[0].ID != honestOne.ID {
		t.Errorf("honest enquiries: %d, want the one", len(found))
	}
}

func TestAVisitorWhomATrapCaughtIsHeardTheSecondTime(t *testing.T) {
	ledger := openTest(t, filepath.Join(t.TempDir(), "leads.db"), nil)
	desk := NewDesk(Config{Ledger: ledger})
	quick, slow := 100*time.Millisecond, time.Minute
	for _, elapsed := range []*time.Duration{&quick, &slow} {
		e := honest()
		e.Elapsed = elapsed
		if problems, err := desk.Take(t.Context(), e); err != nil || len(problems) > 0 {
			t.Fatal(problems, err)
		}
	}
	if spam, found := all(t, ledger, Selection{Spam: true}), all(t, ledger, Selection{}); len(spam) != 1 || len(found) != 1 {
		t.Errorf("%d spam and %d honest, want one each", len(spam), len(found))
	}
}

func TestTraps(t *testing.T) {
	quick, slow := 200*time.Millisecond, 8*time.Second
	tests := []struct {
		name   string
		change func(*Enquiry)
		spam   string
	}{
		{"nobody sees the field, and it is filled", func(e *Enquiry) { e.Trap = "https://buy.example" }, trapField},
		{"filled in no time", func(e *Enquiry) { e.Elapsed = &quick }, trapTime},
		{"filled by somebody", func(e *Enquiry) { e.Elapsed = &slow }, ""},
		{"no script, no time", func(*Enquiry) {}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ledger := openTest(t, filepath.Join(t.TempDir(), "leads.db"), nil)
			e := honest()
			tt.change(&e)
			if problems, err := NewDesk(Config{Ledger: ledger}).Take(t.Context(), e); err != nil || len(problems) > 0 {
				t.Fatalf("a robot learns of the trap: %v, %v", problems, err)
			}
			found := all(t, ledger, Selection{Spam: tt.spam != ""})
			if len(found) != 1 || found[0].Spam != tt.spam {
				t.Errorf("stored %v, want one with spam %q", found, tt.spam)
			}
		})
	}
}

func TestWhatIsDeletedIsGoneFromTheDisk(t *testing.T) {
	times := newClock()
	folder := t.TempDir()
	ledger := openTest(t, filepath.Join(folder, "leads.db"), times.now)
	e := honest()
	e.Message = "my very private question"
	old, _ := keep(t, ledger, e)
	times.pass(48 * time.Hour)
	young, _ := keep(t, ledger, honest())
	if n, err := ledger.DeleteBefore(t.Context(), times.now().Add(-time.Hour)); n != 1 || err != nil {
		t.Fatalf("deleted %d (%v), want 1", n, err)
	}
	if lead, err := ledger.Lead(t.Context(), old.ID); lead != nil || err != nil {
		t.Errorf("the old one is still there (%v)", err)
	}
	if lead, _ := ledger.Lead(t.Context(), young.ID); lead == nil {
		t.Error("the young one was deleted too")
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
	if n, err := ledger.Delete(t.Context(), young.ID, 999); n != 1 || err != nil {
		t.Errorf("deleted %d (%v), want 1", n, err)
	}
}

func TestExports(t *testing.T) {
	ledger := openTest(t, filepath.Join(t.TempDir(), "leads.db"), nil)
	e := honest()
	e.Name, e.Message = `=HYPERLINK("http://evil.example")`, "one, \"two\"\nthree"
	keep(t, ledger, e, &testChannel{name: "mail"})
	var table, lines bytes.Buffer
	if n, err := WriteCSV(&table, ledger.Leads(t.Context(), Selection{})); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if n, err := WriteJSONL(&lines, ledger.Leads(t.Context(), Selection{})); n != 1 || err != nil {
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
		t.Errorf("a spreadsheet would run the name %q", row["name"])
	}
	if row["message"] != e.Message || row["phone"] != e.Phone || row["deliveries"] != "mail waiting" || row["state"] != "waiting" {
		t.Errorf("row %v", row)
	}
	var lead Lead
	if err := json.Unmarshal(lines.Bytes(), &lead); err != nil || lead.Name != e.Name || lead.Message != e.Message || len(lead.Deliveries) != 1 {
		t.Errorf("line %s (%v)", lines.String(), err)
	}
}

func TestAnUnreadableFileIsExplained(t *testing.T) {
	path := filepath.Join(t.TempDir(), "leads.db")
	if err := os.WriteFile(path, []byte("this is no database at all, it is a text about one"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := OpenLedger(t.Context(), path, nil)
	if err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "restore a backup") {
		t.Errorf("error %v; want one that names the file and the remedy", err)
	}
}
