package main

import (
	"encoding/json"
	"encoding/xml"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/store"
)

const publicSite = "http://www.example.test"

// rssFeed is what a reader takes from a feed.
type rssFeed struct {
	Channel struct {
		Title       string     `xml:"title"`
		Links       []feedLink `xml:"link"`
		Description string     `xml:"description"`
		Language    string     `xml:"language"`
		Items       []rssItem  `xml:"item"`
	} `xml:"channel"`
}

type feedLink struct {
	XMLName xml.Name
	Href    string `xml:"href,attr"`
	Rel     string `xml:"rel,attr"`
	Text    string `xml:",chardata"`
}

type rssItem struct {
	Title       string   `xml:"title"`
	Link        string   `xml:"link"`
	GUID        string   `xml:"guid"`
	Date        string   `xml:"pubDate"`
	Author      string   `xml:"http://purl.org/dc/elements/1.1/ creator"`
	Categories  []string `xml:"category"`
	Description string   `xml:"description"`
	Content     string   `xml:"http://purl.org/rss/1.0/modules/content/ encoded"`
}

func decode(t *testing.T, body string, into any) {
	t.Helper()
	if err := xml.Unmarshal([]byte(body), into); err != nil {
		t.Fatalf("no XML: %v\n%s", err, clipped(body))
	}
}

func write(t *testing.T, st *store.Store, change func(*store.Batch) error) {
	t.Helper()
	if err := st.Write(t.Context(), change); err != nil {
		t.Fatal(err)
	}
}

func TestFeedTellsTheNewestPosts(t *testing.T) {
	all, server := startSite(t, nil)
	for _, tt := range []struct {
		link, self, page string
		lang             i18n.Lang
	}{
		{"/feed/", "/feed/", "/blog/", i18n.LangEN},
		{"/es/feed/", "/es/feed/", "/es/blog/", i18n.LangES},
	} {
		t.Run(tt.link, func(t *testing.T) {
			response, body := get(t, server, tt.link)
			if kind := response.Header.Get("Content-Type"); response.StatusCode != 200 || !strings.HasPrefix(kind, "application/rss+xml") {
				t.Fatalf("status %d, type %q; want 200 and RSS", response.StatusCode, kind)
			}
			var feed rssFeed
			decode(t, body, &feed)
			c := feed.Channel
			if c.Language != string(tt.lang) || !strings.Contains(c.Title, "Zero Real Estate") || c.Description == "" {
				t.Errorf("language %q, title %q, description %q", c.Language, c.Title, c.Description)
			}
			var page, self string
			for _, link := range c.Links {
				if link.XMLName.Space == "http://www.w3.org/2005/Atom" && link.Rel == "self" {
					self = link.Href
				} else {
					page = link.Text
				}
			}
			if page != publicSite+tt.page || self != publicSite+tt.self {
				t.Errorf("it names the page %q and itself %q", page, self)
			}
			archive, err := all.store.Archive(t.Context(), tt.lang, content.ArchiveQuery{Endpoint: "posts", Page: 1})
			if err != nil {
				t.Fatal(err)
			}
			if len(c.Items) != len(archive.Items) || len(c.Items) == 0 {
				t.Fatalf("%d posts, want %d", len(c.Items), len(archive.Items))
			}
			for i, item := range c.Items {
				post := archive.Items[i].(*content.Post)
				date, err := time.Parse(time.RFC1123Z, item.Date)
				if err != nil || !date.Equal(post.Date.Truncate(time.Second)) {
					t.Errorf("post %d: date %q, want %v (%v)", i, item.Date, post.Date, err)
				}
				if item.Title != post.Title || item.Link != publicSite+post.LinkIn(tt.lang) || item.GUID != item.Link {
					t.Errorf("post %d: %q at %q, guid %q; want %q at %q", i, item.Title, item.Link, item.GUID, post.Title, post.LinkIn(tt.lang))
				}
				if item.Author == "" || len(item.Categories) == 0 || item.Description == "" || !strings.Contains(item.Content, "<p>") {
					t.Errorf("post %d lacks its author, its categories, its description or its text: %+v", i, item)
				}
			}
		})
	}
}

