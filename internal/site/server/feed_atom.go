package server

import (
	"cmp"
	"context"
	"encoding/xml"
	"fmt"
	"html"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"estate/internal/content/link"
	"estate/internal/content/search"
	"estate/internal/site/compose"
	"estate/internal/site/resolve"
	"estate/internal/site/seo"
	"estate/internal/site/view"
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

// searchQuery is the query of a search without its order, a feed has the newest first, and
// without the words that set no filter.
func searchQuery(query map[string]string) map[string]string {
	query = maps.Clone(query)
	delete(query, search.KeySort)
	delete(query, keySentence) // words that set no filter
	return query
}

// searchFeedLink is the link of the feed of a page of results, "" for any other page. It is not
// part of the View: only feed readers use it.
func searchFeedLink(v *view.View) string {
	if v.Status != http.StatusOK || v.Screen != view.ScreenProperties && v.Screen != view.ScreenDevelopments {
		return ""
	}
	at, err := link.Parse(v.Link)
	if err != nil {
		return ""
	}
	return link.Stringify(link.Parts{Route: at.Route + strings.TrimPrefix(feedSuffix, "/"), Query: searchQuery(at.Query)})
}

// writeSearchFeed sends the results of a search as Atom. feed is the link of the feed itself,
// result that of the search. The response is cached for the generation.
func (s *Server) writeSearchFeed(w http.ResponseWriter, r *http.Request, feed link.Link, result *resolve.Result, generation uint64) error {
	body, err := s.searchFeed(r.Context(), feed, result)
	if err != nil {
		return err
	}
	s.feeds.set(rawLink(r), generation, body)
	return s.sendSearchFeed(w, r, body)
}

func (s *Server) sendSearchFeed(w http.ResponseWriter, r *http.Request, body []byte) error {
	h := w.Header()
	h.Set("Content-Type", typeAtom+"; charset=utf-8")
	h["Cache-Control"] = cacheRevalidate
	h.Set("X-Robots-Tag", "noindex, follow")
	return s.writeWithETag(w, r, body)
}

func (s *Server) searchFeed(ctx context.Context, feed link.Link, result *resolve.Result) ([]byte, error) {
	found, err := s.parts.Composer.SearchFeed(ctx, result)
	if err != nil || found == nil {
		return nil, err
	}
	self := s.cfg.SiteURL + feed.String()
	document := atom{
		NS: "http://www.w3.org/2005/Atom", Media: "http://search.yahoo.com/mrss/", Lang: string(result.Link.Lang),
		ID: self, Title: found.Title, Subtitle: found.Description,
		Author: atomAuthor{Name: cmp.Or(found.Site, s.siteName()), URI: s.cfg.SiteURL + result.Link.Lang.Prefix() + "/"},
		Links: []atomLink{
			{Rel: "self", Type: typeAtom, Href: self},
			{Rel: "alternate", Type: "text/html", Href: s.cfg.SiteURL + result.Link.String()},
		},
	}
	var newest time.Time
	for i := range found.Digests {
		home := &found.Digests[i]
		document.Entries = append(document.Entries, s.atomEntry(home, string(result.Filter.Kind)))
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
func (s *Server) siteName() string {
	if site, err := url.Parse(s.cfg.SiteURL); err == nil {
		return strings.TrimPrefix(site.Hostname(), "www.")
	}
	return s.cfg.SiteURL
}

func (s *Server) atomEntry(home *compose.Digest, kind string) atomEntry {
	at := seo.Absolute(s.cfg.SiteURL, home.Link)
	entry := atomEntry{
		// The id stays when the slug changes.
		ID:    s.cfg.SiteURL + "/" + kind + "/" + strconv.Itoa(home.ID) + "/",
		Title: home.Title, Link: atomLink{Rel: "alternate", Type: "text/html", Href: at},
		Updated: home.Changed.Format(time.RFC3339), Content: atomHTML{Type: "html"},
	}
	if !home.Published.IsZero() {
		entry.Published = home.Published.Format(time.RFC3339)
	}
	var b strings.Builder
	if home.Image != nil && s.parts.Pictures != nil {
		if address := s.parts.Pictures.OGImage(home.Image); address != "" {
			entry.Picture = &picture{seo.Absolute(s.cfg.SiteURL, address), "image"}
			fmt.Fprintf(&b, `<p><a href="%s"><img src="%s" alt=""></a></p>`, html.EscapeString(at), html.EscapeString(entry.Picture.URL))
		}
	}
	for _, line := range home.Lines {
		b.WriteString("<p>" + html.EscapeString(line) + "</p>")
	}
	entry.Content.Text = b.String()
	return entry
}
