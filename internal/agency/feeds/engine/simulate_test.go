package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"estate/internal/agency/feeds"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
	"estate/internal/store/contentfile"
	"estate/internal/tests/simulate"
	"estate/internal/tests/storetest"
)

// TestSimulateWriters runs two editors, a feed and an import on the same homes: a site with a feed and an editor, and a command
// with another editor and imports beside it. A seed decides who writes what, and where the others come in between. No
// acknowledged change is lost: what each writer has replaced is kept in order, each step changes only what its writer meant, and
// a home with changes of a person stays when it leaves the feed. The time is real, since SQLite waits for the lock of a batch.
func TestSimulateWriters(t *testing.T) {
	storetest.SQLiteOnly(t)
	template := filepath.Join(t.TempDir(), "template.db")
	st, err := store.Open(t.Context(), store.Config{Path: template})
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	simulate.ShrinkPages(t, template)
	simulate.Run(t, func(t *testing.T, faults *simulate.Faults) {
		file := filepath.Join(faults.Folder, "estate.db")
		simulate.CopyFile(t, template, file)
		w := &writers{Faults: faults, t: t, accepted: map[accepted]bool{}, seen: map[accepted]bool{}}
		for st, cfg := range map[**store.Store]store.Config{&w.site: {Path: file}, &w.command: {Path: file, Beside: true}} {
			cfg.Readers = 2
			if *st, err = store.Open(t.Context(), cfg); err != nil {
				t.Fatal(err)
			}
			defer (*st).Close() // not at the end of all seeds
		}
		w.run()
	})
}

// The fields that a writer of the simulation changes; the feed changes those, the price and whether the home is there.
var simulatedFields = map[string][]string{
	"ana":    {"title", "price", "bedrooms"},
	"bea":    {"title", "subtitle", "bathrooms"},
	"import": {"subtitle", "floor"},
}

const simulatedHomes = 3

type writers struct {
	*simulate.Faults
	t             *testing.T
	site, command *store.Store
	engine        *Engine

	mu       sync.Mutex
	source   list
	value    int // of the last change, so that each value is written once
	accepted map[accepted]bool
	seen     map[accepted]bool
}

// accepted is a change that its writer was told is stored.
type accepted struct {
	writer, field string
	home, value   int
}

// simHome is the number of a home of the feed, in the order in which it came.
func simHome(n int) content.Ref {
	return content.Ref{Type: content.TypeProperty, ID: content.FirstFeedID + n}
}

func (w *writers) next() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.value++
	return 1000 + w.value // no value of the feed
}

func (w *writers) run() {
	for n := range simulatedHomes {
		w.source.listings = append(w.source.listings, villa(strconv.Itoa(n)))
	}
	w.source.during = func() { w.Yield("feed reads") }
	var err error
	w.engine, err = New(Config{
		Originals: w.Folder, Terms: filepath.Join(w.Folder, "terms.csv"), Log: slog.New(slog.DiscardHandler),
		Feeds: []Feed{{Name: "crm", Source: &w.source, NoPictures: true, MaxRemoved: new(1.0)}},
		// The engine reads the clock between the reading of a stored home and its writing.
		Now: func() time.Time { w.Yield("feed prepares"); return time.Now() },
	}, w.site)
	if err != nil {
		w.t.Fatal(err)
	}
	w.feed()
	var all sync.WaitGroup
	all.Go(func() { w.edits(w.site, "ana") })
	all.Go(func() { w.edits(w.command, "bea") })
	all.Go(func() {
		for range w.IntN("imports", 4) {
			w.importLine()
		}
	})
	all.Go(func() {
		for range 1 + w.IntN("feed runs", 3) { // fewer than the versions that are kept of a feed
			w.changeSource()
			w.feed()
		}
	})
	all.Wait()
	for n := range simulatedHomes {
		w.check(n)
	}
	for change := range w.accepted {
		if !w.seen[change] {
			w.t.Errorf("lost: %+v", change)
		}
	}
}

// feed runs the feed. One that met another writer of its own notes is run again by the site.
func (w *writers) feed() {
	if _, err := w.engine.Run(w.t.Context(), "crm", Options{}); err != nil {
		w.t.Errorf("the feed fails: %v", err)
	}
}

// changeSource changes prices and bedrooms in the source, and what it has.
func (w *writers) changeSource() {
	for i := range w.source.listings {
		if w.IntN("feed changes", 2) == 0 {
			w.source.listings[i].Price, w.source.listings[i].Bedrooms = 2_000_000+w.next(), 20+w.IntN("feed bedrooms", 5)
		}
	}
	if len(w.source.listings) > 1 && w.IntN("feed loses a home", 4) == 0 {
		at := w.IntN("lost home", len(w.source.listings))
		w.source.listings = slices.Delete(w.source.listings, at, at+1)
	}
}

// edits reads a home, thinks, and saves one field on the condition that nobody has changed the home.
func (w *writers) edits(st *store.Store, by string) {
	for range 1 + w.IntN(by+" edits", 5) {
		n, fields := w.IntN(by+" home", simulatedHomes), simulatedFields[by]
		field, value := fields[w.IntN(by+" field", len(fields))], w.next()
		for range 1 + w.IntN(by+" patience", 3) {
			if w.edit(st, by, n, field, value) {
				w.accept(accepted{by, field, n, value})
				break
			}
		}
	}
}

func (w *writers) accept(change accepted) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.accepted[change] = true
}

