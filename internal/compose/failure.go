package compose

import (
	"net/http"

	"estate/internal/content"
	"estate/internal/search"
	"estate/internal/seo"
	"estate/internal/view"
)

// recentHomes is how many homes the error screen shows.
const recentHomes = 6

// failure is the error screen: what happened in the visitor's words, a search,
// and homes to go on with.
func (d *draft) failure() {
	status := d.view.Status
	if d.result.Failure == nil && status < http.StatusBadRequest {
		status = http.StatusNotFound // a result without anything to draw
		d.view.Status = status
	}
	d.view.Screen = view.ScreenError
	code := d.failureCode(status)
	d.headline(view.HeaderSimple, d.t("errors."+code+".title"), d.t("errors."+code+".text"))
	d.crumbs(view.Breadcrumb{Text: d.t("errors." + code + ".crumb")})
	section := &view.PageErrorSection{
		Kind: view.SectionPageError, Status: status, Link: d.view.Link,
		Search: d.panel(search.Filter{Kind: search.KindProperties}, nil, nil),
		Cards:  []view.Card{},
	}
	if status != http.StatusBadGateway { // a source that failed is not asked again
		section.Cards = d.propertyCards(d.recent(recentHomes))
	}
	d.add(section)
	d.about.Robots = seo.RobotsFollow
	d.about.Title = seo.Title(d.site.title, d.lang, d.failureRecord(status), d.subject)
	d.about.Description = d.view.Header.Subtitle
}

// failureCode chooses the visitor's words.
func (d *draft) failureCode(status int) string {
	switch status {
	case http.StatusNotFound:
		return string(content.CodeNotFound)
	case http.StatusGone:
		return string(content.CodeGone)
	case http.StatusBadGateway:
		return string(content.CodeUpstream)
	}
	return string(content.CodeInternal)
}

// failureRecord is what the title is made of: a page that visitors get as a 404
// is titled as one, whatever the source said.
func (d *draft) failureRecord(status int) map[string]any {
	return map[string]any{"isReady": true, "isError": true, "is404": status == http.StatusNotFound || status == http.StatusGone}
}
