package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"mime"
	"strings"
)

// page is what one link answered.
type page struct {
	link string
	from string // where the link was found first

	status   int
	location string
	links    []string // every address it leads to or needs, pictures aside
	pictures []string

	// Of HTML alone.
	isHTML      bool
	undrawn     bool // nobody drew it on the server
	lang        string
	titles      []string
	description string
	robots      string
	canonical   string
	alternates  map[string]string // hreflang → address
	headings    int               // h1
	ids         map[string]bool
	broken      []string // what is wrong with it in itself

	// Of sitemaps alone: what they say of each address.
	listed []listed
}

// listed is one entry of a sitemap.
type listed struct {
	Loc        string `xml:"loc"`
	Alternates []struct {
		HrefLang string `xml:"hreflang,attr"`
		Href     string `xml:"href,attr"`
	} `xml:"http://www.w3.org/1999/xhtml link"`
}

// read takes a document apart by its type.
func (p *page) read(contentType string, body []byte) {
	kind, _, err := mime.ParseMediaType(contentType)
	if err != nil && p.status < 300 {
		p.fault("has no content type")
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
	p.broken = append(p.broken, fmt.Sprintf(format, args...))
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
		p.fault("the feed is no XML: %v", err)
		return
	}
	if feed.Channel.Title == "" || feed.Channel.Language == "" || len(feed.Channel.Items) == 0 {
		p.fault("the feed lacks its title, its language or its posts")
	}
	for _, link := range feed.Channel.Links {
		p.links = append(p.links, link.Href+strings.TrimSpace(link.Text))
	}
	for _, item := range feed.Channel.Items {
		if item.Title == "" || item.GUID == "" || item.Date == "" {
			p.fault("post %s lacks its title, its guid or its date", item.Link)
		}
		p.links = append(p.links, item.Link)
		inner := &page{link: p.link}
		inner.readHTML([]byte(item.Content))
		p.links, p.pictures = append(p.links, inner.links...), append(p.pictures, inner.pictures...)
	}
}

func (p *page) readSitemap(body []byte) {
	var sitemap struct {
		Files []listed `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemap"`
		URLs  []listed `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 url"`
	}
	if err := xml.Unmarshal(body, &sitemap); err != nil {
		p.fault("the sitemap is no XML: %v", err)
		return
	}
	if len(sitemap.Files)+len(sitemap.URLs) == 0 {
		p.fault("the sitemap is empty")
	}
	for _, file := range sitemap.Files {
		p.links = append(p.links, file.Loc)
	}
	p.listed = sitemap.URLs
	for _, entry := range sitemap.URLs {
		p.links = append(p.links, entry.Loc)
		for _, twin := range entry.Alternates {
			p.links = append(p.links, twin.Href)
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
		p.fault("robots.txt names no sitemap")
	}
}

// readData checks structured data: JSON that says what it describes.
func (p *page) readData(text string) {
	var data map[string]any
	if err := json.NewDecoder(bytes.NewReader([]byte(text))).Decode(&data); err != nil {
		p.fault("its structured data is no JSON: %v", err)
		return
	}
	if data["@context"] == nil || data["@type"] == nil && data["@graph"] == nil {
		p.fault("its structured data says not what it describes")
	}
}
