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
	"sync"
	"testing"
	"time"

	"estate/internal/config"
	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/store"
)

// drafts are what editors see and visitors do not: a draft of each kind, and a
// revision of a published post.
type drafts struct {
	post, page, home int
	revised          *content.Post
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
	d := drafts{post: 990001, page: 990002, home: 990003}
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
		home := &content.Property{Head: head(d.home, content.TypeProperty, ""), Reference: "ZRE990003P", Title: i18n.Text{i18n.LangEN: draftTitle}}
		if err := b.Put(home); err != nil {
			return err
		}
		return b.PutRevision(d.revised.Ref(), &content.Revision{Parent: d.revised.ID, Title: revisedTitle, Content: "<p>New.</p>"})
	})
	return d
}

// logBook keeps the whole log.
type logBook struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logBook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logBook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// previewSite is a site with drafts, its log, and how its preview links are made.
type previewSite struct {
	*httptest.Server
	app    *App
	cfg    config.Settings
	log    *logBook
	drafts drafts
	secret string // the part of the credential that must not be seen anywhere
	auth   content.Credential
}

func newPreviewSite(t *testing.T) *previewSite {
	t.Helper()
	s := config.Settings{Data: t.TempDir(), SiteURL: publicSite}
	s.FillDefaults()
	p := &previewSite{cfg: s, log: &logBook{}}
	app, err := New(t.Context(), s, DevOptions{}, slog.New(slog.NewTextHandler(p.log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(app.Close)
	p.app, p.Server = app, httptest.NewServer(app.server.Handler())
	t.Cleanup(p.Close)
	key, err := openPreviewKey(s)
	if err != nil {
		t.Fatal(err)
	}
	p.auth = key.sign(time.Now().Add(previewLifetime))
	_, p.secret, _ = strings.Cut(string(p.auth), ".")
	p.drafts = putDrafts(t, app.store)
	return p
}

// link is what `estate preview` prints, without the site's address.
func (p *previewSite) link(t *testing.T, what string) string {
	t.Helper()
	st, err := store.Open(t.Context(), store.Config{Path: p.cfg.StoreFile(), ReadOnly: true, Authorize: func(content.Credential) bool { return true }})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = st.Close() }()
	at, err := previewLink(t.Context(), st, p.cfg, what, p.auth)
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
		{"draft of a home", "990003", draftTitle},
		{"revision by its link", p.drafts.revised.Link, revisedTitle},
		{"revision by its address", publicSite + p.drafts.revised.Link, revisedTitle},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			at := p.link(t, tt.what)
			for _, address := range []string{at, "/_view" + at} {
				response, body := get(t, p.Server, address)
				if response.StatusCode != 200 || !strings.Contains(body, tt.says) || !strings.Contains(body, `"preview":true`) {
					t.Errorf("%s: status %d, says %q: %v, ribbon: %v", address, response.StatusCode, tt.says,
						strings.Contains(body, tt.says), strings.Contains(body, `"preview":true`))
				}
				forgotten(t, response)
				if strings.Contains(body, p.secret) || strings.Contains(body, "source_auth") {
					t.Errorf("%s: the answer holds the credential", address)
				}
				if !strings.Contains(body, "noindex") && strings.HasPrefix(address, "/_view") {
					t.Error("the view does not tell search engines to stay away")
				}
			}
		})
	}
	if strings.Contains(p.log.String(), p.secret) {
		t.Error("the log holds the credential")
	}
}

// forgotten demands the headers of an answer that nobody may keep or tell of.
func forgotten(t *testing.T, response *http.Response) {
	t.Helper()
	h := response.Header
	if h.Get("Cache-Control") != "no-store" || !strings.Contains(h.Get("X-Robots-Tag"), "noindex") ||
		h.Get("Referrer-Policy") != "no-referrer" || h.Get("Etag") != "" {
		t.Errorf("Cache-Control %q, X-Robots-Tag %q, Referrer-Policy %q, ETag %q", h.Get("Cache-Control"), h.Get("X-Robots-Tag"), h.Get("Referrer-Policy"), h.Get("Etag"))
	}
}

