package compose

import (
	"cmp"

	"estate/internal/content"
	"estate/internal/content/search"
	"estate/internal/site/view"
)

// setHeader sets the type of the header, the h1 and the line below it.
func (s *screen) setHeader(kind view.HeaderType, title, subtitle string) {
	s.view.Header = view.Header{Type: kind, Title: title, Subtitle: subtitle}
}

// headerTypes are the types that editors may choose for a page.
var headerTypes = map[string]view.HeaderType{
	"home": view.HeaderHome, "simple": view.HeaderSimple, "single": view.HeaderSingle,
	"hero": view.HeaderHero, "none": view.HeaderNone,
}

// setPageHeader sets the header from the fields of a page or post. Without a type
// in the fields it is withPicture, or simple when there is no picture.
func (s *screen) setPageHeader(fields *content.PageFields, title string, featured *content.Image, withPicture view.HeaderType) {
	s.setHeader(withPicture, cmp.Or(plain(fields.Title), plainTitle(title)), plain(fields.Subtitle))
	image := fields.HeaderImage
	if image == nil || image.URL == "" {
		image = featured
	}
	s.view.Header.Picture = s.picture(image, "")
	s.head.setImage(image, s.view.Header.Title)
	if chosen, ok := headerTypes[fields.HeaderType]; ok {
		s.view.Header.Type = chosen
	} else if s.view.Header.Picture == nil {
		s.view.Header.Type = view.HeaderSimple
	}
}

// setPanel puts an empty search panel below the header.
func (s *screen) setPanel() { s.view.Header.Search = s.search.emptyPanel() }

// setBreadcrumbs sets the steps from the home page to the View. The last step is
// the View and gets no link.
func (s *screen) setBreadcrumbs(steps ...view.Breadcrumb) {
	all := append([]view.Breadcrumb{{Text: s.t("header.home"), Href: s.path("/")}}, steps...)
	all[len(all)-1].Href = ""
	s.view.Header.Breadcrumbs = all
}

// propertiesStep and its siblings are the breadcrumbs of the main lists.
func (s *screen) propertiesStep() view.Breadcrumb {
	return view.Breadcrumb{Text: s.t("header.crumb.properties"), Href: s.resultsPath(search.KindProperties)}
}

func (s *screen) developmentsStep() view.Breadcrumb {
	return view.Breadcrumb{Text: s.t("header.crumb.developments"), Href: s.resultsPath(search.KindDevelopments)}
}

func (s *screen) blogStep() view.Breadcrumb {
	return view.Breadcrumb{Text: s.t("header.crumb.blog"), Href: s.path(s.cfg.Blog)}
}

// searchTitle is the header text of results by their filter (specification §2.7).
func (l *localizer) searchTitle(f search.Filter) string {
	if place := onlyPlace(f); place != 0 {
		if name := l.catalog.Name(search.KeyLocation, place, l.lang); name != "" {
			return l.t("header.place", "name", name)
		}
	}
	if title := l.typeTitle(f); title != "" {
		return title
	}
	return cmp.Or(l.offerTitle(f), l.t("header.properties"))
}

// customSearchTitle is the header text of a saved search (specification §2.7.8). Its
// type comes before its place.
func (l *localizer) customSearchTitle(f search.Filter) string {
	return cmp.Or(l.typeTitle(f), l.searchTitle(f))
}

// typeTitle is the header text of a filter with one type, else "".
func (l *localizer) typeTitle(f search.Filter) string {
	name := l.catalog.Name(search.KeyType, onlyID(f.Types), l.lang)
	if len(f.Types) != 1 || name == "" {
		return ""
	}
	return l.t("header.custom", "type", name)
}

// offerTitle is the header text of a filter with one offer, else "".
func (l *localizer) offerTitle(f search.Filter) string {
	name := l.catalog.Name(search.KeyOffer, onlyID(f.Offers), l.lang)
	if len(f.Offers) != 1 || name == "" {
		return ""
	}
	return l.t("header.offer", "name", name)
}
