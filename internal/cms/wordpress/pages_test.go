package wordpress_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"estate/internal/cms/wordpress"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/tests/wordpresstest"
)

func newClient(t *testing.T, cms *wordpresstest.Fake) *wordpress.Client {
	t.Helper()
	client, err := wordpress.New(wordpress.Config{SiteURL: "https://www.example.test", CMSURL: cms.URL, Adapt: true})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// Page sizes are those of the server: a plugin clips them, a host lowers the limit, a proxy drops the totals.
func TestListsAreReadToTheirEndWhateverTheServerSendsOnAPage(t *testing.T) {
	for name, change := range map[string]func(*wordpresstest.Fake){
		"as asked for":                      func(*wordpresstest.Fake) {},
		"12 a page":                         func(f *wordpresstest.Fake) { f.PerPage = 12 },
		"20 at most":                        func(f *wordpresstest.Fake) { f.MaxPerPage = 20 },
		"no totals":                         func(f *wordpresstest.Fake) { f.NoTotals = true },
		"no totals, empty page at the end":  func(f *wordpresstest.Fake) { f.NoTotals, f.EmptyPastEnd = true, true },
		"no totals, 10 a page":              func(f *wordpresstest.Fake) { f.NoTotals, f.PerPage = true, 10 },
		"no totals, 30 at most, 10 a page":  func(f *wordpresstest.Fake) { f.NoTotals, f.MaxPerPage, f.PerPage = true, 30, 10 },
		"no totals, 200 of 100 a page each": func(f *wordpresstest.Fake) { f.NoTotals, f.Lists["posts"] = true, wordpresstest.Posts("post", 200) },
	} {
		t.Run(name, func(t *testing.T) {
			cms := wordpresstest.NewFake(t, nil)
			cms.Lists["posts"] = wordpresstest.Posts("post", 250)
			cms.Lists["categories"] = nil
			for i, post := range wordpresstest.Posts("category", 130) {
				cms.Lists["categories"] = append(cms.Lists["categories"], map[string]any{"id": i + 1, "taxonomy": "category", "slug": post["slug"], "name": "C"})
			}
			change(cms)
			want, client := len(cms.Lists["posts"]), newClient(t, cms)
			stamps, _, err := client.Stamps(t.Context(), i18n.LangEN, "posts", wordpress.StampQuery{})
			if err != nil || len(stamps) != want {
				t.Errorf("%d stamps, %v; want %d", len(stamps), err, want)
			}
			ids := make([]int, 0, 50)
			for _, stamp := range stamps[:50] {
				ids = append(ids, stamp.ID)
			}
			if found, _, err := client.FetchByIDs(t.Context(), i18n.LangEN, "posts", ids); err != nil || len(found) != len(ids) {
				t.Errorf("%d entities by id, %v; want %d", len(found), err, len(ids))
			}
			if terms, err := client.AllTerms(t.Context(), i18n.LangEN, "category"); err != nil || len(terms) != 130 {
				t.Errorf("%d terms, %v; want 130", len(terms), err)
			}
			if terms, err := client.Terms(t.Context(), i18n.LangEN, "category"); err != nil || len(terms) != 130 {
				t.Errorf("live mode: %d terms, %v; want 130", len(terms), err)
			}
			seen := map[int]bool{}
			for page, pages := 1, 1; page <= pages; page++ {
				archive, err := client.Archive(t.Context(), i18n.LangEN, content.ArchiveQuery{Endpoint: "posts", Page: page, PerPage: 100})
				if err != nil {
					t.Fatal(err)
				}
				pages = archive.TotalPages
				for _, item := range archive.Items {
					seen[item.Ref().ID] = true
				}
			}
			if len(seen) != want {
				t.Errorf("%d posts on the pages of the archive, want %d", len(seen), want)
			}
		})
	}
}

func TestAPartThatIsClosedIsNotTheCMS(t *testing.T) {
	for _, status := range []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound} {
		cms := wordpresstest.NewFake(t, map[string]string{"users": `[]`})
		cms.Lists["pages"] = wordpresstest.Posts("page", 1)
		cms.Closed = map[string]int{"posts": status, "users": status, "media": status, "types": status}
		client := newClient(t, cms)
		if _, err := client.About(t.Context()); err != nil {
			t.Errorf("%d: the CMS is down: %v", status, err)
		}
		if found, err := client.BySlug(t.Context(), i18n.LangEN, "posts", "a"); err != nil || len(found) > 0 {
			t.Errorf("%d: posts %v, %v; want none", status, found, err)
		}
		if archive, err := client.Archive(t.Context(), i18n.LangEN, content.ArchiveQuery{Endpoint: "posts"}); err != nil || len(archive.Items) > 0 {
			t.Errorf("%d: archive %+v, %v; want an empty one", status, archive, err)
		}
		if found, err := client.BySlug(t.Context(), i18n.LangEN, "pages", "page-1"); err != nil || len(found) != 1 {
			t.Errorf("%d: pages %v, %v; want one", status, found, err)
		}
		if _, err := client.Author(t.Context(), i18n.LangEN, 3); !content.IsNotFound(err) {
			t.Errorf("%d: author: %v, want not found", status, err)
		}
		_, err := client.AllAuthors(t.Context(), i18n.LangEN)
		if status == http.StatusNotFound && errors.Is(err, wordpress.ErrNoEndpoint) {
			continue
		}
		if !errors.Is(err, wordpress.ErrClosed) || !strings.Contains(err.Error(), "/users is closed") {
			t.Errorf("%d: authors: %v, want the closed part by name", status, err)
		}
	}
}

