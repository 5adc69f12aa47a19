package engine

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"estate/internal/agency/feeds"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
	"estate/internal/tests/storetest"
)

// TestMain runs the tests on SQLite and on PostgreSQL.
func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

// list is a source that holds listings in memory.
type list struct {
	listings []feeds.Listing
	err      error // after the listings
	partial  bool  // a run that does not name everything
	runs     int
	during   func() // runs while the source is read
}

func (s *list) Read(_ context.Context, _ feeds.Run, sink feeds.Sink) (feeds.Result, error) {
	s.runs++
	if s.during != nil {
		s.during()
	}
	for i := range s.listings {
		l := s.listings[i]
		if err := sink.Listing(&l, ""); err != nil {
			return feeds.Result{}, err
		}
	}
	return feeds.Result{Complete: !s.partial}, s.err
}

func villa(key string, change ...func(*feeds.Listing)) feeds.Listing {
	l := feeds.Listing{
		Key: key, References: []string{"REF-" + key}, Mode: feeds.ModeSale, Price: 1_000_000, Type: "Villa", Town: "Marbella", Province: "Málaga",
		Bedrooms: 4, Bathrooms: 3, Built: 300, Modified: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC), Descriptions: i18n.Text{"en": "A villa."},
	}
	for _, c := range change {
		c(&l)
	}
	return l
}

func villas(n int) []feeds.Listing {
	var all []feeds.Listing
	for i := range n {
		all = append(all, villa(fmt.Sprintf("k%03d", i)))
	}
	return all
}

// bench is a store with an engine.
type harness struct {
	t      *testing.T
	store  *store.Store
	config Config
	engine *Engine
}

func start(t *testing.T, sources map[string]feeds.Source, change ...func(*Config)) *harness {
	t.Helper()
	h := &harness{t: t, store: storetest.Open(t, store.Config{}), config: Config{Adopt: true, Originals: t.TempDir(), Terms: filepath.Join(t.TempDir(), "terms.csv"), Log: slog.New(slog.DiscardHandler)}}
	for _, name := range sortedKeys(sources) {
		h.config.Feeds = append(h.config.Feeds, Feed{Name: name, Source: sources[name], NoPictures: true})
	}
	for _, c := range change {
		c(&h.config)
	}
	h.open()
	return h
}

func (h *harness) open() {
	h.t.Helper()
	var err error
	if h.engine, err = New(h.config, h.store); err != nil {
		h.t.Fatal(err)
	}
}

func (h *harness) run(name string) Report {
	h.t.Helper()
	report, err := h.engine.Run(h.t.Context(), name, Options{})
	if err != nil {
		h.t.Fatal(err)
	}
	return report
}

// byReference returns the property with a reference, nil for none.
func (h *harness) byReference(reference string) *content.Property {
	h.t.Helper()
	for row, err := range h.store.Rows(h.t.Context()) {
		if err != nil {
			h.t.Fatal(err)
		}
		if row.Reference == reference && row.Kind == "properties" {
			entity, err := h.store.ByID(h.t.Context(), i18n.LangEN, "properties", row.ID, "")
			if err != nil {
				h.t.Fatal(err)
			}
			return entity.(*content.Property)
		}
	}
	return nil
}

func (h *harness) count() int {
	h.t.Helper()
	stamps, err := h.store.Stamps(h.t.Context(), content.TypeProperty)
	if err != nil {
		h.t.Fatal(err)
	}
	return len(stamps)
}

