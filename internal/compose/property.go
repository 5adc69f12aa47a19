package compose

import (
	"net/url"
	"strings"

	"estate/internal/content"
	"estate/internal/search"
	"estate/internal/seo"
	"estate/internal/view"
)

// property is the screen of one home.
func (d *draft) property(p *content.Property) {
	d.view.Screen = view.ScreenProperty
	title := d.propertyTitle(p)
	section := d.propertySection(p)
	d.propertyHeader(p, title, section)
	d.withPanel(false)
	d.add(section)
	if similar := d.similar(p); len(similar) > 0 {
		d.add(&view.PropertiesSection{
			Kind: view.SectionProperties, Title: d.t("results.similar"), Cards: d.propertyCards(similar),
			More: &view.Anchor{Href: d.propertyUp(p).Href, Text: d.t("results.all")},
		})
	}
	d.subject.Title = title
	d.twins(p.LinkIn)
	d.about.Canonical = first(p.LinkIn(d.lang), d.view.Link)
	d.about.Description = d.propertyDescription(p, section)
	d.share(firstImage(p.Featured, p.Gallery), title)
	d.structured(d.propertyData(p, section))
}

func (d *draft) propertyHeader(p *content.Property, title string, section *view.PropertySection) {
	d.headline(view.HeaderSingle, d.t("header.property", "name", title), plain(p.Subtitle.In(d.lang)))
	d.view.Header.Picture = d.image(firstImage(p.Featured, p.Gallery), title)
	d.crumbs(
		view.Breadcrumb{Text: d.t("header.crumb.properties"), Href: d.resultsPath(search.KindProperties)},
		d.propertyUp(p), view.Breadcrumb{Text: title},
	)
	d.view.Header.Property = &view.PropertyTools{
		ID: p.ID, Kind: string(search.KindProperties), Reference: p.Reference,
		Pictures: len(section.Gallery), Video: len(section.Videos) > 0, Brochure: section.Brochure,
	}
}

// propertyUp is the step above a home: the page of its place, else all homes.
func (d *draft) propertyUp(p *content.Property) view.Breadcrumb {
	if place := d.smallest(p.Placing); place != nil {
		return view.Breadcrumb{Text: place.Name.In(d.lang), Href: d.cityLink(place)}
	}
	return view.Breadcrumb{Text: d.t("results.all"), Href: d.resultsPath(search.KindProperties)}
}

func (d *draft) propertySection(p *content.Property) *view.PropertySection {
	title := d.propertyTitle(p)
	section := &view.PropertySection{
		Kind: view.SectionProperty, ID: p.ID, Title: title, Place: d.place(p.Types, p.Placing), Reference: p.Reference,
		Price: d.price(p.Price), Badges: d.badges(p.Badges), Facts: d.propertyFacts(p),
		Description: d.html(content.UnsafeHTML(p.Description.In(d.lang))),
		Features:    d.features(p.Features),
		Gallery:     d.gallery(p.Featured, p.Gallery, title), Plans: d.images(p.Plans, d.t("facts.plan")),
		Videos: d.videos(p.Extra.Video, p.HTMLs, title),
		Energy: d.energy(p.Energy), Location: mapPoint(p.Location), Agent: d.agent(p.Agent),
		Brochure: d.brochure(p.Reference, p.Extra.PDF),
	}
	section.Price.Note = p.Price.Note.In(d.lang)
	section.Share = d.absolute(first(p.LinkIn(d.lang), d.view.Link))
	section.WhatsApp = d.whatsApp(title, p.Reference, section.Share)
	section.Form = d.form(view.EnquiryProperty, p.Reference)
	return section
}

// gallery is the featured picture followed by the others, none of them twice.
func (d *draft) gallery(featured *content.Image, others []content.Image, title string) []view.Picture {
	var all []content.Image
	if featured != nil {
		all = append(all, *featured)
	}
	for _, image := range others {
		if featured == nil || image.URL != featured.URL {
			all = append(all, image)
		}
	}
	return d.images(all, title)
}

