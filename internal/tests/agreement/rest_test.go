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

	"estate/internal/demo"
	"estate/internal/index"
	"estate/internal/search"
	"estate/internal/tests/restapitest"
)

// TestRESTFindsWhatTheSiteFinds asks the collection of the REST API with the query keys
// of the site's own links: the same homes in the same order, the same total.
func TestRESTFindsWhatTheSiteFinds(t *testing.T) {
	homes := slices.Collect(demo.Generate(400, 1))
	db := open(t, homes)
	ix := index.New(index.Config{Rows: db.Rows})
	if err := ix.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	db.UseSearcher(ix)
	api := restapitest.Serve(t, db)
	asked, found := 0, 0
	for i, f := range recordedFilters(t) {
		if i%4 != 0 { // five hundred of them
			continue
		}
		f.Page = 1 + f.Page%4 // four hundred homes have no page 361
		query := url.Values{"page": {strconv.Itoa(f.Page)}, "per_page": {strconv.Itoa(search.PerPage)}, "_fields": {"id"}}
		for key, value := range f.Query() {
			query.Set(key, value)
		}
		if narrowing := maps.Clone(f.Query()); len(narrowing) == 1 && narrowing[search.KeySort] != "" {
			continue // no filter: the API lists everything then, sold homes too
		}
		want, err := db.Properties(t.Context(), "en", f)
		if err != nil {
			t.Fatal(err)
		}
		var ids []int
		for _, home := range want.Items {
			ids = append(ids, home.ID)
		}
		got, total := listed(t, api, query)
		if !slices.Equal(got, ids) || total != want.Total {
			t.Fatalf("?%s\nREST: %v of %d\nsite: %v of %d", query.Encode(), got, total, ids, want.Total)
		}
		asked, found = asked+1, found+min(1, total)
	}
	if asked < 400 || found < asked/3 {
		t.Errorf("%d filters asked, %d found anything: the questions prove little", asked, found)
	}
}

// listed asks for a page of homes; a page past the last is an empty one.
func listed(t *testing.T, api *httptest.Server, query url.Values) (ids []int, total int) {
	t.Helper()
	response, err := api.Client().Get(api.URL + "/wp-json/wp/v2/properties?" + query.Encode())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	total, _ = strconv.Atoi(response.Header.Get("X-WP-Total"))
	if response.StatusCode == http.StatusBadRequest { // WordPress's answer past the last page
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
