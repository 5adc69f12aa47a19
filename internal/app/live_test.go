package app

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/site/view"
	"estate/internal/store"
)

// cms is a fake CMS: another site whose REST API is used, with a switch for faults.
type cms struct {
	*httptest.Server
	app   *App
	cfg   config.Settings
	fault atomic.Bool
	// blocks answers in place of the CMS.
	blocks atomic.Pointer[http.HandlerFunc]
	// moved maps old links to the targets of their redirects.
	moved map[string]string
}

func newCMS(t *testing.T) *cms {
	t.Helper()
	c := &cms{}
	c.app, _ = startSite(t, func(s *config.Settings) { c.cfg = *s })
	handler := c.app.server.Handler()
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c.fault.Load() {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		if blocks := c.blocks.Load(); blocks != nil {
			(*blocks)(w, r)
			return
		}
		if to := c.moved[r.URL.Path]; to != "" {
			http.Redirect(w, r, to, http.StatusFound)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(c.Close)
	return c
}

// startLive runs a site in front of a CMS.
func startLive(t *testing.T, c *cms, change func(*config.Settings)) (*App, *httptest.Server) {
	t.Helper()
	return startSite(t, func(s *config.Settings) {
		s.CMS.URL, s.CMS.Mode = c.URL, config.ModeLive
		if change != nil {
			change(s)
		}
	})
}

func viewOf(t *testing.T, server *httptest.Server, link string) view.ViewResponse {
	t.Helper()
	_, body := get(t, server, "/_view"+link)
	var answer struct {
		View     *struct{ Status int }
		Redirect *view.Redirect
	}
	if err := json.Unmarshal([]byte(body), &answer); err != nil {
		t.Fatalf("%s: %v", link, err)
	}
	out := view.ViewResponse{Redirect: answer.Redirect}
	if answer.View != nil {
		out.View = &view.View{Status: answer.View.Status}
	}
	return out
}

func TestLiveModeShowsTheContentOfTheCMS(t *testing.T) {
	c := newCMS(t)
	app, server := startLive(t, c, nil)
	if app.store != nil {
		t.Error("live mode opened a store")
	}
	c.isShownBy(t, server)
}

// isShownBy compares the pages of another site with those of the CMS.
func (c *cms) isShownBy(t *testing.T, server *httptest.Server) {
	t.Helper()
	property := publishedProperty(t, c.app.store)
	for _, link := range []string{
		"/", "/es/", "/properties/", "/es/properties/?s_type=15", "/properties/page/2/", "/developments/", "/blog/", "/es/blog/",
		"/cities/marbella/", "/for-sale/villas/marbella/", "/es/venta/villas/marbella/", "/about/", "/favorites/",
		property.LinkIn(i18n.LangEN), property.LinkIn(i18n.LangES), "/no-such-page/",
	} {
		t.Run(link, func(t *testing.T) {
			want, wantBody := get(t, c.Server, link)
			got, gotBody := get(t, server, link)
			if got.StatusCode != want.StatusCode {
				t.Fatalf("status %d, want %d", got.StatusCode, want.StatusCode)
			}
			if a, b := strings.Join(texts(t, gotBody, "h1"), "|"), strings.Join(texts(t, wantBody, "h1"), "|"); a != b {
				t.Errorf("h1 %q, want %q", a, b)
			}
			if a, b := len(texts(t, gotBody, "article")), len(texts(t, wantBody, "article")); a != b {
				t.Errorf("%d cards, want %d", a, b)
			}
		})
	}
}

func TestBlockedAPIIsAnOutage(t *testing.T) {
	c := newCMS(t)
	write := func(status int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body))
		}
	}
	for name, blocks := range map[string]http.HandlerFunc{
		"401 of a plugin":          write(http.StatusUnauthorized, `{"code":"rest_login_required","message":"REST API restricted"}`),
		"401 of every request":     write(http.StatusUnauthorized, `{"code":"rest_forbidden","message":"Sorry, you are not allowed to do that.","data":{"status":401}}`),
		"403 of a firewall":        write(http.StatusForbidden, `<html>Forbidden</html>`),
		"404 of a proxy":           write(http.StatusNotFound, `<html>Not found</html>`),
		"redirect to a login":      http.RedirectHandler("/wp-login.php", http.StatusFound).ServeHTTP,
		"login page as status 200": write(http.StatusOK, `<html><form action="/wp-login.php">`),
	} {
		t.Run(name, func(t *testing.T) {
			c.blocks.Store(&blocks)
			defer c.blocks.Store(nil)
			_, server := startLive(t, c, nil)
			for _, link := range []string{"/", "/es/", "/properties/", "/blog/", "/about/"} {
				response, body := get(t, server, link)
				if response.StatusCode != http.StatusBadGateway || response.Header.Get("Retry-After") == "" || len(texts(t, body, "h1")) != 1 {
					t.Errorf("%s: status %d, Retry-After %q; want 502 with a screen and Retry-After", link, response.StatusCode, response.Header.Get("Retry-After"))
				}
			}
		})
	}
}

