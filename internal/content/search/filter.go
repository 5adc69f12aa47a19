package search

import (
	"cmp"
	"slices"
)

// Kind names one of the two searchable collections.
type Kind string

// The searchable collections; their names are the REST endpoints.
const (
	KindProperties   Kind = "properties"
	KindDevelopments Kind = "developments"
)

// Sort is an order of results (specification §9.10).
type Sort string

// The sort orders. Properties without a public price come last in both price orders.
const (
	SortModified  Sort = "modified"
	SortPriceHigh Sort = "price_high"
	SortPriceLow  Sort = "price_low"
)

// PerPage is the number of cards on a results page.
const PerPage = 24

// Filter is what a visitor searches for. The zero value of a field means "any". Lists hold
// term ids; several ids of one list are alternatives, and so are the places of all three levels:
// a list of places finds what each of them has.
type Filter struct {
	Kind       Kind
	Offers     []int // s_offer
	Types      []int // s_type
	Provinces  []int // s_province
	Cities     []int // s_city
	Subareas   []int // s_subarea
	Categories []int // s_category for properties, s_categories for developments
	Beds       int   // at least
	Baths      int   // at least
	PriceFrom  int   // euros, inclusive
	PriceTo    int   // euros, inclusive
	// Collections are marketing collections by slug (query key s_options, sent
	// to the CMS as search_collections).
	Collections []string
	// Features are slugs (query key s_features): a property must have all of them.
	Features []string
	// Sizes in m².
	Built, Plot, Terrace Range
	// Area is what the visitor drew (s_area), by the even-odd rule; Near a circle (s_near).
	// Both compare the public position of a property.
	Area      []Ring
	Near      Near
	Map       MapView
	Reference string // part of a reference, in any case
	// Text is the search text (s): words and "phrases" that the title, subtitle, name or
	// reference must have, and -words that they must not have. The source searches; a
	// content.Searcher gets the ids that it found.
	Text string
	// CitySlug is the slug of the place of a city page, beside its id: a remote CMS
	// filters by the slug (s_city with operator=slug), the index by the id.
	CitySlug    string
	IDs         []int // only these, in this order when Sort is empty
	ExcludeIDs  []int
	IncludeSold bool
	// SoldCategory is the id of the category Sold; 0 means CategorySold. A filter by this
	// category finds sold properties too (decision 22).
	SoldCategory int
	Sort         Sort // empty means Rank, or without one SortModified
	Rank         Rank
	Page         int // from 1; 0 means 1
	PerPage      int // 0 means PerPage
}

// CategorySold is the id of the category Sold where the content does not say otherwise.
const CategorySold = 204

// SoldID is the id of the category Sold.
func (f Filter) SoldID() int { return cmp.Or(f.SoldCategory, CategorySold) }

// FindsSold reports whether the filter finds sold properties.
func (f Filter) FindsSold() bool {
	return f.IncludeSold || f.Kind != KindDevelopments && slices.Contains(f.Categories, f.SoldID())
}

// Range is a lower and an upper bound, inclusive; 0 means none.
type Range struct{ From, To int }

// Contains reports whether a value lies in the range; an unknown one, 0, lies in none that
// has a bound.
func (r Range) Contains(value int) bool {
	return r == Range{} || value > 0 && value >= r.From && (r.To == 0 || value <= r.To)
}

// Result is one page of the ids that pass a Filter, and the total.
type Result struct {
	IDs        []int
	Total      int
	TotalPages int
	Counts     *Counts // nil where counts are not known (live mode)
}

// Counts holds, for every option, the number of results if it were chosen in place of the
// present choice of its own list, all other filters kept.
type Counts struct {
	Offers, Types, Provinces, Cities, Subareas, Categories map[int]int
	Beds, Baths                                            map[int]int // key n: at least n
	Collections                                            map[string]int
	// Features counts the results if the feature were wanted as well.
	Features map[string]int
}

// Row is what the search index holds of one property or development.
type Row struct {
	ID          int
	Kind        Kind
	Offers      []int
	Types       []int
	Province    int
	City        int
	Subarea     int
	Categories  []int
	Collections []string
	Features    []string // slugs, see FeatureSlugs
	Beds        int
	Baths       int
	Built       int // m², 0 when unknown; so are Plot and Terrace
	Plot        int
	Terrace     int
	Position    Point // the public one, which has five decimals; zero when there is none
	Price       int   // euros; 0 when there is no public price
	PriceTo     int   // upper end of a development's range; 0 = Price
	// PriceUnknown says that the CMS has a price that was not understood.
	PriceUnknown bool
	Modified     int64 // Unix seconds
	Sold         bool
	Reference    string
	Name         string // a name of its own, such as "Villa Almenara"; mostly empty
}

// Named is a property or development with a name of its own.
type Named struct {
	Name      string
	Reference string
	Kind      Kind
}

// Hint names a part of the query that was not understood and is ignored.
type Hint struct {
	Key   string // query key
	Value string // decoded, shortened
	// Reason is one of the reasons of area.go, "" where the value is simply unknown.
	Reason string
}

// NeedsPlugin reports whether the filter has parts by which a WordPress filters only with the
// agency's plugin: features, sizes and positions.
func (f Filter) NeedsPlugin() bool {
	return len(f.Features)+len(f.Area) > 0 || f.Built != Range{} || f.Plot != Range{} || f.Terrace != Range{} || f.Near != Near{}
}

// WithoutPlugin returns the filter without these parts.
func (f Filter) WithoutPlugin() Filter {
	f.Features, f.Area, f.Near = nil, nil, Near{}
	f.Built, f.Plot, f.Terrace = Range{}, Range{}, Range{}
	return f
}
