package app

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"estate/internal/content/i18n"
	"estate/internal/site/view"
	"estate/internal/store"
)

func TestPagesAreCompleteWithoutScript(t *testing.T) {
	app, server := startSite(t, nil)
	property := publishedProperty(t, app.store)
	price, area := i18n.Price(property.Price.Amount), func(lang i18n.Lang) string { return i18n.Area(lang, property.BuiltSize) }
	tests := []struct {
		name, link string
		status     int
		h1         string
		contains   []string
	}{
		{"home", "/", 200, "", []string{`lang="en"`, "/properties/"}},
		{"Spanish home", "/es/", 200, "", []string{`lang="es"`, "/es/properties/"}},
		{"results", "/properties/", 200, "Discover All Our Properties", []string{" €", " m²", `name="s_type"`}},
		{"Spanish villas", "/es/properties/?s_type=15", 200, "Villas", []string{" €", `name="s_type"`}},
		{"property", property.LinkIn(i18n.LangEN), 200, property.Title.In(i18n.LangEN), []string{price, area(i18n.LangEN), property.Reference}},
		{"Spanish property", property.LinkIn(i18n.LangES), 200, property.Title.In(i18n.LangES), []string{price, area(i18n.LangES), property.Reference}},
		{"blog", "/blog/", 200, "Read about Costa del Sol", []string{"Zero Real Estate Blog"}},
		{"missing link", "/no-such-page/", 404, "Oops! Error 404", []string{"noindex"}},
		{"missing Spanish link", "/es/no-hay/", 404, "", []string{`lang="es"`}},
		{"page number past the end", "/properties/page/9999/", 404, "Oops! Error 404", nil},
		{"page number beyond an int", "/blog/page/99999999999999999999/", 404, "Oops! Error 404", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			response, body := get(t, server, tt.link)
			if response.StatusCode != tt.status {
				t.Fatalf("status %d, want %d", response.StatusCode, tt.status)
			}
			headings := texts(t, body, "h1")
			if len(headings) != 1 || !strings.Contains(headings[0], tt.h1) {
				t.Errorf("h1 %q, want one with %q", headings, tt.h1)
			}
			if title := texts(t, body, "title"); len(title) == 0 || title[0] == "" {
				t.Error("the page has no title")
			}
			for _, want := range tt.contains {
				if !strings.Contains(body, want) {
					t.Errorf("page lacks %q", want)
				}
			}
		})
	}
}

func TestResultsShowACardForEveryProperty(t *testing.T) {
	_, server := startSite(t, nil)
	_, body := get(t, server, "/properties/")
	if got := len(texts(t, body, "article")); got != 24 {
		t.Errorf("%d cards on the first page of results, want 24", got)
	}
}

func TestEveryLinkHasOneNormalForm(t *testing.T) {
	_, server := startSite(t, nil)
	tests := []struct{ name, link, want string }{
		{"final slash and case", "/Properties", "/properties/"},
		{"first page has no segment", "/blog/page/1/", "/blog/"},
		{"sorted query", "/properties/?s_type=15&s_offer=3", "/properties/?s_offer=3&s_type=15"},
		{"page key on results", "/properties/?page=2", "/properties/page/2/"},
		{"empty filters of a plain form", "/properties/?s_type=15&s_beds=&price_to=", "/properties/?s_type=15"},
		{"tracking keys are kept", "/Blog?utm_source=x", "/blog/?utm_source=x"},
		{"old Spanish listing", "/propiedades", "/es/venta/"},
		{"old category", "/category/sin-categoria/", "/blog/"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			response, _ := get(t, server, tt.link)
			if response.StatusCode != http.StatusMovedPermanently || response.Header.Get("Location") != tt.want {
				t.Errorf("%d to %q, want 301 to %q", response.StatusCode, response.Header.Get("Location"), tt.want)
			}
		})
	}
}

func TestBadInputIsHandled(t *testing.T) {
	_, server := startSite(t, nil)
	tests := []struct {
		name, target string
		want         []int
	}{
		{"unknown keys", "/properties/?x=1&y=2", []int{200}},
		{"repeated keys", "/properties/?s_type=7&s_type=15", []int{200, 301}},
		{"absurd values", "/properties/?price_from=-9e99&s_beds=%00&s_type=,,,&sort_by=drop", []int{200, 301}},
		{"broken escape in the path", "/%zz/", []int{400, 404}},
		{"broken escape in the query", "/properties/?s_type=%zz", []int{200, 301, 400}},
		{"invalid UTF-8", "/caf%ff/", []int{400, 404}},
		{"100 KB link", "/" + strings.Repeat("a", 100_000), []int{414, 431}},
		{"unknown language", "/zz/properties/", []int{404}},
		{"declared language without content", "/ru/", []int{404}},
		{"path traversal", "/../../etc/passwd", []int{301, 400, 404}},
		{"encoded path traversal", "/assets/%2e%2e/%2e%2e/estate.db", []int{400, 404}},
		{"missing asset", "/assets/none.js", []int{404}},
		{"missing picture", "/media/none-640.avif", []int{404}},
		{"view of a missing link", "/_view/none/", []int{200}},
		{"view without a link", "/_view", []int{200, 404}},
		{"script in the query", "/properties/?search_reference=%3Cscript%3Ealert(1)%3C/script%3E", []int{200, 301}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			response, body := get(t, server, tt.target)
			ok := false
			for _, status := range tt.want {
				ok = ok || response.StatusCode == status
			}
			if !ok {
				t.Errorf("status %d, want one of %v", response.StatusCode, tt.want)
			}
			if strings.Contains(body, "goroutine ") || strings.Contains(body, "<script>alert") {
				t.Error("the response contains a stack trace or the script")
			}
		})
	}
}

