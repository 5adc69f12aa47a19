package compose

import (
	"context"

	"estate/internal/content"
	"estate/internal/seo"
	"estate/internal/view"
)

// errorScreenProperties is the number of properties on the error screen.
const errorScreenProperties = 6

// failure is the error screen: a message for the visitor, a search panel, and recent
// properties.
func (s *screen) failure(ctx context.Context) {
	failure := s.result.Failure
	if failure == nil { // a result without content
		failure = content.RouteMismatch(s.result.Link.Route)
		s.view.Status = failure.Status
	}
	code := visitorCode(failure.Code)
	s.view.Screen = view.ScreenError
	s.setHeader(view.HeaderSimple, s.t("errors."+code+".title"), s.t("errors."+code+".text"))
	s.setBreadcrumbs(view.Breadcrumb{Text: s.t("errors." + code + ".crumb")})
	section := &view.PageErrorSection{
		Kind: view.SectionPageError, Status: s.view.Status, Link: s.view.Link,
		Search: s.search.emptyPanel(), Cards: []view.Card{},
	}
	if failure.Code != content.CodeUpstream { // a failed source gets no further requests
		section.Cards = s.cards.properties(s.lookups.recent(ctx, errorScreenProperties))
	}
	s.add(section)
	s.head.Robots = seo.RobotsFollow
	s.head.Description = s.view.Header.Subtitle
	s.setErrorTitle(code)
}

// visitorCode is the code of the visitor's message. Content without permission is
// not found.
func visitorCode(code content.Code) string {
	switch code {
	case content.CodeNotFound, content.CodeDenied:
		return string(content.CodeNotFound)
	case content.CodeGone, content.CodeUpstream:
		return string(code)
	}
	return string(content.CodeInternal)
}

// setErrorTitle sets the browser title of an error: that of specification §2.8.2 for
// content that is not found.
func (s *screen) setErrorTitle(code string) {
	if code == string(content.CodeGone) {
		s.setPageTitle(s.view.Header.Title)
		return
	}
	record := map[string]any{"isReady": true, "isError": true, "is404": code == string(content.CodeNotFound)}
	s.head.Title = seo.Title(s.site.title, s.lang, record, s.head.subject)
}
