package limits

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// No spelling of a key that some reader understands makes a request cheaper.
func TestExpensiveQueriesAreRecognised(t *testing.T) {
	for query, want := range map[string]Cost{
		"s=villa": costText, "%73=villa": costText, "+s=villa": costText, "s%5B%5D=villa": costText, "s[%zz]=villa": costText,
		"price_to=1&s=villa": costText, "s_area=abc": costArea, "s%5Farea=abc": costArea, "s_area=abc&s=villa": costText,
		"s_city=1": Page, "price_to=5": Page, "": Page,
	} {
		if got := costOf(OfPage, query); got != want {
			t.Errorf("page ?%s costs %d, want %d", query, got, want)
		}
	}
	for query, want := range map[string]Cost{
		"search=villa": costText, "%73earch=villa": costText, "%20search=villa": costText, "%73earch[%zz]=villa": costText,
		"search%5Ba%5D=villa": costText, "%5Fembed": costEmbed, "_embed=wp:term": costEmbed, "s_area=abc": costArea, "per_page=100": costREST,
	} {
		if got := costOf(OfREST, query); got != want {
			t.Errorf("REST ?%s costs %d, want %d", query, got, want)
		}
	}
}

func costOf(cost func(*http.Request) Cost, query string) Cost {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.URL.RawQuery = query
	return cost(r)
}
