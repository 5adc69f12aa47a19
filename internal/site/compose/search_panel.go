package compose

import (
	"net/url"
	"strconv"

	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/site/view"
)

// panel is the search form with the values of a filter. Counts may be nil.
func (b *searchBuilder) panel(filter search.Filter, counts *search.Counts) *view.SearchPanel {
	filter.Kind = kindOf(filter)
	base := b.panels[filter.Kind]
	panel := &view.SearchPanel{
		Kind: string(filter.Kind), Action: b.resultsPath(filter.Kind),
		Reference: b.path(referencePath),
		Fields:    make([]view.SelectField, 0, len(base)+1),
		Chips:     []view.Chip{}, Clear: b.resultsPath(filter.Kind),
	}
	query := queryOf(filter)
	for _, field := range base {
		field.Value = fieldValue(field.Name, filter, query)
		field.Options = withCounts(field.Name, withValue(field, pricesOf(b.catalog, filter.Offers)), counts)
		switch field.Name {
		case search.KeyLocation, search.KeyOptions:
			field.Options = findable(field.Options, field.Value)
		case search.KeyCategory, search.KeyCategories:
			if field.Options = findable(field.Options, field.Value); len(field.Options) == 0 {
				continue
			}
		}
		panel.Fields = append(panel.Fields, field)
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

// referencePath is the address of reference look-ups, behind the language prefix.
const referencePath = "/wp-json/estate/v1/get_reference"

// hiddenKeys are filters without a field, which the form keeps.
var hiddenKeys = []string{
	search.KeyBuiltFrom, search.KeyBuiltTo, search.KeyPlotFrom, search.KeyPlotTo, search.KeyTerraceFrom, search.KeyTerraceTo,
	search.KeyArea, search.KeyNear, search.KeyMap, search.KeySearch, search.KeySold, search.KeySort,
}

// SentencePath is the address of the search line, behind the language prefix.
const SentencePath = "/search/"

// emptyPanel is the search form without values, for screens that show no results.
func (b *searchBuilder) emptyPanel() *view.SearchPanel {
	return b.panel(search.Filter{Kind: search.KindProperties}, nil)
}

// resultsPanel is the search form above results: with chips, and with hints at
// values of the query that are unknown. Clear is the link of the results without
// the visitor's filters.
func (b *searchBuilder) resultsPanel(filter search.Filter, counts *search.Counts, clear string) *view.SearchPanel {
	panel := b.panel(filter, counts)
	panel.Chips, panel.Clear, panel.Sentence = b.chips(filter), clear, b.path(SentencePath)
	for _, hint := range b.hints {
		panel.Hints = append(panel.Hints, b.hintText(hint))
	}
	return panel
}

// maximum is a number of a query key as the page writes it: a price, or an area in m².
func (b *searchBuilder) maximum(key string, n int) string {
	if key == search.KeyPriceTo {
		return i18n.Price(n)
	}
	return i18n.Area(b.lang, n)
}

// hintText tells what of the address was ignored, and why.
func (b *searchBuilder) hintText(hint search.Hint) string {
	if hint.Reason == search.ReasonBelowMinimum {
		if n, err := strconv.Atoi(hint.Value); err == nil {
			return b.t("search.hintBelow", "value", b.maximum(hint.Key, n))
		}
	}
	switch hint.Key {
	case search.KeyFeatures:
		if hint.Reason == search.ReasonUnsupported {
			return b.t("search.hintUnsupported")
		}
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
