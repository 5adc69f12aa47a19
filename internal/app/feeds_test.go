package app

import (
	"encoding/xml"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
)

// rssFeed is what a feed reader reads.
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

func TestFeedListsTheNewestPosts(t *testing.T) {
	app, server := startSite(t, nil)
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
				t.Errorf("page link %q, self link %q", page, self)
			}
			archive, err := app.store.Archive(t.Context(), tt.lang, content.ArchiveQuery{Endpoint: "posts", Page: 1})
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
					t.Errorf("post %d lacks author, categories, description or content: %+v", i, item)
				}
			}
		})
	}
}

func TestFeedOfACategoryHasOnlyItsPosts(t *testing.T) {
	app, server := startSite(t, nil)
	for _, lang := range i18n.Filled {
		terms, err := app.store.Terms(t.Context(), lang, "category")
		if err != nil {
			t.Fatal(err)
		}
		for _, term := range terms {
			response, body := get(t, server, term.LinkIn(lang)+"feed/")
			if response.StatusCode == http.StatusNotFound {
				archive, err := app.store.Archive(t.Context(), lang, content.ArchiveQuery{Endpoint: "posts", Page: 1, Taxonomy: "categories", Term: term.ID})
				if err != nil || archive.Total > 0 {
					t.Errorf("%s has posts but no feed (%v)", term.LinkIn(lang), err)
				}
				continue
			}
			var feed rssFeed
			decode(t, body, &feed)
			if !strings.Contains(feed.Channel.Title, term.Name.In(lang)) || feed.Channel.Language != string(lang) {
				t.Errorf("feed of %s: title %q, language %q", term.LinkIn(lang), feed.Channel.Title, feed.Channel.Language)
			}
			for _, item := range feed.Channel.Items {
				if !slices.Contains(item.Categories, term.Name.In(lang)) {
					t.Errorf("feed of %s has %s with the categories %q", term.LinkIn(lang), item.Link, item.Categories)
				}
			}
		}
	}
}

func TestOtherLinksWithFeedAreOrdinaryLinks(t *testing.T) {
	_, server := startSite(t, nil)
	tests := []struct {
		link, location string
		status         int
	}{
		{"/category/none/feed/", "", 404},
		{"/es/category/none/feed/", "", 404},
		{"/no-such-page/feed/", "", 404},
		{"/properties/villa/feed/", "", 404},
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
		if response.StatusCode != tt.status || response.Header.Get("Location") != tt.location {
			t.Errorf("%s: %d to %q, want %d to %q", tt.link, response.StatusCode, response.Header.Get("Location"), tt.status, tt.location)
		}
	}
}

func TestUnchangedFeedIsNotModified(t *testing.T) {
	app, server := startSite(t, nil)
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
	archive, err := app.store.Archive(t.Context(), i18n.LangEN, content.ArchiveQuery{Endpoint: "posts", Page: 1})
	if err != nil {
		t.Fatal(err)
	}
	changed := *archive.Items[0].(*content.Post)
	changed.Title = "Another title"
	write(t, app.store, func(b *store.Batch) error { return b.Put(&changed) })
	if again := ask(etag); again.StatusCode != http.StatusOK {
		t.Errorf("status %d after a change, want 200", again.StatusCode)
	}
}

func TestFeedIsSanitizedAndHasAbsoluteURLs(t *testing.T) {
	app, server := startSite(t, nil)
	archive, err := app.store.Archive(t.Context(), i18n.LangEN, content.ArchiveQuery{Endpoint: "posts", Page: 1})
	if err != nil {
		t.Fatal(err)
	}
	post := *archive.Items[0].(*content.Post)
	post.Title = "Tom & Jerry <b>]]> \x01"
	post.Content = `<p onclick="x()">One ]]&gt; two</p><script>steal()</script><iframe src="https://evil.test/"></iframe>
<a href="/properties/">homes</a> <a href="javascript:steal()">bad</a> <a href="#here">below</a> <img src="/media/villa-01-golden-hour-pool.jpg" alt="A villa">`
	post.Excerpt = "<p>Short <script>steal()</script></p>"
	write(t, app.store, func(b *store.Batch) error { return b.Put(&post) })

	_, body := get(t, server, "/feed/")
	var feed rssFeed
	decode(t, body, &feed)
	item := feed.Channel.Items[0]
	if !strings.HasPrefix(item.Title, "Tom & Jerry") {
		t.Errorf("title %q", item.Title)
	}
	for _, bad := range []string{"steal", "onclick", "<script", "<iframe", "javascript:"} {
		if strings.Contains(item.Content+item.Description, bad) {
			t.Errorf("the feed contains %q: %s", bad, item.Content)
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
					t.Errorf("URL %q is not absolute", attr.Val)
				}
			}
		}
	}
	if addresses < 3 {
		t.Errorf("only %d URLs are left in the post: %s", addresses, item.Content)
	}
}
