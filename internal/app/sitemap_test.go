package app

import (
	"encoding/xml"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
)

// sitemapEntry is the entry of one page.
type sitemapEntry struct {
	Loc        string `xml:"loc"`
	Modified   string `xml:"lastmod"`
	Alternates []struct {
		Lang string `xml:"hreflang,attr"`
		Href string `xml:"href,attr"`
	} `xml:"http://www.w3.org/1999/xhtml link"`
}

// sitemapLinks reads the whole sitemap: for each link its file and its entry.
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
			t.Errorf("%s has %d links", name, len(set.URLs))
		}
		for _, entry := range set.URLs {
			link := strings.TrimPrefix(entry.Loc, publicSite)
			if files[link] != "" {
				t.Errorf("%s is in %s and in %s", link, files[link], name)
			}
			files[link], entries[link] = name, entry
		}
	}
	return files, entries
}

func TestSitemapListsIndexablePagesOnly(t *testing.T) {
	app, server := startSite(t, nil)
	sold, draft, deleted := *publishedProperty(t, app.store), *publishedProperty(t, app.store), *publishedProperty(t, app.store)
	rename := func(property *content.Property, id int, slug string) {
		property.ID, property.Slug, property.Link, property.Reference = id, slug, "/properties/"+slug+"/", "ZRE-"+slug
		property.AlternativeLinks = nil
	}
	rename(&sold, 990001, "sold-home")
	rename(&draft, 990002, "draft-home")
	rename(&deleted, 990003, "gone-home")
	sold.Badges, draft.Status = []content.Badge{content.BadgeSold}, content.StatusDraft
	onlyEnglish := sold
	rename(&onlyEnglish, 990004, "english-home")
	onlyEnglish.AlternativeLinks = map[i18n.Lang]string{i18n.LangEN: onlyEnglish.Link}
	write(t, app.store, func(b *store.Batch) error {
		for _, property := range []*content.Property{&sold, &draft, &deleted, &onlyEnglish} {
			if err := b.Put(property); err != nil {
				return err
			}
		}
		return nil
	})
	write(t, app.store, func(b *store.Batch) error { return b.Delete(deleted.Ref()) })

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
			t.Errorf("%s is in %q, want a file %s", link, files[link], file)
		}
	}
	for _, link := range []string{
		"/properties/draft-home/", "/properties/gone-home/", "/es/properties/gone-home/", "/es/properties/english-home/",
		"/favorites/", "/es/favorites/", "/search-developments/",
	} {
		if files[link] != "" {
			t.Errorf("%s is in the sitemap, in %s", link, files[link])
		}
	}
	alternates := map[string]string{}
	for _, alternate := range entries["/es/properties/sold-home/"].Alternates {
		alternates[alternate.Lang] = strings.TrimPrefix(alternate.Href, publicSite)
	}
	if alternates["en"] != "/properties/sold-home/" || alternates["es"] != "/es/properties/sold-home/" || alternates["x-default"] != alternates["en"] {
		t.Errorf("alternates of the sold property: %v", alternates)
	}
	if alone := entries["/properties/english-home/"]; len(alone.Alternates) > 0 {
		t.Errorf("property in one language: alternates %v", alone.Alternates)
	}
	modified, err := time.Parse(time.RFC3339, entries["/properties/sold-home/"].Modified)
	if err != nil || !modified.Equal(sold.Modified.Truncate(time.Second)) {
		t.Errorf("lastmod %q, want %v", entries["/properties/sold-home/"].Modified, sold.Modified)
	}
	for link, entry := range entries {
		response, body := get(t, server, link)
		if response.StatusCode != http.StatusOK || strings.Contains(response.Header.Get("X-Robots-Tag"), "noindex") ||
			!strings.Contains(body, `rel="canonical" href="`+entry.Loc+`"`) {
			t.Errorf("%s: status %d, robots %q; want an indexable page with this canonical link", link, response.StatusCode, response.Header.Get("X-Robots-Tag"))
		}
	}
}

func TestDraftIsNoAlternate(t *testing.T) {
	app, server := startSite(t, nil)
	for _, endpoint := range []string{"posts", "pages"} {
		archive, err := app.store.Archive(t.Context(), i18n.LangES, content.ArchiveQuery{Endpoint: endpoint, Page: 1, PerPage: 100})
		if err != nil {
			t.Fatal(err)
		}
		spanish, english := archive.Items[0], ""
		for _, entity := range archive.Items { // one with a translation, except the home page and the blog
			if page, ok := entity.(*content.Page); ok && page.Filter != nil {
				continue // without its page a listing still answers at that link (decision 26)
			}
			if at := entity.LinkIn(i18n.LangEN); at != "" && at != "/" && at != "/blog/" {
				spanish, english = entity, at
				break
			}
		}
		count := func() (page, listed int) {
			_, body := get(t, server, english)
			_, entries := sitemapLinks(t, func(link string) string { _, body := get(t, server, link); return body })
			if entries[english].Loc == "" {
				t.Errorf("%s is not in the sitemap", english)
			}
			return strings.Count(body, "hreflang="), len(entries[english].Alternates)
		}
		if page, listed := count(); page < 3 || listed != 3 {
			t.Fatalf("%s has %d alternates on its page and %d in the sitemap, want both languages and x-default", english, page, listed)
		}
		write(t, app.store, func(b *store.Batch) error { return b.Put(asDraft(spanish)) })
		_, body := get(t, server, english)
		if strings.Contains(body, `rel="alternate" hreflang=`) {
			t.Errorf("%s has an alternate that is a draft", english)
		}
		if _, listed := count(); listed != 0 {
			t.Errorf("the sitemap has %d alternates of %s, want none", listed, english)
		}
	}
}

// asDraft is a copy of a post or page with the status draft.
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

func TestRobotsNamesTheSitemapAndAllowsPages(t *testing.T) {
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
			t.Errorf("robots.txt contains %q", closed)
		}
	}
}
