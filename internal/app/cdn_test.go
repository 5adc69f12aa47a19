package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/platform/cdn"
	"estate/internal/store"
	"estate/internal/tests/program"
)

// nginxCache is nginx as the CDN of the tests. It varies on nothing but the Vary header of the site.
const nginxCache = `
worker_processes 1; daemon off; pid ROOT/pid; error_log ROOT/error.log crit;
events { worker_connections 64; }
http {
	access_log off;
	client_body_temp_path ROOT/tmp; proxy_temp_path ROOT/tmp; fastcgi_temp_path ROOT/tmp; uwsgi_temp_path ROOT/tmp; scgi_temp_path ROOT/tmp;
	proxy_cache_path ROOT/cache keys_zone=site:1m use_temp_path=off;
	server {
		listen ADDR;
		location / {
			proxy_pass SITE; proxy_http_version 1.1; proxy_cache site; proxy_cache_key $request_uri;
			proxy_cache_background_update on; proxy_cache_use_stale updating;
			add_header X-Cache $upstream_cache_status always;
		}
	}
}
`

// edge is nginx with its cache in front of a site. It purges by key: nginx itself has no such
// purge, so the receiver deletes the files whose header has a key.
type edge struct {
	root   string
	url    string
	purges chan []string
}

func newEdge(t *testing.T) *edge {
	t.Helper()
	if _, err := exec.LookPath("nginx"); err != nil {
		t.Skip("there is no nginx: install it to test the CDN (apt-get install nginx)")
	}
	root, err := os.MkdirTemp("", "estate-nginx-*") // not t.TempDir: the worker of nginx is another user
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(root) })
	for _, folder := range []string{"", "tmp", "cache"} {
		folder = filepath.Join(root, folder)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(folder, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	return &edge{root: root, purges: make(chan []string, 100)}
}

// start starts nginx in front of a site.
func (e *edge) start(t *testing.T, site string) {
	t.Helper()
	addr, err := program.FreeAddr()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(e.root, "nginx.conf")
	text := strings.NewReplacer("ROOT", e.root, "ADDR", addr, "SITE", site).Replace(nginxCache)
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	nginx, err := program.Start(ctx, program.Command{Path: "nginx", Args: []string{"-c", name}, Addr: addr, Ready: "/healthz"})
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	t.Cleanup(func() { nginx.Stop(); cancel() })
	e.url = "http://" + addr
}

// ServeHTTP receives a purge.
func (e *edge) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var purge struct {
		Keys []string `json:"keys"`
	}
	if err := json.NewDecoder(r.Body).Decode(&purge); err != nil || r.Header.Get("Authorization") != "Bearer the token" {
		w.WriteHeader(http.StatusForbidden)
		return
	}
	files, _ := filepath.Glob(filepath.Join(e.root, "cache", "*"))
	for _, file := range files {
		data, _ := os.ReadFile(file)
		_, rest, _ := bytes.Cut(data, []byte("\r\nSurrogate-Key: "))
		line, _, _ := bytes.Cut(rest, []byte("\r\n"))
		if slices.ContainsFunc(strings.Fields(string(line)), func(key string) bool { return slices.Contains(purge.Keys, key) }) {
			_ = os.Remove(file)
		}
	}
	e.purges <- purge.Keys
}

// get requests a link from nginx and returns how its cache answered.
func (e *edge) get(t *testing.T, method, link string) (cache, body string, response *http.Response) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, e.url+link, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept-Encoding", "identity")
	response, err = http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	var b bytes.Buffer
	if _, err := b.ReadFrom(response.Body); err != nil {
		t.Fatal(err)
	}
	return response.Header.Get("X-Cache"), b.String(), response
}

// waitForPurge waits until a purge with a key has arrived.
func (e *edge) waitForPurge(t *testing.T, key string) {
	t.Helper()
	timeout := time.After(time.Minute)
	for {
		select {
		case keys := <-e.purges:
			if slices.Contains(keys, key) {
				return
			}
		case <-timeout:
			t.Fatalf("no purge of %s has arrived", key)
		}
	}
}

