package server

import (
	"context"
	"encoding/xml"
	"slices"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/sanitize"
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

func (s *Server) feedItem(ctx context.Context, lang i18n.Lang, p *content.Post) item {
	at := seo.Absolute(s.cfg.SiteURL, p.LinkIn(lang))
	excerpt := sanitize.Text(string(p.Excerpt))
	if excerpt == "" {
		excerpt = sanitize.Text(string(p.Content))
	}
	i := item{
		Title: sanitize.Decode(p.Title), Link: at, GUID: guid{Permanent: true, ID: at},
		Published: p.Date.UTC().Format(time.RFC1123Z), Author: s.authorName(ctx, lang, p.Author),
		Categories:  s.termNames(ctx, lang, "category", p.Categories),
		Description: sanitize.Shorten(excerpt, excerptLength),
		Content:     cdata{forFeed(s.parts.Composer.HTML(p.Content), at)},
	}
	if p.Featured != nil && s.parts.Pictures != nil {
		if address := s.parts.Pictures.OGImage(p.Featured); address != "" {
			i.Picture = &picture{seo.Absolute(s.cfg.SiteURL, address), "image"}
		}
	}
	return i
}

func (s *Server) authorName(ctx context.Context, lang i18n.Lang, id int) string {
	if id == 0 {
		return ""
	}
	author, err := s.parts.Source.Author(ctx, lang, id)
	if err != nil {
		return ""
	}
	return sanitize.Decode(author.Name)
}

func (s *Server) termNames(ctx context.Context, lang i18n.Lang, taxonomy string, ids []int) []string {
	terms, err := s.parts.Source.Terms(ctx, lang, taxonomy)
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
