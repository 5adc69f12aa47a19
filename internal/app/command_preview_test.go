package app

import (
	"bytes"
	"encoding/base64"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/store"
)

// drafts are a draft of each type and a revision of a published post, which only
// editors see.
type drafts struct {
	post, page, property int
	revised              *content.Post
}

const (
	draftTitle   = "A secret draft"
	revisedTitle = "A revised title"
)

func putDrafts(t *testing.T, st *store.Store) drafts {
	t.Helper()
	head := func(id int, kind content.Type, lang i18n.Lang) content.Head {
		return content.Head{ID: id, Type: kind, Slug: "secret-draft", Status: content.StatusDraft, Date: time.Now(), Modified: time.Now(), Lang: lang}
	}
	d := drafts{post: 990001, page: 990002, property: 990003}
	archive, err := st.Archive(t.Context(), i18n.LangEN, content.ArchiveQuery{Endpoint: "posts", Page: 1})
	if err != nil || len(archive.Items) == 0 {
		t.Fatalf("the demo agency has no post: %v", err)
	}
	d.revised = archive.Items[0].(*content.Post)
	write(t, st, func(b *store.Batch) error {
		if err := b.Put(&content.Post{Head: head(d.post, content.TypePost, i18n.LangES), Title: draftTitle, Content: "<p>Pst.</p>"}); err != nil {
			return err
		}
		if err := b.Put(&content.Page{Head: head(d.page, content.TypePage, i18n.LangEN), Title: draftTitle}); err != nil {
			return err
		}
		property := &content.Property{Head: head(d.property, content.TypeProperty, ""), Reference: "ZRE990003P", Title: i18n.Text{i18n.LangEN: draftTitle}}
		if err := b.Put(property); err != nil {
			return err
		}
		return b.PutRevision(d.revised.Ref(), &content.Revision{Parent: d.revised.ID, Title: revisedTitle, Content: "<p>New.</p>"})
	})
	return d
}

// previewSite is a site with drafts, its log and its preview credential.
type previewSite struct {
	*httptest.Server
	app    *App
	cfg    config.Settings
	log    *logBuffer
	drafts drafts
	key    previewKey
	secret string             // the part of the credential that must not appear anywhere
	auth   content.Credential // opens the revised post
}

func newPreviewSite(t *testing.T, changes ...func(*config.Settings)) *previewSite {
	t.Helper()
	s := config.Settings{Data: t.TempDir(), SiteURL: publicSite}
	s.FillDefaults()
	for _, change := range changes {
		change(&s)
	}
	p := &previewSite{cfg: s, log: &logBuffer{}}
	app, err := New(t.Context(), s, DevOptions{}, slog.New(slog.NewTextHandler(p.log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(app.Close)
	p.app, p.Server = app, httptest.NewServer(app.server.Handler())
	t.Cleanup(p.Close)
	if p.key, err = openPreviewKey(s); err != nil {
		t.Fatal(err)
	}
	p.drafts = putDrafts(t, app.store)
	p.auth = p.sign(p.drafts.revised.Ref())
	_, p.secret, _ = strings.Cut(string(p.auth), ".")
	return p
}

// sign is the credential of a preview link.
func (p *previewSite) sign(opens content.Ref) content.Credential {
	return p.key.sign(opens, time.Now().Add(previewLifetime))
}

// link is what `estate preview` prints, without the URL of the site.
func (p *previewSite) link(t *testing.T, what string) string {
	t.Helper()
	st, err := store.Open(t.Context(), store.Config{Path: p.cfg.StoreFile(), ReadOnly: true, Authorize: func(content.Credential, content.Ref) bool { return true }})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = st.Close() }()
	at, err := previewLink(t.Context(), st, p.cfg, what, p.sign)
	if err != nil {
		t.Fatalf("preview %s: %v", what, err)
	}
	return at
}

func TestPreviewShowsDraftsAndRevisions(t *testing.T) {
	p := newPreviewSite(t)
	tests := []struct{ name, what, says string }{
		{"draft of a post", "posts/990001", draftTitle},
		{"draft of a page", "990002", draftTitle},
		{"draft of a property", "990003", draftTitle},
		{"revision by link", p.drafts.revised.Link, revisedTitle},
		{"revision by URL", publicSite + p.drafts.revised.Link, revisedTitle},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			at := p.link(t, tt.what)
			for _, address := range []string{at, "/_view" + at} {
				response, body := get(t, p.Server, address)
				if response.StatusCode != 200 || !strings.Contains(body, tt.says) || !strings.Contains(body, `"preview":true`) {
					t.Errorf("%s: status %d, contains %q: %v, ribbon: %v", address, response.StatusCode, tt.says,
						strings.Contains(body, tt.says), strings.Contains(body, `"preview":true`))
				}
				checkNotCacheable(t, response)
				if strings.Contains(body, p.secret) || strings.Contains(body, "source_auth") {
					t.Errorf("%s: the response contains the credential", address)
				}
				if !strings.Contains(body, "noindex") && strings.HasPrefix(address, "/_view") {
					t.Error("the view is not noindex")
				}
			}
		})
	}
	if strings.Contains(p.log.String(), p.secret) {
		t.Error("the log contains the credential")
	}
}

