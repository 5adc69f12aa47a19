package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"mime"
	"strings"
)

// page is the response of a link.
type page struct {
	link string
	from string // page on which the link was found first

	status   int
	location string
	links    []string // all URLs in it except pictures and forms
	forms    []string // addresses to which its forms lead when nothing is typed
	pictures []string

	// Only of HTML.
	isHTML      bool
	notRendered bool // the page has only the fallback content
	lang        string
	titles      []string
	description string
	robots      string
	canonical   string
	alternates  map[string]string // hreflang → URL
	headings    int               // h1
	ids         map[string]bool
	faults      []string // problems of the document itself

	// Only of sitemaps.
	entries []sitemapEntry
}

// sitemapEntry is an entry of a sitemap.
type sitemapEntry struct {
	Loc        string `xml:"loc"`
	Alternates []struct {
		HrefLang string `xml:"hreflang,attr"`
		Href     string `xml:"href,attr"`
	} `xml:"http://www.w3.org/1999/xhtml link"`
}

// read parses a document by its content type.
func (p *page) read(contentType string, body []byte) {
	kind, _, err := mime.ParseMediaType(contentType)
	if err != nil && p.status < 300 {
		p.fault("no content type")
	}
	switch kind {
	case "text/html":
		p.readHTML(body)
	case "application/rss+xml":
		p.readFeed(body)
	case "application/xml":
		p.readSitemap(body)
	case "text/plain":
		p.readRobots(body)
	}
}

func (p *page) fault(format string, args ...any) {
	p.faults = append(p.faults, fmt.Sprintf(format, args...))
}

func (p *page) readFeed(body []byte) {
	var feed struct {
		Channel struct {
			Title    string `xml:"title"`
			Language string `xml:"language"`
			Links    []struct {
				Href string `xml:"href,attr"`
				Text string `xml:",chardata"`
			} `xml:"link"`
			Items []struct {
				Title   string `xml:"title"`
				Link    string `xml:"link"`
				GUID    string `xml:"guid"`
				Date    string `xml:"pubDate"`
				Content string `xml:"http://purl.org/rss/1.0/modules/content/ encoded"`
			} `xml:"item"`
		} `xml:"channel"`
	}
	if err := xml.Unmarshal(body, &feed); err != nil {
		p.fault("the feed is not XML: %v", err)
		return
	}
	if feed.Channel.Title == "" || feed.Channel.Language == "" || len(feed.Channel.Items) == 0 {
		p.fault("the feed lacks title, language or posts")
	}
	for _, link := range feed.Channel.Links {
		p.links = append(p.links, link.Href+strings.TrimSpace(link.Text))
	}
	for _, item := range feed.Channel.Items {
		if item.Title == "" || item.GUID == "" || item.Date == "" {
			p.fault("post %s lacks title, guid or date", item.Link)
		}
		p.links = append(p.links, item.Link)
		inner := &page{link: p.link}
		inner.readHTML([]byte(item.Content))
		p.links, p.pictures = append(p.links, inner.links...), append(p.pictures, inner.pictures...)
	}
}

func (p *page) readSitemap(body []byte) {
	var sitemap struct {
		Files []sitemapEntry `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemap"`
		URLs  []sitemapEntry `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 url"`
	}
	if err := xml.Unmarshal(body, &sitemap); err != nil {
		p.fault("the sitemap is not XML: %v", err)
		return
	}
	if len(sitemap.Files)+len(sitemap.URLs) == 0 {
		p.fault("the sitemap is empty")
	}
	for _, file := range sitemap.Files {
		p.links = append(p.links, file.Loc)
	}
	p.entries = sitemap.URLs
	for _, entry := range sitemap.URLs {
		p.links = append(p.links, entry.Loc)
		for _, alternate := range entry.Alternates {
			p.links = append(p.links, alternate.Href)
		}
	}
}

func (p *page) readRobots(body []byte) {
	if p.link != "/robots.txt" {
		return
	}
	for line := range strings.Lines(string(body)) {
		if address, found := strings.CutPrefix(strings.TrimSpace(line), "Sitemap:"); found {
			p.links = append(p.links, strings.TrimSpace(address))
		}
	}
	if len(p.links) == 0 {
		p.fault("robots.txt has no sitemap")
	}
}

// readData checks structured data: JSON with @context and a type.
func (p *page) readData(text string) {
	var data map[string]any
	if err := json.NewDecoder(bytes.NewReader([]byte(text))).Decode(&data); err != nil {
		p.fault("the structured data is not JSON: %v", err)
		return
	}
	if data["@context"] == nil || data["@type"] == nil && data["@graph"] == nil {
		p.fault("the structured data lacks @context or @type")
	}
}
