package compose

import (
	"encoding/json"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/site/seo"
	"estate/internal/site/view"
)

// headBuilder collects the head of one View. A screen sets the fields of seo.Page.
type headBuilder struct {
	seo.Page
	renditions Pictures
	link       link.Link // of the View
	subject    seo.Subject
	languages  []i18n.Lang // of the content
	// translations are the links of the language switcher. Page.Alternates, for
	// search engines, are some of them without query.
	translations map[i18n.Lang]string
	jsonLD       []json.RawMessage
}

// build makes the head. A head that is not indexed has no alternates.
func (h *headBuilder) build(record map[string]any, breadcrumbs []view.Breadcrumb) view.Head {
	if h.Title == "" {
		h.Title = seo.Title(h.Site, h.Lang, record, h.subject)
	}
	if h.Robots != "" {
		h.Alternates = nil
	}
	head := h.Head()
	h.addJSONLD(h.breadcrumbData(breadcrumbs))
	head.JSONLD = h.jsonLD
	return head
}

// addJSONLD adds structured data; nil adds nothing.
func (h *headBuilder) addJSONLD(data json.RawMessage) {
	if data != nil {
		h.jsonLD = append(h.jsonLD, data)
	}
}

func (h *headBuilder) breadcrumbData(breadcrumbs []view.Breadcrumb) json.RawMessage {
	if h.Canonical == "" {
		return nil // an error screen
	}
	crumbs := make([]seo.Crumb, len(breadcrumbs))
	for i, step := range breadcrumbs {
		crumbs[i].Name = step.Text
		if step.Href != "" {
			crumbs[i].URL = h.absolute(step.Href)
		} else {
			crumbs[i].URL = h.absolute(h.Canonical)
		}
	}
	return seo.Breadcrumbs(crumbs)
}

func (h *headBuilder) absolute(href string) string { return seo.Absolute(h.SiteURL, href) }

// setCanonical makes the link of the View its canonical link, page number included.
func (h *headBuilder) setCanonical() { h.Canonical = h.link.Canonical().String() }

// setImage sets the preview picture for social networks.
func (h *headBuilder) setImage(image *content.Image, alt string) {
	if image == nil || image.URL == "" || h.renditions == nil {
		return
	}
	h.Image, h.ImageAlt = h.renditions.OGImage(image), alt
}

// setTranslations sets the links of the View per language, for the language
// switcher and as alternates. Empty links are left out.
func (h *headBuilder) setTranslations(linkIn func(i18n.Lang) string) {
	h.translations, h.Alternates = map[i18n.Lang]string{}, map[i18n.Lang]string{}
	for _, lang := range h.languages {
		if href := linkIn(lang); href != "" {
			h.translations[lang], h.Alternates[lang] = href, href
		}
	}
}

// setSamePath is for screens that have the same path in every language. The
// language switcher keeps the query.
func (h *headBuilder) setSamePath() {
	canonical := h.link.Canonical()
	h.setTranslations(func(lang i18n.Lang) string { return canonical.InLang(lang).String() })
	withQuery := h.link
	withQuery.Hash = ""
	for _, lang := range h.languages {
		h.translations[lang] = withQuery.InLang(lang).String()
	}
}

// withPage is another link of the list with the page number of the View.
func (h *headBuilder) withPage(base string) string {
	if base == "" {
		return ""
	}
	parsed, err := link.Parse(base)
	if err != nil {
		return base
	}
	return parsed.WithPage(h.link.Page).String()
}
