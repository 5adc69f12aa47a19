package app

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"estate/internal/config"
	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/store"
	"estate/internal/view"
)

// startSite runs the whole site on the demo agency in a folder of its own.
func startSite(t *testing.T, change func(*config.Settings)) (*App, *httptest.Server) {
	t.Helper()
	s := config.Settings{Data: t.TempDir()}
	s.FillDefaults()
	s.SiteURL = "http://www.example.test"
	if change != nil {
		change(&s)
	}
	app, err := New(t.Context(), s, DevOptions{}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatalf("start the site: %v", err)
	}
	t.Cleanup(app.Close)
	server := httptest.NewServer(app.server.Handler())
	t.Cleanup(server.Close)
	return app, server
}

// get asks for a raw request target, sent to the server exactly as it stands.
func get(t *testing.T, server *httptest.Server, target string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/", nil)
	if err != nil {
		t.Fatal(err)
	}
	path, query, _ := strings.Cut(target, "?")
	request.URL.Opaque = "//" + request.URL.Host + path
	request.URL.RawQuery = query
	response, err := server.Client().Transport.RoundTrip(request)
	if err != nil {
		t.Fatalf("GET %s: %v", clipped(target), err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("GET %s: read body: %v", clipped(target), err)
	}
	return response, string(body)
}

// getUnlessCurrent asks again as a browser does that kept the first answer.
func getUnlessCurrent(t *testing.T, server *httptest.Server, path string, first *http.Response) *http.Response {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("If-None-Match", first.Header.Get("ETag"))
	response, err := server.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	return response
}

func clipped(s string) string { return s[:min(len(s), 80)] }

// texts are the texts of every element of a name, in order.
func texts(t *testing.T, document, name string) []string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(document))
	if err != nil {
		t.Fatalf("page is no HTML: %v", err)
	}
	var found []string
	for node := range root.Descendants() {
		if node.Type == html.ElementNode && node.Data == name {
			var b strings.Builder
			for below := range node.Descendants() {
				if below.Type == html.TextNode {
					b.WriteString(below.Data)
				}
			}
			found = append(found, strings.TrimSpace(b.String()))
		}
	}
	return found
}

// publishedHome is some home of the demo agency that has a public price and a size.
func publishedHome(t *testing.T, st *store.Store) *content.Property {
	t.Helper()
	for row, err := range st.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if row.Kind != "properties" || row.Price == 0 || row.Sold {
			continue
		}
		entity, err := st.ByID(t.Context(), i18n.LangEN, "properties", row.ID, "")
		if err != nil {
			t.Fatal(err)
		}
		if home := entity.(*content.Property); home.BuiltSize > 0 && home.Price.Mode == content.PriceSale {
			return home
		}
	}
	t.Fatal("the demo agency sells no home")
	return nil
}

func TestPagesAreCompleteWithoutScript(t *testing.T) {
	app, server := startSite(t, nil)
	home := publishedHome(t, app.store)
	price, area := i18n.Price(home.Price.Amount), i18n.Area(home.BuiltSize)
	tests := []struct {
		name, link string
		status     int
		h1         string
		holds      []string
	}{
		{"home", "/", 200, "", []string{`lang="en"`, "/properties/"}},
		{"Spanish home", "/es/", 200, "", []string{`lang="es"`, "/es/properties/"}},
		{"results", "/properties/", 200, "Discover All Our Properties", []string{" €", " m²", `name="s_type"`}},
		{"Spanish villas", "/es/properties/?s_type=15", 200, "Villas", []string{" €", `name="s_type"`}},
		{"a home", home.LinkIn(i18n.LangEN), 200, home.Title.In(i18n.LangEN), []string{price, area, home.Reference}},
		{"its Spanish twin", home.LinkIn(i18n.LangES), 200, home.Title.In(i18n.LangES), []string{price, area, home.Reference}},
		{"blog", "/blog/", 200, "Read about Costa del Sol", []string{"Zero Real Estate Blog"}},
		{"missing link", "/no-such-page/", 404, "Oops! Error 404", []string{"noindex"}},
		{"missing Spanish link", "/es/no-hay/", 404, "", []string{`lang="es"`}},
		{"page number past the end", "/properties/page/9999/", 404, "Oops! Error 404", nil},
		{"page number past all counting", "/blog/page/99999999999999999999/", 404, "Oops! Error 404", nil},
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
			for _, want := range tt.holds {
				if !strings.Contains(body, want) {
					t.Errorf("page lacks %q", want)
				}
			}
		})
	}
}

