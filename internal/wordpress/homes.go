package wordpress

import (
	"slices"
	"strings"

	"estate/internal/content"
)

// property reads a home. Its fields stand beside acf in our own dialect and
// inside it on many agencies' sites; both are read.
func (d decoder) property(n node) *content.Property {
	acf := n.at("acf")
	return &content.Property{
		Head:         d.head(n, true),
		Reference:    field(n, "reference").text(),
		Title:        either(d.words(acf, "title"), d.words(n, "title")),
		Subtitle:     either(d.words(acf, "subtitle"), d.words(n, "subtitle")),
		Description:  either(d.markup(acf, "description"), d.markup(n, "description"), d.markup(n, "content")),
		PromoName:    field(n, "promo_name").plain(),
		Featured:     d.pictureOf(n),
		Gallery:      d.images(field(n, "gallery")),
		Plans:        d.images(field(n, "plans")),
		HTMLs:        embeds(field(n, "htmls")),
		Extra:        extra(field(n, "extra")),
		Price:        d.price(n),
		Bedrooms:     count(field(n, "bedrooms")),
		Bathrooms:    count(field(n, "bathrooms")),
		PlotSize:     count(field(n, "plot_size")),
		BuiltSize:    count(field(n, "built_size")),
		TerraceSize:  count(field(n, "terrace_size")),
		Badges:       badges(field(n, "badges")),
		Features:     field(n, "features").texts(),
		Placing:      placing(n, "s_category"),
		Location:     geoPoint(field(n, "location")),
		Energy:       energy(field(n, "energy")),
		Registration: field(n, "registration_number").text(),
		Agent:        field(n, "agent").id(),
		UnitsOf:      unitsOf(n),
	}
}

func (d decoder) development(n node) *content.Development {
	acf := n.at("acf")
	return &content.Development{
		Head:        d.head(n, true),
		Reference:   field(n, "reference").text(),
		Title:       either(d.words(acf, "title"), d.words(n, "title")),
		Subtitle:    either(d.words(acf, "subtitle"), d.words(n, "subtitle")),
		Description: either(d.markup(acf, "description"), d.markup(n, "description"), d.markup(n, "content")),
		PromoName:   field(n, "promo_name").plain(),
		Featured:    d.pictureOf(n),
		Gallery:     d.images(field(n, "gallery")),
		Plans:       d.images(field(n, "plans")),
		HTMLs:       embeds(field(n, "htmls")),
		Extra:       extra(field(n, "extra")),
		Price:       priceRange(n),
		Units:       d.units(field(n, "units")),
		Delivery:    either(d.words(n, "delivery"), d.words(acf, "delivery")),
		Phases:      d.phases(field(n, "phases")),
		Features:    field(n, "features").texts(),
		Badges:      badges(field(n, "badges")),
		Placing:     placing(n, "s_categories"),
		Location:    geoPoint(field(n, "location")),
		Energy:      energy(field(n, "energy")),
		Agent:       field(n, "agent").id(),
	}
}

// pictureOf is the featured picture, else the first of the gallery.
func (d decoder) pictureOf(n node) *content.Image {
	image, gallery := d.featured(n), d.images(field(n, "gallery"))
	if image == nil && len(gallery) > 0 {
		return &gallery[0]
	}
	if image == nil || image.Width > 0 {
		return image
	}
	for _, same := range gallery {
		if same.URL == image.URL { // only the gallery knows its size
			image.Width, image.Height = same.Width, same.Height
		}
	}
	return image
}

// count is a number that cannot be below zero.
func count(n node) int { return max(0, n.whole()) }

// embeds reads one embed code or a list of them.
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

func extra(n node) content.Extra {
	address := func(n node) string {
		if n.isObject() {
			return n.at("url").text()
		}
		return strings.TrimSpace(n.text())
	}
	return content.Extra{Video: address(n.at("video")), PDF: address(n.at("pdf"))}
}

// badges reads a list of names or an object of switches.
func badges(n node) []content.Badge {
	names := map[string]content.Badge{
		"sold": content.BadgeSold, "new": content.BadgeNew, "new_property": content.BadgeNew,
		"exclusive": content.BadgeExclusive, "featured": content.BadgeFeatured,
	}
	var found []content.Badge
	add := func(name string) {
		if badge, known := names[strings.ToLower(name)]; known && !slices.Contains(found, badge) {
			found = append(found, badge)
		}
	}
	for _, name := range n.texts() {
		add(name)
	}
	for _, name := range []string{"sold", "new", "new_property", "exclusive", "featured"} {
		if n.at(name).truth() {
			add(name)
		}
	}
	return found
}

// unitsOf is the development a home belongs to.
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