func TestRetryAfterIsObeyed(t *testing.T) {
	cms := wordpresstest.NewFake(t, nil)
	requests := 0
	cms.Intercept = func(w http.ResponseWriter, _ *http.Request) bool {
		requests++
		w.Header().Set("Retry-After", "120")
		w.WriteHeader(http.StatusTooManyRequests)
		return true
	}
	now := time.Now()
	client, err := wordpress.New(wordpress.Config{SiteURL: "https://www.example.test", CMSURL: cms.URL, Adapt: true, Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.About(t.Context())
	busy, ok := errors.AsType[*wordpress.BusyError](err)
	if !ok || !busy.Until.Equal(now.Add(2*time.Minute)) || !strings.Contains(err.Error(), "429") {
		t.Fatalf("%v; want the time of Retry-After", err)
	}
	before := requests
	if _, err := client.About(t.Context()); err == nil || requests != before {
		t.Errorf("%d requests more, %v; want none before the time", requests-before, err)
	}
	now = now.Add(3 * time.Minute)
	cms.Intercept = nil
	if _, err := client.About(t.Context()); err != nil {
		t.Errorf("after the time: %v", err)
	}
}

// Polylang without the agency's plugin: one list has both languages, and only the links tell them apart.
func TestEntitiesHaveTheLanguageOfTheirLink(t *testing.T) {
	cms := wordpresstest.NewFake(t, map[string]string{
		"posts": `[{"id":11,"type":"post","status":"publish","slug":"hello","link":"https://cms.example.test/hello/","title":{"rendered":"Hello"}},
			{"id":12,"type":"post","status":"publish","slug":"hola","link":"https://cms.example.test/es/hola/","title":{"rendered":"Hola"}}]`,
		"pages":      `[{"id":203,"type":"page","status":"publish","slug":"inicio","link":"https://cms.example.test/es/","title":{"rendered":"Inicio"}}]`,
		"categories": `[{"id":2,"taxonomy":"category","slug":"noticias","name":"Noticias","link":"https://cms.example.test/es/category/noticias/"}]`,
	})
	client := newClient(t, cms)
	if langs := client.Languages(t.Context()); !slices.Equal(langs, []i18n.Lang{i18n.LangEN, i18n.LangES}) {
		t.Errorf("languages %v, want both", langs)
	}
	for lang, want := range map[i18n.Lang][]int{i18n.LangEN: {11}, i18n.LangES: {12}} {
		archive, err := client.Archive(t.Context(), lang, content.ArchiveQuery{Endpoint: "posts"})
		var got []int
		for _, item := range archive.Items {
			got = append(got, item.Ref().ID)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: posts %v, %v; want %v", lang, got, err, want)
		}
	}
	if found, err := client.BySlug(t.Context(), i18n.LangES, "posts", "hola"); err != nil || len(found) != 1 || found[0].LinkIn(i18n.LangES) != "/es/hola/" {
		t.Errorf("%v, %v; want the Spanish post", found, err)
	}
	if terms, err := client.Terms(t.Context(), i18n.LangEN, "category"); err != nil || len(terms) != 0 {
		t.Errorf("English terms %v, %v; want none", terms, err)
	}
	if terms, err := client.Terms(t.Context(), i18n.LangES, "category"); err != nil || len(terms) != 1 {
		t.Errorf("Spanish terms %v, %v; want one", terms, err)
	}
}

func TestARedirectToTheHomePageIsNotPermanent(t *testing.T) {
	cms := wordpresstest.NewFake(t, nil)
	cms.Intercept = func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path == "/old/" {
			http.Redirect(w, r, "/", http.StatusMovedPermanently)
			return true
		}
		return false
	}
	for _, depth := range []content.RedirectDepth{content.FirstRedirect, content.LastRedirect} {
		to, err := newClient(t, cms).Redirect(t.Context(), "/old/", depth)
		if err != nil || to.Status != http.StatusFound {
			t.Errorf("depth %v: %+v, %v; want a temporary redirect", depth, to, err)
		}
		cms.Home = true
		if to, err := newClient(t, cms).Redirect(t.Context(), "/nothing/", depth); !content.IsNotFound(err) {
			t.Errorf("depth %v, every unknown address leads home: %+v, %v; want none", depth, to, err)
		}
		cms.Home = false
	}
}

// Rank Math and older versions of Yoast send markup, in which a text may have any character.
func TestTheMarkupOfAHeadIsRead(t *testing.T) {
	cms := wordpresstest.NewFake(t, map[string]string{
		"pages": `[{"id":2,"type":"page","status":"publish","slug":"b","link":"https://cms.example.test/b/","title":{"rendered":"B"},"rank_math_head":` +
			`"<title>Sea &amp; sun</title>\n<META content='Homes > 1 M' name=description>\n<link href=\"https://cms.example.test/a/\" rel=\"canonical\" />` +
			`<meta property=\"og:image\" content=\"https://pictures.example/x.jpg\">"}]`,
	})
	pages, err := newClient(t, cms).BySlug(t.Context(), i18n.LangEN, "pages", "b")
	if err != nil || len(pages) != 1 {
		t.Fatalf("%v, %v", pages, err)
	}
	want := content.SEO{Title: "Sea & sun", Description: "Homes > 1 M", Canonical: "/a/", Image: "https://pictures.example/x.jpg"}
	if got := content.HeadOf(pages[0]).SEO; got == nil || *got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestNoIndexOfTheWholeCMSIsNotCarriedOver(t *testing.T) {
	cms := wordpresstest.NewFake(t, map[string]string{
		"pages": `[{"id":1,"type":"page","status":"publish","slug":"a","link":"https://cms.example.test/a/","title":{"rendered":"A"},"yoast_head_json":{"robots":{"index":"noindex"}}},
			{"id":2,"type":"page","status":"publish","slug":"b","link":"https://cms.example.test/b/","title":{"rendered":"B"},"rank_math_head":"<title>Our words</title>\n<meta name=\"robots\" content=\"noindex, follow\"/>"}]`,
	})
	noIndex := func(client *wordpress.Client) (found []bool) {
		for _, slug := range []string{"a", "b"} {
			pages, err := client.BySlug(t.Context(), i18n.LangEN, "pages", slug)
			if err != nil || len(pages) != 1 || content.HeadOf(pages[0]).SEO == nil {
				t.Fatalf("%v, %v", pages, err)
			}
			found = append(found, content.HeadOf(pages[0]).SEO.NoIndex)
		}
		return found
	}
	if got := noIndex(newClient(t, cms)); !slices.Equal(got, []bool{true, true}) {
		t.Errorf("noindex %v, want that of both pages", got)
	}
	cms.Intercept = func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != "/" {
			return false
		}
		_, _ = w.Write([]byte(`<html><head><meta name='robots' content='noindex, nofollow' /></head><body></body></html>`))
		return true
	}
	client := newClient(t, cms)
	if got := noIndex(client); !slices.Equal(got, []bool{false, false}) {
		t.Errorf("noindex of the whole CMS: %v, want none", got)
	}
	if !slices.ContainsFunc(client.Problems(), func(p wordpress.Problem) bool { return p.Kind == wordpress.ProblemNoIndex }) {
		t.Errorf("problems %+v, want the noindex", client.Problems())
	}
}
