package wordpresstest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Fake is a WordPress without the agency's plugin and without a language plugin, in memory. Its fields may be changed
// between requests.
type Fake struct {
	*httptest.Server
	// Lists are the objects of the REST API by endpoint. The address fakeAddress in them is that of the server.
	Lists map[string][]map[string]any
	// Types are the objects of /wp/v2/types by name.
	Types map[string]any
	// Closed are the statuses of endpoints that do not answer visitors.
	Closed map[string]int
	// PerPage is the size of every page, whatever is asked for; 0 for the size that is asked for.
	PerPage int
	// MaxPerPage is the largest size that may be asked for; 0 for 100.
	MaxPerPage int
	// NoTotals leaves out the numbers of entities and pages.
	NoTotals bool
	// EmptyPastEnd answers a page past the end with an empty list.
	EmptyPastEnd bool
	// Home answers every unknown address with a redirect to the home page.
	Home bool
	// Intercept sees each request first and reports whether it has answered; nil for none.
	Intercept func(w http.ResponseWriter, r *http.Request) bool
}

const fakeAddress = "https://cms.example.test"

// NewFake starts a WordPress with lists in JSON by endpoint.
func NewFake(t testing.TB, lists map[string]string) *Fake {
	t.Helper()
	f := &Fake{Lists: map[string][]map[string]any{}}
	for endpoint, text := range lists {
		var list []map[string]any
		if err := json.Unmarshal([]byte(text), &list); err != nil {
			t.Fatalf("%s: %v", endpoint, err)
		}
		f.Lists[endpoint] = list
	}
	f.Server = httptest.NewServer(f)
	t.Cleanup(f.Close)
	return f
}

// Posts returns n published objects of a type.
func Posts(kind string, n int) []map[string]any {
	list := make([]map[string]any, n)
	for i := range list {
		slug := kind + "-" + strconv.Itoa(i+1)
		list[i] = map[string]any{
			"id": i + 1, "type": kind, "status": "publish", "slug": slug, "link": fakeAddress + "/" + slug + "/", "date": "2026-03-01T10:00:00",
			"date_gmt": "2026-03-01T10:00:00", "modified_gmt": "2026-03-01T10:00:00", "title": map[string]any{"rendered": slug},
			"content": map[string]any{"rendered": "<p>Text</p>"},
		}
	}
	return list
}

// ServeHTTP answers as WordPress does.
func (f *Fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if f.Intercept != nil && f.Intercept(w, r) {
		return
	}
	route, isAPI := strings.CutPrefix(r.URL.Path, "/wp-json")
	switch {
	case isAPI && (route == "/" || route == ""):
		f.write(w, http.StatusOK, map[string]any{"name": "Agency", "home": f.URL, "url": f.URL, "namespaces": []string{"oembed/1.0", "wp/v2"}})
	case isAPI:
		f.serveAPI(w, r, strings.TrimPrefix(route, "/wp/v2/"))
	case r.URL.Path == "/":
		_, _ = w.Write([]byte("<html>Home</html>"))
	case f.Home:
		http.Redirect(w, r, "/", http.StatusMovedPermanently)
	default:
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write([]byte("<html>Not found</html>"))
	}
}

func (f *Fake) serveAPI(w http.ResponseWriter, r *http.Request, route string) {
	endpoint, id, single := strings.Cut(route, "/")
	if status := f.Closed[endpoint]; status != 0 {
		code := "rest_cannot_view"
		if status == http.StatusNotFound {
			code = "rest_no_route"
		}
		f.refuse(w, status, code)
		return
	}
	if endpoint == "types" {
		types := f.Types
		if types == nil {
			types = map[string]any{
				"post": map[string]any{"slug": "post", "rest_base": "posts"}, "page": map[string]any{"slug": "page", "rest_base": "pages"},
			}
		}
		if fields := r.URL.Query().Get("_fields"); fields != "" { // WordPress takes the names of types for those of fields
			types = maps.Clone(types)
			maps.DeleteFunc(types, func(name string, _ any) bool { return !slices.Contains(strings.Split(fields, ","), name) })
		}
		f.write(w, http.StatusOK, types)
		return
	}
	list, known := f.Lists[endpoint]
	switch {
	case !known:
		f.refuse(w, http.StatusNotFound, "rest_no_route")
	case single:
		for _, item := range list {
			if fmt.Sprint(item["id"]) == id {
				f.write(w, http.StatusOK, item)
				return
			}
		}
		f.refuse(w, http.StatusNotFound, "rest_post_invalid_id")
	default:
		f.serveList(w, r, filtered(list, r))
	}
}

func (f *Fake) serveList(w http.ResponseWriter, r *http.Request, list []map[string]any) {
	page, perPage := numberOf(r, "page", 1), numberOf(r, "per_page", 10)
	if perPage > cmp.Or(f.MaxPerPage, 100) {
		f.refuse(w, http.StatusBadRequest, "rest_invalid_param")
		return
	}
	if f.PerPage > 0 {
		perPage = f.PerPage
	}
	pages := (len(list) + perPage - 1) / perPage
	if page > 1 && page > pages && len(list) > 0 && !f.EmptyPastEnd {
		f.refuse(w, http.StatusBadRequest, "rest_post_invalid_page_number")
		return
	}
	if !f.NoTotals {
		w.Header().Set("X-WP-Total", strconv.Itoa(len(list)))
		w.Header().Set("X-WP-TotalPages", strconv.Itoa(pages))
	}
	start := min((page-1)*perPage, len(list))
	f.write(w, http.StatusOK, list[start:min(start+perPage, len(list))])
}

// filtered applies the parameters that name entities.
func filtered(list []map[string]any, r *http.Request) []map[string]any {
	kept := []map[string]any{}
	query := r.URL.Query()
	for _, item := range list {
		if slug := query.Get("slug"); slug != "" && item["slug"] != slug {
			continue
		}
		if include := query.Get("include"); include != "" && !slices.Contains(strings.Split(include, ","), fmt.Sprint(item["id"])) {
			continue
		}
		if sticky := query.Get("sticky"); sticky != "" && (item["sticky"] == true) != (sticky == "true") {
			continue
		}
		if exclude := query.Get("exclude"); exclude != "" && slices.Contains(strings.Split(exclude, ","), fmt.Sprint(item["id"])) {
			continue
		}
		kept = append(kept, item)
	}
	return kept
}

func numberOf(r *http.Request, key string, otherwise int) int {
	if n, err := strconv.Atoi(r.URL.Query().Get(key)); err == nil {
		return n
	}
	return otherwise
}

func (f *Fake) refuse(w http.ResponseWriter, status int, code string) {
	f.write(w, status, map[string]any{"code": code, "message": code, "data": map[string]any{"status": status}})
}

func (f *Fake) write(w http.ResponseWriter, status int, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		panic(err) // the lists of a test are JSON
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(strings.ReplaceAll(string(body), fakeAddress, f.URL)))
}
