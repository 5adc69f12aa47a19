package restapi_test

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"estate/internal/cms/restapi"
)

func itoa(n int) string { return strconv.Itoa(n) }

// TestFilters holds the filters of specification §3.12 as a CMS answers them.
func TestFilters(t *testing.T) {
	a := newAPI(t, nil)
	for _, tt := range []struct {
		name, path string
		want       []int // the first ones
		total      int
	}{
		{"everything, with sold properties", "properties?per_page=1", []int{1129}, 36},
		{"offer", "properties?s_offer=10", []int{1004}, 1},
		{"offer by slug", "properties?s_offer=for-rent&operator=slug", []int{1004}, 1},
		{"place by slug", "properties?s_city=malaga-centre&operator=slug", []int{1004}, 1},
		{"place by slug, beside a list of ids", "properties?s_city=malaga-centre&s_offer=10", []int{1004}, 1},
		{"place by slug that there is not", "properties?s_city=nowhere&operator=slug", nil, 0},
		{"either type", "properties?s_type=7,15&s_province=6", []int{1004}, 1},
		{"types as a list", "properties?s_type[]=7&s_type[]=15&s_province=6", []int{1004}, 1},
		{"unknown term", "properties?s_type=4711", nil, 0},
		{"unknown term beside a known one", "properties?s_offer=4711,10", []int{1004}, 1},
		{"subarea", "properties?s_subarea=7101", []int{1001}, 1},
		{"bedrooms, with a bare plus", "properties?s_beds=+6&sort_by=price_low&per_page=1", []int{1111}, 5},
		{"bedrooms, with an escaped plus", "properties?s_beds=%2B6&sort_by=price_low&per_page=1", []int{1111}, 5},
		{"more bedrooms than any property has", "properties?s_beds=99", nil, 0},
		{"price", "properties?price_from=1300000", []int{1109}, 3},
		{"price turned round", "properties?price_from=900000&price_to=100000", nil, 0},
		{"dearest first", "properties?sort_by=price_high&per_page=1", []int{1109}, 35},
		{"collection", "properties?search_collections=golf", []int{1001}, 1},
		{"collection under its other name", "properties?s_options=beachfront", []int{1001}, 1},
		{"unknown collection", "properties?search_collections=nothing", nil, 0},
		{"part of a reference", "properties?search_reference=1003p", []int{1003}, 1},
		{"much too long a reference", "properties?search_reference=" + strings.Repeat("zr", 25), nil, 0},
		{"category", "properties?s_category=201", []int{1001}, 1},
		{"a filter leaves sold properties out", "properties?search_reference=1002", nil, 0},
		{"a parameter that the API does not know", "properties?s_offer=10&colour=red", []int{1004}, 1},
		{"sold properties on request", "properties?search_reference=1002&s_sold=1", []int{1002}, 1},
		{"chosen", "properties?include=1004,1001&orderby=include", []int{1004, 1001}, 2},
		{"chosen and filtered", "properties?include=1004,1001&s_offer=3", []int{1001}, 1},
		{"filtered and searched for", "properties?s_offer=3&search=azul", []int{1001}, 1},
		{"filtered and ordered", "properties?s_offer=3&orderby=id&order=asc&per_page=1", []int{1001}, 34},
		{"filtered, from an offset", "properties?s_type=7&sort_by=price_low&offset=1&per_page=1", []int{1110}, 11},
		{"filtered, one slug", "properties?s_offer=3&slug=villa-azul,flat-to-let", []int{1001}, 1},
		{"WordPress's own filter, with sold properties", "properties?tax_s_offer=3&per_page=1&search=1002P", []int{1002}, 1},
		{"old reference", "properties?redirectRef=zr-1001p", []int{1001}, 1},
		{"developments by category", "developments?s_categories=55", []int{2002}, 1},
		{"developments by price", "developments?price_from=1000000", []int{2001}, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := a.ask(t, v2+tt.path)
			ids := got.ids()
			if got.status != http.StatusOK || len(ids) < len(tt.want) || !slices.Equal(ids[:len(tt.want)], append([]int{}, tt.want...)) {
				t.Errorf("got %d %v %v, want %v", got.status, ids, got.at("data"), tt.want)
			}
			if total := got.header.Get("X-WP-Total"); total != itoa(tt.total) {
				t.Errorf("total %s, want %d", total, tt.total)
			}
		})
	}
}

// TestOldReferenceLeadsOn: a reference that only the table of old links knows
// gives the target as the first result's link.
func TestOldReferenceLeadsOn(t *testing.T) {
	a := newAPI(t, nil)
	for prefix, want := range map[string]string{"": "/for-sale/villas/marbella/", "/es": "/es/venta/villas/marbella/"} {
		got := a.ask(t, prefix+v2+"properties?redirectRef=OLD-77P")
		if got.at(0, "link") != site+want {
			t.Errorf("%s: link %v, want %s", prefix, got.at(0, "link"), want)
		}
	}
}

func TestReferencesAreLookedUp(t *testing.T) {
	a := newAPI(t, nil)
	for _, endpoint := range []string{"/wp-json/search/v1/get_reference", "/wp-json/estate/v1/get_reference", v2 + "get_reference"} {
		got := a.ask(t, endpoint+"?reference=zr-1001p&type=properties")
		if got.at("success") != true || got.at("data", "name") != "villa-azul" || got.at("data", "type") != "properties" ||
			got.at("data", "id") != 1001.0 || got.at("data", "link") != "/properties/villa-azul/" {
			t.Errorf("%s: %s", endpoint, got.text)
		}
	}
	spanish := a.ask(t, "/es/wp-json/estate/v1/get_reference?reference=ZR-1005P")
	if spanish.at("data", "link") != "/es/properties/casa-del-mar/" || spanish.at("data", "name") != "casa-del-mar" {
		t.Errorf("Spanish: %s", spanish.text)
	}
	for _, query := range []string{"", "reference=nope", "reference=", "reference=ZR-1001P&type=developments", "reference=ZR-1001P&type=posts", "reference[]=ZR-1001P", "reference=ZR-1006P"} {
		if got := a.ask(t, "/wp-json/search/v1/get_reference?"+query); got.status != http.StatusOK || got.at("success") != false {
			t.Errorf("%s: %d %s", query, got.status, got.text)
		}
	}
}

func TestHiddenPricesStayHidden(t *testing.T) {
	a := newAPI(t, nil)
	property := a.ask(t, v2+"properties/1003")
	if property.at("price", "amount") != 0.0 || property.at("price", "on_ask") != true {
		t.Errorf("price on ask: %v", property.at("price"))
	}
	if development := a.ask(t, v2+"developments/2002"); development.at("price", "from") != 0.0 {
		t.Errorf("development on ask: %v", development.at("price"))
	}
	open := newAPI(t, func(c *restapi.Config) { c.ShowHiddenPrices = true })
	if property := open.ask(t, v2+"properties/1003"); property.at("price", "amount") != 9e6 {
		t.Errorf("shown to a replica: %v", property.at("price"))
	}
}
