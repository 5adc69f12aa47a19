package compose

import (
	"encoding/json"

	"estate/internal/i18n"
	"estate/internal/link"
	"estate/internal/seo"
)

// finish adds what every view has: head and chrome.
func (d *draft) finish() {
	if d.about.Title == "" {
		d.about.Title = seo.Title(d.site.title, d.lang, d.result.Record, d.subject)
	}
	if d.result.Preview || d.result.Link.Query["preview"] != "" {
		d.about.Robots = seo.RobotsNothing
	}
	if d.about.Robots != "" { // what is not indexed has no twins to tell of
		d.about.Alternates = nil
	}
	head := d.about.Head()
	head.JSONLD = append(d.view.Head.JSONLD, d.breadcrumbData())
	if head.JSONLD[len(head.JSONLD)-1] == nil {
		head.JSONLD = head.JSONLD[:len(head.JSONLD)-1]
	}
	d.view.Head = head
	d.dress()
}

// structured adds a piece of structured data.
func (d *draft) structured(data json.RawMessage) {
	if data != nil {
		d.view.Head.JSONLD = append(d.view.Head.JSONLD, data)
	}
}

func (d *draft) breadcrumbData() json.RawMessage {
	if d.about.Canonical == "" {
		return nil // an error leads nowhere
	}
	steps := d.view.Header.Breadcrumbs
	crumbs := make([]seo.Crumb, len(steps))
	for i, step := range steps {
		crumbs[i].Name = step.Text
		if step.Href != "" {
			crumbs[i].URL = d.absolute(step.Href)
		} else {
			crumbs[i].URL = d.absolute(d.about.Canonical)
		}
	}
	return seo.Breadcrumbs(crumbs)
}

func (d *draft) absolute(href string) string { return seo.Absolute(d.cfg.SiteURL, href) }

// canonical makes the view its own canonical page, the page number included.
func (d *draft) canonical() {
	d.about.Canonical = d.result.Link.Canonical().String()
}

// twins tells the links of the view in every language: for the switcher always,
// for search engines where they are whole pages of their own.
func (d *draft) twins(linkIn func(i18n.Lang) string) {
	d.about.Alternates = map[i18n.Lang]string{}
	for _, lang := range i18n.Filled {
		if twin := linkIn(lang); twin != "" {
			d.elsewhere[lang] = twin
			d.about.Alternates[lang] = twin
		}
	}
}

// sameEverywhere is for screens that every language has under the same path.
func (d *draft) sameEverywhere() {
	at := d.result.Link.Canonical()
	d.twins(func(lang i18n.Lang) string { return at.InLang(lang).String() })
	for _, lang := range i18n.Filled { // visitors keep their filters
		d.elsewhere[lang] = d.result.Link.InLang(lang).WithHash("").String()
	}
}

// onPage puts the page number of the view on another link of the same list.
func (d *draft) onPage(base string) string {
	if base == "" {
		return ""
	}
	parsed, err := link.Parse(base)
	if err != nil {
		return base
	}
	return parsed.WithPage(d.result.Link.Page).String()
}
