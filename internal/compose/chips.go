package compose

import (
	"maps"
	"slices"
	"strconv"

	"estate/internal/i18n"
	"estate/internal/link"
	"estate/internal/search"
	"estate/internal/view"
)

// part is one filter in force: its words, and the filter without it.
type part struct {
	key     string // query key
	text    string
	without search.Filter
}

// parts takes a filter apart, in the order of the panel.
func (d *draft) parts(f search.Filter) []part {
	var list []part
	lists := []struct {
		key string
		of  func(*search.Filter) *[]int
	}{
		{search.KeyOffer, func(f *search.Filter) *[]int { return &f.Offers }},
		{search.KeyType, func(f *search.Filter) *[]int { return &f.Types }},
		{search.KeyProvince, func(f *search.Filter) *[]int { return &f.Provinces }},
		{search.KeyCity, func(f *search.Filter) *[]int { return &f.Cities }},
		{search.KeySubarea, func(f *search.Filter) *[]int { return &f.Subareas }},
		{categoryKey(f.Kind), func(f *search.Filter) *[]int { return &f.Categories }},
	}
	for _, l := range lists {
		for _, id := range *l.of(&f) {
			without := f
			*l.of(&without) = slices.DeleteFunc(slices.Clone(*l.of(&f)), func(other int) bool { return other == id })
			name := first(d.site.catalog.Name(l.key, id, d.lang), strconv.Itoa(id))
			list = append(list, part{l.key, name, without})
		}
	}
	for _, slug := range f.Collections {
		without := f
		without.Collections = slices.DeleteFunc(slices.Clone(f.Collections), func(other string) bool { return other == slug })
		name := slug
		if option := d.site.catalog.OptionBySlug(search.KeyOptions, slug); option != nil {
			name = option.Name.In(d.lang)
		}
		list = append(list, part{search.KeyOptions, name, without})
	}
	return append(list, d.figures(f)...)
}

// figures are the parts that are numbers, and the reference.
func (d *draft) figures(f search.Filter) []part {
	var list []part
	add := func(set bool, key, text string, drop func(*search.Filter)) {
		if set {
			without := f
			drop(&without)
			list = append(list, part{key, text, without})
		}
	}
	add(f.Beds > 0, search.KeyBeds, d.t("search.chip.beds", "n", strconv.Itoa(f.Beds)), func(f *search.Filter) { f.Beds = 0 })
	add(f.Baths > 0, search.KeyBaths, d.t("search.chip.baths", "n", strconv.Itoa(f.Baths)), func(f *search.Filter) { f.Baths = 0 })
	add(f.PriceFrom > 0, search.KeyPriceFrom, d.t("search.chip.priceFrom", "price", i18n.Price(f.PriceFrom)), func(f *search.Filter) { f.PriceFrom = 0 })
	add(f.PriceTo > 0, search.KeyPriceTo, d.t("search.chip.priceTo", "price", i18n.Price(f.PriceTo)), func(f *search.Filter) { f.PriceTo = 0 })
	add(f.Reference != "", search.KeyReference, d.t("search.chip.reference", "reference", f.Reference), func(f *search.Filter) { f.Reference = "" })
	add(f.IncludeSold, search.KeySold, d.t("search.chip.sold"), func(f *search.Filter) { f.IncludeSold = false })
	return list
}

func categoryKey(kind search.Kind) string {
	if kind == search.KindDevelopments {
		return search.KeyCategories
	}
	return search.KeyCategory
}

// chips are the filters in force, each with the link that takes it off.
func (d *draft) chips(parts []part) []view.Chip {
	chips := make([]view.Chip, len(parts))
	for i, p := range parts {
		chips[i] = view.Chip{Text: p.text, Href: d.without(p)}
	}
	return chips
}

// without leads to the results without a part. One that the visitor added to a
// listing or city page leads back to that page; one that the page itself
// presets leads to the open search.
func (d *draft) without(p part) string {
	at := d.result.Link
	if value, own := at.Query[p.key]; own && value != "" {
		query := maps.Clone(at.Query)
		kept := p.without.Query()
		if kept[p.key] == "" {
			delete(query, p.key)
		} else {
			query[p.key] = kept[p.key]
		}
		return link.Stringify(link.Parts{Route: at.Route, Query: query})
	}
	return d.searchLink(p.without)
}

// searchLink is the link of the results of a filter, in normal form.
func (d *draft) searchLink(f search.Filter) string {
	return link.Stringify(link.Parts{Route: d.resultsPath(kindOf(f)), Query: inAddress(f)})
}

// inAddress is a filter's query without what needs no saying: the default order.
func inAddress(f search.Filter) map[string]string {
	if f.Sort == search.SortModified {
		f.Sort = ""
	}
	return f.Query()
}

func kindOf(f search.Filter) search.Kind {
	if f.Kind == "" {
		return search.KindProperties
	}
	return f.Kind
}

// fieldWord names the field of a query key.
func (d *draft) fieldWord(key string) string {
	word := map[string]string{
		search.KeyOffer: "offer", search.KeyType: "type", search.KeyBeds: "beds", search.KeyBaths: "baths",
		search.KeyPriceFrom: "priceFrom", search.KeyPriceTo: "priceTo",
		search.KeyCategory: "category", search.KeyCategories: "category",
		search.KeyOptions: "options", search.KeyCollections: "options",
		search.KeyProvince: "location", search.KeyCity: "location", search.KeySubarea: "location", search.KeyLocation: "location",
		search.KeyReference: "reference", search.KeySort: "sort",
	}[key]
	if word == "" {
		return key
	}
	return d.t("search.field." + word)
}
