package compose

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/site/view"
)

// panelFields are the selects of the search panel, without values and counts.
func panelFields(catalog *search.Catalog, lang i18n.Lang, kind search.Kind) []view.SelectField {
	t := func(key string) string { return i18n.Words.T(lang, "search."+key) }
	field := func(name, word string, options []view.Option, advanced bool) view.SelectField {
		return view.SelectField{Name: name, Label: t("field." + word), Any: t("any." + word), Options: options, Advanced: advanced}
	}
	price := func(name, word string, advanced bool) view.SelectField {
		f := field(name, word, []view.Option{}, advanced)
		f.Prices = true
		return f
	}
	fields := []view.SelectField{
		field(search.KeyOffer, "offer", offerOptions(catalog, lang), false),
		field(search.KeyType, "type", idOptions(catalog.Types, lang), false),
		field(search.KeyLocation, "location", placeOptions(catalog, lang), false),
		field(search.KeyBeds, "beds", roomOptions(), false),
		field(search.KeyBaths, "baths", roomOptions(), true),
		price(search.KeyPriceFrom, "priceFrom", true),
		price(search.KeyPriceTo, "priceTo", false),
	}
	categories, key := catalog.Categories, search.KeyCategory
	if kind == search.KindDevelopments {
		categories, key = catalog.DevelopmentCategories, search.KeyCategories
		fields = fields[1:] // developments are for sale
	}
	if len(categories) > 0 {
		fields = append(fields, field(key, "category", idOptions(categories, lang), true))
	}
	if len(catalog.Collections) > 0 {
		fields = append(fields, field(search.KeyOptions, "options", slugOptions(catalog.Collections, lang), true))
	}
	for i := range fields {
		switch fields[i].Name {
		case search.KeyType, search.KeyLocation:
			fields[i].Multiple = "list"
		case search.KeyOptions:
			fields[i].Multiple = "boxes"
		}
	}
	return fields
}

func idOptions(list []search.Option, lang i18n.Lang) []view.Option {
	options := make([]view.Option, len(list))
	for i, option := range list {
		options[i] = view.Option{Value: strconv.Itoa(option.ID), Label: option.Name.In(lang)}
	}
	return options
}

// offerOptions are the offers with their lists of price steps.
func offerOptions(catalog *search.Catalog, lang i18n.Lang) []view.Option {
	options := idOptions(catalog.Offers, lang)
	for i, offer := range catalog.Offers {
		options[i].Prices = pricesOf(catalog, []int{offer.ID})
	}
	return options
}

// pricesOf is the list of price steps of some offers, "" for that of sales.
func pricesOf(catalog *search.Catalog, offers []int) string {
	if list := catalog.PriceList(offers); list != search.PricesSale {
		return list
	}
	return ""
}

func slugOptions(list []search.Option, lang i18n.Lang) []view.Option {
	options := make([]view.Option, len(list))
	for i, option := range list {
		options[i] = view.Option{Value: option.Slug, Label: option.Name.In(lang)}
	}
	return options
}

// indent is an em space. HTML collapses ordinary spaces in an option.
const indent = "\u2003"

// placeOptions is the location tree as one list, each level indented below its parent.
func placeOptions(catalog *search.Catalog, lang i18n.Lang) []view.Option {
	options := make([]view.Option, len(catalog.Locations))
	for i, place := range catalog.Locations {
		level := catalog.Level(place.ID)
		options[i] = view.Option{
			Value: strconv.Itoa(place.ID), Name: level.LocationKey(), Clean: level.OppositeKey(),
			Label: strings.Repeat(indent, int(level)-int(search.LevelProvince)) + place.Name.In(lang),
		}
	}
	return options
}

func roomOptions() []view.Option {
	options := make([]view.Option, search.MaxRooms)
	for i := range options {
		n := strconv.Itoa(i + 1)
		options[i] = view.Option{Value: n, Label: "+" + n}
	}
	return options
}

// maxFeatureOptions bounds the options of the features: they are on every page of results.
// Any other feature is found by the search line.
const maxFeatureOptions = 12

