package store_test

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/store"
	"estate/internal/tests/storetest"
)

// testProperty returns a property of about two kilobytes.
func testProperty(id int) *content.Property {
	ref := fmt.Sprintf("ZR-%dP", id)
	text := "A bright home above the bay, with terraces on three sides, a heated pool and a garden that needs little water. "
	p := &content.Property{
		Head: content.Head{
			ID: id, Type: content.TypeProperty, Slug: fmt.Sprintf("villa-in-marbella-%d", id), Status: content.StatusPublish,
			Date: time.Unix(1_600_000_000+int64(id)*60, 0).UTC(), Modified: time.Unix(1_700_000_000+int64(id)*61, 0).UTC(),
			Link: fmt.Sprintf("/properties/villa-in-marbella-%d/", id),
		},
		Reference:   ref,
		Title:       i18n.Text{"en": "Villa in Marbella " + ref, "es": "Villa en Marbella " + ref},
		Description: i18n.Text{"en": text + text + text, "es": text + text + text},
		Price:       content.Price{Amount: 500_000 + id%9_000_000, Currency: "EUR", Mode: content.PriceSale},
		Bedrooms:    2 + id%6, Bathrooms: 1 + id%5, PlotSize: 900, BuiltSize: 320, TerraceSize: 60,
		Features: []string{"pool", "garden", "sea-views"},
		Placing: content.Placing{
			Offers: []int{3}, Types: []int{15}, Province: 636, City: 7000 + id%20, Categories: []int{id % 4},
			Collections: []string{"beachfront"},
		},
		Location: &content.GeoPoint{Lat: 36.5, Lng: -4.9, Precision: "area"},
		Agent:    1 + id%5,
	}
	for i := range 4 {
		p.Gallery = append(p.Gallery, content.Image{URL: fmt.Sprintf("/media/villa-%d.jpg", i), Width: 1600, Height: 1067, Alt: i18n.Text{"en": "Terrace", "es": "Terraza"}})
	}
	p.Featured = &p.Gallery[0]
	return p
}

func fill(tb testing.TB, s *store.Store, from, to int) {
	tb.Helper()
	for from < to {
		end := min(from+5000, to)
		err := s.Write(tb.Context(), func(b *store.Batch) error {
			for id := from; id < end; id++ {
				if err := b.Put(testProperty(id)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			tb.Fatal(err)
		}
		from = end
	}
}

// TestThroughput writes and streams ESTATE_STORE_PROPERTIES properties and prints the rates.
func TestThroughput(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("ESTATE_STORE_PROPERTIES"))
	if n == 0 {
		t.Skip("set ESTATE_STORE_PROPERTIES to a number of properties to measure")
	}
	at := storetest.Config(t)
	s, err := store.Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { s.Close() }()
	began := time.Now()
	fill(t, s, 1, n+1)
	report(t, "written", n, began)
	began = time.Now()
	rows := 0
	for _, err := range s.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		rows++
	}
	report(t, "streamed", rows, began)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	began = time.Now()
	if s, err = store.Open(t.Context(), at); err != nil {
		t.Fatal(err)
	}
	t.Logf("opened again in %v", time.Since(began).Round(time.Microsecond))
	for _, lookUp := range []struct {
		what string
		do   func() error
	}{
		{"a slug", func() error { _, err := s.BySlug(t.Context(), "en", "properties", "villa-in-marbella-77"); return err }},
		{"a reference", func() error { _, err := s.Reference(t.Context(), "en", search.KindProperties, "zr-78p"); return err }},
		{"first page of the archive", func() error {
			_, err := s.Archive(t.Context(), "en", content.ArchiveQuery{Endpoint: "properties"})
			return err
		}},
	} {
		for _, turn := range []string{"first", "second"} {
			began = time.Now()
			if err := lookUp.do(); err != nil {
				t.Fatal(err)
			}
			t.Logf("%s, the %s time: %v", lookUp.what, turn, time.Since(began).Round(time.Microsecond))
		}
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	if info, err := os.Stat(at.Path); err == nil {
		t.Logf("%.0f bytes a property on disk", float64(info.Size())/float64(n))
	}
	t.Logf("%d MB of memory", memory.Sys>>20)
}

func report(t *testing.T, what string, n int, began time.Time) {
	took := time.Since(began)
	t.Logf("%d properties %s in %v: %.0f a second", n, what, took.Round(time.Millisecond), float64(n)/took.Seconds())
}

type fixedSearcher []int

func (f fixedSearcher) Search(context.Context, search.Filter) (search.Result, error) {
	return search.Result{IDs: f, Total: len(f), TotalPages: 1}, nil
}

func BenchmarkListing(b *testing.B) {
	for _, bench := range []struct {
		name  string
		cache int
	}{{"cached", 0}, {"uncached", 1}} {
		b.Run(bench.name, func(b *testing.B) {
			s, err := store.Open(b.Context(), withCache(storetest.Config(b), bench.cache))
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			fill(b, s, 1, 2001)
			var ids fixedSearcher
			for i := range 24 {
				ids = append(ids, 1+i*83)
			}
			s.UseSearcher(ids)
			for b.Loop() {
				list, err := s.Properties(b.Context(), "en", search.Filter{})
				if err != nil || len(list.Items) != 24 {
					b.Fatal(len(list.Items), err)
				}
			}
		})
	}
}

func withCache(cfg store.Config, bytes int) store.Config {
	cfg.CacheBytes = bytes
	return cfg
}