func TestPreviewNeedsKeyAndCredential(t *testing.T) {
	p := newPreviewSite(t)
	key, err := openPreviewKey(p.cfg)
	if err != nil {
		t.Fatal(err)
	}
	auth := func(c content.Credential) string { return "&frontity_source_auth=" + url.QueryEscape(string(c)) }
	tests := []struct{ name, query string }{
		{"nothing", ""},
		{"the key alone", "&preview=true"},
		{"the credential alone", auth(p.auth)},
		{"an old credential", "&preview=true" + auth(key.sign(time.Now().Add(-time.Second)))},
		{"another's credential", "&preview=true" + auth(previewKey("another secret of somebody").sign(time.Now().Add(time.Hour)))},
		{"a later expiry", "&preview=true" + auth(content.Credential(strings.Replace(string(p.auth), "Bearer 1", "Bearer 9", 1)))},
		{"a credential that is none", "&preview=true" + auth("Bearer x")},
		{"a password", "&preview=true" + auth(content.Credential("Basic "+base64.StdEncoding.EncodeToString([]byte("admin:admin"))))},
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

func TestPreviewIsNotLeftForOthers(t *testing.T) {
	p := newPreviewSite(t)
	at := p.drafts.revised.Link
	get(t, p.Server, at) // kept by the caches
	if _, body := get(t, p.Server, p.link(t, at)); !strings.Contains(body, revisedTitle) {
		t.Error("the preview shows what visitors see, from a cache")
	}
	for _, address := range []string{at, "/_view" + at, at + "?preview=true", "/blog/", "/feed/"} {
		if _, body := get(t, p.Server, address); strings.Contains(body, revisedTitle) || strings.Contains(body, p.secret) {
			t.Errorf("%s shows the revision to visitors", address)
		}
	}
	for _, address := range []string{"/", "/es/blog/", "/sitemap.xml", "/robots.txt", "/sitemap/pages-en-1.xml", "/properties/"} {
		if _, body := get(t, p.Server, address); strings.Contains(body, draftTitle) || strings.Contains(body, "secret-draft") {
			t.Errorf("%s tells of a draft", address)
		}
	}
}

func TestRedirectsOfACredentialStayInside(t *testing.T) {
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
		rides      bool // the credential follows the editor
	}{
		{"out of the site", "/away/", false},
		{"to another page", "/moved/", true},
		{"to the normal form", "/About", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			response, _ := get(t, p.Server, tt.link+query)
			if response.StatusCode != http.StatusMovedPermanently {
				t.Fatalf("status %d, want 301", response.StatusCode)
			}
			forgotten(t, response)
			if rides := strings.Contains(response.Header.Get("Location"), p.secret); rides != tt.rides {
				t.Errorf("it leads to %q", response.Header.Get("Location"))
			}
			answer, _ := get(t, p.Server, "/_view"+tt.link+query)
			forgotten(t, answer)
		})
	}
}

func TestFailuresOfACredentialTellNothing(t *testing.T) {
	p := newPreviewSite(t)
	if err := p.app.pool.Close(); err != nil {
		t.Fatal(err) // pages go out undrawn, and the log says so
	}
	query := "?frontity_source_auth=" + url.QueryEscape(string(p.auth)) + "&preview=true"
	for _, link := range []string{"/no-such-page/", "/blog/page/99999999999999999999/", "/a%00b/", "/?p=1&p=2&frontity_x=1"} {
		sep := strings.Replace(query, "?", map[bool]string{true: "&", false: "?"}[strings.Contains(link, "?")], 1)
		response, body := get(t, p.Server, link+sep)
		if strings.Contains(body, p.secret) || response.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: Cache-Control %q, tells the credential: %v", link, response.Header.Get("Cache-Control"), strings.Contains(body, p.secret))
		}
	}
	if strings.Contains(p.log.String(), p.secret) {
		t.Error("the log holds the credential")
	}
}

func TestPreviewKeyIsMadeOnceAndKept(t *testing.T) {
	s := config.Settings{Data: t.TempDir()}
	first, err := openPreviewKey(s)
	if err != nil {
		t.Fatal(err)
	}
	second, err := openPreviewKey(s)
	if err != nil || !bytes.Equal(first, second) {
		t.Errorf("another key the second time (%v)", err)
	}
	if info, err := os.Stat(s.PreviewKeyFile()); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v (%v), want it readable by this user alone", info.Mode(), err)
	}
	if entries, _ := os.ReadDir(s.Data); len(entries) != 1 {
		t.Errorf("%d files in the data folder, want the key alone", len(entries))
	}
	if err := os.WriteFile(filepath.Join(s.Data, "preview.key"), []byte("oops"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := openPreviewKey(s); err == nil || !strings.Contains(err.Error(), "remove it") {
		t.Errorf("damaged key: error %v, want one with the remedy", err)
	}
}

func TestPreviewOfWhatIsNotThereSaysSo(t *testing.T) {
	p := newPreviewSite(t)
	st, err := store.Open(t.Context(), store.Config{Path: p.cfg.StoreFile(), ReadOnly: true, Authorize: func(content.Credential) bool { return true }})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = st.Close() }()
	for what, says := range map[string]string{"123456789": "nothing", "draft": "neither", "posts/": "neither", "-3": "neither"} {
		if _, err := previewLink(t.Context(), st, p.cfg, what, p.auth); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("preview %q: error %v, want one that says %q", what, err, says)
		}
	}
}
