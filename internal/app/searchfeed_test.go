package app

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/store"
)

// atomFeed is what a feed reader reads of the feed of a search.
type atomFeed struct {
	Lang    string     `xml:"lang,attr"`
	ID      string     `xml:"id"`
	Title   string     `xml:"title"`
	Author  string     `xml:"author>name"`
	Updated string     `xml:"updated"`
	Links   []feedLink `xml:"link"`
	Entries []struct {
		ID      string   `xml:"id"`
		Title   string   `xml:"title"`
		Link    feedLink `xml:"link"`
		Updated string   `xml:"updated"`
		Content string   `xml:"http://www.w3.org/2005/Atom content"`
		Picture struct {
			URL string `xml:"url,attr"`
		} `xml:"http://search.yahoo.com/mrss/ content"`
	} `xml:"entry"`
}

func TestEverySearchHasAFeed(t *testing.T) {
	app, server := startSite(t, nil)
	for _, tt := range []struct {
		feed, page string
		title      string // its beginning
		lang       i18n.Lang
		filter     search.Filter
	}{
		{"/properties/feed/?s_type=15", "/properties/?s_type=15", "Villas - ", i18n.LangEN, search.Filter{Kind: search.KindProperties, Types: []int{15}}},
		{"/es/properties/feed/?s_beds=4&s_features=sea-views", "/es/properties/?s_beds=4&s_features=sea-views", "Vistas al mar · +4 dormitorios - ", i18n.LangES, search.Filter{Kind: search.KindProperties, Beds: 4, Features: []string{"sea-views"}}},
		{"/for-sale/villas/marbella/feed/", "/for-sale/villas/marbella/", "", i18n.LangEN, search.Filter{Kind: search.KindProperties, Offers: []int{3}, Types: []int{15}, Cities: nil}},
		{"/es/developments/feed/", "/es/developments/", "", i18n.LangES, search.Filter{Kind: search.KindDevelopments}},
		{"/properties/feed/?s_type=158&s_beds=8&price_to=100000", "/properties/?price_to=100000&s_beds=8&s_type=158", "Unique Buildings · +8 bedrooms · ", i18n.LangEN, search.Filter{Kind: search.KindProperties, Types: []int{158}, Beds: 8, PriceTo: 100000}},
	} {
		t.Run(tt.feed, func(t *testing.T) {
			response, body := get(t, server, tt.feed)
			if response.StatusCode == http.StatusMovedPermanently {
				tt.feed = response.Header.Get("Location")
				response, body = get(t, server, tt.feed)
			}
			if kind := response.Header.Get("Content-Type"); response.StatusCode != 200 || !strings.HasPrefix(kind, "application/atom+xml") {
				t.Fatalf("status %d, type %q; want 200 and Atom", response.StatusCode, kind)
			}
			if robots := response.Header.Get("X-Robots-Tag"); !strings.Contains(robots, "noindex") {
				t.Errorf("the feed has robots %q", robots)
			}
			var feed atomFeed
			decode(t, body, &feed)
			links := map[string]string{}
			for _, link := range feed.Links {
				links[link.Rel] = link.Href
			}
			if feed.ID != publicSite+tt.feed || links["self"] != feed.ID || links["alternate"] != publicSite+tt.page {
				t.Errorf("id %q, links %v", feed.ID, links)
			}
			if !strings.HasPrefix(feed.Title, tt.title) || feed.Title == "" || feed.Author != "Zero Real Estate" || feed.Lang != string(tt.lang) {
				t.Errorf("title %q, author %q, language %q; want %q", feed.Title, feed.Author, feed.Lang, tt.title)
			}
			if _, err := time.Parse(time.RFC3339, feed.Updated); err != nil {
				t.Errorf("updated: %v", err)
			}
			_, page := get(t, server, tt.page)
			if link := `type="application/atom+xml" href="` + strings.ReplaceAll(tt.feed, "&", "&amp;") + `"`; !strings.Contains(page, link) {
				t.Errorf("the page of results has no link %s", link)
			}
			if strings.HasPrefix(tt.feed, "/for-sale/") {
				if len(feed.Entries) == 0 {
					t.Error("the feed of a listing page is empty")
				}
				return
			}
			found, err := app.index.Search(t.Context(), tt.filter)
			if err != nil || len(found.IDs) != len(feed.Entries) {
				t.Fatalf("%d entries, the search finds %d (%v)", len(feed.Entries), len(found.IDs), err)
			}
			for i, entry := range feed.Entries {
				if want := publicSite + "/" + string(tt.filter.Kind) + "/" + strconv.Itoa(found.IDs[i]) + "/"; entry.ID != want {
					t.Errorf("entry %d is %q, want %q", i, entry.ID, want)
				}
				if !strings.HasPrefix(entry.Link.Href, publicSite+tt.lang.Prefix()+"/") || entry.Title == "" || !strings.Contains(entry.Content, "<p>") {
					t.Errorf("entry %d: %+v", i, entry)
				}
				if !strings.HasPrefix(entry.Picture.URL, publicSite+"/media/") {
					t.Errorf("entry %d has the picture %q", i, entry.Picture.URL)
				}
			}
		})
	}
}

func TestTheFeedOfASearchIsInTheNewestOrderAndCurrent(t *testing.T) {
	app, server := startSite(t, nil)
	response, body := get(t, server, "/properties/feed/?s_type=15&sort_by=price_high")
	var feed atomFeed
	decode(t, body, &feed)
	if response.StatusCode != 200 || len(feed.Entries) < 2 {
		t.Fatalf("status %d, %d entries", response.StatusCode, len(feed.Entries))
	}
	for i := 1; i < len(feed.Entries); i++ {
		if feed.Entries[i].Updated > feed.Entries[i-1].Updated {
			t.Errorf("entry %d is newer than the one before", i)
		}
	}
	property := *publishedProperty(t, app.store)
	property.Types, property.Modified = []int{15}, time.Now().Add(time.Hour)
	property.Title = i18n.Text{i18n.LangEN: "Villa <Nueva> & Co"}
	if err := app.store.Write(t.Context(), func(b *store.Batch) error { return b.Put(content.Entity(&property)) }); err != nil {
		t.Fatal(err)
	}
	_, body = get(t, server, "/properties/feed/?s_type=15&sort_by=price_high")
	var changed atomFeed
	decode(t, body, &changed)
	if got := changed.Entries[0].Title; !strings.Contains(got, "& Co") {
		t.Errorf("the newest property is %q after the change", got)
	}
}

// The feed of a sentence is that of its filters: words that were not understood are left out.
func TestTheFeedOfASentenceIsThatOfItsFilters(t *testing.T) {
	_, server := startSite(t, nil)
	const feed = "/properties/feed/?s_type=15"
	if _, body := get(t, server, "/properties/?q=helipad&s_type=15"); !strings.Contains(body, `type="application/atom+xml" href="`+feed+`"`) {
		t.Errorf("the results have no link %s", feed)
	}
}

func TestOnlyResultsAnnounceAnAtomFeed(t *testing.T) {
	_, server := startSite(t, nil)
	for _, page := range []string{"/", "/favorites/", "/blog/", "/enquiry/", "/properties/no-such-home/"} {
		if _, body := get(t, server, page); strings.Contains(body, "application/atom+xml") {
			t.Errorf("%s links to an Atom feed", page)
		}
	}
}
