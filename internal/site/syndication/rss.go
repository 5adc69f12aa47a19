package syndication

import (
	"context"
	"encoding/xml"
	"fmt"
	"slices"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/sanitize"
	"estate/internal/site/resolve"
	"estate/internal/site/seo"
)

// rss is a feed of RSS 2.0 with the usual extensions.
type rss struct {
	XMLName xml.Name `xml:"rss"`
	Version string   `xml:"version,attr"`
	Atom    string   `xml:"xmlns:atom,attr"`
	DC      string   `xml:"xmlns:dc,attr"`
	Content string   `xml:"xmlns:content,attr"`
	Media   string   `xml:"xmlns:media,attr"`
	Channel channel  `xml:"channel"`
}

type channel struct {
	Title       string `xml:"title"`
	Link        string `xml:"link"`
	Description string `xml:"description"`
	Language    string `xml:"language"`
	Built       string `xml:"lastBuildDate,omitempty"`
	Self        self   `xml:"atom:link"`
	Items       []item `xml:"item"`

	changed time.Time
}

type self struct {
	Href string `xml:"href,attr"`
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr"`
}

func selfLink(href string) self { return self{href, "self", "application/rss+xml"} }

type item struct {
	Title       string   `xml:"title"`
	Link        string   `xml:"link"`
	GUID        guid     `xml:"guid"`
	Published   string   `xml:"pubDate"`
	Author      string   `xml:"dc:creator,omitempty"`
	Categories  []string `xml:"category"`
	Description string   `xml:"description"`
	Content     cdata    `xml:"content:encoded"`
	Picture     *picture `xml:"media:content"`
}

type guid struct {
	Permanent bool   `xml:"isPermaLink,attr"`
	ID        string `xml:",chardata"`
}

type cdata struct {
	Text string `xml:",cdata"`
}

type picture struct {
	URL    string `xml:"url,attr"`
	Medium string `xml:"medium,attr"`
}

// add appends a post. The feed has the time of its newest change and not the current one,
// which would change every ETag.
func (c *channel) add(i item, modified time.Time) {
	c.Items = append(c.Items, i)
	if modified.After(c.changed) {
		c.changed = modified
		c.Built = modified.UTC().Format(time.RFC1123Z)
	}
}

// excerptLength is in characters.
const excerptLength = 300

// Posts returns title, description and posts of a list as RSS. self is the link of the feed.
func (f *Feeds) Posts(ctx context.Context, self string, result *resolve.Result) ([]byte, error) {
	v, err := f.Composer.View(ctx, result)
	if err != nil {
		return nil, err
	}
	feed := rss{
		Version: "2.0", Atom: "http://www.w3.org/2005/Atom", DC: "http://purl.org/dc/elements/1.1/",
		Content: "http://purl.org/rss/1.0/modules/content/", Media: "http://search.yahoo.com/mrss/",
		Channel: channel{
			Title: v.Head.Title, Link: v.Head.Canonical, Description: v.Head.Description, Language: string(v.Lang),
			Self: selfLink(f.SiteURL + self),
		},
	}
	for _, entity := range result.Archive.Items {
		if post, ok := entity.(*content.Post); ok && post.LinkIn(v.Lang) != "" {
			feed.Channel.add(f.postItem(ctx, v.Lang, post), post.Modified)
		}
	}
	body, err := xml.MarshalIndent(feed, "", " ")
	if err != nil {
		return nil, fmt.Errorf("write feed: %w", err)
	}
	return []byte(xml.Header + f.Composer.Text(string(body)) + "\n"), nil
}

func (f *Feeds) postItem(ctx context.Context, lang i18n.Lang, p *content.Post) item {
	at := seo.Absolute(f.SiteURL, p.LinkIn(lang))
	excerpt := sanitize.Excerpt(string(p.Excerpt))
	if excerpt == "" {
		excerpt = sanitize.Text(string(p.Content))
	}
	i := item{
		Title: sanitize.Decode(p.Title), Link: at, GUID: guid{Permanent: true, ID: at},
		Published: p.Date.UTC().Format(time.RFC1123Z), Author: f.authorName(ctx, lang, p.Author),
		Categories:  f.termNames(ctx, lang, "category", p.Categories),
		Description: sanitize.Shorten(excerpt, excerptLength),
		Content:     cdata{forFeed(f.Composer.HTML(p.Content), at)},
	}
	if p.Featured != nil && f.Pictures != nil {
		if address := f.Pictures.OGImage(p.Featured); address != "" {
			i.Picture = &picture{seo.Absolute(f.SiteURL, address), "image"}
		}
	}
	return i
}

func (f *Feeds) authorName(ctx context.Context, lang i18n.Lang, id int) string {
	if id == 0 {
		return ""
	}
	author, err := f.Source.Author(ctx, lang, id)
	if err != nil {
		return ""
	}
	return sanitize.Decode(author.Name)
}

func (f *Feeds) termNames(ctx context.Context, lang i18n.Lang, taxonomy string, ids []int) []string {
	terms, err := f.Source.Terms(ctx, lang, taxonomy)
	if err != nil {
		return nil
	}
	var names []string
	for _, term := range terms {
		if slices.Contains(ids, term.ID) {
			names = append(names, sanitize.Decode(term.Name.In(lang)))
		}
	}
	return names
}
