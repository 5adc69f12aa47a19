package search

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits of a query.
const (
	maxListLen      = 50
	maxReferenceLen = 40
	maxTextLen      = 200
	maxNumber       = 1_000_000_000
	maxHintBytes    = 60
)

// Parse reads a filter from the raw query of a link. It ignores what it does not
// understand and returns a hint for it: a search is never an error page. Keys that are no
// search keys are skipped.
func Parse(query map[string]string, kind Kind, catalog *Catalog) (Filter, []Hint) {
	p := parser{query: query, catalog: catalog, filter: Filter{Kind: kind}}
	p.bySlug = query[KeyOperator] == "slug"

	p.filter.Offers = p.options(KeyOffer)
	p.filter.Types = p.options(KeyType)
	for _, key := range []string{KeyProvince, KeyCity, KeySubarea, KeyLocation} {
		for _, id := range p.options(key) {
			p.location(id)
		}
	}
	p.filter.Categories = p.options(categoryKey(kind))
	if sold := catalog.OptionBySlug(KeyCategory, "sold"); sold != nil {
		p.filter.SoldCategory = sold.ID
	}
	p.collections(KeyOptions)
	p.collections(KeyCollections)
	p.filter.Beds = p.number(KeyBeds, 1, MaxRooms)
	p.filter.Baths = p.number(KeyBaths, 1, MaxRooms)
	p.filter.PriceFrom = p.number(KeyPriceFrom, 0, maxNumber)
	p.filter.PriceTo = p.number(KeyPriceTo, 0, maxNumber)
	if p.filter.PriceTo > 0 && p.filter.PriceTo < p.filter.PriceFrom {
		p.filter.PriceTo = 0
		p.hintAs(KeyPriceTo, p.text(KeyPriceTo), ReasonBelowMinimum)
	}
	p.features()
	p.filter.Built = p.sizes(KeyBuiltFrom, KeyBuiltTo)
	p.filter.Plot = p.sizes(KeyPlotFrom, KeyPlotTo)
	p.filter.Terrace = p.sizes(KeyTerraceFrom, KeyTerraceTo)
	p.position()
	if text := p.text(KeyMap); text != "" {
		// Another text is no fault of the search: the list is shown.
		p.filter.Map, _ = parseMap(text)
	}
	if text := p.text(KeyText); text != "" {
		p.hint(KeyText, text)
	}
	p.filter.Page = p.number(KeyPage, 1, maxNumber)
	p.filter.Text = p.short(KeySearch, maxTextLen)
	p.filter.Reference = p.short(KeyReference, maxReferenceLen)
	p.filter.IncludeSold = query[KeySold] == "1"
	p.filter.Sort = p.sort()
	return p.filter, p.hints
}

func categoryKey(kind Kind) string {
	if kind == KindDevelopments {
		return KeyCategories
	}
	return KeyCategory
}

type parser struct {
	query   map[string]string
	catalog *Catalog
	bySlug  bool
	filter  Filter
	hints   []Hint
}

func (p *parser) hint(key, value string) { p.hintAs(key, value, "") }

func (p *parser) hintAs(key, value, reason string) {
	if len(value) > maxHintBytes {
		cut := maxHintBytes
		for !utf8.RuneStart(value[cut]) {
			cut--
		}
		value = value[:cut] + "…"
	}
	p.hints = append(p.hints, Hint{Key: key, Value: value, Reason: reason})
}

// text decodes one value; "" when the key is absent, empty or not decodable.
func (p *parser) text(key string) string {
	raw := p.query[key]
	decoded, err := url.QueryUnescape(raw)
	if err != nil || !utf8.ValidString(decoded) {
		p.hint(key, strings.ToValidUTF8(raw, "\uFFFD"))
		return ""
	}
	return strings.TrimSpace(decoded)
}

func (p *parser) list(key string) []string {
	var values []string
	for value := range strings.SplitSeq(p.text(key), ",") {
		value = strings.TrimSpace(value)
		switch {
		case value == "" || slices.Contains(values, value):
		case len(values) == maxListLen:
			p.hint(key, value)
			return values
		default:
			values = append(values, value)
		}
	}
	return values
}

func (p *parser) options(key string) []int {
	var ids []int
	for _, value := range p.list(key) {
		switch option := p.option(key, value); {
		case option == nil:
			p.hint(key, value)
		case !slices.Contains(ids, option.ID): // 7 and 07 are one
			ids = append(ids, option.ID)
		}
	}
	return ids
}

func (p *parser) option(key, value string) *Option {
	if p.bySlug {
		return p.catalog.OptionBySlug(key, strings.ToLower(value))
	}
	id, err := strconv.Atoi(value)
	if err != nil {
		return nil
	}
	return p.catalog.Option(key, id)
}

// location adds an id to the list of its own level, whatever its key: a city sent as
// s_province finds the properties of the city.
func (p *parser) location(id int) {
	f := &p.filter
	chosen := slices.Concat(f.Provinces, f.Cities, f.Subareas)
	switch {
	case slices.Contains(chosen, id):
	case len(chosen) >= maxListLen: // several keys may come together in one list
		p.hint(KeyLocation, strconv.Itoa(id))
	default:
		p.catalog.AddLocation(f, id)
	}
}