// checkNotCacheable checks the headers that forbid caching, indexing and referrers.
func checkNotCacheable(t *testing.T, response *http.Response) {
	t.Helper()
	h := response.Header
	if h.Get("Cache-Control") != "no-store" || !strings.Contains(h.Get("X-Robots-Tag"), "noindex") ||
		h.Get("Referrer-Policy") != "no-referrer" || h.Get("Etag") != "" {
		t.Errorf("Cache-Control %q, X-Robots-Tag %q, Referrer-Policy %q, ETag %q", h.Get("Cache-Control"), h.Get("X-Robots-Tag"), h.Get("Referrer-Policy"), h.Get("Etag"))
	}
}

func TestPreviewNeedsKeyAndCredential(t *testing.T) {
	p := newPreviewSite(t)
	auth := func(c content.Credential) string { return "&frontity_source_auth=" + url.QueryEscape(string(c)) }
	tests := []struct{ name, query string }{
		{"nothing", ""},
		{"only the query key", "&preview=true"},
		{"only the credential", auth(p.auth)},
		{"expired credential", "&preview=true" + auth(p.key.sign(p.drafts.revised.Ref(), time.Now().Add(-time.Second)))},
		{"credential of another key", "&preview=true" + auth(previewKey("the secret of another site").sign(p.drafts.revised.Ref(), time.Now().Add(time.Hour)))},
		{"changed expiry", "&preview=true" + auth(content.Credential(strings.Replace(string(p.auth), "Bearer 1", "Bearer 9", 1)))},
		{"invalid credential", "&preview=true" + auth("Bearer x")},
		{"password", "&preview=true" + auth(content.Credential("Basic "+base64.StdEncoding.EncodeToString([]byte("admin:admin"))))},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, link := range []string{"/es/?p=990001" + tt.query, p.drafts.revised.Link + "?" + strings.TrimPrefix(tt.query, "&")} {
				for _, prefix := range []string{"", "/_view"} {
					if _, body := get(t, p.Server, prefix+link); strings.Contains(body, draftTitle) || strings.Contains(body, revisedTitle) {
						t.Errorf("%s shows a draft", prefix+link)
					}
				}
			}
		})
	}
}

func TestPreviewLinkOpensOneDraft(t *testing.T) {
	p := newPreviewSite(t)
	post := content.Ref{Type: content.TypePost, ID: p.drafts.post}
	query := "&preview=true&frontity_source_auth=" + url.QueryEscape(string(p.sign(post)))
	if _, body := get(t, p.Server, "/es/?p=990001"+query); !strings.Contains(body, draftTitle) {
		t.Error("the link does not show its own draft")
	}
	for _, address := range []string{
		"/?page_id=990002" + query, "/?post_type=properties&p=990003" + query, p.drafts.revised.Link + "?" + query[1:],
	} {
		if _, body := get(t, p.Server, address); strings.Contains(body, draftTitle) || strings.Contains(body, revisedTitle) {
			t.Errorf("the preview link of a post shows another draft at %s", address)
		}
	}
	bearer := http.Header{"Authorization": {string(p.sign(post))}}
	for address, want := range map[string]int{
		"/es/wp-json/wp/v2/posts/990001":   http.StatusOK,
		"/wp-json/wp/v2/pages/990002":      http.StatusUnauthorized,
		"/wp-json/wp/v2/properties/990003": http.StatusUnauthorized,
	} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.URL+address, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header = bearer
		response, err := p.Client().Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("REST %s with the link of a post: status %d, want %d", address, response.StatusCode, want)
		}
	}
}

// Otherwise an attacker could make the site render every page again and again.
func TestInvalidCredentialsGetTheCachedPage(t *testing.T) {
	p := newPreviewSite(t)
	listing, err := p.app.store.Properties(t.Context(), i18n.LangEN, search.Filter{Kind: search.KindProperties, PerPage: 1})
	if err != nil || len(listing.Items) == 0 {
		t.Fatalf("the demo agency has no property: %v", err)
	}
	pages := []string{"/properties/", listing.Items[0].LinkIn(i18n.LangEN)}
	for _, page := range pages {
		get(t, p.Server, page+"?preview=true&frontity_source_auth=x")
		get(t, p.Server, page)
	}
	if err := p.app.pool.Close(); err != nil {
		t.Fatal(err) // from here on nothing is rendered
	}
	for _, page := range pages {
		for _, query := range []string{"?frontity_source_auth=y", "?preview=true&frontity_source_auth=Bearer+y"} {
			response, body := get(t, p.Server, page+query)
			checkNotCacheable(t, response)
			if !strings.Contains(body, `<div id="root"><`) {
				t.Errorf("%s was rendered for its credential alone", page+query)
			}
		}
	}
}