func (h *harness) put(entities ...content.Entity) {
	h.t.Helper()
	err := h.store.Write(h.t.Context(), func(b *store.Batch) error {
		for _, entity := range entities {
			if err := b.Put(entity); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

func TestAFeedComesInAndStaysEqual(t *testing.T) {
	source := &list{listings: villas(3)}
	source.listings[1].Country = "Portugal"
	h := start(t, map[string]feeds.Source{"crm": source})
	if r := h.run("crm"); r.Added != 3 || r.Listed != 3 {
		t.Fatalf("first run: %+v", r)
	}
	p := h.byReference("REF-k001")
	if p.ID < FirstID || p.Link != "/properties/villa-in-marbella-ref-k001/" || p.Title[i18n.LangES] != "Villa en Marbella" || p.Description[i18n.LangEN] != "<p>A villa.</p>" ||
		!slices.Equal(p.Offers, []int{3}) || !slices.Equal(p.Types, []int{15}) || p.Province != 636 || p.Origin.Key != "k001" || p.Origin.System != "crm" {
		t.Errorf("%+v", p)
	}
	if p.Country != "PT" {
		t.Errorf("country = %q", p.Country)
	}
	generation := h.store.Generation()
	if r := h.run("crm"); r.Unchanged != 3 || h.store.Generation() != generation {
		t.Errorf("second run: %+v, generation %d → %d", r, generation, h.store.Generation())
	}
	// The date of the source alone is no change: exporters write today's.
	source.listings[1].Modified = time.Now()
	if r := h.run("crm"); r.Unchanged != 3 {
		t.Errorf("another date: %+v", r)
	}
	source.listings[1].Price = 900_000
	source.listings[1].Type = "Apartment"
	if r := h.run("crm"); r.Changed != 1 {
		t.Errorf("changed: %+v", r)
	}
	after := h.byReference("REF-k001")
	if after.ID != p.ID || after.Link != p.Link || after.Price.Amount != 900_000 || !after.Date.Equal(p.Date) || !after.Modified.After(p.Modified) {
		t.Errorf("after the change: %+v", after)
	}
}

func TestARemovedListingIsGoneAndKeepsItsNumber(t *testing.T) {
	source := &list{listings: villas(40)}
	h := start(t, map[string]feeds.Source{"crm": source})
	h.run("crm")
	p := h.byReference("REF-k039")
	source.listings = source.listings[:39]
	if r := h.run("crm"); r.Removed != 1 || h.count() != 39 {
		t.Fatalf("removal: %+v, %d left", r, h.count())
	}
	if ref, err := h.store.Withdrawn(t.Context(), p.Link); err != nil || ref.ID != p.ID {
		t.Errorf("withdrawn = %v, %v: the link does not answer 410", ref, err)
	}
	source.listings = villas(40)
	if r := h.run("crm"); r.Added != 1 {
		t.Errorf("return: %+v", r)
	}
	if back := h.byReference("REF-k039"); back == nil || back.ID != p.ID || back.Link != p.Link {
		t.Errorf("after its return: %+v", back)
	}
	if _, err := h.store.Withdrawn(t.Context(), p.Link); !content.IsNotFound(err) {
		t.Errorf("it is still withdrawn: %v", err)
	}
}

func TestALargeRemovalIsHeldBack(t *testing.T) {
	source := &list{listings: villas(100)}
	h := start(t, map[string]feeds.Source{"crm": source})
	h.run("crm")
	for _, left := range []int{0, 70} {
		source.listings = villas(left)
		r := h.run("crm")
		if r.Held != 100-left || r.Removed != 0 || h.count() != 100 {
			t.Errorf("%d of 100 listed: %+v, %d left", left, r, h.count())
		}
	}
	status, err := h.engine.Status(t.Context())
	if err != nil || status[0].Alarm == nil || status[0].Alarm.Missing != 30 || status[0].Properties != 100 {
		t.Fatalf("status %+v, %v", status, err)
	}
	if ok, err := h.engine.Accept(t.Context(), "crm"); !ok || err != nil {
		t.Fatal(ok, err)
	}
	source.listings = villas(50) // more than was accepted
	if r := h.run("crm"); r.Held != 50 || h.count() != 100 {
		t.Errorf("more than accepted: %+v", r)
	}
	if _, err := h.engine.Accept(t.Context(), "crm"); err != nil {
		t.Fatal(err)
	}
	if r := h.run("crm"); r.Removed != 50 || h.count() != 50 {
		t.Errorf("accepted: %+v", r)
	}
	if status, _ := h.engine.Status(t.Context()); status[0].Alarm != nil {
		t.Errorf("the alarm is still raised: %+v", status[0].Alarm)
	}
}

// An explicit 0 is a limit, not the default.
func TestWithoutAShareEveryRemovalIsHeldBack(t *testing.T) {
	source := &list{listings: villas(100)}
	h := start(t, map[string]feeds.Source{"crm": source}, func(c *Config) { c.Feeds[0].MaxRemoved = new(0.0) })
	h.run("crm")
	source.listings = villas(99)
	if r := h.run("crm"); r.Held != 1 || h.count() != 100 {
		t.Errorf("99 of 100 listed: %+v, %d left", r, h.count())
	}
	if ok, err := h.engine.Accept(t.Context(), "crm"); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if r := h.run("crm"); r.Removed != 1 || h.count() != 99 {
		t.Errorf("accepted: %+v, %d left", r, h.count())
	}
}

// Another process accepts while the site reads the feed.
func TestAnAcceptanceDuringARunHolds(t *testing.T) {
	source := &list{listings: villas(100)}
	h := start(t, map[string]feeds.Source{"crm": source})
	h.run("crm")
	source.listings = villas(70)
	h.run("crm")
	source.during = func() {
		if held, err := h.engine.Accept(t.Context(), "crm"); !held || err != nil {
			t.Error(held, err)
		}
	}
	if r := h.run("crm"); r.Held != 30 {
		t.Errorf("the run before the acceptance: %+v", r)
	}
	source.during = nil
	if r := h.run("crm"); r.Removed != 30 || h.count() != 70 {
		t.Errorf("the run after it: %+v, %d left", r, h.count())
	}
}

func TestAFailedRunRemovesNothing(t *testing.T) {
	source := &list{listings: villas(100)}
	h := start(t, map[string]feeds.Source{"crm": source})
	h.run("crm")
	source.listings, source.err = append(villas(97), villa("new")), feeds.ErrIncomplete
	report, err := h.engine.Run(t.Context(), "crm", Options{})
	if !errors.Is(err, feeds.ErrIncomplete) || report.Added != 1 || h.count() != 101 {
		t.Errorf("%v, %+v, %d properties", err, report, h.count())
	}
	status, _ := h.engine.Status(t.Context())
	if status[0].Failures != 1 || status[0].Error == "" {
		t.Errorf("status %+v", status[0])
	}
}

func TestLockedFieldsAreTheEditors(t *testing.T) {
	source := &list{listings: villas(1)}
	h := start(t, map[string]feeds.Source{"crm": source})
	h.run("crm")
	edited := *h.byReference("REF-k000")
	edited.Title, edited.Locks = i18n.Text{"en": "The house on the hill"}, []string{"title", "bedrooms", "energy"}
	edited.Bedrooms = 7
	h.put(&edited)
	source.listings[0].Price, source.listings[0].Bedrooms, source.listings[0].Consumption = 950_000, 5, "D"
	source.listings[0].Titles = i18n.Text{"en": "Villa", "es": "Villa"}
	if r := h.run("crm"); r.Changed != 1 {
		t.Fatalf("%+v", r)
	}
	p := h.byReference("REF-k000")
	if p.Title[i18n.LangEN] != "The house on the hill" || p.Title[i18n.LangES] != "" || p.Bedrooms != 7 || p.Energy != nil || p.Price.Amount != 950_000 || len(p.Locks) != 3 {
		t.Errorf("%+v", p)
	}
	hidden := *p
	hidden.Status = content.StatusDraft
	h.put(&hidden)
	source.listings[0].Price = 940_000
	h.run("crm")
	if h.byReference("REF-k000") != nil {
		t.Error("the feed has published what an editor took off the site")
	}
}

func TestTheSamePropertyOfTwoFeedsIsOne(t *testing.T) {
	mark := strings.Repeat("1", 20)
	first := &list{listings: []feeds.Listing{villa("a"), villa("b", func(l *feeds.Listing) { l.Cadastral = mark }), villa("c")}}
	second := &list{listings: []feeds.Listing{
		villa("x", func(l *feeds.Listing) { l.References = []string{"ref-a"} }),
		villa("y", func(l *feeds.Listing) { l.Cadastral = mark }),
		villa("z", func(l *feeds.Listing) {
			l.References, l.Point = []string{"REF-c"}, &feeds.Point{Lat: 40.4, Lng: -3.7}
		}),
		villa("w", func(l *feeds.Listing) { l.Point, l.Price = &feeds.Point{Lat: 36.51, Lng: -4.88}, 1_005_000 }),
	}}
	first.listings[2].Point = &feeds.Point{Lat: 36.51, Lng: -4.885}
	h := start(t, map[string]feeds.Source{"crm": first, "mls": second})
	h.run("crm")
	r := h.run("mls")
	if r.Linked != 2 || r.Added != 2 || h.count() != 5 {
		t.Fatalf("%+v, %d properties", r, h.count())
	}
	var proposed []string
	for _, same := range r.Same {
		proposed = append(proposed, same.Key+" "+same.Other)
	}
	if !slices.Equal(proposed, []string{"z REF-c", "w REF-c"}) {
		t.Errorf("proposed: %+v", r.Same)
	}
	before := h.byReference("REF-a")
	// The owner gives it up: the other feed continues the same property.
	first.listings = append(first.listings[1:], villas(30)...)
	if r := h.run("crm"); r.Removed != 1 {
		t.Fatalf("%+v", r)
	}
	second.listings[0].Price = 777_000
	h.run("mls")
	var after *content.Property
	if entity, err := h.store.ByID(t.Context(), i18n.LangEN, "properties", before.ID, ""); err == nil {
		after = entity.(*content.Property)
	}
	if after == nil || after.Link != before.Link || after.Origin.System != "mls" || after.Price.Amount != 777_000 {
		t.Errorf("after: %+v", after)
	}
}

func TestAPropertyOfTheAgencyIsAdoptedWithItsWords(t *testing.T) {
	own := &content.Property{
		Head:      content.Head{ID: 12, Type: content.TypeProperty, Slug: "our-villa", Link: "/properties/our-villa/", Status: content.StatusPublish},
		Reference: "ref-k000", Title: i18n.Text{"en": "Our villa"}, Price: content.Price{Amount: 1}, Bedrooms: 9,
	}
	for _, adopt := range []bool{true, false} {
		h := start(t, map[string]feeds.Source{"crm": &list{listings: villas(2)}}, func(c *Config) { c.Adopt = adopt })
		h.put(own)
		r := h.run("crm")
		entity, err := h.store.ByID(t.Context(), i18n.LangEN, "properties", 12, "")
		if err != nil || h.count() != 2 {
			t.Fatalf("%v, %d properties", err, h.count())
		}
		p := entity.(*content.Property)
		if p.Title[i18n.LangEN] != "Our villa" || p.Link != "/properties/our-villa/" || p.Bedrooms != 9 {
			t.Errorf("adopt %v: %+v", adopt, p)
		}
		if adopt && (p.Price.Amount != 1_000_000 || p.BuiltSize != 300 || p.Origin == nil) {
			t.Errorf("not adopted: %+v", p)
		}
		if !adopt && (r.Linked != 1 || p.Price.Amount != 1 || p.Origin != nil) {
			t.Errorf("a property of WordPress was written: %+v, %+v", r, p)
		}
	}
}

func TestPricesOfAFeedAreEuros(t *testing.T) {
	source := &list{listings: villas(3)}
	source.listings[0].Currency, source.listings[0].Price, source.listings[0].Previous = "GBP", 500_000, 600_000
	source.listings[1].Currency, source.listings[1].Price = "USD", 700_000
	source.listings[2].Currency, source.listings[2].Price = "EUR", 800_000
	h := start(t, map[string]feeds.Source{"crm": source}, func(c *Config) { c.Rates = map[string]float64{"GBP": 1.2} })
	check := func(r Report, want map[string]int, unpriced int) {
		t.Helper()
		for reference, amount := range want {
			if p := h.byReference(reference); p.Price.Amount != amount || p.Price.Currency != "EUR" {
				t.Errorf("%s: %+v, want %d euros", reference, p.Price, amount)
			}
		}
		if len(r.Problems) != unpriced {
			t.Errorf("problems %+v, want %d", r.Problems, unpriced)
		}
	}
	check(h.run("crm"), map[string]int{"REF-k000": 600_000, "REF-k001": 0, "REF-k002": 800_000}, 1)
	if previous := h.byReference("REF-k000").Price.Previous; previous != 720_000 {
		t.Errorf("previous price %d", previous)
	}
	h.config.Rates = map[string]float64{"GBP": 1.1, "USD": 0.9}
	h.open()
	check(h.run("crm"), map[string]int{"REF-k000": 550_000, "REF-k001": 630_000, "REF-k002": 800_000}, 0)
}

func TestUnknownWordsAreListedAndMapped(t *testing.T) {
	source := &list{listings: villas(2)}
	source.listings[0].Type, source.listings[0].Town, source.listings[0].Features = "Igloo", "Nowhere", []string{"Sea views", "Moat", "Piscina privada"}
	h := start(t, map[string]feeds.Source{"crm": source})
	r := h.run("crm")
	if r.Added != 2 || r.Unknown["type"]["Igloo"] != 1 || r.Unknown["place"]["Nowhere"] != 1 || r.Unknown["feature"]["Moat"] != 1 || len(r.Unknown["feature"]) != 1 {
		t.Fatalf("%+v", r)
	}
	p := h.byReference("REF-k000")
	if len(p.Types) != 0 || p.Province != 6 || !slices.Equal(p.Features, []string{"sea_views", "private_pool"}) {
		t.Errorf("%+v", p)
	}
	h.run("crm") // maps nothing, since nothing changed
	if status, err := h.engine.Status(t.Context()); err != nil || status[0].Report.Unknown["feature"]["Moat"] != 1 || status[0].Report.Unknown["type"]["Igloo"] != 1 {
		t.Errorf("a further run forgets the words: %+v, %v", status[0].Report.Unknown, err)
	}
	table := "kind;term;means;en;es\ntype;igloo;unique-buildings;Igloo;Iglú\nplace;Nowhere;marbella\nfeature;Moat;-\nfeature;undecided;\n"
	if err := os.WriteFile(h.config.Terms, []byte(table), 0o600); err != nil {
		t.Fatal(err)
	}
	r = h.run("crm")
	if r.Changed != 1 || len(r.Unknown) != 0 {
		t.Errorf("with the table: %+v", r)
	}
	if p := h.byReference("REF-k000"); !slices.Equal(p.Types, []int{158}) || p.Province != 636 || p.Title[i18n.LangES] != "Iglú en Nowhere" {
		t.Errorf("%+v", p)
	}
}

func TestAPreviewChangesNothing(t *testing.T) {
	source := &list{listings: villas(30)}
	h := start(t, map[string]feeds.Source{"crm": source})
	h.run("crm")
	generation := h.store.Generation()
	source.listings = append(source.listings[1:], villa("new"))
	source.listings[0].Price = 950_000
	report, err := h.engine.Run(t.Context(), "crm", Options{Preview: true})
	if err != nil || report.Added != 1 || report.Changed != 1 || report.Removed != 1 || h.store.Generation() != generation {
		t.Fatalf("%+v, %v", report, err)
	}
	var changes []string
	for _, c := range report.Changes {
		changes = append(changes, c.Action+" "+c.Key+" "+strings.Join(c.Fields, ","))
	}
	if !slices.Equal(changes, []string{"change k001 price", "add new ", "remove k000 "}) {
		t.Errorf("%q", changes)
	}
	if r := h.run("crm"); r.Added != 1 || r.Changed != 1 || r.Removed != 1 {
		t.Errorf("the run after: %+v", r)
	}
}

func TestOnlyWhatIsWantedComesIn(t *testing.T) {
	source := &list{listings: []feeds.Listing{
		villa("cheap", func(l *feeds.Listing) { l.Price = 10 }), villa("rent", func(l *feeds.Listing) { l.Mode = feeds.ModeMonth }),
		villa("far", func(l *feeds.Listing) { l.Town = "Madrid" }), villa("shared", func(l *feeds.Listing) { l.Shared = true }), villa("good"),
	}}
	h := start(t, map[string]feeds.Source{"crm": source}, func(c *Config) {
		f := &c.Feeds[0]
		f.OwnOnly, f.Modes, f.MinPrice, f.Towns, f.Exact = true, []feeds.Mode{feeds.ModeSale}, 100, []string{"marbella"}, true
	})
	if r := h.run("crm"); r.Added != 1 || r.Unwanted != 4 || h.byReference("REF-good") == nil {
		t.Errorf("%+v", r)
	}
}

func TestASharedPositionIsNeverExact(t *testing.T) {
	at := func(l *feeds.Listing) { l.Point = &feeds.Point{Lat: 36.51, Lng: -4.88} }
	source := &list{listings: []feeds.Listing{villa("own", at), villa("other", at, func(l *feeds.Listing) { l.Shared = true })}}
	h := start(t, map[string]feeds.Source{"mls": source}, func(c *Config) { c.Feeds[0].Exact = true })
	h.run("mls")
	if p := h.byReference("REF-own"); p.Location.Precision != content.PrecisionExact || !p.Own() {
		t.Errorf("own: %+v", p.Location)
	}
	if p := h.byReference("REF-other"); p.Location.Precision == content.PrecisionExact || p.Own() {
		t.Errorf("shared: %+v, own %v", p.Location, p.Own())
	}
}

func TestPicturesAreFetchedOnce(t *testing.T) {
	var requests atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		if strings.Contains(r.URL.Path, "missing") {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "image/jpeg")
		_ = jpeg.Encode(w, image.NewGray(image.Rect(0, 0, 40, 30)), nil)
	}))
	defer server.Close()
	source := &list{listings: villas(2)}
	picture := func(name string, plan bool) feeds.Picture {
		return feeds.Picture{URL: server.URL + "/" + name, Plan: plan}
	}
	source.listings[0].Pictures = []feeds.Picture{picture("a.jpg", false), picture("b.jpg", false), picture("plan.jpg", true)}
	source.listings[1].Pictures = []feeds.Picture{picture("missing.jpg", false), picture("c.jpg", false)}
	h := start(t, map[string]feeds.Source{"crm": source}, func(c *Config) {
		c.Feeds[0].NoPictures, c.Feeds[0].PrivateHost = false, []string{strings.TrimPrefix(server.URL, "http://")}
	})
	if r := h.run("crm"); r.Pictures != 4 || r.Waiting != 1 {
		t.Fatalf("%+v", r)
	}
	p := h.byReference("REF-k000")
	if len(p.Gallery) != 2 || len(p.Plans) != 1 || p.Featured == nil || p.Gallery[0].Width != 40 || p.Plans[0].Label != content.ImagePlan {
		t.Fatalf("%+v", p)
	}
	if _, err := os.Stat(filepath.Join(h.config.Originals, strings.TrimPrefix(p.Gallery[0].URL, "/media/"))); err != nil {
		t.Error(err)
	}
	if p := h.byReference("REF-k001"); len(p.Gallery) != 1 {
		t.Errorf("a picture that is missing costs the others: %+v", p.Gallery)
	}
	fetched := requests.Load()
	first := p.Gallery[0].URL
	source.listings[0].Pictures[0], source.listings[0].Pictures[1] = source.listings[0].Pictures[1], source.listings[0].Pictures[0]
	for range maxTries + 2 {
		h.run("crm")
	}
	if p := h.byReference("REF-k000"); p.Gallery[1].URL != first {
		t.Error("another order of pictures is not taken over")
	}
	if n := requests.Load() - fetched; n > maxTries {
		t.Errorf("%d further requests, want at most %d for the missing picture", n, maxTries)
	}
}

func TestARestoredStoreContinues(t *testing.T) {
	source := &list{listings: villas(5)}
	h := start(t, map[string]feeds.Source{"crm": source})
	h.run("crm")
	p := h.byReference("REF-k003")
	notes, err := h.store.Notes(t.Context(), "feed/")
	if err != nil {
		t.Fatal(err)
	}
	err = h.store.Write(t.Context(), func(b *store.Batch) error { // an export has no notes
		for name := range notes {
			if err := b.PutNote("feed/"+name, ""); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	h.run("crm")
	if after := h.byReference("REF-k003"); h.count() != 5 || after.ID != p.ID || after.Link != p.Link {
		t.Errorf("%d properties, %+v", h.count(), after)
	}
}

func TestTwoProcessesMakeNoSecondProperty(t *testing.T) {
	source := &list{listings: villas(3)}
	h := start(t, map[string]feeds.Source{"crm": source})
	other, err := New(h.config, h.store)
	if err != nil {
		t.Fatal(err)
	}
	h.engine.cfg.Feeds[0].Source = sourceFunc(func(sink feeds.Sink) error {
		if _, err := other.Run(t.Context(), "crm", Options{}); err != nil { // meanwhile
			return err
		}
		l := villa("k000")
		return sink.Listing(&l, "")
	})
	other.cfg.Feeds = slices.Clone(other.cfg.Feeds)
	other.cfg.Feeds[0].Source = source
	if _, err := h.engine.Run(t.Context(), "crm", Options{}); !errors.Is(err, errConflict) {
		t.Errorf("error = %v, want errConflict", err)
	}
	if h.count() != 3 {
		t.Errorf("%d properties, want 3", h.count())
	}
}

// The numbers of new properties are one sequence of all feeds.
func TestTwoProcessesGiveNoNumberTwice(t *testing.T) {
	h := start(t, map[string]feeds.Source{"crm": nil, "mls": &list{listings: villas(1)}})
	other, err := New(h.config, h.store)
	if err != nil {
		t.Fatal(err)
	}
	h.engine.cfg.Feeds = slices.Clone(h.engine.cfg.Feeds)
	h.engine.cfg.Feeds[0].Source = sourceFunc(func(sink feeds.Sink) error {
		for n := range batchSize + 1 { // the first batch is committed before the last listing
			if n == batchSize {
				if _, err := other.Run(t.Context(), "mls", Options{}); err != nil { // meanwhile
					return err
				}
			}
			l := villa(fmt.Sprintf("c%03d", n))
			if err := sink.Listing(&l, ""); err != nil {
				return err
			}
		}
		return nil
	})
	if _, err := h.engine.Run(t.Context(), "crm", Options{}); !errors.Is(err, errConflict) {
		t.Errorf("error = %v, want errConflict", err)
	}
	if h.byReference("REF-k000") == nil {
		t.Error("the property of the other process is lost")
	}
	h.run("crm")
	if h.count() != batchSize+2 {
		t.Errorf("%d properties, want %d", h.count(), batchSize+2)
	}
}

type sourceFunc func(feeds.Sink) error

func (f sourceFunc) Read(_ context.Context, _ feeds.Run, sink feeds.Sink) (feeds.Result, error) {
	return feeds.Result{Complete: true}, f(sink)
}

// development is the only development of the store.
func (h *harness) development() *content.Development {
	h.t.Helper()
	stamps, err := h.store.Stamps(h.t.Context(), content.TypeDevelopment)
	if err != nil || len(stamps) != 1 {
		h.t.Fatal(stamps, err)
	}
	entity, err := h.store.ByID(h.t.Context(), i18n.LangEN, "developments", stamps[0].ID, "")
	if err != nil {
		h.t.Fatal(err)
	}
	return entity.(*content.Development)
}

func TestDevelopmentsAreDevelopments(t *testing.T) {
	source := &list{listings: []feeds.Listing{villa("d", func(l *feeds.Listing) { l.Development, l.PriceTo = true, 2_000_000 })}}
	h := start(t, map[string]feeds.Source{"mls": source})
	h.run("mls")
	if d := h.development(); d.Price.From != 1_000_000 || d.Price.To != 2_000_000 || d.Link != "/developments/villa-in-marbella-ref-d/" {
		t.Errorf("%+v", d)
	}
	if r := h.run("mls"); r.Unchanged != 1 {
		t.Errorf("second run: %+v", r)
	}
}

func TestDevelopmentIsSoldWhileItsFeedSaysSo(t *testing.T) {
	source := &list{}
	h := start(t, map[string]feeds.Source{"mls": source})
	for _, step := range []struct {
		status string
		sold   bool
	}{{feeds.StatusAvailable, false}, {feeds.StatusSold, true}, {"", true}, {feeds.StatusAvailable, false}} {
		source.listings = []feeds.Listing{villa("d", func(l *feeds.Listing) { l.Development, l.Status = true, step.status })}
		h.run("mls")
		if got := slices.Contains(h.development().Badges, content.BadgeSold); got != step.sold {
			t.Errorf("with status %q it is sold: %v, want %v", step.status, got, step.sold)
		}
	}
}

func TestFeaturesAreKeysOfTheListOfFeatures(t *testing.T) {
	source := &list{listings: []feeds.Listing{villa("a", func(l *feeds.Listing) { l.Features = []string{"Sea views", "Vistas al mar", "underfloor heating"} })}}
	h := start(t, map[string]feeds.Source{"crm": source})
	h.run("crm")
	if got := h.byReference("REF-a").Features; !slices.Equal(got, []string{"sea_views", "underfloor_heating"}) {
		t.Errorf("features %q", got)
	}
}

// TestWordsOfAFeedAreNoFormulas: a spreadsheet must not run a word, and the table must find it again.
func TestWordsOfAFeedAreNoFormulas(t *testing.T) {
	for _, word := range []string{`=HYPERLINK("https://evil.example";"x")`, "+34", "-1", "@SUM(A1)", "\tx", "'=1", "''-2", "-", "'", "Villa", "d'Or", ""} {
		quoted := QuoteFormula(word)
		if word != "-" && quoted != "" && strings.ContainsRune("=+-@\t\r", rune(quoted[0])) {
			t.Errorf("%q stays a formula", word)
		}
		if got := unquoteFormula(quoted); got != word {
			t.Errorf("%q is read as %q", word, got)
		}
	}
	word := `=Moat "x"`
	source := &list{listings: villas(1)}
	source.listings[0].Features = []string{word}
	h := start(t, map[string]feeds.Source{"crm": source})
	if r := h.run("crm"); r.Unknown["feature"][word] != 1 {
		t.Fatalf("%+v", r)
	}
	table := "kind;term;means\nfeature;\"" + strings.ReplaceAll(QuoteFormula(word), `"`, `""`) + "\";pool\n"
	if err := os.WriteFile(h.config.Terms, []byte(table), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := h.run("crm"); len(r.Unknown) != 0 || !slices.Equal(h.byReference("REF-k000").Features, []string{"pool"}) {
		t.Errorf("%+v", r)
	}
}

// TestPictureHostsMustBePublic: a feed cannot make the server ask a private address or use http, unless
// the host is in private_hosts.
func TestPictureHostsMustBePublic(t *testing.T) {
	var requests atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests.Add(1)
		_ = jpeg.Encode(w, image.NewGray(image.Rect(0, 0, 4, 3)), nil)
	}))
	defer server.Close()
	private := httptest.NewTLSServer(server.Config.Handler)
	defer private.Close()
	source := &list{listings: villas(1)}
	source.listings[0].Pictures = []feeds.Picture{
		{URL: server.URL + "/a.jpg"}, {URL: private.URL + "/b.jpg"}, {URL: strings.Replace(server.URL, "127.0.0.1", "[::ffff:127.0.0.1]", 1) + "/c.jpg"}, {URL: "file:///etc/passwd"},
	}
	h := start(t, map[string]feeds.Source{"crm": source}, func(c *Config) { c.Feeds[0].NoPictures = false })
	r := h.run("crm")
	if requests.Load() != 0 || r.Pictures != 0 || r.Waiting != 4 || len(r.Problems) != 4 {
		t.Errorf("%d requests, %+v", requests.Load(), r)
	}
	if p := h.byReference("REF-k000"); p == nil || len(p.Gallery) != 0 {
		t.Errorf("without its pictures the property is not published: %+v", p)
	}
}

func TestEditDuringAFeedRunStays(t *testing.T) {
	source := &list{listings: []feeds.Listing{villa("k1")}}
	var hook func()
	h := start(t, map[string]feeds.Source{"crm": source}, func(c *Config) {
		c.Now = func() time.Time {
			if run := hook; run != nil {
				hook = nil
				run()
			}
			return time.Now()
		}
	})
	h.run("crm")
	id := h.byReference("REF-k1").ID
	source.listings[0].Bedrooms = 5 // a change at the source
	calls := 0
	var edit func()
	edit = func() { // the second call of the clock comes after the run has read the stored property
		if calls++; calls < 2 {
			hook = edit
			return
		}
		before, err := h.store.ByID(t.Context(), i18n.LangEN, "properties", id, "")
		if err != nil {
			t.Fatal(err)
		}
		p := *before.(*content.Property)
		p.Title, p.Locks = i18n.Text{i18n.LangEN: "Editor's title"}, []string{"title"}
		h.put(&p)
	}
	hook = edit
	h.run("crm")
	p := h.byReference("REF-k1")
	if calls != 2 || p.Title[i18n.LangEN] != "Editor's title" || !slices.Contains(p.Locks, "title") {
		t.Errorf("the editor's title is lost: %q, locks %v (%d calls)", p.Title[i18n.LangEN], p.Locks, calls)
	}
	if p.Bedrooms != 5 {
		t.Errorf("the change of the feed is lost: %d bedrooms", p.Bedrooms)
	}
}

func TestAnEditedPropertyIsKeptWhenItsListingVanishes(t *testing.T) {
	source := &list{listings: []feeds.Listing{villa("k1"), villa("k2"), villa("k3"), villa("k4")}}
	h := start(t, map[string]feeds.Source{"crm": source})
	h.run("crm")
	locked := *h.byReference("REF-k1")
	locked.Title, locked.Locks = i18n.Text{i18n.LangEN: "Editor's title"}, []string{"title", "description", "status"}
	edited := *h.byReference("REF-k2") // without a lock
	edited.Description = i18n.Text{i18n.LangEN: "Editor's text"}
	h.put(&locked, &edited)
	untouched := h.byReference("REF-k3").ID
	all := source.listings
	source.listings = all[3:]
	if r := h.run("crm"); r.Removed != 3 {
		t.Fatalf("%d removed, want 3", r.Removed)
	}
	for _, before := range []content.Property{locked, edited} {
		entity, err := h.store.ByID(t.Context(), i18n.LangEN, "properties", before.ID, "")
		if err != nil {
			t.Errorf("%s is deleted with the editor's texts: %v", before.Reference, err)
			continue
		}
		p := entity.(*content.Property)
		if p.State() != content.AvailabilityWithdrawn || p.Title[i18n.LangEN] != before.Title[i18n.LangEN] {
			t.Errorf("%s: %+v, %v, want the editor's texts, withdrawn", p.Reference, p.State(), p.Title)
		}
	}
	if _, err := h.store.ByID(t.Context(), i18n.LangEN, "properties", untouched, ""); !content.IsNotFound(err) {
		t.Errorf("a property that nobody edited is kept: %v", err)
	}
	if left := h.left(t); !slices.Equal(left, []string{"REF-k1", "REF-k2"}) {
		t.Errorf("the status of the feed names %v, want both edited properties", left)
	}
	source.listings = all // it is offered again
	h.run("crm")
	if left := h.left(t); len(left) > 0 {
		t.Errorf("the status of the feed names %v after their return", left)
	}
	if p := h.byReference("REF-k1"); p.ID != locked.ID || p.State() != content.UnitAvailable || p.Title[i18n.LangEN] != "Editor's title" {
		t.Errorf("after its return: %d, %v, %v", p.ID, p.State(), p.Title)
	}
}

// left are the references of the withdrawn properties that the status of the feeds names.
func (h *harness) left(t *testing.T) (references []string) {
	t.Helper()
	list, err := h.engine.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, status := range list {
		for _, p := range status.Report.Problems {
			if strings.Contains(p.Reason, "a person has edited it") {
				references = append(references, p.Value)
			}
		}
	}
	slices.Sort(references)
	return references
}
