package compose

import (
	"context"
	"path"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/site/seo"
	"estate/internal/site/view"
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
	withdrawnHome := failure.Code == content.CodeGone && isHome(s.result.Withdrawn)
	if failure.Code == content.CodeGone && !withdrawnHome {
		code = "gonePage"
	}
	s.view.Screen = view.ScreenError
	s.setHeader(view.HeaderSimple, s.t("errors."+code+".title"), s.t("errors."+code+".text"))
	s.setBreadcrumbs(view.Breadcrumb{Text: s.t("errors." + code + ".crumb")})
	section := &view.PageErrorSection{
		Kind: view.SectionPageError, Status: s.view.Status, Link: s.view.Link,
		Search: s.search.emptyPanel(), Similar: withdrawnHome, Cards: []*view.Card{},
	}
	if failure.Code != content.CodeUpstream { // a failed source gets no further requests
		section.Cards = s.cards.properties(s.instead(ctx, failure.Code))
	}
	s.add(section)
	s.head.Robots = seo.RobotsFollow
	s.head.Description = s.view.Header.Subtitle
	s.setErrorTitle(code)
}

// instead are the properties that an error screen offers: for a removed property those of the place
// and type that its link names, then recent ones.
func (s *screen) instead(ctx context.Context, code content.Code) []*content.Property {
	recent := search.Filter{Kind: search.KindProperties, PerPage: errorScreenProperties}
	if code != content.CodeGone || !isHome(s.result.Withdrawn) {
		return s.lookups.recent(ctx, errorScreenProperties)
	}
	named := namedIn(s.catalog, path.Base(path.Clean(s.result.Link.Route)))
	named.Kind, named.PerPage = search.KindProperties, errorScreenProperties
	if len(named.Types) == 0 {
		return s.lookups.properties(ctx, errorScreenProperties, named, recent)
	}
	// A garage next door is not like a villa: the type stays, the place grows.
	inCity, ofType := named, named
	ofType.Provinces, ofType.Cities, ofType.Subareas = nil, nil, nil
	inCity.Subareas = nil
	for _, id := range named.Subareas {
		if subarea := s.catalog.Option(search.KeySubarea, id); subarea != nil {
			inCity.Cities = []int{subarea.Parent}
		}
	}
	return s.lookups.properties(ctx, errorScreenProperties, named, inCity, ofType, recent)
}

// isHome reports whether withdrawn content was a property or a development.
func isHome(ref *content.Ref) bool {
	return ref != nil && (ref.Type == content.TypeProperty || ref.Type == content.TypeDevelopment)
}

// namedIn is the filter of the place and the type whose slugs or names are words of a slug. The
// lowest place wins; names in the plural are found in the singular too.
func namedIn(catalog *search.Catalog, slug string) search.Filter {
	words := "-" + i18n.Fold(slug) + "-"
	isNamed := func(o search.Option) bool {
		for _, name := range []string{o.Slug, o.Name[i18n.LangEN], o.Name[i18n.LangES]} {
			name = strings.ReplaceAll(i18n.Fold(name), " ", "-")
			if name != "" && (strings.Contains(words, "-"+name+"-") || strings.Contains(words, "-"+strings.TrimSuffix(name, "s")+"-")) {
				return true
			}
		}
		return false
	}
	var f search.Filter
	for _, option := range catalog.Types {
		if isNamed(option) {
			f.Types = []int{option.ID}
			break
		}
	}
	for _, place := range catalog.Locations {
		if !isNamed(place) {
			continue
		}
		f.Provinces, f.Cities, f.Subareas = nil, nil, nil
		switch catalog.Level(place.ID) {
		case search.LevelProvince:
			f.Provinces = []int{place.ID}
		case search.LevelCity:
			f.Cities = []int{place.ID}
		case search.LevelSubarea:
			f.Subareas = []int{place.ID}
		}
	}
	return f
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
	if strings.HasPrefix(code, string(content.CodeGone)) {
		s.setPageTitle(s.view.Header.Title)
		return
	}
	record := map[string]any{"isReady": true, "isError": true, "is404": code == string(content.CodeNotFound)}
	s.head.Title = seo.Title(s.site.title, s.lang, record, s.head.subject)
}
