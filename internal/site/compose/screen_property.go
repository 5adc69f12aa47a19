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

const (
	maxJSONLDImages = 6
	// minDescriptionBytes is the length from which an editor's text is used as the
	// description for search engines.
	minDescriptionBytes = 61
)

// property is the screen of one property.
func (s *screen) property(ctx context.Context, p *content.Property) {
	s.view.Screen = view.ScreenProperty
	if p.Protected {
		hidden := *p
		hidden.Description = i18n.Text{s.lang: "<p>" + s.t("sections.protected") + "</p>"}
		p, s.head.Robots = &hidden, seo.RobotsFollow
	}
	title := s.propertyTitle(p)
	section := s.details.property(ctx, p)
	parent := s.parentOf(p)
	s.setHeader(view.HeaderSingle, s.t("header.property", "name", title), plain(p.Subtitle.In(s.lang)))
	s.view.Header.Picture = s.picture(s.mainImage(p.Featured, p.Gallery), title)
	s.setBreadcrumbs(s.propertiesStep(), parent, view.Breadcrumb{Text: title})
	s.view.Header.Property = &view.PropertyTools{
		ID: p.ID, Kind: string(search.KindProperties), Reference: p.Reference,
		Pictures: len(section.Gallery), Video: len(section.Videos) > 0, Brochure: section.Brochure,
	}
	s.setPanel()
	s.add(section)
	if similar := s.lookups.similar(ctx, p); len(similar) > 0 {
		s.add(&view.PropertiesSection{
			Kind: view.SectionProperties, Title: s.t("results.similar"), Cards: s.cards.properties(similar),
			More: &view.Anchor{Href: parent.Href, Text: s.t("results.all")},
		})
	}
	s.head.subject.Title = title
	s.head.setTranslations(p.LinkIn)
	s.head.Canonical = cmp.Or(p.LinkIn(s.lang), s.view.Link)
	s.head.Description = s.propertyDescription(p, section)
	s.head.Minutes = readingMinutes(content.UnsafeHTML(p.Description.In(s.lang)))
	s.head.setImage(s.mainImage(p.Featured, p.Gallery), title)
	s.head.addJSONLD(s.propertyData(p, section))
}

// parentOf is the breadcrumb before a property: its place, else all properties.
func (s *screen) parentOf(p *content.Property) view.Breadcrumb {
	if place := s.smallestPlace(p.Placing); place != nil {
		return view.Breadcrumb{Text: place.Name.In(s.lang), Href: s.cityLink(place)}
	}
	return view.Breadcrumb{Text: s.t("results.all"), Href: s.resultsPath(search.KindProperties)}
}

// propertyDescription is the description for search engines: the editor's text, or
// place, figures and price when that is short.
func (s *screen) propertyDescription(p *content.Property, section *view.PropertySection) string {
	if text := plain(p.Description.In(s.lang)); len(text) >= minDescriptionBytes {
		return text
	}
	var facts []string
	for _, fact := range s.cardFacts(p) {
		facts = append(facts, fact.Label+" "+fact.Value)
	}
	place, price := cmp.Or(section.Place, section.Title), strings.TrimSpace(section.Price.Text+" "+section.Price.Mode)
	if len(facts) == 0 {
		return place + ". " + price + "."
	}
	return s.t("seo.description.property", "place", place, "facts", strings.Join(facts, ", "), "price", price)
}

func (s *screen) propertyData(p *content.Property, section *view.PropertySection) []byte {
	listing := seo.Listing{
		Name: section.Title, Description: plain(s.head.Description), URL: s.head.absolute(s.head.Canonical), Reference: p.Reference,
		Kind: s.schemaKind(p.Types), Locality: s.placeName(p.City), Region: s.placeName(p.Province), Country: p.Country,
		Beds: p.Bedrooms, Baths: p.Bathrooms, Built: p.BuiltSize,
		Price: p.Price.Public(), Unit: priceUnits[p.Price.Mode], Sold: p.Sold(),
		Images:    s.imageAddresses(section.Gallery),
		Published: p.Date, Modified: p.Modified, Agency: s.site.agency,
	}
	if section.Location != nil { // the public position
		listing.Lat, listing.Lng = section.Location.Lat, section.Location.Lng
	}
	return listing.LD()
}

// imageAddresses are the absolute addresses of the first pictures.
func (s *screen) imageAddresses(pictures []view.Picture) []string {
	var addresses []string
	for i := range pictures[:min(maxJSONLDImages, len(pictures))] {
		addresses = append(addresses, s.head.absolute(pictures[i].Src))
	}
	return addresses
}

// priceUnits are the UN/CEFACT codes of the price modes of rentals.
var priceUnits = map[content.PriceMode]string{
	content.PriceMonth: "MON", content.PriceWeek: "WEE", content.PriceDay: "DAY", content.Price15Days: "DAY",
}

// schemaKinds are the schema.org types of property types, by slug.
var schemaKinds = map[string]string{
	"apartments": "Apartment", "villas": "SingleFamilyResidence", "houses": "House", "country-properties": "House",
}

func (s *screen) schemaKind(types []int) string {
	for _, id := range types {
		if option := s.catalog.Option(search.KeyType, id); option != nil && schemaKinds[option.Slug] != "" {
			return schemaKinds[option.Slug]
		}
	}
	return "Place"
}