// TestCDNIsPurgedWhenContentChanges runs the site behind the cache of nginx.
func TestCDNIsPurgedWhenContentChanges(t *testing.T) {
	e := newEdge(t)
	receiver := httptest.NewServer(e)
	t.Cleanup(receiver.Close)
	p := newPreviewSite(t, func(s *config.Settings) {
		s.CDN.Enabled, s.CDN.PurgeURL, s.CDN.PurgeToken = true, receiver.URL, "the token"
	})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); _ = p.app.purger.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-ended })
	e.waitForPurge(t, "site") // at the first start
	e.start(t, p.URL)

	changed, other := twoProperties(t, p.app.store)
	own, stranger := changed.LinkIn(i18n.LangEN), other.LinkIn(i18n.LangEN)
	list := "/properties/?reference=" + changed.Reference
	for _, link := range []string{own, stranger, list, "/_view" + own, "/_view" + list, "/_map" + list, "/", "/es/"} {
		first, _, _ := e.get(t, http.MethodGet, link)
		second, _, response := e.get(t, http.MethodGet, link)
		if first == "HIT" || second != "HIT" {
			t.Errorf("%s: cache %s, then %s; want a miss, then a hit (%v)", link, first, second, response.Header)
		}
		if vary := response.Header.Get("Vary"); vary != "Accept-Encoding" {
			t.Errorf("%s varies on %q", link, vary)
		}
		if control := response.Header.Get("Cache-Control"); !strings.Contains(control, "max-age=0, must-revalidate, s-maxage=3600, stale-while-revalidate=3600") {
			t.Errorf("%s: Cache-Control %q", link, control)
		}
	}

	copied := *changed
	copied.Price.Amount, copied.Modified = 1234000, time.Now()
	if err := p.app.store.Write(t.Context(), func(b *store.Batch) error { return b.Put(&copied) }); err != nil {
		t.Fatal(err)
	}
	e.waitForPurge(t, "properties-"+strconv.Itoa(changed.ID))
	for _, link := range []string{own, list, "/_view" + own} {
		cache, body, _ := e.get(t, http.MethodGet, link)
		if cache == "HIT" || !strings.Contains(body, "1.234.000 €") {
			t.Errorf("%s: cache %s, new price %v", link, cache, strings.Contains(body, "1.234.000 €"))
		}
	}
	if cache, _, _ := e.get(t, http.MethodGet, stranger); cache != "HIT" {
		t.Errorf("the page of another property was purged too: %s", cache)
	}

	for _, link := range []string{p.link(t, "posts/990001"), "/_view" + p.link(t, "posts/990001"), "/nothing-here/", own + "?frontity_source_auth=Bearer%20x"} {
		for range 2 {
			if cache, _, response := e.get(t, http.MethodGet, link); cache == "HIT" {
				t.Errorf("%s comes from the cache: %v", link, response.Header)
			}
		}
	}
	for range 2 {
		if cache, _, response := e.get(t, http.MethodPost, "/enquiry/"); cache == "HIT" || response.Header.Get("Surrogate-Key") != "" {
			t.Errorf("a form comes from the cache or has keys: %v", response.Header)
		}
	}
}

// twoProperties are a property, and another one that does not show it.
func twoProperties(t *testing.T, st *store.Store) (changed, other *content.Property) {
	t.Helper()
	changed = publishedProperty(t, st)
	for row, err := range st.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if row.Kind != "properties" || row.ID == changed.ID {
			continue
		}
		entity, err := st.ByID(t.Context(), i18n.LangEN, "properties", row.ID, "")
		if err != nil {
			t.Fatal(err)
		}
		other = entity.(*content.Property)
		if other.Province != changed.Province || other.City != changed.City {
			return changed, other
		}
	}
	t.Fatal("the demo agency has no such property")
	return nil, nil
}

// Without [cdn] nothing changes.
func TestWithoutACDNResponsesHaveNoKeys(t *testing.T) {
	_, server := startSite(t, nil)
	for _, link := range []string{"/properties/", "/_view/properties/"} {
		response, _ := get(t, server, link)
		if response.Header.Get("Surrogate-Key") != "" || response.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: %v", link, response.Header)
		}
	}
}

// A purge that was not sent before the site stopped is sent after the next start.
func TestPendingPurgesSurviveARestart(t *testing.T) {
	app, _ := startSite(t, nil)
	changes := &storeChanges{store: app.store, build: "1"}
	keys, done, err := changes.Pending(t.Context())
	if err != nil || !slices.Equal(keys, []string{"site"}) {
		t.Fatalf("first start: %v, %v", keys, err)
	}
	if err := done(t.Context()); err != nil {
		t.Fatal(err)
	}
	property := publishedProperty(t, app.store)
	copied := *property
	copied.Price.Amount, copied.Modified = 1234000, time.Now()
	if err := app.store.Write(t.Context(), func(b *store.Batch) error { return b.Put(&copied) }); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second is a restart: done was not called
		changes = &storeChanges{store: app.store, build: "1"}
		if keys, done, err = changes.Pending(t.Context()); err != nil || !slices.Contains(keys, "properties-"+strconv.Itoa(property.ID)) || !slices.Contains(keys, "list-properties") {
			t.Fatalf("keys %v, %v", keys, err)
		}
	}
	if err := done(t.Context()); err != nil {
		t.Fatal(err)
	}
	if keys, _, err := changes.Pending(t.Context()); err != nil || len(keys) > 0 {
		t.Errorf("keys %v, %v after the purge", keys, err)
	}
	if keys, _, err := (&storeChanges{store: app.store, build: "2"}).Pending(t.Context()); err != nil || !slices.Equal(keys, []string{"site"}) {
		t.Errorf("keys %v, %v after a deploy", keys, err)
	}
}

// TestALargeImportPurgesTheSite: a query reads a part of a long log, and nothing may wake the
// purger for the rest.
func TestALargeImportPurgesTheSite(t *testing.T) {
	st, err := store.Open(t.Context(), store.Config{Path: filepath.Join(t.TempDir(), "estate.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = st.Close() }()
	changes := &storeChanges{store: st, build: "b"}
	pending := func() []string {
		t.Helper()
		keys, done, err := changes.Pending(t.Context())
		if err == nil {
			err = done(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		return keys
	}
	_ = pending() // the first one purges for the new build
	err = st.Write(t.Context(), func(b *store.Batch) error {
		for id := 1; id <= 10_001; id++ {
			p := &content.Post{Head: content.Head{ID: id, Type: content.TypePost, Lang: i18n.LangEN, Status: content.StatusDraft, Slug: fmt.Sprint("post-", id), Date: time.Unix(1, 0)}}
			if err := b.Put(p); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if keys := pending(); !slices.Equal(keys, []string{cdn.KeySite}) {
		t.Errorf("purged %d keys, want the site", len(keys))
	}
	if keys := pending(); len(keys) > 0 {
		t.Errorf("%d keys are left for a change that may never come", len(keys))
	}
}