func TestPreviewIsNotCached(t *testing.T) {
	p := newPreviewSite(t)
	at := p.drafts.revised.Link
	get(t, p.Server, at) // fills the caches
	if _, body := get(t, p.Server, p.link(t, at)); !strings.Contains(body, revisedTitle) {
		t.Error("the preview shows the published page, from a cache")
	}
	for _, address := range []string{at, "/_view" + at, at + "?preview=true", "/blog/", "/feed/"} {
		if _, body := get(t, p.Server, address); strings.Contains(body, revisedTitle) || strings.Contains(body, p.secret) {
			t.Errorf("%s shows the revision to visitors", address)
		}
	}
	for _, address := range []string{"/", "/es/blog/", "/sitemap.xml", "/robots.txt", "/sitemap/pages-en-1.xml", "/properties/"} {
		if _, body := get(t, p.Server, address); strings.Contains(body, draftTitle) || strings.Contains(body, "secret-draft") {
			t.Errorf("%s contains a draft", address)
		}
	}
}

func TestRedirectsWithACredentialStayOnTheSite(t *testing.T) {
	p := newPreviewSite(t)
	write(t, p.app.store, func(b *store.Batch) error {
		return b.PutRedirects(
			content.RedirectPair{From: "/away/", To: "https://elsewhere.test/here/"},
			content.RedirectPair{From: "/moved/", To: "/about/"},
		)
	})
	query := "?frontity_source_auth=" + url.QueryEscape(string(p.auth)) + "&preview=true"
	tests := []struct {
		name, link string
		hasAuth    bool // the credential is kept
	}{
		{"to another site", "/away/", false},
		{"to another page", "/moved/", true},
		{"to the normal form", "/About", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			response, _ := get(t, p.Server, tt.link+query)
			if response.StatusCode != http.StatusMovedPermanently {
				t.Fatalf("status %d, want 301", response.StatusCode)
			}
			checkNotCacheable(t, response)
			if rides := strings.Contains(response.Header.Get("Location"), p.secret); rides != tt.hasAuth {
				t.Errorf("redirect to %q", response.Header.Get("Location"))
			}
			answer, _ := get(t, p.Server, "/_view"+tt.link+query)
			checkNotCacheable(t, answer)
		})
	}
}

func TestErrorsDoNotRevealTheCredential(t *testing.T) {
	p := newPreviewSite(t)
	if err := p.app.pool.Close(); err != nil {
		t.Fatal(err) // pages are not rendered, and the log reports it
	}
	query := "?frontity_source_auth=" + url.QueryEscape(string(p.auth)) + "&preview=true"
	for _, link := range []string{"/no-such-page/", "/blog/page/99999999999999999999/", "/a%00b/", "/?p=1&p=2&frontity_x=1"} {
		sep := strings.Replace(query, "?", map[bool]string{true: "&", false: "?"}[strings.Contains(link, "?")], 1)
		response, body := get(t, p.Server, link+sep)
		if strings.Contains(body, p.secret) || response.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: Cache-Control %q, contains the credential: %v", link, response.Header.Get("Cache-Control"), strings.Contains(body, p.secret))
		}
	}
	if strings.Contains(p.log.String(), p.secret) {
		t.Error("the log contains the credential")
	}
}

func TestPreviewKeyIsGeneratedOnce(t *testing.T) {
	s := config.Settings{Data: t.TempDir()}
	first, err := openPreviewKey(s)
	if err != nil {
		t.Fatal(err)
	}
	second, err := openPreviewKey(s)
	if err != nil || !bytes.Equal(first, second) {
		t.Errorf("the second key differs (%v)", err)
	}
	if info, err := os.Stat(s.PreviewKeyFile()); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v (%v), want 600", info.Mode(), err)
	}
	if entries, _ := os.ReadDir(s.Data); len(entries) != 1 {
		t.Errorf("%d files in the data folder, want only the key", len(entries))
	}
	if err := os.WriteFile(filepath.Join(s.Data, "preview.key"), []byte("oops"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := openPreviewKey(s); err == nil || !strings.Contains(err.Error(), "remove it") {
		t.Errorf("damaged key: error %v, want one with the remedy", err)
	}
}

func TestPreviewReportsMissingContent(t *testing.T) {
	p := newPreviewSite(t)
	st, err := store.Open(t.Context(), store.Config{Path: p.cfg.StoreFile(), ReadOnly: true, Authorize: func(content.Credential, content.Ref) bool { return true }})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = st.Close() }()
	for what, says := range map[string]string{"123456789": "nothing", "draft": "neither", "posts/": "neither", "-3": "neither"} {
		if _, err := previewLink(t.Context(), st, p.cfg, what, p.sign); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("preview %q: error %v, want one that contains %q", what, err, says)
		}
	}
}
