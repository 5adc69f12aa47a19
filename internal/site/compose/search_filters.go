package compose

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/content/search"
	"estate/internal/site/view"
)

// filterPart is one value of a filter: its text, and the filter without it.
type filterPart struct {
	key     string // query key
	text    string
	own     string // words in the text of whoever made the link, "" when content or dictionary know them all
	without search.Filter
}

// parts are the values of a filter in the order of the panel.
func (b *searchBuilder) parts(f search.Filter) []filterPart {
	var parts []filterPart
	lists := []struct {
		key string
		ids func(*search.Filter) *[]int
	}{
		{search.KeyOffer, func(f *search.Filter) *[]int { return &f.Offers }},
		{search.KeyType, func(f *search.Filter) *[]int { return &f.Types }},
		{search.KeyProvince, func(f *search.Filter) *[]int { return &f.Provinces }},
		{search.KeyCity, func(f *search.Filter) *[]int { return &f.Cities }},
		{search.KeySubarea, func(f *search.Filter) *[]int { return &f.Subareas }},
		{categoryKey(f.Kind), func(f *search.Filter) *[]int { return &f.Categories }},
	}
	for _, l := range lists {
		for _, id := range *l.ids(&f) {
			without := f
			*l.ids(&without) = slices.DeleteFunc(slices.Clone(*l.ids(&f)), func(other int) bool { return other == id })
			name := b.catalog.Name(l.key, id, b.lang)
			own := ""
			if name == "" {
				own = strconv.Itoa(id)
			}
			parts = append(parts, filterPart{l.key, cmp.Or(name, own), own, without})
		}
	}
	for _, slug := range f.Collections {
		without := f
		without.Collections = slices.DeleteFunc(slices.Clone(f.Collections), func(other string) bool { return other == slug })
		name, own := slug, slug
		if option := b.catalog.OptionBySlug(search.KeyOptions, slug); option != nil {
			name, own = option.Name.In(b.lang), ""
		}
		parts = append(parts, filterPart{search.KeyOptions, name, own, without})
	}
	for _, slug := range f.Features {
		without := f
		without.Features = slices.DeleteFunc(slices.Clone(f.Features), func(other string) bool { return other == slug })
		own := ""
		if search.FeatureName(slug, b.lang) == "" {
			own = strings.ReplaceAll(slug, "-", " ")
		}
		parts = append(parts, filterPart{search.KeyFeatures, b.featureName(slug), own, without})
	}
	return append(parts, b.figureParts(f)...)
}

// featureName is the name of a feature: that of the dictionary, or the agency's own words.
func (b *searchBuilder) featureName(slug string) string {
	return cmp.Or(search.FeatureName(slug, b.lang), strings.ReplaceAll(slug, "-", " "))
}

