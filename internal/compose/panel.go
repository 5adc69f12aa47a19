package compose

import (
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
		field(search.KeyOffer, "offer", listed(catalog.Offers, lang), false),
		field(search.KeyType, "type", listed(catalog.Types, lang), false),
		field(search.KeyLocation, "location", places(catalog, lang), false),
		field(search.KeyBeds, "beds", rooms(), false),
		field(search.KeyBaths, "baths", rooms(), true),
		price(search.KeyPriceFrom, "priceFrom", true),
		price(search.KeyPriceTo, "priceTo", false),
	}
	categories, key := catalog.Categories, search.KeyCategory
	if kind == search.KindDevelopments {
		categories, key = catalog.DevelopmentCategories, search.KeyCategories
		fields = fields[1:] // developments are for sale
	}
	if len(categories) > 0 {
		fields = append(fields, field(key, "category", listed(categories, lang), true))
	}
	if len(catalog.Collections) > 0 {
		fields = append(fields, field(search.KeyOptions, "options", collections(catalog.Collections, lang), true))
	}
	return fields
}

func listed(list []search.Option, lang i18n.Lang) []view.Option {
	options := make([]view.Option, len(list))
	for i, option := range list {
		options[i] = view.Option{Value: strconv.Itoa(option.ID), Label: option.Name.In(lang)}
	}
	return options
}

func collections(list []search.Option, lang i18n.Lang) []view.Option {
	options := make([]view.Option, len(list))
	for i, option := range list {
		options[i] = view.Option{Value: option.Slug, Label: option.Name.In(lang)}
	}
	return options
}

// indent is a space that stays inside an option; ordinary ones are swallowed.
const indent = "\u2003"

// places is the location tree as one list, each level indented under its parent.
func places(catalog *search.Catalog, lang i18n.Lang) []view.Option {
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

func rooms() []view.Option {
	options := make([]view.Option, search.MaxRooms)
	for i := range options {
		n := strconv.Itoa(i + 1)
		options[i] = view.Option{Value: n, Label: "+" + n}
	}
	return options
}

// resultsPath is where the searches of a kind are answered.
func (d *draft) resultsPath(kind search.Kind) string { return d.path("/" + string(kind) + "/") }

// panel is the search form, filled with what the filter says. Counts are nil
// where they are not known.
func (d *draft) panel(filter search.Filter, counts *search.Counts, hints []search.Hint) *view.SearchPanel {
	if filter.Kind == "" {
		filter.Kind = search.KindProperties
	}
	base := d.site.panels[filter.Kind]
	panel := &view.SearchPanel{
		Kind: string(filter.Kind), Action: d.resultsPath(filter.Kind),
		Reference: d.path(d.cfg.ReferencePath),
		Fields:    make([]view.SelectField, len(base)),
		Chips:     []view.Chip{}, Clear: d.resultsPath(filter.Kind),
	}
	query := inAddress(filter)
	for i, field := range base {
		field.Value = fieldValue(field.Name, filter, query)
		field.Options = d.withChosen(field)
		field.Options = counted(field, counts)
		panel.Fields[i] = field
		panel.Advanced = panel.Advanced || field.Advanced && field.Value != ""
	}
	panel.Advanced = panel.Advanced || filter.Reference != ""
	for _, hint := range hints {
		panel.Hints = append(panel.Hints, d.t("search.hint", "field", d.fieldWord(hint.Key), "value", hint.Value))
	}
	for _, key := range []string{search.KeySold, search.KeySort} {
		if value := query[key]; value != "" {
			panel.Hidden = append(panel.Hidden, view.HiddenField{Name: key, Value: value})
		}
	}
	return panel
}

// fieldValue is what a field shows: the query's value, a location of any level.
func fieldValue(name string, filter search.Filter, query map[string]string) string {
	if name != search.KeyLocation {
		return query[name]
	}
	for _, ids := range [][]int{filter.Subareas, filter.Cities, filter.Provinces} {
		if len(ids) > 0 {
			return joined(ids)
		}
	}
	return ""
}

// withChosen adds an option for a value that the list lacks: several ids at once,
// or a price between the steps. Otherwise sending the form would lose it.
func (d *draft) withChosen(field view.SelectField) []view.Option {
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

// counted prints the options with the number of homes that each would leave.
func counted(field view.SelectField, counts *search.Counts) []view.Option {
	of := countsOf(field.Name, counts)
	if of == nil {
		return field.Options
	}
	options := make([]view.Option, len(field.Options))
	for i, option := range field.Options {
		if n, ok := of(option); ok {
			option.Label += " (" + strconv.Itoa(n) + ")"
			option.Empty = n == 0
		}
		options[i] = option
	}
	return options
}

// countsOf tells how the options of a field are counted, nil when they are not.
func countsOf(name string, counts *search.Counts) func(view.Option) (int, bool) {
	if counts == nil {
		return nil
	}
	byID := func(of map[int]int) func(view.Option) (int, bool) {
		if of == nil {
			return nil
		}
		return func(option view.Option) (int, bool) {
			id, err := strconv.Atoi(option.Value)
			return of[id], err == nil
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

func joined(ids []int) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.Itoa(id)
	}
	return strings.Join(texts, ",")
}