func TestFeedOfACategoryHasItsPostsAlone(t *testing.T) {
	all, server := startSite(t, nil)
	for _, lang := range i18n.Filled {
		terms, err := all.store.Terms(t.Context(), lang, "category")
		if err != nil {
			t.Fatal(err)
		}
		for _, term := range terms {
			response, body := get(t, server, term.LinkIn(lang)+"feed/")
			if response.StatusCode == http.StatusNotFound {
				archive, err := all.store.Archive(t.Context(), lang, content.ArchiveQuery{Endpoint: "posts", Page: 1, Taxonomy: "categories", Term: term.ID})
				if err != nil || archive.Total > 0 {
					t.Errorf("%s has posts and no feed (%v)", term.LinkIn(lang), err)
				}
				continue
			}
			var feed rssFeed
			decode(t, body, &feed)
			if !strings.Contains(feed.Channel.Title, term.Name.In(lang)) || feed.Channel.Language != string(lang) {
				t.Errorf("feed of %s is titled %q in %q", term.LinkIn(lang), feed.Channel.Title, feed.Channel.Language)
			}
			for _, item := range feed.Channel.Items {
				if !slices.Contains(item.Categories, term.Name.In(lang)) {
					t.Errorf("feed of %s holds %s, filed under %q", term.LinkIn(lang), item.Link, item.Categories)
				}
			}
		}
	}
}

func TestWhatIsNoFeedIsALinkAsAnyOther(t *testing.T) {
	_, server := startSite(t, nil)
	tests := []struct {
		link, leads string
		status      int
	}{
		{"/category/none/feed/", "", 404},
		{"/es/category/none/feed/", "", 404},
		{"/no-such-page/feed/", "", 404},
		{"/properties/feed/", "", 404},
		{"/feed", "/feed/", 301},
		{"/es/Feed/", "/es/feed/", 301},
		{"/feed/?utm_source=reader", "", 200},
		{"/blog/feed/", "/feed/", 301},
		{"/es/blog/feed/", "/es/feed/", 301},
		{"/category/sin-categoria/feed/", "/feed/", 301},
		{"/es/category/sin-categoria/feed/", "/es/feed/", 301},
	}
	for _, tt := range tests {
		response, _ := get(t, server, tt.link)
		if response.StatusCode != tt.status || response.Header.Get("Location") != tt.leads {
			t.Errorf("%s: %d to %q, want %d to %q", tt.link, response.StatusCode, response.Header.Get("Location"), tt.status, tt.leads)
		}
	}
}

func TestFeedIsNotSentAgainUntilItChanges(t *testing.T) {
	all, server := startSite(t, nil)
	ask := func(etag string) *http.Response {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/feed/", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("If-None-Match", etag)
		response, err := server.Client().Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		return response
	}
	etag := ask("").Header.Get("ETag")
	if again := ask(etag); again.StatusCode != http.StatusNotModified {
		t.Errorf("status %d for ETag %q, want 304", again.StatusCode, etag)
	}
	archive, err := all.store.Archive(t.Context(), i18n.LangEN, content.ArchiveQuery{Endpoint: "posts", Page: 1})
	if err != nil {
		t.Fatal(err)
	}
	changed := *archive.Items[0].(*content.Post)
	changed.Title = "Another title"
	write(t, all.store, func(b *store.Batch) error { return b.Put(&changed) })
	if again := ask(etag); again.StatusCode != http.StatusOK {
		t.Errorf("status %d after a change, want 200", again.StatusCode)
	}
}