func TestSlowCMSDelaysAPageNoLongerThanItsBudget(t *testing.T) {
	c := newCMS(t)
	handler := c.app.server.Handler()
	slow := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(700 * time.Millisecond)
		handler.ServeHTTP(w, r)
	})
	c.blocks.Store(&slow)
	for link, want := range map[string]int{"/": http.StatusOK, "/about/": http.StatusOK, "/properties/": http.StatusOK} {
		t.Run(link, func(t *testing.T) {
			_, server := startLive(t, c, func(s *config.Settings) { s.CMS.PageTimeout = config.Duration(3 * time.Second) })
			start := time.Now()
			response, _ := get(t, server, "/_view"+link)
			if took := time.Since(start); response.StatusCode != want || took > 4*time.Second {
				t.Errorf("status %d after %v, want %d within the budget", response.StatusCode, took, want)
			}
		})
	}
	ended := make(chan struct{})
	defer close(ended)
	hung := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-ended: // else the end of the test waits for the timeout of every call
		}
	})
	c.blocks.Store(&hung)
	_, server := startLive(t, c, func(s *config.Settings) { s.CMS.PageTimeout = config.Duration(time.Second) })
	start := time.Now()
	response, _ := get(t, server, "/properties/")
	if took := time.Since(start); response.StatusCode != http.StatusBadGateway || took > 3*time.Second {
		t.Errorf("a CMS that hangs: status %d after %v, want 502 within the budget", response.StatusCode, took)
	}
}

func TestLiveModeServesStaleContentWithoutTheCMS(t *testing.T) {
	c := newCMS(t)
	_, server := startLive(t, c, func(s *config.Settings) { s.CMS.Fresh = config.Duration(time.Nanosecond) })
	for _, link := range []string{"/", "/properties/", "/blog/"} {
		if response, _ := get(t, server, link); response.StatusCode != http.StatusOK {
			t.Fatalf("%s: status %d", link, response.StatusCode)
		}
	}
	c.fault.Store(true)
	for _, link := range []string{"/", "/properties/", "/blog/"} {
		if response, body := get(t, server, link); response.StatusCode != http.StatusOK || len(texts(t, body, "h1")) != 1 {
			t.Errorf("%s: status %d from the cache, want 200", link, response.StatusCode)
		}
	}
	for _, link := range []string{"/about/", "/es/", "/es/blog/"} {
		response, body := get(t, server, link)
		if response.StatusCode != http.StatusBadGateway || response.Header.Get("Retry-After") == "" || len(texts(t, body, "h1")) != 1 {
			t.Errorf("%s, not cached: status %d, Retry-After %q; want 502 with a screen", link, response.StatusCode, response.Header.Get("Retry-After"))
		}
		if answer := viewOf(t, server, link); answer.View == nil || answer.View.Status != http.StatusBadGateway {
			t.Errorf("%s: the status in the view is not 502", link)
		}
	}
	if response, _ := get(t, server, "/readyz"); response.StatusCode != http.StatusOK {
		t.Errorf("/readyz: %d; the site is ready without the CMS", response.StatusCode)
	}
}

func TestClickOnAnOldLinkFollowsAllRedirects(t *testing.T) {
	c := newCMS(t)
	c.moved = map[string]string{"/oldest/": "/older/", "/older/": "/about/"}
	_, server := startLive(t, c, nil)
	response, _ := get(t, server, "/oldest/")
	if to := response.Header.Get("Location"); response.StatusCode != http.StatusFound || to != "/older/" {
		t.Errorf("the page: %d to %q, want the 302 of the CMS to /older/", response.StatusCode, to)
	}
	to := viewOf(t, server, "/oldest/").Redirect
	if want := (view.Redirect{Status: http.StatusMovedPermanently, Location: "/about/"}); to == nil || *to != want {
		t.Errorf("the view: %+v, want %+v", to, want)
	}
}

func TestLiveModeShowsChangesAfterTheFreshTime(t *testing.T) {
	c := newCMS(t)
	_, server := startLive(t, c, func(s *config.Settings) { s.CMS.Fresh = config.Duration(time.Millisecond) })
	property := publishedProperty(t, c.app.store)
	link := property.LinkIn(i18n.LangEN)
	get(t, server, link)
	changed := *property
	changed.Price.Amount, changed.Modified = 1234000, time.Now()
	write(t, c.app.store, func(b *store.Batch) error { return b.Put(&changed) })
	time.Sleep(5 * time.Millisecond) // longer than CMS.Fresh
	if _, body := get(t, server, link); !strings.Contains(body, "1.234.000 €") {
		t.Error("the page still shows the old price")
	}
}

