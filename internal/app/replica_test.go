package app

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"estate/internal/app/config"
	"estate/internal/cms/wordpress"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/site/view"
	"estate/internal/store"
)

// startReplica runs a site with a replica of the CMS and its sync.
func startReplica(t *testing.T, c *cms, change func(*config.Settings)) (*App, *httptest.Server) {
	t.Helper()
	app, server := startSite(t, func(s *config.Settings) {
		s.CMS.URL, s.CMS.Poll = c.URL, config.Duration(50*time.Millisecond)
		if change != nil {
			change(s)
		}
	})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- app.replica.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-ended })
	return app, server
}

func TestURLOfACMSMeansAReplica(t *testing.T) {
	c := newCMS(t)
	app, server := startReplica(t, c, nil)
	eventually(t, "the first sync is complete", app.replica.Ready)
	c.isShownBy(t, server)
}

func TestReplicaOfAnEstateHasTheSameSearch(t *testing.T) {
	c := newCMS(t)
	app, server := startReplica(t, c, nil)
	eventually(t, "the first sync is complete", app.replica.Ready)
	for _, link := range []string{"/properties/", "/es/developments/"} {
		if diff := cmp.Diff(searchFields(t, c.Server, link), searchFields(t, server, link)); diff != "" {
			t.Errorf("%s: fields of the search (-CMS +replica):\n%s", link, diff)
		}
	}
}

func searchFields(t *testing.T, server *httptest.Server, link string) []view.SelectField {
	t.Helper()
	_, body := get(t, server, "/_view"+link)
	var answer struct {
		View struct {
			Header struct{ Search view.SearchPanel }
		}
	}
	if err := json.Unmarshal([]byte(body), &answer); err != nil || len(answer.View.Header.Search.Fields) == 0 {
		t.Fatalf("%s: no search form: %v", link, err)
	}
	return answer.View.Header.Search.Fields
}

func TestReplicaServesWithoutTheCMS(t *testing.T) {
	c := newCMS(t)
	app, server := startReplica(t, c, nil)
	eventually(t, "the first sync is complete", app.replica.Ready)
	c.fault.Store(true)
	eventually(t, "the replica reports the error", func() bool { return app.replica.Status().LastError != "" })
	for _, link := range []string{"/", "/es/", "/properties/?s_beds=3", "/blog/", "/about/"} { // not cached
		if response, body := get(t, server, link); response.StatusCode != http.StatusOK || len(texts(t, body, "h1")) != 1 {
			t.Errorf("%s: status %d, want 200", link, response.StatusCode)
		}
	}
	if response, _ := get(t, server, "/no-such-page/"); response.StatusCode != http.StatusNotFound {
		t.Errorf("unknown page: status %d, want 404", response.StatusCode)
	}
	property := publishedProperty(t, c.app.store)
	changed := *property
	changed.Price.Amount, changed.Modified = 1234000, time.Now().UTC().Truncate(time.Second)
	write(t, c.app.store, func(b *store.Batch) error { return b.Put(&changed) })
	c.fault.Store(false)
	link := property.LinkIn(i18n.LangES)
	eventually(t, "the edit is shown", func() bool { _, body := get(t, server, link); return strings.Contains(body, "1.234.000 €") })
}

func TestEmptyReplicaIsNotReady(t *testing.T) {
	c := newCMS(t)
	c.fault.Store(true)
	app, server := startReplica(t, c, nil)
	eventually(t, "the replica reports the error", func() bool { return app.replica.Status().LastError != "" })
	for _, link := range []string{"/", "/es/", "/properties/", "/about/", "/blog/"} {
		response, body := get(t, server, link)
		if response.StatusCode != http.StatusBadGateway || response.Header.Get("Retry-After") == "" || len(texts(t, body, "h1")) != 1 {
			t.Errorf("%s: status %d, Retry-After %q; want 502 with a screen and Retry-After", link, response.StatusCode, response.Header.Get("Retry-After"))
		}
	}
	if response, body := get(t, server, "/readyz"); response.StatusCode != http.StatusServiceUnavailable || !strings.Contains(body, "copying") {
		t.Errorf("/readyz: %d %s; want 503 and copying", response.StatusCode, body)
	}
	if empty, err := app.store.IsEmpty(t.Context()); err != nil || !empty {
		t.Errorf("the store is not empty (%v); the demo agency must not be imported", err)
	}
	c.fault.Store(false)
	eventually(t, "the first sync is complete", app.replica.Ready)
	if response, _ := get(t, server, "/about/"); response.StatusCode != http.StatusOK {
		t.Errorf("after the sync /about/ answers %d", response.StatusCode)
	}
}