func TestFeedCarriesNothingHostileAndNothingRelative(t *testing.T) {
	all, server := startSite(t, nil)
	archive, err := all.store.Archive(t.Context(), i18n.LangEN, content.ArchiveQuery{Endpoint: "posts", Page: 1})
	if err != nil {
		t.Fatal(err)
	}
	post := *archive.Items[0].(*content.Post)
	post.Title = "Tom & Jerry <b>]]> \x01"
	post.Content = `<p onclick="x()">One ]]&gt; two</p><script>steal()</script><iframe src="https://evil.test/"></iframe>
<a href="/properties/">homes</a> <a href="javascript:steal()">bad</a> <a href="#here">below</a> <img src="/media/villa-01-golden-hour-pool.jpg" alt="A villa">`
	post.Excerpt = "<p>Short <script>steal()</script></p>"
	write(t, all.store, func(b *store.Batch) error { return b.Put(&post) })

	_, body := get(t, server, "/feed/")
	var feed rssFeed
	decode(t, body, &feed)
	item := feed.Channel.Items[0]
	if !strings.HasPrefix(item.Title, "Tom & Jerry") {
		t.Errorf("title %q", item.Title)
	}
	for _, bad := range []string{"steal", "onclick", "<script", "<iframe", "javascript:"} {
		if strings.Contains(item.Content+item.Description, bad) {
			t.Errorf("the feed holds %q: %s", bad, item.Content)
		}
	}
	root, err := html.Parse(strings.NewReader(item.Content))
	if err != nil {
		t.Fatal(err)
	}
	addresses := 0
	for node := range root.Descendants() {
		for _, attr := range node.Attr {
			if attr.Key == "href" || attr.Key == "src" {
				addresses++
				if !strings.HasPrefix(attr.Val, "http://") && !strings.HasPrefix(attr.Val, "https://") {
					t.Errorf("address %q leads nowhere from a reader", attr.Val)
				}
			}
		}
	}
	if addresses < 3 {
		t.Errorf("only %d addresses are left of the post: %s", addresses, item.Content)
	}
}

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
	all, server := startSite(t, nil)
	sold, draft, gone := *publishedHome(t, all.store), *publishedHome(t, all.store), *publishedHome(t, all.store)
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
	write(t, all.store, func(b *store.Batch) error {
		for _, home := range []*content.Property{&sold, &draft, &gone, &onlyEnglish} {
			if err := b.Put(home); err != nil {
				return err
			}
		}
		return nil
	})
	write(t, all.store, func(b *store.Batch) error { return b.Delete(gone.Ref()) })

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
	all, server := startSite(t, nil)
	for _, endpoint := range []string{"posts", "pages"} {
		archive, err := all.store.Archive(t.Context(), i18n.LangES, content.ArchiveQuery{Endpoint: endpoint, Page: 1, PerPage: 100})
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
		write(t, all.store, func(b *store.Batch) error { return b.Put(asDraft(spanish)) })
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

func TestDictionariesAreServedAsTheyAre(t *testing.T) {
	_, server := startSite(t, nil)
	for _, lang := range i18n.Declared {
		response, body := get(t, server, "/locales/"+string(lang)+"/common.json")
		file, err := os.ReadFile("../../locales/" + string(lang) + "/common.json")
		if err != nil {
			t.Fatal(err)
		}
		if response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != "application/json" || body != string(file) {
			t.Errorf("%s: status %d, type %q, %d bytes; want the file's %d", lang, response.StatusCode, response.Header.Get("Content-Type"), len(body), len(file))
		}
	}
	_, placeholder := get(t, server, "/locales/fr/search.json")
	var words map[string]any
	if err := json.Unmarshal([]byte(placeholder), &words); err != nil || len(words) > 0 {
		t.Errorf("a placeholder language answers %q; want an empty dictionary", placeholder)
	}
	for _, missing := range []string{"/locales/xx/common.json", "/locales/en/none.json", "/locales/en/common", "/locales/en/", "/locales/", "/locales/en/..%2fes%2fcommon.json"} {
		if response, _ := get(t, server, missing); response.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d, want 404", missing, response.StatusCode)
		}
	}
	first, _ := get(t, server, "/locales/en/common.json")
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/locales/en/common.json", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("If-None-Match", first.Header.Get("ETag"))
	again, err := server.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = again.Body.Close()
	if again.StatusCode != http.StatusNotModified {
		t.Errorf("status %d for ETag %q, want 304", again.StatusCode, first.Header.Get("ETag"))
	}
}

func TestWordsAreAddedInDevelopmentOnly(t *testing.T) {
	_, production := startSite(t, nil)
	development := startForDeveloper(t)
	tests := []struct {
		name, at, body    string
		produced, created int // status in production and in development
	}{
		{"without a body", "/locales/add/en/search", "", 405, 200},
		{"with words", "/locales/add/es/search", `{"noSuchWord":"no such word"}`, 405, 200},
		{"no JSON", "/locales/add/es/search", `{"noSuchWord"`, 405, 400},
		{"too much", "/locales/add/es/search", `{"a":"` + strings.Repeat("x", 70_000) + `"}`, 405, 400},
		{"unknown language", "/locales/add/xx/search", "", 405, 404},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for server, want := range map[string]int{production.URL: tt.produced, development.URL: tt.created} {
				response, err := http.Post(server+tt.at, "application/json", strings.NewReader(tt.body))
				if err != nil {
					t.Fatal(err)
				}
				_ = response.Body.Close()
				if response.StatusCode != want {
					t.Errorf("status %d, want %d", response.StatusCode, want)
				}
			}
		})
	}
}

// startForDeveloper runs the site as `estate serve --dev` does; nothing of Vite is asked for.
func startForDeveloper(t *testing.T) *httptest.Server {
	t.Helper()
	s := settings{Data: t.TempDir()}
	s.fillDefaults()
	s.SiteURL = publicSite
	all, err := assemble(t.Context(), s, developer{vite: "http://127.0.0.1:1"}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatalf("start the site: %v", err)
	}
	t.Cleanup(all.close)
	server := httptest.NewServer(all.server.Handler())
	t.Cleanup(server.Close)
	return server
}