func (d *draft) images(images []content.Image, alt string) []view.Picture {
	pictures := make([]view.Picture, 0, len(images))
	for i := range images {
		if picture := d.image(&images[i], alt); picture != nil {
			pictures = append(pictures, *picture)
		}
	}
	return pictures
}

// features are the words of the known keys; other entries are words already.
func (d *draft) features(keys []string) []string {
	list := make([]string, 0, len(keys))
	for _, key := range keys {
		word := d.t("features." + key)
		if word == "features."+key {
			word = plain(key)
		}
		if word != "" {
			list = append(list, word)
		}
	}
	return list
}

// propertyDescription is what search engines show: place, figures and price, or
// the words of the editor where they say more than that.
func (d *draft) propertyDescription(p *content.Property, section *view.PropertySection) string {
	if text := plain(p.Description.In(d.lang)); len(text) > 60 {
		return text
	}
	var facts []string
	for _, fact := range d.cardFacts(p) {
		facts = append(facts, fact.Label+" "+fact.Value)
	}
	return d.t("seo.description.property", "place", first(section.Place, section.Title),
		"facts", strings.Join(facts, ", "), "price", strings.TrimSpace(section.Price.Text+" "+section.Price.Mode))
}

func (d *draft) propertyData(p *content.Property, section *view.PropertySection) []byte {
	listing := seo.Listing{
		Name: section.Title, Description: plain(d.about.Description), URL: d.absolute(d.about.Canonical), Reference: p.Reference,
		Kind: d.schemaKind(p.Types), Locality: d.placeName(p.City), Region: d.placeName(p.Province),
		Beds: p.Bedrooms, Baths: p.Bathrooms, Built: p.BuiltSize,
		Price: p.Price.Public(), Unit: priceUnits[p.Price.Mode], Sold: p.Sold(),
		Published: p.Date, Modified: p.Modified, Agency: d.site.agency,
	}
	if section.Location != nil { // rounded as on the page
		listing.Lat, listing.Lng = section.Location.Lat, section.Location.Lng
	}
	for i := range section.Gallery[:min(6, len(section.Gallery))] {
		listing.Images = append(listing.Images, d.absolute(section.Gallery[i].Src))
	}
	return listing.LD()
}

// priceUnits are the UN/CEFACT codes of what a rent is paid for.
var priceUnits = map[content.PriceMode]string{
	content.PriceMonth: "MON", content.PriceWeek: "WEE", content.PriceDay: "DAY", content.Price15Days: "DAY",
}

// schemaKinds are the types of schema.org for our property types, by slug.
var schemaKinds = map[string]string{
	"apartments": "Apartment", "villas": "SingleFamilyResidence", "houses": "House", "country-properties": "House",
}

func (d *draft) schemaKind(types []int) string {
	for _, id := range types {
		if option := d.site.catalog.Option(search.KeyType, id); option != nil && schemaKinds[option.Slug] != "" {
			return schemaKinds[option.Slug]
		}
	}
	return "Place"
}

// brochure is the file of the home, else the address at the brochure service.
func (d *draft) brochure(reference, own string) string {
	if own = d.href(own); own != "" {
		return own
	}
	b := d.cfg.Brochure
	if b.Template == "" || reference == "" {
		return ""
	}
	language := "en"
	for _, lang := range b.Languages {
		if lang == d.lang {
			language = string(lang)
		}
	}
	return strings.NewReplacer(
		"{agency}", url.QueryEscape(b.AgencyID), "{reference}", url.QueryEscape(reference), "{language}", language,
		"{type}", url.QueryEscape(b.ReportType), "{client}", url.QueryEscape(b.ClientID),
	).Replace(b.Template)
}

// whatsApp opens a conversation that begins with the home's name.
func (d *draft) whatsApp(title, reference, address string) string {
	number := strings.TrimPrefix(dialled(d.cfg.WhatsApp), "+")
	if number == "" {
		return ""
	}
	text := d.t("facts.whatsapp", "title", title, "reference", reference, "address", address)
	return "https://wa.me/" + number + "?text=" + strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
}
