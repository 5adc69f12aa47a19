package search

import "estate/internal/content/i18n"

// The query keys of a search (specification §3.12).
const (
	KeyOffer       = "s_offer"
	KeyType        = "s_type"
	KeyProvince    = "s_province"
	KeyCity        = "s_city"
	KeySubarea     = "s_subarea"
	KeyLocation    = "s_location" // any level: what a select without script sends
	KeyBeds        = "s_beds"
	KeyBaths       = "s_baths"
	KeyPriceFrom   = "price_from"
	KeyPriceTo     = "price_to"
	KeyCategory    = "s_category"   // properties only
	KeyCategories  = "s_categories" // developments only
	KeyOptions     = "s_options"    // collections; the CMS calls them search_collections
	KeyCollections = "search_collections"
	KeyFeatures    = "s_features" // slugs, all wanted
	KeyBuiltFrom   = "built_from" // m²
	KeyBuiltTo     = "built_to"
	KeyPlotFrom    = "plot_from"
	KeyPlotTo      = "plot_to"
	KeyTerraceFrom = "terrace_from"
	KeyTerraceTo   = "terrace_to"
	KeyArea        = "s_area" // encoded polylines of precision 5, joined by commas
	KeyNear        = "s_near" // lat,lng,km
	KeyText        = "q"      // words of a sentence that no filter means
	KeySearch      = "s"      // words of the title or reference (routing §7.7)
	KeyReference   = "search_reference"
	KeySold        = "s_sold" // "1" includes sold properties
	KeySort        = "sort_by"
	KeyPage        = "page"
	KeyOperator    = "operator" // "slug": list values are slugs
)

// Keys lists every query key that a search understands, in the order of the panel.
var Keys = []string{
	KeyOffer, KeyType, KeyLocation, KeyProvince, KeyCity, KeySubarea, KeyBeds, KeyBaths,
	KeyPriceFrom, KeyPriceTo, KeyCategory, KeyCategories, KeyOptions, KeyCollections,
	KeyFeatures, KeyBuiltFrom, KeyBuiltTo, KeyPlotFrom, KeyPlotTo, KeyTerraceFrom, KeyTerraceTo, KeyArea, KeyNear,
	KeySearch, KeyReference, KeySold, KeySort, KeyPage, KeyOperator,
}

// Sorts lists the sort orders as the panel offers them.
var Sorts = []Sort{SortModified, SortPriceHigh, SortPriceLow}

// MaxRooms is the largest step of the bedroom and bathroom filters: +1 to +8.
const MaxRooms = 8

// PriceSteps are the prices offered in price_from and price_to for sales, in euros
// (specification §9.11).
var PriceSteps = priceSteps()

// The lists of price steps (decision 27).
const (
	PricesSale     = "sale"
	PricesRent     = "rent"     // a month
	PricesHolidays = "holidays" // a night, a week or 15 days
)

// PriceLists are the price steps by list, in euros, ascending.
var PriceLists = map[string][]int{
	PricesSale: PriceSteps,
	PricesRent: {
		750, 1000, 1250, 1500, 1750, 2000, 2500, 3000, 3500, 4000, 5000, 6000, 7500,
		10000, 12500, 15000, 20000, 25000, 30000, 40000, 50000,
	},
	PricesHolidays: {
		100, 150, 200, 250, 300, 400, 500, 750, 1000, 1250, 1500, 2000, 2500, 3000, 4000, 5000, 7500,
		10000, 15000, 20000, 30000, 50000,
	},
}

// PriceList is the list of price steps of some offers: that of sales unless all are rents.
func (c *Catalog) PriceList(offers []int) string {
	rents, holidays := 0, 0
	for _, id := range offers {
		switch option := c.Option(KeyOffer, id); {
		case option == nil:
		case option.Slug == "for-rent":
			rents++
		case option.Slug == "for-holidays":
			holidays++
		}
	}
	switch {
	case len(offers) == 0 || rents+holidays < len(offers):
		return PricesSale
	case rents == 0:
		return PricesHolidays
	}
	return PricesRent
}

func priceSteps() []int {
	steps := []int{
		100000, 130000, 150000, 180000, 200000, 230000, 250000, 280000, 300000,
		350000, 400000, 450000, 500000, 600000, 700000, 800000, 900000,
	}
	add := func(from, to, by int) {
		for price := from; price <= to; price += by {
			steps = append(steps, price)
		}
	}
	add(1000000, 5000000, 250000)
	add(5500000, 10000000, 500000)
	add(11000000, 15000000, 1000000)
	return append(steps, 20000000)
}

func name(en, es string) i18n.Text { return i18n.Text{i18n.LangEN: en, i18n.LangES: es} }

// The default option lists (specification §9). Terms of the same taxonomy in the
// content replace them.
var (
	defaultOffers = []Option{
		{ID: 3, Slug: "for-sale", Name: name("For Sale", "En venta")},
		{ID: 10, Slug: "for-rent", Name: name("For Rent", "En alquiler")},
		{ID: 12, Slug: "for-holidays", Name: name("For Holidays", "Vacaciones")},
	}
	defaultTypes = []Option{
		{ID: 7, Slug: "apartments", Name: name("Apartments", "Apartamentos")},
		{ID: 15, Slug: "villas", Name: name("Villas", "Villas")},
		{ID: 81, Slug: "houses", Name: name("Houses", "Casas")},
		{ID: 100, Slug: "country-properties", Name: name("Country Properties", "Fincas y casas de campo")},
		{ID: 45, Slug: "plots-and-lands", Name: name("Plots and Lands", "Parcelas y terrenos")},
		{ID: 96, Slug: "commercials", Name: name("Commercials", "Locales comerciales")},
		{ID: 158, Slug: "unique-buildings", Name: name("Unique Buildings", "Edificios singulares")},
		{ID: 74, Slug: "other", Name: name("Other", "Otros")},
	}
	defaultDevelopmentCategories = []Option{
		{ID: 59, Slug: "exclusive", Name: name("Exclusive", "Exclusivas")},
		{ID: 55, Slug: "featured", Name: name("Featured", "Destacadas")},
		{ID: 28, Slug: "special", Name: name("Special", "Especiales")},
	}
	defaultProvinces = []Option{
		{ID: 636, Slug: "marbella", Name: name("Marbella", "Marbella")},
		{ID: 6, Slug: "malaga", Name: name("Malaga", "Málaga")},
		{ID: 25, Slug: "cadiz", Name: name("Cadiz", "Cádiz")},
		{ID: 347, Slug: "sevilla", Name: name("Sevilla", "Sevilla")},
		{ID: 342, Slug: "cordoba", Name: name("Cordoba", "Córdoba")},
		{ID: 95, Slug: "granada", Name: name("Granada", "Granada")},
		{ID: 312, Slug: "almeria", Name: name("Almeria", "Almería")},
	}
)
