package compose_test

import (
	"cmp"
	"regexp"
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/content/link"
	"estate/internal/site/resolve"
)

func TestScreensWithASearchPanel(t *testing.T) {
	h := newHarness(t, nil)
	for raw, want := range map[string]bool{
		"/": false, "/favorites/": false, "/properties/": true, "/about/": true, "/golden-mile-guide/": true,
		"/properties/villa-azul/": true, "/developments/": true, "/no/page/": false, "/enquiry/": false, "/blog/": true,
	} {
		if got := h.view(t, raw).Header.Search != nil; got != want {
			t.Errorf("%s: panel under the header = %v, want %v", raw, got, want)
		}
	}
}

func TestPanelShowsTheCurrentFilter(t *testing.T) {
	h := newHarness(t, nil)
	panel := h.view(t, "/properties/?price_to=950000&s_beds=2&s_city=7001&s_type=7,15&sort_by=price_low&s_offer=999").Header.Search
	for name, want := range map[string]string{
		"s_type": "7,15", "s_location": "7001", "s_beds": "2", "price_to": "950000", "s_offer": "",
	} {
		field := fieldOf(t, panel, name)
		if field.Value != want {
			t.Errorf("%s shows %q, want %q", name, field.Value, want)
		}
		if want != "" && !hasOption(field, want) {
			t.Errorf("%s: no option for %q, so sending the form would lose it", name, want)
		}
	}
	if len(panel.Hints) != 1 || !strings.Contains(panel.Hints[0], "999") || !strings.Contains(panel.Hints[0], "Offer") {
		t.Errorf("hints = %q, want one about offer 999", panel.Hints)
	}
	if len(panel.Hidden) != 1 || panel.Hidden[0].Name != "sort_by" {
		t.Errorf("hidden = %v, want the sort order", panel.Hidden)
	}
}

func TestLocationsAreOneIndentedList(t *testing.T) {
	h := newHarness(t, nil)
	field := fieldOf(t, h.view(t, "/properties/").Header.Search, "s_location")
	var got []string
	for _, option := range field.Options {
		depth := strings.Count(option.Label, "\u2003")
		got = append(got, strings.Repeat(">", depth)+option.Name+"="+option.Value)
	}
	want := "s_province=636 >s_city=7001 >>s_subarea=7101 >s_city=7002 s_province=6 >s_city=7003"
	if strings.Join(got, " ") != want {
		t.Errorf("got %s\nwant %s", strings.Join(got, " "), want)
	}
}

func TestLocationsNameTheOppositeType(t *testing.T) {
	h := newHarness(t, nil)
	opposite := map[string]string{"s_province": "s_city", "s_city": "s_province", "s_subarea": ""}
	for _, field := range h.view(t, "/properties/").Header.Search.Fields {
		for _, option := range field.Options {
			if want := opposite[option.Name]; option.Clean != want {
				t.Errorf("%s %q has clean %q, want %q", cmp.Or(option.Name, field.Name), option.Label, option.Clean, want)
			}
			if option.Value == "" || option.Label == "" {
				t.Errorf("%s: option %+v lacks its value or its label", field.Name, option)
			}
		}
	}
}

func TestOptionsHaveTheNumberOfResults(t *testing.T) {
	h := newHarness(t, nil)
	counted := regexp.MustCompile(` \((\d+)\)$`)
	panel := h.view(t, "/properties/?s_beds=6").Header.Search
	for field, keepsEmpty := range map[string]bool{"s_type": true, "s_location": false} {
		empty := 0
		for _, option := range fieldOf(t, panel, field).Options {
			found := counted.FindStringSubmatch(option.Label)
			if found == nil {
				t.Errorf("%q does not end with a number", option.Label)
				continue
			}
			if zero := found[1] == "0"; zero != option.Empty {
				t.Errorf("%q: Empty = %v", option.Label, option.Empty)
			}
			if option.Empty {
				empty++
			}
		}
		if (empty > 0) != keepsEmpty {
			t.Errorf("%s has %d options without homes; want some: %v", field, empty, keepsEmpty)
		}
	}
}

func TestChipsRemoveOneFilter(t *testing.T) {
	h := newHarness(t, nil)
	tests := []struct{ link, text, want string }{
		{"/properties/?s_beds=2&s_type=7,15", "Villas", "/properties/?s_beds=2&s_type=7"},
		{"/properties/?s_beds=2&s_type=7,15", "+2 bedrooms", "/properties/?s_type=7,15"},
		{"/properties/page/2/?s_offer=3&s_beds=1", "For Sale", "/properties/?s_beds=1"},
		{"/for-sale/villas/marbella/?s_beds=2", "+2 bedrooms", "/for-sale/villas/marbella/"},
		{"/for-sale/villas/marbella/", "Villas", "/properties/?s_offer=3&s_province=636"},
		{"/es/cities/nueva-andalucia/", "Nueva Andalucía", "/es/properties/"},
	}
	for _, tt := range tests {
		t.Run(tt.link+" "+tt.text, func(t *testing.T) {
			for _, chip := range h.view(t, tt.link).Header.Search.Chips {
				if chip.Text == tt.text {
					if chip.Href != tt.want {
						t.Errorf("leads to %s, want %s", chip.Href, tt.want)
					}
					return
				}
			}
			t.Errorf("no chip %q", tt.text)
		})
	}
}

func TestEachSearchHasItsOwnNumbers(t *testing.T) {
	h := newHarness(t, nil)
	const all, few = "/properties/", "/properties/?price_to=950000"
	labels := func(raw string) string {
		var list []string
		for _, option := range fieldOf(t, h.view(t, raw).Header.Search, "s_type").Options {
			list = append(list, option.Label)
		}
		return strings.Join(list, ", ")
	}
	ofAll, ofFew := labels(all), labels(few)
	if ofAll == ofFew {
		t.Fatalf("both searches have the options %s", ofAll)
	}
	if again := labels(all); again != ofAll {
		t.Errorf("after another search the options are %s, before %s", again, ofAll)
	}
}

func TestAMaximumBelowTheMinimumIsNamedAsSuch(t *testing.T) {
	h := newHarness(t, nil)
	for at, want := range map[string]string{
		"/properties/?price_from=2000000&price_to=500000":    "We left out the maximum of 500.000 €, because it lies below the minimum.",
		"/es/properties/?price_from=2000000&price_to=500000": "No hemos aplicado el máximo de 500.000 €, porque es inferior al mínimo.",
		"/properties/?built_from=300&built_to=200":           "We left out the maximum of 200 m², because it lies below the minimum.",
	} {
		if hints := h.view(t, at).Header.Search.Hints; len(hints) != 1 || hints[0] != want {
			t.Errorf("%s: hints %q, want %q", at, hints, want)
		}
	}
}

func TestRemovedContentSaysWhatItWas(t *testing.T) {
	h := newHarness(t, nil)
	for kind, want := range map[content.Type]string{
		content.TypeProperty: "This home is no longer available", content.TypeDevelopment: "This home is no longer available",
		content.TypePost: "This page is no longer available",
	} {
		at, err := link.Parse("/gone/")
		if err != nil {
			t.Fatal(err)
		}
		v, err := h.composer.View(t.Context(), &resolve.Result{
			Link: at, Status: 410, Failure: content.Gone(kind, "gone"), Withdrawn: &content.Ref{Type: kind, ID: 5},
		})
		if err != nil {
			t.Fatal(err)
		}
		if v.Header.Title != want || v.Status != 410 {
			t.Errorf("%s: %d %q, want 410 %q", kind, v.Status, v.Header.Title, want)
		}
	}
}