func TestResultsShowACardForEveryHome(t *testing.T) {
	_, server := startSite(t, nil)
	_, body := get(t, server, "/properties/")
	if got := len(texts(t, body, "article")); got != 24 {
		t.Errorf("%d cards on the first page of results, want 24", got)
	}
}

func TestEveryAddressHasOneSpelling(t *testing.T) {
	_, server := startSite(t, nil)
	tests := []struct{ name, asked, want string }{
		{"final slash and case", "/Properties", "/properties/"},
		{"first page has no segment", "/blog/page/1/", "/blog/"},
		{"sorted query", "/properties/?s_type=15&s_offer=3", "/properties/?s_offer=3&s_type=15"},
		{"page key on results", "/properties/?page=2", "/properties/page/2/"},
		{"empty filters of a plain form", "/properties/?s_type=15&s_beds=&price_to=", "/properties/?s_type=15"},
		{"campaign keys ride along", "/Blog?utm_source=x", "/blog/?utm_source=x"},
		{"old Spanish listing", "/propiedades", "/es/venta/"},
		{"old category", "/category/sin-categoria/", "/blog/"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			response, _ := get(t, server, tt.asked)
			if response.StatusCode != http.StatusMovedPermanently || response.Header.Get("Location") != tt.want {
				t.Errorf("%d to %q, want 301 to %q", response.StatusCode, response.Header.Get("Location"), tt.want)
			}
		})
	}
}

func TestBadInputGetsAProperAnswer(t *testing.T) {
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
		{"climbing path", "/../../etc/passwd", []int{301, 400, 404}},
		{"encoded climbing asset", "/assets/%2e%2e/%2e%2e/estate.db", []int{400, 404}},
		{"asset that is not there", "/assets/none.js", []int{404}},
		{"picture that is not there", "/media/none-640.avif", []int{404}},
		{"view of nothing", "/_view/none/", []int{200}},
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
				t.Error("the answer leaks a stack or a script")
			}
		})
	}
}

func TestOnlyGetAndHeadAreAnswered(t *testing.T) {
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

func TestViewAndDocumentSayTheSame(t *testing.T) {
	_, server := startSite(t, nil)
	_, body := get(t, server, "/es/properties/?s_type=15")
	_, data := get(t, server, "/_view/es/properties/?s_type=15")
	var answer struct{ View json.RawMessage }
	if err := json.Unmarshal([]byte(data), &answer); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(body, string(answer.View)) {
		t.Error("the document does not hold the view that /_view answers with")
	}
}

func TestRedirectIsDataInAView(t *testing.T) {
	_, server := startSite(t, nil)
	response, body := get(t, server, "/_view/propiedades/")
	var answer view.Answer
	if err := json.Unmarshal([]byte(body), &answer); err == nil && answer.View != nil {
		t.Fatal("a redirect came with a view")
	}
	if response.StatusCode != http.StatusOK || answer.Redirect == nil || answer.Redirect.Location != "/es/venta/" {
		t.Errorf("status %d, redirect %+v; want 200 and data that leads to /es/venta/", response.StatusCode, answer.Redirect)
	}
}

func TestUnchangedPageIsNotSentAgain(t *testing.T) {
	_, server := startSite(t, nil)
	first, _ := get(t, server, "/properties/")
	if response := getUnlessCurrent(t, server, "/properties/", first); response.StatusCode != http.StatusNotModified {
		t.Errorf("status %d, want 304 for ETag %q", response.StatusCode, first.Header.Get("ETag"))
	}
}

func TestChangeOfContentIsOnThePageAtOnce(t *testing.T) {
	app, server := startSite(t, nil)
	home := publishedHome(t, app.store)
	changed := *home
	changed.Price.Amount, changed.Modified = 1234000, time.Now()
	link := home.LinkIn(i18n.LangEN)
	if _, before := get(t, server, link); strings.Contains(before, "1.234.000 €") {
		t.Fatal("the home has the new price already")
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

func TestTheFilesThatTheRESTAPINamesCanBeFetched(t *testing.T) {
	_, server := startSite(t, nil)
	for _, list := range []string{"posts", "pages", "properties"} {
		_, body := get(t, server, "/wp-json/wp/v2/"+list+"?per_page=100")
		if !strings.Contains(body, `"http://www.example.test/media/`) || strings.Contains(body, `"/media/`) {
			t.Errorf("%s name files by addresses that lead nowhere from elsewhere", list)
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
			if got := response.Header.Get("Content-Type"); response.StatusCode != http.StatusOK || got != file.Kind {
				t.Errorf("%s: status %d, %s; want 200, %s", file.Address, response.StatusCode, got, file.Kind)
			}
		}
	}
}
