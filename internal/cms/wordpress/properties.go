package wordpress

import (
	"slices"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// property decodes a property. Its fields are beside acf with the agency's plugin, and inside
// acf on other sites; both are read.
func (d decoder) property(n node) *content.Property {
	n, ignored := d.home(n)
	acf := n.at("acf")
	d.unread = new([]string)
	p := &content.Property{
		Head:         d.head(n, true),
		Reference:    field(n, "reference").text(),
		Title:        d.title(n),
		Subtitle:     firstText(d.text(acf, "subtitle"), d.text(n, "subtitle")),
		Description:  firstText(d.markup(acf, "description"), d.markup(n, "description"), d.markup(n, "content")),
		PromoName:    field(n, "promo_name").plain(),
		Featured:     d.featuredOrFirst(n),
		Gallery:      d.images(field(n, "gallery")),
		Plans:        d.images(field(n, "plans")),
		HTMLs:        embeds(field(n, "htmls")),
		Extra:        d.extra(field(n, "extra")),
		Price:        d.price(n),
		Bedrooms:     d.count(field(n, "bedrooms"), "bedrooms"),
		Bathrooms:    d.count(field(n, "bathrooms"), "bathrooms"),
		PlotSize:     d.count(field(n, "plot_size"), "plot size"),
		BuiltSize:    d.count(field(n, "built_size"), "built size"),
		TerraceSize:  d.count(field(n, "terrace_size"), "terrace size"),
		Badges:       badges(field(n, "badges")),
		Features:     field(n, "features").texts(),
		Placing:      placing(n, "s_category"),
		Location:     geoPoint(field(n, "location")),
		Energy:       energy(field(n, "energy")),
		Registration: field(n, "registration_number").text(),
		Agent:        field(n, "agent").id(),
		UnitsOf:      unitsOf(n),
	}
	d.facts(p, n)
	if p.Price.Amount == 0 && !p.Price.OnAsk && !p.Price.Unknown {
		for _, name := range ignored {
			if looksLikePrice.MatchString(name) {
				p.Price.Unknown = true
				d.unreadable("price: cms.fields does not name", name)
			}
		}
	}
	p.Unread, p.Ignored = *d.unread, ignored
	return p
}

func (d decoder) development(n node) *content.Development {
	acf := n.at("acf")
	d.unread = new([]string)
	p := &content.Development{
		Head:        d.head(n, true),
		Reference:   field(n, "reference").text(),
		Title:       d.title(n),
		Subtitle:    firstText(d.text(acf, "subtitle"), d.text(n, "subtitle")),
		Description: firstText(d.markup(acf, "description"), d.markup(n, "description"), d.markup(n, "content")),
		PromoName:   field(n, "promo_name").plain(),
		Featured:    d.featuredOrFirst(n),
		Gallery:     d.images(field(n, "gallery")),
		Plans:       d.images(field(n, "plans")),
		HTMLs:       embeds(field(n, "htmls")),
		Extra:       d.extra(field(n, "extra")),
		Price:       d.priceRange(n),
		Units:       d.units(field(n, "units")),
		Delivery:    firstText(d.text(n, "delivery"), d.text(acf, "delivery")),
		Phases:      d.phases(field(n, "phases")),
		Features:    field(n, "features").texts(),
		Badges:      badges(field(n, "badges")),
		Placing:     placing(n, "s_categories"),
		Location:    geoPoint(field(n, "location")),
		Energy:      energy(field(n, "energy")),
		Agent:       field(n, "agent").id(),
	}
	p.Unread = *d.unread
	return p
}

// title is the title of the fields in each language, else the rendered one, which visitors see after a
// promotional name only (specification §2.6.9).
func (d decoder) title(n node) i18n.Text {
	own := d.text(n.at("acf"), "title")
	if len(own) == 0 && field(n, "promo_name").plain() == "" {
		return d.text(n, "title")
	}
	return own
}

// featuredOrFirst returns the featured image, else the first image of the gallery.
func (d decoder) featuredOrFirst(n node) *content.Image {
	image, gallery := d.featured(n), d.images(field(n, "gallery"))
	if image == nil && len(gallery) > 0 {
		return &gallery[0]
	}
	if image == nil || image.Width > 0 {
		return image
	}
	for _, same := range gallery {
		if same.URL == image.URL { // only the gallery has its size
			image.Width, image.Height = same.Width, same.Height
		}
	}
	return image
}

// embeds decodes one embed code or a list of them.
func embeds(n node) []content.UnsafeHTML {
	var htmls []content.UnsafeHTML
	for _, item := range append(n.list(), n) {
		code := item.text()
		if item.isObject() {
			code = item.first("html", "code", "embed").text()
		}
		if strings.TrimSpace(code) != "" {
			htmls = append(htmls, content.UnsafeHTML(code))
		}
	}
	return htmls
}

func (d decoder) extra(n node) content.Extra {
	return content.Extra{Video: d.file(n.at("video")), PDF: d.file(n.at("pdf")), Tour: d.file(n.at("virtual_tour"))}
}

// badges decodes a list of names or an object of booleans.
func badges(n node) []content.Badge {
	names := n.texts()
	for _, name := range []string{"sold", "new", "new_property", "exclusive", "featured"} {
		if n.at(name).boolean() {
			names = append(names, name)
		}
	}
	var found []content.Badge
	for _, name := range names {
		badge := content.Badge(strings.ToLower(name))
		if badge == "new_property" {
			badge = content.BadgeNew
		}
		switch badge {
		case content.BadgeSold, content.BadgeNew, content.BadgeExclusive, content.BadgeFeatured:
			if !slices.Contains(found, badge) {
				found = append(found, badge)
			}
		}
	}
	return found
}

// unitsOf returns the id of the development that a property belongs to, 0 without one.
func unitsOf(n node) int {
	if id := field(n, "units_of").id(); id != 0 {
		return id
	}
	return field(n, "development").id()
}

func energy(n node) *content.Energy {
	if !n.isObject() {
		return nil
	}
	return &content.Energy{
		Consumption: n.at("consumption").text(), ConsumptionValue: n.at("consumption_value").decimal(),
		Emissions: n.at("emissions").text(), EmissionsValue: n.at("emissions_value").decimal(),
		Status: n.at("status").text(),
	}
}