// figureParts are the values that are numbers, the reference and the sold ones.
func (b *searchBuilder) figureParts(f search.Filter) []filterPart {
	var parts []filterPart
	add := func(set bool, key, text string, drop func(*search.Filter)) {
		if set {
			without := f
			drop(&without)
			own := map[string]string{search.KeySearch: f.Text, search.KeyReference: f.Reference}[key]
			parts = append(parts, filterPart{key, text, own, without})
		}
	}
	add(f.Beds > 0, search.KeyBeds, b.t("search.chip.beds", "n", strconv.Itoa(f.Beds)), func(f *search.Filter) { f.Beds = 0 })
	add(f.Baths > 0, search.KeyBaths, b.t("search.chip.baths", "n", strconv.Itoa(f.Baths)), func(f *search.Filter) { f.Baths = 0 })
	add(f.PriceFrom > 0, search.KeyPriceFrom, b.t("search.chip.priceFrom", "price", i18n.Price(f.PriceFrom)),
		func(f *search.Filter) { f.PriceFrom = 0 })
	add(f.PriceTo > 0, search.KeyPriceTo, b.t("search.chip.priceTo", "price", i18n.Price(f.PriceTo)), func(f *search.Filter) { f.PriceTo = 0 })
	for _, size := range []struct {
		name     string
		from, to string
		of       func(*search.Filter) *search.Range
	}{
		{"built", search.KeyBuiltFrom, search.KeyBuiltTo, func(f *search.Filter) *search.Range { return &f.Built }},
		{"plot", search.KeyPlotFrom, search.KeyPlotTo, func(f *search.Filter) *search.Range { return &f.Plot }},
		{"terrace", search.KeyTerraceFrom, search.KeyTerraceTo, func(f *search.Filter) *search.Range { return &f.Terrace }},
	} {
		bounds, name := *size.of(&f), b.t("search.size."+size.name)
		add(bounds.From > 0, size.from, b.t("search.chip.sizeFrom", "name", name, "size", i18n.Area(b.lang, bounds.From)),
			func(f *search.Filter) { size.of(f).From = 0 })
		add(bounds.To > 0, size.to, b.t("search.chip.sizeTo", "name", name, "size", i18n.Area(b.lang, bounds.To)),
			func(f *search.Filter) { size.of(f).To = 0 })
	}
	add(len(f.Area) > 0, search.KeyArea, b.t("search.chip.area"), func(f *search.Filter) { f.Area = nil })
	add(f.Near.Km > 0, search.KeyNear, b.t("search.chip.near", "km", b.decimal(f.Near.Km)), func(f *search.Filter) { f.Near = search.Near{} })
	add(f.Text != "", search.KeySearch, b.t("search.chip.text", "text", f.Text), func(f *search.Filter) { f.Text = "" })
	add(f.Reference != "", search.KeyReference, b.t("search.chip.reference", "reference", f.Reference),
		func(f *search.Filter) { f.Reference = "" })
	add(f.IncludeSold, search.KeySold, b.t("search.chip.sold"), func(f *search.Filter) { f.IncludeSold = false })
	return parts
}

func categoryKey(kind search.Kind) string {
	if kind == search.KindDevelopments {
		return search.KeyCategories
	}
	return search.KeyCategory
}

// chips are the values of a filter, each with the link of the results without it.
func (b *searchBuilder) chips(f search.Filter) []view.Chip {
	parts := b.parts(f)
	chips := make([]view.Chip, len(parts))
	for i, p := range parts {
		chips[i] = view.Chip{Text: p.text, Href: b.linkWithout(p)}
	}
	return chips
}

// linkWithout is the link of the results without a value. A value of the query is
// removed from the link of the View; a value that a listing or city page presets
// leads to the search.
func (b *searchBuilder) linkWithout(p filterPart) string {
	if b.link.Query[p.key] == "" {
		return b.searchLink(p.without)
	}
	query := maps.Clone(b.link.Query)
	if kept := p.without.Query()[p.key]; kept != "" {
		query[p.key] = kept
	} else {
		delete(query, p.key)
	}
	return link.Stringify(link.Parts{Route: b.link.Route, Query: query})
}

// fieldLabels are the dictionary keys of the fields, below search.field.
var fieldLabels = map[string]string{
	search.KeyOffer: "offer", search.KeyType: "type", search.KeyBeds: "beds", search.KeyBaths: "baths",
	search.KeyPriceFrom: "priceFrom", search.KeyPriceTo: "priceTo",
	search.KeyCategory: "category", search.KeyCategories: "category",
	search.KeyOptions: "options", search.KeyCollections: "options",
	search.KeyProvince: "location", search.KeyCity: "location", search.KeySubarea: "location", search.KeyLocation: "location",
	search.KeySearch: "text", search.KeyReference: "reference", search.KeySort: "sort", search.KeyFeatures: "features",
}

// fieldLabel is the label of the field with a query key, or the key itself.
func (b *searchBuilder) fieldLabel(key string) string {
	if name := fieldLabels[key]; name != "" {
		return b.t("search.field." + name)
	}
	return key
}
