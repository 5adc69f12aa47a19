package syndication

import (
	"cmp"
	"context"
	"encoding/xml"
	"fmt"
	"html"
	"net/url"
	"strconv"
	"strings"
	"time"

	"estate/internal/content/link"
	"estate/internal/site/compose"
	"estate/internal/site/resolve"
	"estate/internal/site/seo"
)

// typeAtom is the media type of the feed of a search.
const typeAtom = "application/atom+xml"

// atom is a feed of Atom (RFC 4287) with the media extension.
type atom struct {
	XMLName  xml.Name    `xml:"feed"`
	NS       string      `xml:"xmlns,attr"`
	Media    string      `xml:"xmlns:media,attr"`
	Lang     string      `xml:"xml:lang,attr"`
	ID       string      `xml:"id"`
	Title    string      `xml:"title"`
	Subtitle string      `xml:"subtitle,omitempty"`
	Updated  string      `xml:"updated"`
	Author   atomAuthor  `xml:"author"`
	Links    []atomLink  `xml:"link"`
	Entries  []atomEntry `xml:"entry"`
}

type atomAuthor struct {
	Name string `xml:"name"`
	URI  string `xml:"uri"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr"`
	Href string `xml:"href,attr"`
}

type atomEntry struct {
	ID        string   `xml:"id"`
	Title     string   `xml:"title"`
	Link      atomLink `xml:"link"`
	Published string   `xml:"published,omitempty"`
	Updated   string   `xml:"updated"`
	Content   atomHTML `xml:"content"`
	Picture   *picture `xml:"media:content"`
}

type atomHTML struct {
	Type string `xml:"type,attr"`
	Text string `xml:",chardata"`
}

// Search returns the results of a search as Atom. feed is the link of the feed itself, result that of the search.
func (f *Feeds) Search(ctx context.Context, feed link.Link, result *resolve.Result) ([]byte, error) {
	found, err := f.Composer.SearchFeed(ctx, result)
	if err != nil || found == nil {
		return nil, err
	}
	self := f.SiteURL + feed.String()
	document := atom{
		NS: "http://www.w3.org/2005/Atom", Media: "http://search.yahoo.com/mrss/", Lang: string(result.Link.Lang),
		ID: self, Title: found.Title, Subtitle: found.Description,
		Author: atomAuthor{Name: cmp.Or(found.Site, f.siteName()), URI: f.SiteURL + result.Link.Lang.Prefix() + "/"},
		Links: []atomLink{
			{Rel: "self", Type: typeAtom, Href: self},
			{Rel: "alternate", Type: "text/html", Href: f.SiteURL + result.Link.String()},
		},
	}
	var newest time.Time
	for i := range found.Digests {
		home := &found.Digests[i]
		document.Entries = append(document.Entries, f.atomEntry(home, string(result.Filter.Kind)))
		if home.Changed.After(newest) {
			newest = home.Changed
		}
	}
	// The time of the newest change, not the current one, which would change every ETag.
	document.Updated = newest.UTC().Format(time.RFC3339)
	body, err := xml.MarshalIndent(document, "", " ")
	if err != nil {
		return nil, fmt.Errorf("write feed: %w", err)
	}
	return []byte(xml.Header + string(body) + "\n"), nil
}

// siteName is the host of the site, for a site without a name: Atom requires an author.
func (f *Feeds) siteName() string {
	if site, err := url.Parse(f.SiteURL); err == nil {
		return strings.TrimPrefix(site.Hostname(), "www.")
	}
	return f.SiteURL
}

func (f *Feeds) atomEntry(home *compose.Digest, kind string) atomEntry {
	at := seo.Absolute(f.SiteURL, home.Link)
	entry := atomEntry{
		// The id stays when the slug changes.
		ID:    f.SiteURL + "/" + kind + "/" + strconv.Itoa(home.ID) + "/",
		Title: home.Title, Link: atomLink{Rel: "alternate", Type: "text/html", Href: at},
		Updated: home.Changed.Format(time.RFC3339), Content: atomHTML{Type: "html"},
	}
	if !home.Published.IsZero() {
		entry.Published = home.Published.Format(time.RFC3339)
	}
	var b strings.Builder
	if home.Image != nil && f.Pictures != nil {
		if address := f.Pictures.OGImage(home.Image); address != "" {
			entry.Picture = &picture{seo.Absolute(f.SiteURL, address), "image"}
			fmt.Fprintf(&b, `<p><a href="%s"><img src="%s" alt=""></a></p>`, html.EscapeString(at), html.EscapeString(entry.Picture.URL))
		}
	}
	for _, line := range home.Lines {
		b.WriteString("<p>" + html.EscapeString(line) + "</p>")
	}
	entry.Content.Text = b.String()
	return entry
}
