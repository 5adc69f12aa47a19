package compose_test

import (
	"encoding/json"
	"testing"

	"estate/internal/content"
	"estate/internal/store"
	"estate/internal/tests/contenttest"
)

// notShown are the fields of a property that visitors do not see on its page, with the reason.
var notShown = map[string]string{
	"promo_name":               "it is shown where the title of the language is missing (TestPromotionalNameStandsBeforeForeignTitles)",
	"featured_image.id":        idOfAPicture,
	"gallery[].id":             idOfAPicture,
	"plans[].id":               idOfAPicture,
	"featured_image.color":     colorOfAPicture,
	"gallery[].color":          colorOfAPicture,
	"plans[].color":            colorOfAPicture,
	"featured_image.focus":     focusOfAPicture,
	"gallery[].focus":          focusOfAPicture,
	"plans[].focus":            focusOfAPicture,
	"featured_image.label":     labelOfAPicture,
	"gallery[].label":          labelOfAPicture,
	"plans[].label":            labelOfAPicture,
	"price.unknown":            "it counts for a price without an amount (TestUnknownPricesHaveNoWords)",
	"price.currency":           "the prices of the site are euros",
	"s_offer":                  "it decides which searches find the property",
	"s_category":               "it decides which searches find the property",
	"collections":              "they decide which searches find the property",
	"energy.status":            "it follows from the classes of a rated property",
	"new_build":                "it chooses the taxes of the estimate of the costs (TestBuyingCostsAreShownWhereTheyFit); there is none for a leasehold",
	"address.number":           "the agency shows the street only",
	"cadastral_reference":      "it leads to an address of which the agency shows the street only; portals get it with the whole address",
	"units_of":                 "visitors come from the page of the development",
	"source.system":            private,
	"source.key":               private,
	"source.shared":            private,
	"locks":                    private,
	"private.note":             private,
	"private.lister":           private,
	"private.commission.value": private,
	"private.commission.split": private,
	"private.commission.note":  private,
}

const (
	idOfAPicture    = "visitors see the picture, not its number"
	colorOfAPicture = "the renditions of the picture have it"
	focusOfAPicture = "the renditions of the picture have it (TestTheFocusIsAPositionOfCrops)"
	labelOfAPicture = "portals sort pictures by it; the alternative text tells visitors what the picture shows"
	private         = "it is private"
)

// TestVisitorsSeeEveryFieldOrThereIsAReason changes the fields of a property one by one. Its page changes,
// in both languages, unless there is a reason why visitors do not see the field.
func TestVisitorsSeeEveryFieldOrThereIsAReason(t *testing.T) {
	h := newHarness(t, nil)
	shown := func(link string) string {
		v, err := json.Marshal(h.view(t, link))
		if err != nil {
			t.Fatal(err)
		}
		return string(v)
	}
	put := func(p *content.Property) {
		if err := h.store.Write(t.Context(), func(b *store.Batch) error { return b.Put(p) }); err != nil {
			t.Fatal(err)
		}
	}
	found, err := h.store.ByID(t.Context(), "en", "properties", 1001, "")
	if err != nil {
		t.Fatal(err)
	}
	full := found.(*content.Property)
	full.Gallery = append(full.Gallery, content.Image{ID: 7, URL: "/media/kitchen.jpg", Width: 1600, Height: 1067, Alt: both("Kitchen", "Cocina"), Label: "kitchen"})
	full.Plans = []content.Image{{ID: 8, URL: "/media/plan.jpg", Width: 1600, Height: 1067, Alt: both("Ground floor", "Planta baja"), Label: "plan"}}
	full.Featured = &content.Image{ID: 9, URL: "/media/front.jpg", Width: 1600, Height: 1067, Alt: both("Front", "Fachada"), Color: "#123456", Label: "facade"}
	full.Price.Mode, full.Location.Precision, full.Country = content.PriceMonth, content.PrecisionExact, "PT"
	put(full)
	doc, err := json.Marshal(full)
	if err != nil {
		t.Fatal(err)
	}
	before := map[string]string{}
	for _, link := range []string{"/properties/villa-azul/", "/es/properties/villa-azul/"} {
		before[link] = shown(link)
	}
	for _, field := range contenttest.PropertyFields() {
		var p content.Property
		if err := json.Unmarshal(doc, &p); err != nil {
			t.Fatal(err)
		}
		field.Change(&p)
		put(&p)
		reason := notShown[field.Path]
		for link, text := range before {
			switch changed := shown(link) != text; {
			case !changed && reason == "":
				t.Errorf("%s: visitors of %s do not see it", field.Path, link)
			case changed && reason != "":
				t.Errorf("%s: visitors of %s see it, although %s", field.Path, link, reason)
			}
		}
		put(full)
	}
}
