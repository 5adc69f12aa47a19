package agreement

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"testing"

	"estate/internal/agency/demo"
	"estate/internal/content/search"
	"estate/internal/find/index"
	"estate/internal/tests/restapitest"
)

// TestRESTAgreesWithTheSite sends the query keys of the site's links to the REST API: it must
// return the same properties in the same order and the same total.
func TestRESTAgreesWithTheSite(t *testing.T) {
	properties := slices.Collect(demo.Generate(400, 1))
	db := open(t, properties)
	ix := index.New(index.Config{Rows: db.Rows})
	if err := ix.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	db.UseSearcher(ix)
	api := restapitest.Serve(t, db)
	sent, found := 0, 0
	for i, f := range recordedFilters(t) {
		if i%4 != 0 { // 500 of 2,000
			continue
		}
		f.Page = 1 + f.Page%4 // 400 properties have no page 361
		query := url.Values{"page": {strconv.Itoa(f.Page)}, "per_page": {strconv.Itoa(search.PerPage)}, "_fields": {"id"}}
		for key, value := range f.Query() {
			query.Set(key, value)
		}
		if narrowing := maps.Clone(f.Query()); len(narrowing) == 1 && narrowing[search.KeySort] != "" {
			continue // without a filter the API lists everything, sold properties too
		}
		want, err := db.Properties(t.Context(), "en", f)
		if err != nil {
			t.Fatal(err)
		}
		var ids []int
		for _, property := range want.Items {
			ids = append(ids, property.ID)
		}
		got, total := listed(t, api, query)
		if !slices.Equal(got, ids) || total != want.Total {
			t.Fatalf("?%s\nREST: %v of %d\nsite: %v of %d", query.Encode(), got, total, ids, want.Total)
		}
		sent, found = sent+1, found+min(1, total)
	}
	if sent < 400 || found < sent/3 {
		t.Errorf("%d filters sent, %d with results: too few for a test", sent, found)
	}
}

// listed returns a page of properties. A page past the last is empty.
func listed(t *testing.T, api *httptest.Server, query url.Values) (ids []int, total int) {
	t.Helper()
	response, err := api.Client().Get(api.URL + "/wp-json/wp/v2/properties?" + query.Encode())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	total, _ = strconv.Atoi(response.Header.Get("X-WP-Total"))
	if response.StatusCode == http.StatusBadRequest { // as WordPress past the last page
		query.Set("page", "1")
		_, total = listed(t, api, query)
		return nil, total
	}
	var items []struct{ ID int }
	if err := json.NewDecoder(response.Body).Decode(&items); err != nil {
		t.Fatalf("?%s: status %d: %v", query.Encode(), response.StatusCode, err)
	}
	for _, item := range items {
		ids = append(ids, item.ID)
	}
	return ids, total
}
