package compose

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"estate/internal/i18n"
	"estate/internal/search"
	"estate/internal/view"
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
		field(search.KeyOffer, "offer", idOptions(catalog.Offers, lang), false),
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
	return fields
}

func idOptions(list []search.Option, lang i18n.Lang) []view.Option {
	options := make([]view.Option, len(list))
	for i, option := range list {
		options[i] = view.Option{Value: strconv.Itoa(option.ID), Label: option.Name.In(lang)}
	}
	return options
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
			Value: strconv.Itoa(place.ID), Name: level.LocationKey(),
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

// panel is the search form with the values of a filter. Counts may be nil.
func (b *searchBuilder) panel(filter search.Filter, counts *search.Counts) *view.SearchPanel {
	filter.Kind = kindOf(filter)
	base := b.panels[filter.Kind]
	panel := &view.SearchPanel{
		Kind: string(filter.Kind), Action: b.resultsPath(filter.Kind),
		Reference: b.path(b.referencePath),
		Fields:    make([]view.SelectField, len(base)),
		Chips:     []view.Chip{}, Clear: b.resultsPath(filter.Kind),
	}
	query := queryOf(filter)
	for i, field := range base {
		field.Value = fieldValue(field.Name, filter, query)
		field.Options = withValue(field)
		field.Options = withCounts(field, counts)
		panel.Fields[i] = field
		panel.Advanced = panel.Advanced || field.Advanced && field.Value != ""
	}
	if field := b.featureField(filter.Features, counts); field != nil {
		panel.Fields = append(panel.Fields, *field)
		panel.Advanced = panel.Advanced || field.Value != ""
	}
	panel.Advanced = panel.Advanced || filter.Reference != ""
	for _, key := range hiddenKeys {
		if value, err := url.QueryUnescape(query[key]); err == nil && value != "" {
			panel.Hidden = append(panel.Hidden, view.HiddenField{Name: key, Value: value})
		}
	}
	return panel
}

// hiddenKeys are filters without a field, which the form keeps.
var hiddenKeys = []string{
	search.KeyBuiltFrom, search.KeyBuiltTo, search.KeyPlotFrom, search.KeyPlotTo, search.KeyTerraceFrom, search.KeyTerraceTo,
	search.KeyArea, search.KeyNear, search.KeySold, search.KeySort,
}

// maxFeatureOptions bounds the options of the features: they are on every page of results.
// Any other feature is found by the search line.
const maxFeatureOptions = 12

// featureField is the select of the features that most results have. An option adds its
// feature to those that are wanted; a chip removes one. It is nil where features are not
// counted (live mode).
func (b *searchBuilder) featureField(wanted []string, counts *search.Counts) *view.SelectField {
	if counts == nil || len(counts.Features)+len(wanted) == 0 {
		return nil
	}
	field := &view.SelectField{
		Name: search.KeyFeatures, Label: b.t("search.field.features"), Any: b.t("search.any.features"),
		Value: strings.Join(wanted, ","), Advanced: true,
	}
	if len(wanted) > 0 {
		names := make([]string, len(wanted))
		for i, slug := range wanted {
			names[i] = b.featureName(slug)
		}
		field.Options = append(field.Options, view.Option{Value: field.Value, Label: strings.Join(names, ", ")})
	}
	slugs := slices.SortedFunc(maps.Keys(counts.Features), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts.Features[b], counts.Features[a]), cmp.Compare(a, b))
	})
	slugs = slices.DeleteFunc(slugs, func(slug string) bool { return slices.Contains(wanted, slug) })
	for _, slug := range slugs[:min(len(slugs), maxFeatureOptions)] {
		field.Options = append(field.Options, view.Option{
			Value: strings.Join(append(slices.Clone(wanted), slug), ","),
			Label: b.featureName(slug) + " (" + strconv.Itoa(counts.Features[slug]) + ")",
		})
	}
	return field
}

// sentencePath is the address of the search line (server.sentenceRedirect).
const sentencePath = "/search/"

// emptyPanel is the search form without values, for screens that show no results.
func (b *searchBuilder) emptyPanel() *view.SearchPanel {
	return b.panel(search.Filter{Kind: search.KindProperties}, nil)
}