// featureField has the features that most results have, and the wanted ones. A feature that is a
// collection too stands among the collections only. It is nil where features are not counted (live mode).
func (b *searchBuilder) featureField(wanted []string, counts *search.Counts) *view.SelectField {
	if counts == nil || len(counts.Features)+len(wanted) == 0 {
		return nil
	}
	field := &view.SelectField{
		Name: search.KeyFeatures, Label: b.t("search.field.features"), Any: b.t("search.any.features"),
		Value: strings.Join(wanted, ","), Advanced: true, Multiple: "boxes", Options: make([]view.Option, 0, maxFeatureOptions+1),
	}
	for _, slug := range wanted {
		field.Options = append(field.Options, view.Option{Value: slug, Label: b.featureName(slug)})
	}
	known := slices.Clone(wanted)
	for _, collection := range b.catalog.Collections {
		known = append(known, collection.Slug)
	}
	for _, feature := range mostCommon(counts.Features, known) {
		field.Options = append(field.Options, view.Option{
			Value: feature.slug, Label: b.featureName(feature.slug) + " (" + strconv.Itoa(feature.count) + ")",
		})
	}
	// Boxes keep their places while they are chosen.
	slices.SortFunc(field.Options, func(a, b view.Option) int { return strings.Compare(i18n.Fold(a.Label), i18n.Fold(b.Label)) })
	field.Options = withValue(*field, "")
	return field
}

type countedFeature struct {
	slug  string
	count int
}

// compareCounted puts a feature that more results have first.
func compareCounted(a, b countedFeature) int {
	if a.count != b.count {
		return cmp.Compare(b.count, a.count)
	}
	return cmp.Compare(a.slug, b.slug)
}

// mostCommon returns the features that most results have, without those that are wanted.
func mostCommon(counts map[string]int, wanted []string) []countedFeature {
	features := make([]countedFeature, 0, maxFeatureOptions+1)
	for slug, count := range counts {
		if slices.Contains(wanted, slug) {
			continue
		}
		feature := countedFeature{slug, count}
		if at, _ := slices.BinarySearchFunc(features, feature, compareCounted); at < maxFeatureOptions {
			features = slices.Insert(features, at, feature)
			features = features[:min(len(features), maxFeatureOptions)]
		}
	}
	return features
}

// fieldValue is the value of a field: that of the query, or the ids of all places.
func fieldValue(name string, filter search.Filter, query map[string]string) string {
	if name != search.KeyLocation {
		return query[name]
	}
	return joinIDs(slices.Concat(filter.Provinces, filter.Cities, filter.Subareas))
}

// withValue are the options of a field with one for its value, if they lack it: several ids,
// or a price that is not in the list of price steps. Without it the form would lose the
// value.
func withValue(field view.SelectField, prices string) []view.Option {
	if field.Value == "" || field.Prices && isPriceStep(field.Value, prices) {
		return field.Options
	}
	var labels []string
	for _, option := range field.Options {
		if option.Value == field.Value {
			return field.Options
		}
	}
	for value := range strings.SplitSeq(field.Value, ",") {
		for _, option := range field.Options {
			if option.Value == value {
				labels = append(labels, strings.TrimLeft(option.Label, indent))
			}
		}
	}
	label := strings.Join(labels, ", ")
	if label == "" {
		n, err := strconv.Atoi(field.Value)
		if err != nil {
			return field.Options
		}
		label = i18n.Price(n)
	}
	chosen := view.Option{Value: field.Value, Label: label}
	if field.Name == search.KeyOffer {
		chosen.Prices = prices
	}
	return append([]view.Option{chosen}, field.Options...)
}

func isPriceStep(value, list string) bool {
	n, err := strconv.Atoi(value)
	return err == nil && slices.Contains(search.PriceLists[cmp.Or(list, search.PricesSale)], n)
}

func joinIDs(ids []int) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.Itoa(id)
	}
	return strings.Join(texts, ",")
}