func TestLiveModeFollowsTheRedirectsOfTheCMS(t *testing.T) {
	c := newCMS(t)
	write(t, c.app.store, func(b *store.Batch) error {
		return b.PutRedirects(
			content.RedirectPair{From: "/moved-villa/", To: "/properties/"},
			content.RedirectPair{From: "/moved-away/", To: "https://elsewhere.test/"},
		)
	})
	_, server := startLive(t, c, nil)
	for link, want := range map[string]string{
		"/moved-villa/": "/properties/", "/moved-away/": "https://elsewhere.test/",
		// One redirect joins the normal form and that of the CMS.
		"/moved-villa": "/properties/", "/Moved-Away": "https://elsewhere.test/", "/marbella": "/about/elena-vidal/",
		"/about": "/about/", "/nothing-here": "/nothing-here/",
	} {
		response, _ := get(t, server, link)
		if response.StatusCode != http.StatusMovedPermanently || response.Header.Get("Location") != want {
			t.Errorf("%s: %d to %q, want 301 to %q", link, response.StatusCode, response.Header.Get("Location"), want)
		}
	}
}

func TestLiveModePassesPreviewsOn(t *testing.T) {
	c := newCMS(t)
	d := putDrafts(t, c.app.store)
	_, server := startLive(t, c, nil)
	key, err := openPreviewKey(c.cfg)
	if err != nil {
		t.Fatal(err)
	}
	for link, opens := range map[string]content.Ref{
		"/es/?p=990001&": {Type: content.TypePost, ID: d.post}, d.revised.Link + "?": d.revised.Ref(),
	} {
		credential := string(key.sign(opens, time.Now().Add(time.Hour)))
		link += "frontity_source_auth=" + url.QueryEscape(credential) + "&preview=true"
		response, body := get(t, server, link)
		if !strings.Contains(body, `"preview":true`) || !strings.Contains(body, draftTitle) && !strings.Contains(body, revisedTitle) {
			t.Errorf("%s: status %d without the draft", clipped(link), response.StatusCode)
		}
		checkNotCacheable(t, response)
		if strings.Contains(body, credential[len(bearer)+11:]) {
			t.Error("the response contains the credential")
		}
	}
	for _, link := range []string{"/es/?p=990001&preview=true", d.revised.Link + "?preview=true", d.revised.Link} {
		if _, body := get(t, server, link); strings.Contains(body, draftTitle) || strings.Contains(body, revisedTitle) {
			t.Errorf("%s shows the draft to visitors", link)
		}
	}
}

func TestLiveModeServesReferences(t *testing.T) {
	c := newCMS(t)
	_, server := startLive(t, c, nil)
	property := publishedProperty(t, c.app.store)
	response, body := get(t, server, "/wp-json/estate/v1/get_reference?reference="+property.Reference+"&type=properties")
	if response.StatusCode != http.StatusOK || !strings.Contains(body, property.Slug) {
		t.Errorf("status %d, %s; want the name of the property", response.StatusCode, clipped(body))
	}
	if response, _ := get(t, server, "/wp-json/wp/v2/posts"); response.StatusCode != http.StatusNotFound {
		t.Errorf("lists: status %d; in live mode the CMS serves them, want 404", response.StatusCode)
	}
}

func TestLiveModeWithoutAURLServesTheStore(t *testing.T) {
	for _, address := range []string{"", "not an address"} {
		buffer := &logBuffer{}
		s := config.Settings{Data: t.TempDir(), SiteURL: publicSite, CMS: config.CMS{URL: address, Mode: config.ModeLive}}
		s.FillDefaults()
		if err := s.Validate(); err != nil {
			t.Fatalf("%q is rejected: %v", address, err)
		}
		app, err := New(t.Context(), s, DevOptions{}, slog.New(slog.NewTextHandler(buffer, nil)))
		if err != nil {
			t.Fatal(err)
		}
		if app.store == nil || !strings.Contains(buffer.String(), "Add the URL of your WordPress REST API in state.source.api.") {
			t.Errorf("%q: store opened: %v, log: %s", address, app.store != nil, buffer)
		}
		app.Close()
	}
}

func TestSitemapOfLiveModeIsCached(t *testing.T) {
	c := newCMS(t)
	_, server := startLive(t, c, func(s *config.Settings) { s.CMS.Fresh = config.Duration(time.Nanosecond) })
	property := publishedProperty(t, c.app.store)
	files := map[string]string{}
	for _, file := range []string{"/sitemap.xml", "/sitemap/properties-es-1.xml", "/sitemap/pages-en-1.xml", "/sitemap/posts-es-1.xml", "/sitemap/cities-en-1.xml"} {
		response, body := get(t, server, file)
		if response.StatusCode != http.StatusOK {
			t.Fatalf("%s: status %d", file, response.StatusCode)
		}
		files[file] = body
	}
	if !strings.Contains(files["/sitemap/properties-es-1.xml"], property.LinkIn(i18n.LangES)) {
		t.Error("the sitemap lacks a property")
	}
	c.fault.Store(true) // the sitemap must come from the cache
	for file, want := range files {
		if response, body := get(t, server, file); response.StatusCode != http.StatusOK || body != want {
			t.Errorf("%s differs without the CMS: status %d", file, response.StatusCode)
		}
	}
}