// resultsPanel is the search form above results: with chips, and with hints at
// values of the query that are unknown. Clear is the link of the results without
// the visitor's filters.
func (b *searchBuilder) resultsPanel(filter search.Filter, counts *search.Counts, clear string) *view.SearchPanel {
	panel := b.panel(filter, counts)
	panel.Chips, panel.Clear, panel.Sentence = b.chips(filter), clear, b.path(sentencePath)
	for _, hint := range b.hints {
		panel.Hints = append(panel.Hints, b.hintText(hint))
	}
	return panel
}

// hintText tells what of the address was ignored, and why.
func (b *searchBuilder) hintText(hint search.Hint) string {
	switch hint.Key {
	case search.KeyText:
		return b.t("search.hintText", "value", hint.Value)
	case search.KeyArea, search.KeyNear:
		if hint.Reason == search.ReasonAntimeridian {
			return b.t("search.hintAntimeridian")
		}
		return b.t("search.hintArea")
	}
	return b.t("search.hint", "field", b.fieldLabel(hint.Key), "value", hint.Value)
}

// fieldValue is the value of a field: that of the query, or the ids of the smallest
// places.
func fieldValue(name string, filter search.Filter, query map[string]string) string {
	if name != search.KeyLocation {
		return query[name]
	}
	for _, ids := range [][]int{filter.Subareas, filter.Cities, filter.Provinces} {
		if len(ids) > 0 {
			return joinIDs(ids)
		}
	}
	return ""
}

// withValue are the options of a field with one for its value, if they lack it:
// several ids, or a price between the steps. Without it the form would lose the value.
func withValue(field view.SelectField) []view.Option {
	if field.Value == "" || field.Prices && isPriceStep(field.Value) {
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
	return append([]view.Option{{Value: field.Value, Label: label}}, field.Options...)
}

func isPriceStep(value string) bool {
	n, err := strconv.Atoi(value)
	return err == nil && slices.Contains(search.PriceSteps, n)
}

// withCounts are the options of a field with the number of results of each.
func withCounts(field view.SelectField, counts *search.Counts) []view.Option {
	count := countsOf(field.Name, counts)
	if count == nil {
		return field.Options
	}
	options := make([]view.Option, len(field.Options))
	for i, option := range field.Options {
		if n, ok := count(option); ok {
			option.Label += " (" + strconv.Itoa(n) + ")"
			option.Empty = n == 0
		}
		options[i] = option
	}
	return options
}

// countsOf is the function that counts the options of a field, nil for a field
// without counts.
func countsOf(name string, counts *search.Counts) func(view.Option) (int, bool) {
	if counts == nil {
		return nil
	}
	byID := func(counts map[int]int) func(view.Option) (int, bool) {
		if counts == nil {
			return nil
		}
		return func(option view.Option) (int, bool) {
			id, err := strconv.Atoi(option.Value)
			return counts[id], err == nil
		}
	}
	switch name {
	case search.KeyOffer:
		return byID(counts.Offers)
	case search.KeyType:
		return byID(counts.Types)
	case search.KeyCategory, search.KeyCategories:
		return byID(counts.Categories)
	case search.KeyBeds:
		return byID(counts.Beds)
	case search.KeyBaths:
		return byID(counts.Baths)
	case search.KeyOptions:
		return func(option view.Option) (int, bool) {
			return counts.Collections[option.Value], counts.Collections != nil
		}
	case search.KeyLocation:
		return func(option view.Option) (int, bool) { return placeCount(option, counts) }
	}
	return nil
}

func placeCount(option view.Option, counts *search.Counts) (int, bool) {
	id, err := strconv.Atoi(option.Value)
	if err != nil {
		return 0, false
	}
	switch option.Name {
	case search.KeyProvince:
		return counts.Provinces[id], counts.Provinces != nil
	case search.KeyCity:
		return counts.Cities[id], counts.Cities != nil
	case search.KeySubarea:
		return counts.Subareas[id], counts.Subareas != nil
	}
	return 0, false
}

func joinIDs(ids []int) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.Itoa(id)
	}
	return strings.Join(texts, ",")
}
