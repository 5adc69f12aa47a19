package compose

import (
	"strconv"
	"strings"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/search"
	"estate/internal/seo"
	"estate/internal/view"
)

// development is the screen of one development.
func (d *draft) development(p *content.Development) {
	d.view.Screen = view.ScreenDevelopment
	title := d.developmentTitle(p)
	section := d.developmentSection(p)
	d.headline(view.HeaderSingle, d.t("header.property", "name", title), plain(p.Subtitle.In(d.lang)))
	d.view.Header.Picture = d.image(firstImage(p.Featured, p.Gallery), title)
	d.crumbs(
		view.Breadcrumb{Text: d.t("header.crumb.developments"), Href: d.resultsPath(search.KindDevelopments)},
		view.Breadcrumb{Text: title},
	)
	d.view.Header.Property = &view.PropertyTools{
		ID: p.ID, Kind: string(search.KindDevelopments), Reference: p.Reference,
		Pictures: len(section.Gallery), Video: len(section.Videos) > 0, Brochure: section.Brochure,
	}
	d.withPanel(false)
	d.add(section)
	if others := d.otherDevelopments(p); len(others) > 0 {
		d.add(&view.PropertiesSection{
			Kind: view.SectionProperties, Title: d.t("results.otherDevelopments"), Cards: d.developmentCards(others),
			More: &view.Anchor{Href: d.resultsPath(search.KindDevelopments), Text: d.t("results.allDevelopments")},
		})
	}
	d.subject.Title = title
	d.twins(p.LinkIn)
	d.about.Canonical = first(p.LinkIn(d.lang), d.view.Link)
	d.about.Description = plain(p.Description.In(d.lang))
	if len(d.about.Description) <= 60 {
		d.about.Description = d.t("seo.description.development", "title", title, "place", first(d.where(p.Placing), "Costa del Sol"))
	}
	d.share(firstImage(p.Featured, p.Gallery), title)
	d.structured(d.developmentData(p, section))
}

func (d *draft) developmentSection(p *content.Development) *view.DevelopmentSection {
	title := d.developmentTitle(p)
	section := &view.DevelopmentSection{
		Kind: view.SectionDevelopment, ID: p.ID, Title: title, Place: d.place(p.Types, p.Placing), Reference: p.Reference,
		Price: d.priceRange(p.Price), Badges: d.badges(p.Badges), Facts: d.developmentFacts(p, true),
		Description: d.html(content.UnsafeHTML(p.Description.In(d.lang))),
		Features:    d.features(p.Features),
		Gallery:     d.gallery(p.Featured, p.Gallery, title), Plans: d.images(p.Plans, d.t("facts.plan")),
		Videos: d.videos(p.Extra.Video, p.HTMLs, title),
		Units:  d.units(p.Units), Energy: d.energy(p.Energy), Location: mapPoint(p.Location),
		Agent: d.agent(p.Agent), Brochure: d.brochure(p.Reference, p.Extra.PDF),
	}
	for _, phase := range p.Phases {
		if text := plain(phase.In(d.lang)); text != "" {
			section.Phases = append(section.Phases, text)
		}
	}
	section.Share = d.absolute(first(p.LinkIn(d.lang), d.view.Link))
	section.WhatsApp = d.whatsApp(title, p.Reference, section.Share)
	section.Form = d.form(view.EnquiryDevelopment, p.Reference)
	return section
}

// units prints the table of homes. Sold and reserved ones tell no price.
func (d *draft) units(units []content.Unit) []view.Unit {
	rows := make([]view.Unit, 0, len(units))
	for _, unit := range units {
		availability := unit.Availability
		switch availability {
		case content.UnitReserved, content.UnitSold:
		default:
			availability = content.UnitAvailable
		}
		row := view.Unit{
			Name: plain(unit.Name), Type: plain(unit.Type.In(d.lang)), Floor: plain(unit.Floor),
			Beds: some(unit.Beds, strconv.Itoa), Baths: some(unit.Baths, strconv.Itoa),
			Built: some(unit.Built, i18n.Area), Terrace: some(unit.Terrace, i18n.Area),
			Availability: d.t("facts.availability." + string(availability)), Available: availability == content.UnitAvailable,
		}
		if row.Available {
			row.Price = first(some(unit.Price, i18n.Price), d.word.onAsk)
		}
		rows = append(rows, row)
	}
	return rows
}

// some prints a figure unless it is zero.
func some(n int, format func(int) string) string {
	if n <= 0 {
		return ""
	}
	return format(n)
}

// otherDevelopments are further ones, those of the same province first.
func (d *draft) otherDevelopments(p *content.Development) []*content.Development {
	var found []*content.Development
	for _, provinces := range [][]int{id(p.Province), nil} {
		exclude := []int{p.ID}
		for _, other := range found {
			exclude = append(exclude, other.ID)
		}
		list, err := d.source.Developments(d.ctx, d.lang, search.Filter{
			Kind: search.KindDevelopments, Provinces: provinces, ExcludeIDs: exclude, PerPage: similarHomes,
		})
		if err != nil {
			d.missed("other developments", err)
			return found
		}
		for _, other := range list.Items {
			if found = append(found, other); len(found) == similarHomes {
				return found
			}
		}
	}
	return found
}

func (d *draft) developmentData(p *content.Development, section *view.DevelopmentSection) []byte {
	listing := seo.Listing{
		Name: section.Title, Description: strings.TrimSpace(d.about.Description), URL: d.absolute(d.about.Canonical),
		Reference: p.Reference, Kind: "ApartmentComplex", Locality: d.placeName(p.City), Region: d.placeName(p.Province),
		Published: p.Date, Modified: p.Modified, Agency: d.site.agency,
	}
	if !p.Price.OnAsk {
		listing.Price, listing.PriceTo = p.Price.From, p.Price.To
	}
	if section.Location != nil {
		listing.Lat, listing.Lng = section.Location.Lat, section.Location.Lng
	}
	for i := range section.Gallery[:min(6, len(section.Gallery))] {
		listing.Images = append(listing.Images, d.absolute(section.Gallery[i].Src))
	}
	return listing.LD()
}