// collections adds the collections of a key. Two keys fill one list.
func (p *parser) collections(key string) {
	chosen := &p.filter.Collections
	for _, value := range p.list(key) {
		switch {
		case slices.Contains(*chosen, value):
		case p.catalog.OptionBySlug(KeyOptions, value) == nil, len(*chosen) >= maxListLen:
			p.hint(key, value)
		default:
			*chosen = append(*chosen, value)
		}
	}
}

// features reads slugs in any case. A name in another language means the same feature.
func (p *parser) features() {
	for _, value := range p.list(KeyFeatures) {
		slug := FeatureSlug(value)
		switch {
		case slug == "" || slices.Contains(p.filter.Features, slug):
		case utf8.RuneCountInString(slug) > maxFeature:
			p.hint(KeyFeatures, value)
		default:
			p.filter.Features = append(p.filter.Features, slug)
		}
	}
}

// maxFeature bounds the letters of a feature's slug.
const maxFeature = 60

func (p *parser) sizes(from, to string) Range {
	r := Range{p.number(from, 0, maxNumber), p.number(to, 0, maxNumber)}
	if r.To > 0 && r.To < r.From {
		r.To = 0
		p.hintAs(to, p.text(to), ReasonBelowMinimum)
	}
	return r
}

func (p *parser) position() {
	if text := p.text(KeyArea); text != "" {
		rings, reason := parseArea(text)
		if reason != "" {
			p.hintAs(KeyArea, text, reason)
		}
		p.filter.Area = rings
	}
	if text := p.text(KeyNear); text != "" {
		near, ok := parseNear(text)
		if !ok {
			p.hint(KeyNear, text)
			return
		}
		p.filter.Near = near
	}
}

// number reads a whole number; "+3" and its decoded form " 3" are 3.
func (p *parser) number(key string, low, high int) int {
	text := strings.TrimPrefix(p.text(key), "+")
	if text == "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		p.hint(key, text)
		return 0
	}
	return n
}

// short is a text of at most limit characters.
func (p *parser) short(key string, limit int) string {
	text := p.text(key)
	if utf8.RuneCountInString(text) > limit {
		p.hint(key, text)
		return ""
	}
	return text
}

func (p *parser) sort() Sort {
	text := p.text(KeySort)
	if text == "" {
		return ""
	}
	if !slices.Contains(Sorts, Sort(text)) {
		p.hint(KeySort, text)
		return ""
	}
	return Sort(text)
}

// Query writes a filter as raw query keys and values, the reverse of Parse. The page is
// not part of it: links have it as page/{n}/.
func (f Filter) Query() map[string]string {
	query := map[string]string{}
	put := func(key, value string) {
		if value != "" {
			query[key] = value
		}
	}
	put(KeyOffer, joinIDs(f.Offers))
	put(KeyType, joinIDs(f.Types))
	put(KeyProvince, joinIDs(f.Provinces))
	put(KeyCity, joinIDs(f.Cities))
	put(KeySubarea, joinIDs(f.Subareas))
	put(categoryKey(f.Kind), joinIDs(f.Categories))
	escaped := make([]string, len(f.Collections))
	for i, slug := range f.Collections {
		escaped[i] = url.QueryEscape(slug)
	}
	put(KeyOptions, strings.Join(escaped, ","))
	put(KeyBeds, positive(f.Beds))
	put(KeyBaths, positive(f.Baths))
	put(KeyPriceFrom, positive(f.PriceFrom))
	put(KeyPriceTo, positive(f.PriceTo))
	features := make([]string, len(f.Features))
	for i, slug := range f.Features {
		features[i] = url.QueryEscape(slug)
	}
	put(KeyFeatures, strings.Join(features, ","))
	put(KeyBuiltFrom, positive(f.Built.From))
	put(KeyBuiltTo, positive(f.Built.To))
	put(KeyPlotFrom, positive(f.Plot.From))
	put(KeyPlotTo, positive(f.Plot.To))
	put(KeyTerraceFrom, positive(f.Terrace.From))
	put(KeyTerraceTo, positive(f.Terrace.To))
	put(KeyArea, url.QueryEscape(FormatArea(f.Area)))
	put(KeyNear, f.Near.String())
	put(KeyMap, f.Map.String())
	put(KeySearch, url.QueryEscape(f.Text))
	put(KeyReference, url.QueryEscape(f.Reference))
	if f.IncludeSold {
		put(KeySold, "1")
	}
	put(KeySort, string(f.Sort))
	return query
}

func positive(n int) string {
	if n <= 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func joinIDs(ids []int) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.Itoa(id)
	}
	return strings.Join(texts, ",")
}

// IsNarrowed reports whether the filter leaves anything out or changes the order; the map does
// not count.
func (f Filter) IsNarrowed() bool {
	f.Map = MapView{}
	return len(f.Query()) > 0
}
