package edit_test

import (
	"context"
	"log/slog"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"estate/internal/agency/feeds"
	"estate/internal/agency/feeds/engine"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
	"estate/internal/studio/edit"
	"estate/internal/tests/storetest"
)

// listing is a feed of one listing.
type listing struct {
	feeds.Listing
	during func() // runs while the source is read
}

func (l *listing) Read(_ context.Context, _ feeds.Run, sink feeds.Sink) (feeds.Result, error) {
	one := l.Listing
	if err := sink.Listing(&one, ""); err != nil {
		return feeds.Result{}, err
	}
	if l.during != nil {
		l.during()
	}
	return feeds.Result{Complete: true}, nil
}

// What a person has typed stays when the feed runs again, also when it is typed during a run; undo gives the field back to
// the feed.
func TestAFeedKeepsWhatAnEditorHasTyped(t *testing.T) {
	o := start(t)
	source := &listing{Listing: feeds.Listing{
		Key: "k9", References: []string{"REF-9"}, Mode: feeds.ModeSale, Price: 1_000_000, Type: "Villa", Town: "Marbella", Bedrooms: 4, Built: 300,
		Descriptions: i18n.Text{"en": "A villa."}, Modified: time.Date(2026, time.March, 1, 0, 0, 0, 0, time.UTC),
	}}
	running, err := engine.New(engine.Config{
		Feeds: []engine.Feed{{Name: "crm", Source: source, NoPictures: true}}, Originals: t.TempDir(),
		Terms: filepath.Join(t.TempDir(), "terms.csv"), Log: slog.New(slog.DiscardHandler),
	}, o.store)
	if err != nil {
		t.Fatal(err)
	}
	run := func() {
		t.Helper()
		if _, err := running.Run(t.Context(), "crm", engine.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	run()
	rows := o.list(owner, edit.Query{Text: "REF-9"}).Rows
	if len(rows) != 1 {
		t.Fatalf("%d properties of the feed, want 1", len(rows))
	}
	id := rows[0].Property.ID
	saved := o.save(editor, propertyRef(id), set("price.amount", "1000000", "950000"))
	o.save(owner, propertyRef(id), set("private", "null", `{"note":"Keys at the office","lister":"Ana","commission":{"value":4}}`))
	source.Price, source.Bedrooms, source.Note = 990_000, 5, "Ring first"
	source.during = func() {
		source.during = nil
		o.save(owner, propertyRef(id), set("built_size", "300", "320"))
	}
	run()
	if p := o.property(id); p.Price.Amount != 950_000 || p.Bedrooms != 5 || p.BuiltSize != 320 {
		t.Errorf("after the run: price %d, %d bedrooms, %d m²; want 950000, 5, 320", p.Price.Amount, p.Bedrooms, p.BuiltSize)
	}
	if got := o.property(id).Private; got == nil || got.Note != "Keys at the office" || got.Lister != "Ana" || got.Commission == nil {
		t.Errorf("after the run the private fields are %+v, want those of the office", got)
	}
	o.undo(editor, saved.Change)
	source.Bedrooms = 6 // the listing has changed again
	run()
	if p := o.property(id); p.Price.Amount != 990_000 || p.BuiltSize != 320 {
		t.Errorf("after the undo: price %d, %d m²; want 990000 of the feed, 320", p.Price.Amount, p.BuiltSize)
	}
}

// A saved price is on the own node with the next look-up, and reaches the others by itself.
func TestThreeNodesShowASavedPrice(t *testing.T) {
	storetest.PostgresOnly(t)
	at := storetest.Config(t)
	o := startWith(t, storetest.Open(t, at), func(*edit.Config) {})
	others := []*store.Store{storetest.Open(t, at), storetest.Open(t, at)}
	shown := func(st *store.Store) int {
		return storetest.BySlug(t, st, "en", "properties", "villa-1").(*content.Property).Price.Amount
	}
	for _, st := range slices.Concat(others, []*store.Store{o.store}) {
		shown(st) // in the cache of each
	}
	o.save(owner, propertyRef(1), set("price.amount", "1000000", "950000"))
	began := time.Now()
	if got := shown(o.store); got != 950_000 {
		t.Errorf("the own node shows %d with the next look-up", got)
	}
	for i, st := range others {
		for shown(st) != 950_000 && time.Since(began) < 20*time.Second {
			time.Sleep(time.Millisecond)
		}
		if got := shown(st); got != 950_000 {
			t.Errorf("node %d shows %d", i+1, got)
		}
		t.Logf("node %d shows the price after %v", i+1, time.Since(began))
	}
}