func TestOnlyGetAndHeadAreAllowed(t *testing.T) {
	_, server := startSite(t, nil)
	response, err := server.Client().Post(server.URL+"/properties/", "text/plain", nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusMethodNotAllowed || response.Header.Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: %d, Allow %q; want 405 and GET, HEAD", response.StatusCode, response.Header.Get("Allow"))
	}
}

func TestADocumentHasTheViewOfItsLink(t *testing.T) {
	_, server := startSite(t, nil)
	_, body := get(t, server, "/es/properties/?s_type=15")
	_, data := get(t, server, "/_view/es/properties/?s_type=15")
	var response struct{ View map[string]any }
	if err := json.Unmarshal([]byte(data), &response); err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(body, `<script type="application/json" id="view">`)
	text, _, _ := strings.Cut(rest, `</script>`)
	var got map[string]any
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatalf("JSON of the document: %v", err)
	}
	want := response.View
	if len(idsOfCards(want)) == 0 {
		t.Fatal("the page has no results")
	}
	// The HTML says the head; nothing renders the data.
	delete(want, "data")
	delete(want, "head")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the document and /_view differ (-view +document):\n%s", diff)
	}
}

// idsOfCards are the ids of the cards of results in a View.
func idsOfCards(v map[string]any) (ids []any) {
	for _, section := range v["content"].([]any) {
		results := section.(map[string]any)
		if results["kind"] != "property-archive" {
			continue
		}
		for _, card := range results["cards"].([]any) {
			ids = append(ids, card.(map[string]any)["id"])
		}
	}
	return ids
}

func TestRedirectOfAViewIsData(t *testing.T) {
	_, server := startSite(t, nil)
	response, body := get(t, server, "/_view/propiedades/")
	var answer view.ViewResponse
	if err := json.Unmarshal([]byte(body), &answer); err == nil && answer.View != nil {
		t.Fatal("the redirect has a view")
	}
	if response.StatusCode != http.StatusOK || answer.Redirect == nil || answer.Redirect.Location != "/es/venta/" {
		t.Errorf("status %d, redirect %+v; want 200 and a redirect to /es/venta/", response.StatusCode, answer.Redirect)
	}
}

func TestUnchangedPageIsNotModified(t *testing.T) {
	_, server := startSite(t, nil)
	first, _ := get(t, server, "/properties/")
	if response := getUnlessCurrent(t, server, "/properties/", first); response.StatusCode != http.StatusNotModified {
		t.Errorf("status %d, want 304 for ETag %q", response.StatusCode, first.Header.Get("ETag"))
	}
}

func TestChangeOfContentIsShownImmediately(t *testing.T) {
	app, server := startSite(t, nil)
	property := publishedProperty(t, app.store)
	changed := *property
	changed.Price.Amount, changed.Modified = 1234000, time.Now()
	link := property.LinkIn(i18n.LangEN)
	if _, before := get(t, server, link); strings.Contains(before, "1.234.000 €") {
		t.Fatal("the property has the new price already")
	}
	get(t, server, "/properties/")
	if err := app.store.Write(t.Context(), func(b *store.Batch) error { return b.Put(&changed) }); err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{link, "/properties/"} {
		if _, after := get(t, server, page); !strings.Contains(after, "1.234.000 €") {
			t.Errorf("%s still shows the old price", page)
		}
	}
}

func TestFilesOfTheRESTAPICanBeFetched(t *testing.T) {
	_, server := startSite(t, nil)
	for _, list := range []string{"posts", "pages", "properties"} {
		_, body := get(t, server, "/wp-json/wp/v2/"+list+"?per_page=100")
		if !strings.Contains(body, `"http://www.example.test/media/`) || strings.Contains(body, `"/media/`) {
			t.Errorf("%s: file URLs are not absolute", list)
		}
	}
	for _, kind := range []string{"image/jpeg", "image/svg+xml"} {
		_, body := get(t, server, "/wp-json/wp/v2/media?per_page=2&mime_type="+url.QueryEscape(kind))
		var files []struct {
			Address string `json:"source_url"`
			Kind    string `json:"mime_type"`
		}
		if err := json.Unmarshal([]byte(body), &files); err != nil || len(files) == 0 {
			t.Fatalf("%s: the media list has %d files: %v", kind, len(files), err)
		}
		for _, file := range files {
			response, _ := get(t, server, strings.TrimPrefix(file.Address, "http://www.example.test"))
			if got, _, _ := strings.Cut(response.Header.Get("Content-Type"), ";"); response.StatusCode != http.StatusOK || got != file.Kind {
				t.Errorf("%s: status %d, %s; want 200, %s", file.Address, response.StatusCode, got, file.Kind)
			}
		}
	}
}