func TestDeletedPropertyAnswersGone(t *testing.T) {
	c := newCMS(t)
	app, server := startReplica(t, c, func(s *config.Settings) { s.CMS.Reconcile = config.Duration(100 * time.Millisecond) })
	eventually(t, "the first sync is complete", app.replica.Ready)
	property := publishedProperty(t, c.app.store)
	write(t, c.app.store, func(b *store.Batch) error { return b.Delete(property.Ref()) })
	eventually(t, "the property answers 410", func() bool {
		response, _ := get(t, server, property.LinkIn(i18n.LangEN))
		return response.StatusCode == http.StatusGone
	})
}

func TestOldLinksAreLookedUpAtTheCMSAndGuessesAreTemporary(t *testing.T) {
	tests := []struct {
		link, location string
		want           bool
	}{
		{"/villa-azul/", "https://cms.test/properties/new-name/", false},
		{"/marbella/", "https://cms.test/for-sale/apartments/marbella/", true},
		{"/marb/", "https://cms.test/marbella/", true},
		{"/es/casa/?x=1", "https://cms.test/es/propiedad/casa-azul/", true},
		{"/", "https://cms.test/home/", false},
	}
	for _, tt := range tests {
		if got := isGuess(tt.link, tt.location); got != tt.want {
			t.Errorf("isGuess(%s, %s) = %v, want %v", tt.link, tt.location, got, tt.want)
		}
	}
}

func TestRedirectsOfThePluginAreNoGuesses(t *testing.T) {
	for namespace, want := range map[string]int{"estate/v1": http.StatusMovedPermanently, "acf/v3": http.StatusFound} {
		wp := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/es/casa/" {
				http.Redirect(w, r, "/es/casa-azul/", http.StatusMovedPermanently)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"name":"Agency","home":"","url":"","namespaces":["wp/v2","`+namespace+`"],"routes":{}}`)
		}))
		client, err := wordpress.New(wordpress.Config{SiteURL: publicSite, CMSURL: wp.URL})
		if err != nil {
			t.Fatal(err)
		}
		to, err := guessFilter{client}.Redirect(t.Context(), "/es/casa/", content.FirstRedirect)
		if err != nil || !strings.HasSuffix(to.Location, "/es/casa-azul/") || to.Status != want {
			t.Errorf("%s: %+v, %v; want %d", namespace, to, err, want)
		}
		wp.Close()
	}
}

func TestPreviewsOfAReplicaComeFromTheCMS(t *testing.T) {
	c := newCMS(t)
	draft := &content.Post{
		Head: content.Head{
			ID: 990001, Type: content.TypePost, Lang: "en", Slug: "secret-draft", Link: "/secret-draft/", Status: content.StatusDraft,
			Date: time.Now().UTC(), Modified: time.Now().UTC(),
		},
		Title: "A draft of the CMS", Content: "<p>Soon.</p>",
	}
	write(t, c.app.store, func(b *store.Batch) error { return b.Put(draft) })
	key, err := openPreviewKey(c.cfg)
	if err != nil {
		t.Fatal(err)
	}
	app, server := startReplica(t, c, nil)
	eventually(t, "the first sync is complete", app.replica.Ready)
	if response, _ := get(t, server, "/?p=990001"); response.StatusCode == http.StatusOK {
		t.Errorf("a visitor sees the draft: %d", response.StatusCode)
	}
	credential := key.sign(draft.Ref(), time.Now().Add(time.Minute))
	query := "&preview=true&frontity_source_auth=" + strings.ReplaceAll(string(credential), " ", "%20")
	response, body := get(t, server, "/?p=990001"+query)
	if response.StatusCode != http.StatusOK || !strings.Contains(body, "A draft of the CMS") {
		t.Errorf("editor: status %d, want the draft", response.StatusCode)
	}
	if strings.Contains(body, string(credential)) || strings.Contains(body, strings.TrimPrefix(string(credential), bearer)) {
		t.Error("the page contains the credential")
	}
	if _, err := app.store.ByID(t.Context(), "en", "posts", 990001, ""); err == nil {
		t.Error("the store contains the draft")
	}
}
