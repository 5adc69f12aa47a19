package wordpress

import (
	"slices"
	"strings"

	"estate/internal/content"
	"estate/internal/i18n"
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
func embeds(n node) []content.HTML {
	var htmls []content.HTML
	for _, item := range append(n.list(), n) {
		code := item.text()
		if item.isObject() {
			code = item.first("html", "code", "embed").text()
		}
		if strings.TrimSpace(code) != "" {
			htmls = append(htmls, content.HTML(code))
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

func (d decoder) price(n node) content.Price {
	price := field(n, "price")
	if price.isObject() {
		return content.Price{
			Amount: count(price.at("amount")), Currency: price.at("currency").text(),
			Mode: priceMode(price.at("mode").text()), OnAsk: price.at("on_ask").truth(),
			Previous: count(price.at("previous")), Note: d.words(price, "note"),
		}
	}
	return content.Price{
		Amount: count(price), Currency: field(n, "currency").text(),
		Mode:     priceMode(field(n, "price_mode").text()),
		OnAsk:    field(n, "price_on_ask").truth(),
		Previous: count(field(n, "price_previous")),
		Note:     either(d.words(n, "price_note"), d.words(n.at("acf"), "price_note")),
	}
}

// priceMode reads "month", "per week", "15 days"; anything else is a sale.
func priceMode(text string) content.PriceMode {
	text = strings.ToLower(text)
	switch {
	case strings.Contains(text, "15"):
		return content.Price15Days
	case strings.Contains(text, "month"):
		return content.PriceMonth
	case strings.Contains(text, "week"):
		return content.PriceWeek
	case strings.Contains(text, "day"):
		return content.PriceDay
	}
	return content.PriceSale
}

func priceRange(n node) content.PriceRange {
	price := field(n, "price")
	if price.isObject() {
		return content.PriceRange{From: count(price.at("from")), To: count(price.at("to")), OnAsk: price.at("on_ask").truth()}
	}
	prices := content.PriceRange{
		From: count(field(n, "price_from")), To: count(field(n, "price_to")), OnAsk: field(n, "price_on_ask").truth(),
	}
	if prices.From == 0 {
		prices.From = count(price)
	}
	return prices
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

// placing reads the term ids: plain lists, lists of terms inside acf, or the
// lists WordPress adds per taxonomy.
func placing(n node, categoryKey string) content.Placing {
	ids := func(name string) []int {
		for _, list := range []node{n.at(name), n.at("acf", name), n.at("tax_" + name)} {
			if found := list.ids(); len(found) > 0 {
				return found
			}
		}
		return nil
	}
	place := content.Placing{
		Offers: ids("s_offer"), Types: ids("s_type"), Categories: ids(categoryKey),
		Province: field(n, "s_province").firstID(), City: field(n, "s_city").firstID(), Subarea: field(n, "s_subarea").firstID(),
		Collections: field(n, "collections").texts(),
	}
	if place.Province == 0 && place.City == 0 && place.Subarea == 0 {
		place.Province, place.City, place.Subarea = locations(n)
	}
	return place
}

func (n node) firstID() int {
	if ids := n.ids(); len(ids) > 0 {
		return ids[0]
	}
	return 0
}

// locations files the terms of s_location by their depth. Without parents their
// order has to do: province, city, subarea.
func locations(n node) (province, city, subarea int) {
	terms := field(n, "s_location").list()
	if len(terms) == 0 {
		terms = n.at("tax_s_location").list()
	}
	parents := map[int]int{}
	for _, term := range terms {
		parents[term.id()] = term.at("parent").id()
	}
	for i, term := range terms {
		level := i
		if term.isObject() {
			level = depth(parents, term.id())
		}
		switch level {
		case 0:
			province = term.id()
		case 1:
			city = term.id()
		default:
			subarea = term.id()
		}
	}
	return province, city, subarea
}

// depth counts the ancestors of a term. One that is not in the list still counts,
// a circle ends after two.
func depth(parents map[int]int, id int) int {
	level := 0
	for id = parents[id]; id != 0 && level < 2; id = parents[id] {
		level++
	}
	return level
}

func geoPoint(n node) *content.GeoPoint {
	lat, lng := n.at("lat").decimal(), n.at("lng").decimal()
	if lat == 0 && lng == 0 || lat < -90 || lat > 90 || lng < -180 || lng > 180 {
		return nil
	}
	return &content.GeoPoint{Lat: lat, Lng: lng, Precision: n.at("precision").text()}
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

// unitsOf is the development a home belongs to.
func unitsOf(n node) int {
	if id := field(n, "units_of").id(); id != 0 {
		return id
	}
	return field(n, "development").id()
}

func (d decoder) units(n node) []content.Unit {
	var units []content.Unit
	for _, item := range n.list() {
		units = append(units, content.Unit{
			Name: item.at("name").plain(), Type: d.words(item, "type"), Floor: item.at("floor").text(),
			Beds: count(item.at("beds")), Baths: count(item.at("baths")),
			Built: count(item.at("built")), Terrace: count(item.at("terrace")), Price: count(item.at("price")),
			Availability: availability(item.at("availability").text()),
		})
	}
	return units
}

func availability(text string) content.Availability {
	switch state := content.Availability(strings.ToLower(text)); state {
	case content.UnitReserved, content.UnitSold:
		return state
	}
	return content.UnitAvailable
}

func (d decoder) phases(n node) []i18n.Text {
	var phases []i18n.Text
	for _, item := range n.list() {
		// A phase is words per language, or one text: read as the field of an object either way.
		if words := d.words(node{map[string]any{"phase": item.value}}, "phase"); words != nil {
			phases = append(phases, words)
		}
	}
	return phases
}