func (w *writers) edit(st *store.Store, by string, n int, field string, value int) (stored bool) {
	var home *content.Property
	var version store.Version
	err := st.Write(w.t.Context(), func(b *store.Batch) error {
		entity, read, err := b.Get(simHome(n))
		home, _ = entity.(*content.Property)
		version = read
		return err
	})
	if err != nil || home == nil {
		if err != nil {
			w.t.Errorf("%s cannot read: %v", by, err)
		}
		return false
	}
	w.Yield(by + " thinks")
	setSimulated(home, field, value)
	if !slices.Contains(home.Locks, field) {
		home.Locks = append(home.Locks, field)
	}
	err = st.Write(w.t.Context(), func(b *store.Batch) error {
		b.SetWriter(store.Writer{By: by, Via: "studio"})
		w.Yield(by + " saves")
		return b.PutIf(home, version)
	})
	if err != nil && !errors.Is(err, store.ErrChanged) {
		w.t.Errorf("%s cannot save: %v", by, err)
	}
	return err == nil
}

// importLine imports a line that names one field of a home.
func (w *writers) importLine() {
	n, fields, value := w.IntN("import home", simulatedHomes), simulatedFields["import"], w.next()
	field := fields[w.IntN("import field", len(fields))]
	text := any(strconv.Itoa(value))
	if field == "subtitle" {
		text = map[string]string{"en": strconv.Itoa(value)}
	}
	line, err := json.Marshal(map[string]any{"kind": "property", "data": map[string]any{"id": simHome(n).ID, field: text}})
	if err != nil {
		w.t.Fatal(err)
	}
	w.Yield("import")
	report, err := contentfile.Import(w.t.Context(), w.command, strings.NewReader(string(line)), contentfile.ImportOptions{})
	if err != nil {
		w.t.Errorf("the import fails: %v", err)
	}
	if report.Imported == 1 {
		w.accept(accepted{"import", field, n, value})
	}
}

func setSimulated(p *content.Property, field string, value int) {
	switch field {
	case "title":
		p.Title = i18n.Text{i18n.LangEN: strconv.Itoa(value)}
	case "subtitle":
		p.Subtitle = i18n.Text{i18n.LangEN: strconv.Itoa(value)}
	case "price":
		p.Price.Amount = value
	case "bedrooms":
		p.Bedrooms = value
	case "bathrooms":
		p.Bathrooms = value
	}
}

// simulated is the number that a writer has put into a field, 0 for another content.
func simulated(p *content.Property, field string) int {
	text := ""
	switch field {
	case "title":
		text = p.Title[i18n.LangEN]
	case "subtitle":
		text = p.Subtitle[i18n.LangEN]
	case "floor":
		text = p.Floor
	case "price":
		return p.Price.Amount
	case "bedrooms":
		return p.Bedrooms
	case "bathrooms":
		return p.Bathrooms
	}
	n, _ := strconv.Atoi(text)
	return n
}

// check follows the history of a home: each step changes one field of its writer, or of the feed no locked one.
func (w *writers) check(n int) {
	versions, err := w.site.Versions(w.t.Context(), simHome(n))
	if err != nil {
		w.t.Fatal(err)
	}
	slices.Reverse(versions)
	var steps []*content.Property
	for _, version := range versions {
		steps = append(steps, decodeHome(w.t, version.Doc))
	}
	var last content.Entity
	err = w.site.Write(w.t.Context(), func(b *store.Batch) (err error) {
		last, _, err = b.Get(simHome(n))
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	home, isThere := last.(*content.Property)
	if isThere {
		steps = append(steps, home)
	}
	for i := 1; i < len(steps); i++ {
		w.checkStep(n, versions[i-1].Writer, steps[i-1], steps[i])
	}
	if !isThere {
		for change := range w.accepted {
			if change.home == n {
				w.t.Errorf("home %d is deleted with %+v", n, change)
			}
		}
	}
}

func (w *writers) checkStep(n int, by store.Writer, before, after *content.Property) {
	name := by.By
	if strings.HasPrefix(by.Via, "import:") {
		name = "import"
	}
	var changed []string
	for _, field := range []string{"title", "subtitle", "floor", "price", "bedrooms", "bathrooms"} {
		from, to := simulated(before, field), simulated(after, field)
		if from == to {
			continue
		}
		changed = append(changed, field)
		switch {
		case name != "":
			w.seen[accepted{name, field, n, to}] = true
			if !slices.Contains(simulatedFields[name], field) {
				w.t.Errorf("home %d: %s changes %s from %d to %d", n, name, field, from, to)
			}
		case slices.Contains(before.Locks, field):
			w.t.Errorf("home %d: the feed changes the locked %s from %d to %d", n, field, from, to)
		}
	}
	if name != "" && len(changed) > 1 {
		w.t.Errorf("home %d: %s changes %v in one step", n, name, changed)
	}
	for _, lock := range before.Locks {
		if !slices.Contains(after.Locks, lock) {
			w.t.Errorf("home %d: %+v takes the lock of %s away", n, by, lock)
		}
	}
}

func decodeHome(t *testing.T, doc string) *content.Property {
	t.Helper()
	p := &content.Property{}
	if err := json.Unmarshal([]byte(doc), p); err != nil {
		t.Fatal(fmt.Errorf("a version: %w", err))
	}
	return p
}

var _ feeds.Source = (*list)(nil)
