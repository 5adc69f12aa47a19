package app

import (
	"encoding/xml"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/store"
)

// sitemapEntry is what a crawler reads of one page.
type sitemapEntry struct {
	Loc        string `xml:"loc"`
	Modified   string `xml:"lastmod"`
	Alternates []struct {
		Lang string `xml:"hreflang,attr"`
		Href string `xml:"href,attr"`
	} `xml:"http://www.w3.org/1999/xhtml link"`
}

// sitemapLinks reads the whole sitemap: the name of the file of each site link.
func sitemapLinks(t *testing.T, fetch func(string) string) (files map[string]string, entries map[string]sitemapEntry) {
	t.Helper()
	var index struct {
		XMLName xml.Name       `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex"`
		Files   []sitemapEntry `xml:"sitemap"`
	}
	decode(t, fetch("/sitemap.xml"), &index)
	files, entries = map[string]string{}, map[string]sitemapEntry{}
	for _, file := range index.Files {
		var set struct {
			XMLName xml.Name       `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
			URLs    []sitemapEntry `xml:"url"`
		}
		name := strings.TrimPrefix(file.Loc, publicSite)
		decode(t, fetch(name), &set)
		if len(set.URLs) == 0 || len(set.URLs) > 50_000 {
			t.Errorf("%s holds %d links", name, len(set.URLs))
		}
		for _, entry := range set.URLs {
			link := strings.TrimPrefix(entry.Loc, publicSite)
			if files[link] != "" {
				t.Errorf("%s stands in %s and %s", link, files[link], name)
			}
			files[link], entries[link] = name, entry
		}
	}
	return files, entries
}

func TestSitemapListsWhatMayBeFoundAndNothingElse(t *testing.T) {
	app, server := startSite(t, nil)
	sold, draft, gone := *publishedHome(t, app.store), *publishedHome(t, app.store), *publishedHome(t, app.store)
	rename := func(home *content.Property, id int, slug string) {
		home.ID, home.Slug, home.Link, home.Reference = id, slug, "/properties/"+slug+"/", "ZRE-"+slug
		home.AlternativeLinks = nil
	}
	rename(&sold, 990001, "sold-home")
	rename(&draft, 990002, "draft-home")
	rename(&gone, 990003, "gone-home")
	sold.Badges, draft.Status = []content.Badge{content.BadgeSold}, content.StatusDraft
	onlyEnglish := sold
	rename(&onlyEnglish, 990004, "english-home")
	onlyEnglish.AlternativeLinks = map[i18n.Lang]string{i18n.LangEN: onlyEnglish.Link}
	write(t, app.store, func(b *store.Batch) error {
		for _, home := range []*content.Property{&sold, &draft, &gone, &onlyEnglish} {
			if err := b.Put(home); err != nil {
				return err
			}
		}
		return nil
	})
	write(t, app.store, func(b *store.Batch) error { return b.Delete(gone.Ref()) })

	files, entries := sitemapLinks(t, func(link string) string {
		response, body := get(t, server, link)
		if response.StatusCode != http.StatusOK {
			t.Fatalf("%s: status %d", link, response.StatusCode)
		}
		return body
	})
	for link, file := range map[string]string{
		"/": "archives-en", "/es/": "archives-es", "/properties/": "archives-en", "/es/developments/": "archives-es", "/blog/": "archives-en",
		"/properties/sold-home/": "properties-en", "/es/properties/sold-home/": "properties-es", "/properties/english-home/": "properties-en",
		"/cities/marbella/": "cities-en", "/es/cities/marbella/": "cities-es",
		"/for-sale/villas/marbella/": "pages-en", "/es/venta/villas/marbella/": "pages-es",
	} {
		if !strings.HasPrefix(files[link], "/sitemap/"+file) {
			t.Errorf("%s stands in %q, want a file %s", link, files[link], file)
		}
	}
	for _, link := range []string{
		"/properties/draft-home/", "/properties/gone-home/", "/es/properties/gone-home/", "/es/properties/english-home/",
		"/favorites/", "/es/favorites/", "/search-developments/",
	} {
		if files[link] != "" {
			t.Errorf("%s stands in the sitemap, in %s", link, files[link])
		}
	}
	twins := map[string]string{}
	for _, twin := range entries["/es/properties/sold-home/"].Alternates {
		twins[twin.Lang] = strings.TrimPrefix(twin.Href, publicSite)
	}
	if twins["en"] != "/properties/sold-home/" || twins["es"] != "/es/properties/sold-home/" || twins["x-default"] != twins["en"] {
		t.Errorf("the sold home's languages are %v", twins)
	}
	if alone := entries["/properties/english-home/"]; len(alone.Alternates) > 0 {
		t.Errorf("a home in one language names %v", alone.Alternates)
	}
	modified, err := time.Parse(time.RFC3339, entries["/properties/sold-home/"].Modified)
	if err != nil || !modified.Equal(sold.Modified.Truncate(time.Second)) {
		t.Errorf("changed %q, want %v", entries["/properties/sold-home/"].Modified, sold.Modified)
	}
	for link, entry := range entries {
		response, body := get(t, server, link)
		if response.StatusCode != http.StatusOK || strings.Contains(response.Header.Get("X-Robots-Tag"), "noindex") ||
			!strings.Contains(body, `rel="canonical" href="`+entry.Loc+`"`) {
			t.Errorf("%s: status %d, robots %q; want a page that may be found at this very address", link, response.StatusCode, response.Header.Get("X-Robots-Tag"))
		}
	}
}

func TestTranslationThatIsADraftIsNobodysTwin(t *testing.T) {
	app, server := startSite(t, nil)
	for _, endpoint := range []string{"posts", "pages"} {
		archive, err := app.store.Archive(t.Context(), i18n.LangES, content.ArchiveQuery{Endpoint: endpoint, Page: 1, PerPage: 100})
		if err != nil {
			t.Fatal(err)
		}
		spanish, english := archive.Items[0], ""
		for _, entity := range archive.Items { // one with a twin, and no page that has a task of its own
			if at := entity.LinkIn(i18n.LangEN); at != "" && at != "/" && at != "/blog/" {
				spanish, english = entity, at
				break
			}
		}
		sees := func() (page, listed int) {
			_, body := get(t, server, english)
			_, entries := sitemapLinks(t, func(link string) string { _, body := get(t, server, link); return body })
			if entries[english].Loc == "" {
				t.Errorf("%s is not in the sitemap", english)
			}
			return strings.Count(body, "hreflang="), len(entries[english].Alternates)
		}
		if page, listed := sees(); page < 3 || listed != 3 {
			t.Fatalf("%s names %d languages on its page and %d in the sitemap, want both and x-default", english, page, listed)
		}
		write(t, app.store, func(b *store.Batch) error { return b.Put(asDraft(spanish)) })
		_, body := get(t, server, english)
		if strings.Contains(body, `rel="alternate" hreflang=`) {
			t.Errorf("%s names a language whose page is a draft", english)
		}
		if _, listed := sees(); listed != 0 {
			t.Errorf("the sitemap names %d languages of %s, want none", listed, english)
		}
	}
}

// asDraft is a copy of a post or page that is taken off the site.
func asDraft(entity content.Entity) content.Entity {
	switch e := entity.(type) {
	case *content.Post:
		draft := *e
		draft.Status = content.StatusDraft
		return &draft
	case *content.Page:
		draft := *e
		draft.Status = content.StatusDraft
		return &draft
	}
	return entity
}

func TestRobotsNamesTheSitemapAndKeepsPagesOpen(t *testing.T) {
	_, server := startSite(t, nil)
	response, body := get(t, server, "/robots.txt")
	if response.StatusCode != http.StatusOK {
		t.Fatalf("status %d", response.StatusCode)
	}
	lines := strings.Split(strings.TrimSpace(body), "\n")
	for _, want := range []string{
		"User-agent: *", "Disallow: /_view/", "Disallow: /favorites/", "Disallow: /es/favorites/", "Sitemap: " + publicSite + "/sitemap.xml",
	} {
		if !slices.Contains(lines, want) {
			t.Errorf("robots.txt lacks %q:\n%s", want, body)
		}
	}
	for _, closed := range []string{"Disallow: /", "Disallow: /properties/", "Disallow: /assets/", "Disallow: /media/"} {
		if slices.Contains(lines, closed) {
			t.Errorf("robots.txt says %q", closed)
		}
	}
}
