package compose_test

import (
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/site/view"
	"estate/internal/store"
)

func TestSoldOutDevelopmentsSaySo(t *testing.T) {
	h := newHarness(t, nil)
	found, err := h.store.BySlug(t.Context(), "en", "developments", "golden-terraces")
	if err != nil || len(found) != 1 {
		t.Fatalf("development: %v, %v", found, err)
	}
	development := *found[0].(*content.Development)
	development.Units = []content.Unit{{Name: "A", Price: 500000, Availability: content.UnitSold}, {Name: "B", Availability: content.UnitSold}}
	put := func() {
		if err := h.store.Write(t.Context(), func(b *store.Batch) error { return b.Put(&development) }); err != nil {
			t.Fatal(err)
		}
	}
	put()
	for link, want := range map[string]string{"/developments/golden-terraces/": "Sold", "/es/developments/golden-terraces/": "Vendida"} {
		v := h.view(t, link)
		if got := find[*view.DevelopmentSection](t, v).Price.Text; got != want {
			t.Errorf("%s: price %q, want %q", link, got, want)
		}
		if data := jsonld(v); strings.Contains(data, `"price"`) || strings.Contains(data, "lowPrice") {
			t.Errorf("%s: structured data has a price: %s", link, data)
		}
	}
	for link, want := range map[string]string{"/developments/": "Sold", "/es/developments/": "Vendida"} {
		for _, card := range find[*view.PropertyArchiveSection](t, h.view(t, link)).Cards {
			if card.ID != development.ID {
				continue
			}
			if card.Price.Text != want {
				t.Errorf("%s: price %q on the card, want %q", link, card.Price.Text, want)
			}
			for _, fact := range card.Facts {
				if fact.Key == view.FactUnits {
					t.Errorf("%s: the card offers %s homes", link, fact.Value)
				}
			}
		}
	}
	development.Units[1].Availability = content.UnitReserved
	put()
	if got := find[*view.DevelopmentSection](t, h.view(t, "/developments/golden-terraces/")).Price.Text; got == "Sold" {
		t.Error("a development with a reserved unit is not sold out")
	}
	development.Units = append(development.Units, content.Unit{Name: "C"}, content.Unit{Name: "D", Availability: content.UnitAvailable})
	put()
	for _, fact := range find[*view.DevelopmentSection](t, h.view(t, "/developments/golden-terraces/")).Facts {
		if fact.Key == view.FactUnits && fact.Value != "2" {
			t.Errorf("%s available homes, want 2 of 4 units", fact.Value)
		}
	}
}
