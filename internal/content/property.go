package content

import (
	"slices"
	"strings"

	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

// PriceMode is what a price is paid for: a sale, or a period of rent.
type PriceMode string

// The price modes (specification §3.15.1).
const (
	PriceSale   PriceMode = "sale"
	PriceMonth  PriceMode = "month"
	PriceWeek   PriceMode = "week"
	PriceDay    PriceMode = "day"
	Price15Days PriceMode = "15days"
)

// Badge is a mark on the card of a property.
type Badge string

// The badges (specification §3.15.2).
const (
	BadgeSold      Badge = "sold"
	BadgeNew       Badge = "new"
	BadgeExclusive Badge = "exclusive"
	BadgeFeatured  Badge = "featured"
)

// The badges that follow from the availability; editors do not set them.
const (
	BadgeReserved   Badge = "reserved"
	BadgeUnderOffer Badge = "under_offer"
	BadgeLet        Badge = "let"
	BadgeWithdrawn  Badge = "withdrawn"
)

// Price is the price of a property.
type Price struct {
	Amount   int       `json:"amount,omitempty"` // whole units of Currency; 0 when unknown
	Currency string    `json:"currency,omitempty"`
	Mode     PriceMode `json:"mode,omitempty"`
	OnAsk    bool      `json:"on_ask,omitempty"`
	// Unknown says that the CMS has a price that was not understood: it is neither shown nor on ask.
	Unknown  bool      `json:"unknown,omitempty"`
	Previous int       `json:"previous,omitempty"` // the amount before a reduction
	Note     i18n.Text `json:"note,omitempty"`     // what the price includes or leaves out
}

// Public is the amount that visitors see and filter by: 0 when on ask or unknown.
func (p Price) Public() int {
	if p.OnAsk {
		return 0
	}
	return p.Amount
}

// Energy is the energy label that Spanish law requires in every advertisement.
type Energy struct {
	Consumption      string  `json:"consumption,omitempty"`       // A to G
	ConsumptionValue float64 `json:"consumption_value,omitempty"` // kWh/m² a year
	Emissions        string  `json:"emissions,omitempty"`         // A to G
	EmissionsValue   float64 `json:"emissions_value,omitempty"`   // kg CO₂/m² a year
	Status           string  `json:"status,omitempty"`            // rated, pending, exempt
}

// Extra holds addresses outside the site.
type Extra struct {
	Video string `json:"video,omitempty"` // address of a film
	PDF   string `json:"pdf,omitempty"`   // address of a brochure
	Tour  string `json:"virtual_tour,omitempty"`
}

// Placing holds the term ids of a property or development.
type Placing struct {
	Offers      []int    `json:"s_offer,omitempty"`
	Types       []int    `json:"s_type,omitempty"`
	Province    int      `json:"s_province,omitempty"`
	City        int      `json:"s_city,omitempty"`
	Subarea     int      `json:"s_subarea,omitempty"`
	Categories  []int    `json:"s_category,omitempty"` // s_categories of developments
	Collections []string `json:"collections,omitempty"`
}

// Property is one property on offer, in all languages.
type Property struct {
	Head
	Reference   string       `json:"reference"`
	Title       i18n.Text    `json:"title"`
	Subtitle    i18n.Text    `json:"subtitle,omitempty"`
	Description i18n.Text    `json:"description"` // unsafe HTML
	PromoName   string       `json:"promo_name,omitempty"`
	Featured    *Image       `json:"featured_image,omitempty"`
	Gallery     []Image      `json:"gallery,omitempty"`
	Plans       []Image      `json:"plans,omitempty"`
	HTMLs       []UnsafeHTML `json:"htmls,omitempty"` // video embeds
	Extra       Extra        `json:"extra"`
	Price       Price        `json:"price"`
	Bedrooms    int          `json:"bedrooms,omitempty"`
	Bathrooms   int          `json:"bathrooms,omitempty"`
	PlotSize    int          `json:"plot_size,omitempty"`    // m²
	BuiltSize   int          `json:"built_size,omitempty"`   // m²
	TerraceSize int          `json:"terrace_size,omitempty"` // m²
	Badges      []Badge      `json:"badges,omitempty"`
	Features    []string     `json:"features,omitempty"` // keys of locales/{lng}/features.json, or plain words
	Placing
	Location     *GeoPoint `json:"location,omitempty"`
	Energy       *Energy   `json:"energy,omitempty"`
	Registration string    `json:"registration_number,omitempty"` // tourist let register
	// NationalRegistration is the number of the national register of short lets.
	NationalRegistration string            `json:"national_registration_number,omitempty"`
	Availability         Availability      `json:"availability,omitempty"` // "" follows the badge: see State
	UsableSize           int               `json:"usable_size,omitempty"`  // m²
	BuiltYear            int               `json:"built_year,omitempty"`
	NewBuild             bool              `json:"new_build,omitempty"`   // never lived in
	Orientation          string            `json:"orientation,omitempty"` // one of Orientations
	Floor                string            `json:"floor,omitempty"`       // "3", "ground"
	Tenure               Tenure            `json:"tenure,omitempty"`
	Costs                Costs             `json:"costs,omitzero"`
	Address              *Address          `json:"address,omitempty"`
	Country              string            `json:"country,omitempty"`             // ISO 3166-1 alpha-2, such as "PT"; "" is the agency's
	CadastralReference   string            `json:"cadastral_reference,omitempty"` // 20 characters
	InformationSheet     *InformationSheet `json:"information_sheet,omitempty"`
	Origin               *Origin           `json:"source,omitempty"` // nil: the agency wrote it itself
	Locks                []string          `json:"locks,omitempty"`  // fields of LockableFields
	Private              *Private          `json:"private,omitempty"`
	Agent                int               `json:"agent,omitempty"`    // author id
	UnitsOf              int               `json:"units_of,omitempty"` // development id
}

// TitleIn is the title in l, else the promotional name, else the title in another language, else
// the reference (specification §2.6.9).
func (p *Property) TitleIn(l i18n.Lang) string {
	return titleIn(l, p.Title, p.PromoName, p.Reference)
}

func titleIn(l i18n.Lang, title i18n.Text, promoName, reference string) string {
	choices := []string{title[l], promoName}
	for _, other := range i18n.Declared {
		choices = append(choices, title[other])
	}
	if i := slices.IndexFunc(choices, func(text string) bool { return strings.TrimSpace(text) != "" }); i >= 0 {
		return choices[i]
	}
	return reference
}

// Sold reports whether nobody can buy or rent the property any more.
func (p *Property) Sold() bool { return p.State().Taken() }

// Row returns what the search index holds of the property.
func (p *Property) Row() search.Row {
	return search.Row{
		ID: p.ID, Kind: search.KindProperties,
		Offers: p.Offers, Types: p.Types, Province: p.Province, City: p.City, Subarea: p.Subarea,
		Categories: p.Categories, Collections: p.Collections,
		Features: search.FeatureSlugs(p.Features), Position: p.Location.Public(p.ID),
		Beds: p.Bedrooms, Baths: p.Bathrooms, Built: p.BuiltSize, Plot: p.PlotSize, Terrace: p.TerraceSize,
		Price: p.Price.Public(), PriceUnknown: p.Price.Unknown,
		Modified: p.Modified.Unix(), Sold: p.Sold(), Reference: p.Reference, Name: p.PromoName,
	}
}

// Availability is the state of a unit or a property.
type Availability string

// The states of a unit.
const (
	UnitAvailable Availability = "available"
	UnitReserved  Availability = "reserved"
	UnitSold      Availability = "sold"
)

// Unit is one property of a development.
type Unit struct {
	Name    string    `json:"name"`
	Type    i18n.Text `json:"type"`
	Floor   string    `json:"floor,omitempty"`
	Beds    int       `json:"beds,omitempty"`
	Baths   int       `json:"baths,omitempty"`
	Built   int       `json:"built,omitempty"`   // m²
	Terrace int       `json:"terrace,omitempty"` // m²
	Price   int       `json:"price,omitempty"`   // euros; 0 on ask
	// PriceUnknown says that the CMS has a price that was not understood.
	PriceUnknown bool         `json:"price_unknown,omitempty"`
	Availability Availability `json:"availability"`
}

// Development is a new-build project, in all languages.
type Development struct {
	Head
	Reference   string       `json:"reference,omitempty"`
	Title       i18n.Text    `json:"title"`
	Subtitle    i18n.Text    `json:"subtitle,omitempty"`
	Description i18n.Text    `json:"description"` // unsafe HTML
	PromoName   string       `json:"promo_name,omitempty"`
	Featured    *Image       `json:"featured_image,omitempty"`
	Gallery     []Image      `json:"gallery,omitempty"`
	Plans       []Image      `json:"plans,omitempty"`
	HTMLs       []UnsafeHTML `json:"htmls,omitempty"`
	Extra       Extra        `json:"extra"`
	Price       PriceRange   `json:"price"`
	Units       []Unit       `json:"units,omitempty"`
	Delivery    i18n.Text    `json:"delivery,omitempty"`
	Phases      []i18n.Text  `json:"phases,omitempty"`
	Features    []string     `json:"features,omitempty"`
	Badges      []Badge      `json:"badges,omitempty"`
	Placing
	Location *GeoPoint `json:"location,omitempty"`
	Energy   *Energy   `json:"energy,omitempty"`
	Agent    int       `json:"agent,omitempty"`
}

// TitleIn is chosen like that of a Property.
func (d *Development) TitleIn(l i18n.Lang) string {
	return titleIn(l, d.Title, d.PromoName, d.Reference)
}

// SoldOut reports whether nothing of the development is for sale any more: it has the badge
// "sold", or every unit is sold.
func (d *Development) SoldOut() bool {
	if slices.Contains(d.Badges, BadgeSold) {
		return true
	}
	return len(d.Units) > 0 && !slices.ContainsFunc(d.Units, func(unit Unit) bool { return unit.Availability != UnitSold })
}

// Available is the number of units that are neither sold nor reserved.
func (d *Development) Available() int {
	n := 0
	for _, unit := range d.Units {
		if unit.Availability != UnitSold && unit.Availability != UnitReserved {
			n++
		}
	}
	return n
}

// PriceRange is the range of the prices of a development's units, in euros; 0 means on
// ask.
type PriceRange struct {
	From  int  `json:"from,omitempty"`
	To    int  `json:"to,omitempty"`
	OnAsk bool `json:"on_ask,omitempty"`
	// Unknown says that the CMS has prices that were not understood.
	Unknown bool `json:"unknown,omitempty"`
}

// Row returns what the search index holds of the development. Its bedrooms and bathrooms
// are the largest numbers of its units, so that "at least n" finds it.
func (d *Development) Row() search.Row {
	row := search.Row{
		ID: d.ID, Kind: search.KindDevelopments,
		Offers: d.Offers, Types: d.Types, Province: d.Province, City: d.City, Subarea: d.Subarea,
		Categories: d.Categories, Collections: d.Collections,
		Features: search.FeatureSlugs(d.Features), Position: d.Location.Public(d.ID),
		PriceUnknown: d.Price.Unknown, Modified: d.Modified.Unix(), Reference: d.Reference, Name: d.PromoName,
	}
	if !d.Price.OnAsk {
		row.Price, row.PriceTo = d.Price.From, d.Price.To
	}
	for _, unit := range d.Units {
		row.Beds = max(row.Beds, unit.Beds)
		row.Baths = max(row.Baths, unit.Baths)
		row.Built = max(row.Built, unit.Built)
		row.Terrace = max(row.Terrace, unit.Terrace)
	}
	return row
}
