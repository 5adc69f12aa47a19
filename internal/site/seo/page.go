package seo

import (
	"strconv"
	"strings"
	"time"

	"estate/internal/content/i18n"
	"estate/internal/content/sanitize"
	"estate/internal/site/view"
)

// The values of the robots tag.
const (
	RobotsIndex   = "index, follow, max-image-preview:large"
	RobotsFollow  = "noindex, follow"
	RobotsNothing = "noindex, nofollow"
)

// maxDescription is in characters; search engines show about as many.
const maxDescription = 160

// Page has the values of the head of one page.
type Page struct {
	Site        string // name of the site
	SiteURL     string // https://www.example.com, without a final slash
	Lang        i18n.Lang
	Title       string // browser title
	ShareTitle  string // for social networks; "" means Title
	Description string // plain text or markup of any length
	Robots      string
	Canonical   string // site link; "" for none
	Kind        string // og:type; "" means website
	Image       string // site path or absolute address of the preview picture
	ImageAlt    string
	Minutes     int // reading time; 0 for none
	Published   time.Time
	Modified    time.Time
	Author      string
	// Alternates are the site links of the translations that are indexed, by language,
	// its own included.
	Alternates map[i18n.Lang]string
	Prev, Next string // site links
	Feed       string // site link
}

// Head makes the head without structured data.
func (p Page) Head() view.Head {
	head := view.Head{
		Title:       p.Title,
		Description: p.description(),
		Robots:      p.Robots,
		Canonical:   p.absolute(p.Canonical),
		Alternates:  Alternates(p.SiteURL, p.Alternates),
		Prev:        p.absolute(p.Prev),
		Next:        p.absolute(p.Next),
		Feed:        p.absolute(p.Feed),
	}
	if head.Robots == "" {
		head.Robots = RobotsIndex
	}
	head.Meta = p.meta(head)
	return head
}

func (p Page) description() string {
	return sanitize.Shorten(sanitize.Text(p.Description), maxDescription)
}

func (p Page) absolute(link string) string { return Absolute(p.SiteURL, link) }

// Absolute is a site link with the address of the site; absolute links are unchanged.
func Absolute(site, link string) string {
	if !isSiteLink(link) {
		return link
	}
	return site + link
}

// isSiteLink reports that a link lacks the address of the site.
func isSiteLink(link string) bool {
	return strings.HasPrefix(link, "/") && !strings.Contains(link, "://")
}

// Alternates are the hreflang links of a page with translations, in the order of
// i18n.Filled, x-default last; their addresses are absolute. A page in one language
// has none.
func Alternates(site string, translations map[i18n.Lang]string) []view.Alternate {
	if len(translations) < 2 {
		return nil
	}
	list := make([]view.Alternate, 0, len(translations)+1)
	for _, lang := range i18n.Filled {
		if link := translations[lang]; link != "" {
			list = append(list, view.Alternate{HrefLang: string(lang), Href: Absolute(site, link)})
		}
	}
	if link := translations[i18n.Fallback]; link != "" {
		list = append(list, view.Alternate{HrefLang: "x-default", Href: Absolute(site, link)})
	}
	return list
}

// locales are the names of the languages in Open Graph.
var locales = map[i18n.Lang]string{i18n.LangEN: "en_GB", i18n.LangES: "es_ES"}

func (p Page) meta(head view.Head) []view.Meta {
	title := p.ShareTitle
	if title == "" {
		title = p.Title
	}
	kind := p.Kind
	if kind == "" {
		kind = "website"
	}
	card := "summary"
	if p.Image != "" {
		card = "summary_large_image"
	}
	list := metaList{}
	list.property("og:site_name", p.Site)
	list.property("og:locale", locales[p.Lang])
	for _, lang := range i18n.Filled {
		if lang != p.Lang && p.Alternates[lang] != "" {
			list.property("og:locale:alternate", locales[lang])
		}
	}
	list.property("og:type", kind)
	list.property("og:title", title)
	list.property("og:description", head.Description)
	list.property("og:url", head.Canonical)
	list.property("og:image", p.absolute(p.Image))
	list.property("og:image:alt", p.ImageAlt)
	if kind == "article" {
		list.property("article:published_time", stamp(p.Published))
		list.property("article:modified_time", stamp(p.Modified))
		list.property("article:author", p.Author)
	}
	list.name("twitter:card", card) // title, description and image are those of Open Graph
	if p.Minutes > 0 {
		list.name("twitter:label1", i18n.Words.T(p.Lang, "seo.readingTime"))
		list.name("twitter:data1", i18n.Words.T(p.Lang, "seo.minutes", "count", p.Minutes, "minutes", strconv.Itoa(p.Minutes)))
	}
	return list
}

type metaList []view.Meta

func (l *metaList) property(name, content string) {
	if content != "" {
		*l = append(*l, view.Meta{Property: name, Content: content})
	}
}

func (l *metaList) name(name, content string) {
	if content != "" {
		*l = append(*l, view.Meta{Name: name, Content: content})
	}
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
