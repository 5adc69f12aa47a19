package compose_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/site/compose"
	"estate/internal/site/view"
	"estate/internal/store"
)

// TestFactsOfBuyersAreShown: fees, year, orientation and floor in both languages, the tour and the information sheet.
func TestFactsOfBuyersAreShown(t *testing.T) {
	h := newHarness(t, nil)
	for link, want := range map[string]map[view.FactKey]string{
		"/properties/villa-azul/": {
			view.FactCommunityFee: "3.600 € a year", view.FactIBI: "1.850 € a year", view.FactWasteTax: "180 € a year", view.FactBuiltYear: "2004",
			view.FactOrientation: "South-west", view.FactFloor: "3", view.FactTenure: "Leasehold", view.FactUsableSize: "190 m²", view.FactAddress: "Calle Ancha, 29602",
		},
		"/es/properties/villa-azul/": {view.FactCommunityFee: "3.600 € al año", view.FactOrientation: "Suroeste", view.FactTenure: "Derecho de superficie"},
	} {
		section := find[*view.PropertySection](t, h.view(t, link))
		for _, fact := range section.Facts {
			if text, asked := want[fact.Key]; asked && text == fact.Value {
				delete(want, fact.Key)
			}
		}
		if len(want) > 0 {
			t.Errorf("%s: facts %+v lack %v", link, section.Facts, want)
		}
		if len(section.Documents) != 1 || !strings.Contains(section.Documents[0].Text, "2026") {
			t.Errorf("%s: documents = %+v", link, section.Documents)
		}
		if last := section.Videos[len(section.Videos)-1]; !last.Tour {
			t.Errorf("%s: videos = %+v, want a tour", link, section.Videos)
		}
	}
	if badges := find[*view.PropertySection](t, h.view(t, "/es/properties/villa-azul/")).Badges; badges[0].Text != "En negociación" {
		t.Errorf("badges = %+v", badges)
	}
}

// TestPrivateFactsReachNoView: source, locks, notes and what an address hides are in no View.
func TestPrivateFactsReachNoView(t *testing.T) {
	h := newHarness(t, nil)
	for _, link := range []string{"/properties/villa-azul/", "/es/properties/villa-azul/", "/properties/"} {
		v, err := json.Marshal(h.view(t, link))
		if err != nil {
			t.Fatal(err)
		}
		for _, secret := range []string{"R123", "Keys at the office", "By contract", "9872023VH5797S0001WX", "Calle Ancha 12", `"crm"`} {
			if strings.Contains(string(v), secret) {
				t.Errorf("%s tells %s", link, secret)
			}
		}
	}
}

// TestPriceHistoryIsShownWhereItIsOn: reductions with their day, a chart and the table; nothing while the price is on ask.
func TestPriceHistoryIsShownWhereItIsOn(t *testing.T) {
	var st *store.Store
	h := newHarness(t, func(c *compose.Config) {
		c.PriceHistory = func(ctx context.Context, ref content.Ref) ([]content.HistoryEntry, error) {
			return st.History(ctx, ref)
		}
	})
	st = h.store
	if section := find[*view.PropertySection](t, h.view(t, "/properties/villa-azul/")); section.History != nil {
		t.Fatalf("a price that never changed has the history %+v", section.History)
	}
	found, err := st.BySlug(t.Context(), "en", "properties", "villa-azul")
	if err != nil {
		t.Fatal(err)
	}
	p := *found[0].(*content.Property)
	put := func() {
		t.Helper()
		if err := st.Write(t.Context(), func(b *store.Batch) error { return b.Put(&p) }); err != nil {
			t.Fatal(err)
		}
	}
	p.Price.Amount, p.Modified = 1_100_000, p.Modified.AddDate(0, 1, 0)
	put()
	section := find[*view.PropertySection](t, h.view(t, "/properties/villa-azul/"))
	if section.History == nil || len(section.History.Entries) != 2 || section.History.Reduced == "" {
		t.Fatalf("history = %+v", section.History)
	}
	if first := section.History.Entries[0]; first.Price != "1.250.000 €" || first.X != 0 || first.Y != 1 {
		t.Errorf("first = %+v", first)
	}
	if es := find[*view.PropertySection](t, h.view(t, "/es/properties/villa-azul/")).History; !strings.HasPrefix(es.Reduced, "Rebajada el ") {
		t.Errorf("reduced = %q", es.Reduced)
	}
	p.Price.OnAsk = true
	put()
	if section := find[*view.PropertySection](t, h.view(t, "/properties/villa-azul/")); section.History != nil {
		t.Errorf("a price on ask has the history %+v", section.History)
	}
}

// TestUnknownPricesHaveNoWords: a price of the CMS that was not understood is not "Price On Ask".
func TestUnknownPricesHaveNoWords(t *testing.T) {
	h := newHarness(t, nil)
	found, err := h.store.BySlug(t.Context(), "en", "properties", "villa-azul")
	if err != nil {
		t.Fatal(err)
	}
	p := *found[0].(*content.Property)
	for unknown, want := range map[bool]string{true: "", false: "Price On Ask"} {
		p.Price = content.Price{Unknown: unknown, OnAsk: !unknown}
		if err := h.store.Write(t.Context(), func(b *store.Batch) error { return b.Put(&p) }); err != nil {
			t.Fatal(err)
		}
		if got := find[*view.PropertySection](t, h.view(t, "/properties/villa-azul/")).Price.Text; got != want {
			t.Errorf("unknown %v: the page has the price %q, want %q", unknown, got, want)
		}
	}
}
