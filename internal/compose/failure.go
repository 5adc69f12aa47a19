package compose

import (
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
	failed := d.result.Failure
	if failed == nil { // a result without anything to draw
		failed = content.RouteMismatch(d.result.Link.Route)
		d.view.Status = failed.Status
	}
	code := visitorCode(failed.Code)
	d.view.Screen = view.ScreenError
	d.headline(view.HeaderSimple, d.t("errors."+code+".title"), d.t("errors."+code+".text"))
	d.crumbs(view.Breadcrumb{Text: d.t("errors." + code + ".crumb")})
	section := &view.PageErrorSection{
		Kind: view.SectionPageError, Status: d.view.Status, Link: d.view.Link,
		Search: d.panel(search.Filter{Kind: search.KindProperties}, nil, nil),
		Cards:  []view.Card{},
	}
	if failed.Code != content.CodeUpstream { // a source that failed is not asked again
		section.Cards = d.propertyCards(d.recent(recentHomes))
	}
	d.add(section)
	d.about.Robots = seo.RobotsFollow
	d.about.Description = d.view.Header.Subtitle
	d.about.Title = d.failureTitle(code)
}

// visitorCode chooses the visitor's words: what one may not see does not exist.
func visitorCode(code content.Code) string {
	switch code {
	case content.CodeNotFound, content.CodeDenied:
		return string(content.CodeNotFound)
	case content.CodeGone, content.CodeUpstream:
		return string(code)
	}
	return string(content.CodeInternal)
}

// failureTitle is the browser title of a failure: that of specification §2.8.2 for
// content that is not found, whatever the source reported.
func (d *draft) failureTitle(code string) string {
	if code == string(content.CodeGone) {
		return d.t("seo.title.content", "title", d.view.Header.Title, "site", d.site.title)
	}
	record := map[string]any{"isReady": true, "isError": true, "is404": code == string(content.CodeNotFound)}
	return seo.Title(d.site.title, d.lang, record, d.subject)
}
