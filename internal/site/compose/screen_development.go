package compose

import (
	"cmp"
	"context"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/site/seo"
	"estate/internal/site/view"
)

// development is the screen of one development.
func (s *screen) development(ctx context.Context, p *content.Development) {
	s.view.Screen = view.ScreenDevelopment
	if p.Protected {
		hidden := *p
		hidden.Description = i18n.Text{s.lang: "<p>" + s.t("sections.protected") + "</p>"}
		p, s.head.Robots = &hidden, seo.RobotsFollow
	}
	title := s.developmentTitle(p)
	section := s.details.development(ctx, p)
	s.setHeader(view.HeaderSingle, s.t("header.property", "name", title), plain(p.Subtitle.In(s.lang)))
	s.view.Header.Picture = s.picture(s.mainImage(p.Featured, p.Gallery), title)
	s.setBreadcrumbs(s.developmentsStep(), view.Breadcrumb{Text: title})
	s.view.Header.Property = &view.PropertyTools{
		ID: p.ID, Kind: string(search.KindDevelopments), Reference: p.Reference,
		Pictures: len(section.Gallery), Video: len(section.Videos) > 0, Brochure: section.Brochure,
	}
	s.setPanel()
	s.add(section)
	if others := s.lookups.otherDevelopments(ctx, p); len(others) > 0 {
		s.add(&view.PropertiesSection{
			Kind: view.SectionProperties, Title: s.t("results.otherDevelopments"), Cards: s.cards.developments(others),
			More: &view.Anchor{Href: s.resultsPath(search.KindDevelopments), Text: s.t("results.allDevelopments")},
		})
	}
	s.head.subject.Title = title
	s.head.setTranslations(p.LinkIn)
	s.head.Canonical = cmp.Or(p.LinkIn(s.lang), s.view.Link)
	s.head.Description = plain(p.Description.In(s.lang))
	s.head.Minutes = readingMinutes(content.UnsafeHTML(p.Description.In(s.lang)))
	if len(s.head.Description) < minDescriptionBytes {
		s.head.Description = title + ". " + s.t("seo.description.developments", "site", s.site.title)
		if place := s.place(p.Placing); place != "" {
			s.head.Description = s.t("seo.description.development", "title", title, "place", place)
		}
	}
	s.head.setImage(s.mainImage(p.Featured, p.Gallery), title)
	s.head.addJSONLD(s.developmentData(p, section))
}

func (s *screen) developmentData(p *content.Development, section *view.DevelopmentSection) []byte {
	listing := seo.Listing{
		Name: section.Title, Description: strings.TrimSpace(s.head.Description), URL: s.head.absolute(s.head.Canonical),
		Reference: p.Reference, Kind: "ApartmentComplex", Locality: s.placeName(p.City), Region: s.placeName(p.Province),
		Images:    s.imageAddresses(section.Gallery),
		Published: p.Date, Modified: p.Modified, Agency: s.site.agency,
	}
	if !p.Price.OnAsk && !p.SoldOut() {
		listing.Price, listing.PriceTo = p.Price.From, p.Price.To
	}
	if section.Location != nil { // the public position
		listing.Lat, listing.Lng = section.Location.Lat, section.Location.Lng
	}
	return listing.LD()
}
