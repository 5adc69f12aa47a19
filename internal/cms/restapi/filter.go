package restapi

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"estate/internal/content"
	"estate/internal/content/search"
)

// filter reads the filters of the plugin; narrow reports whether there are any. An unknown
// value finds nothing: clients, unlike visitors, read no hints.
func (c *call) filter(t *postType, in input) (f search.Filter, narrow bool, err error) {
	kind := search.Kind(t.endpoint)
	catalog, err := content.LoadCatalog(c.ctx, c.source, c.lang)
	if err != nil {
		return f, false, err
	}
	raw := map[string]string{}
	for _, key := range filterKeys {
		if text := strings.Join(c.values(key), ","); text != "" {
			raw[key] = url.QueryEscape(text)
			narrow = narrow || key != search.KeyOperator && key != search.KeySold
		}
	}
	f, hints := search.Parse(raw, kind, catalog)
	if faults := positionFaults(hints); len(faults) > 0 {
		return f, false, invalidParams(faults)
	}
	f.PriceTo = c.amount(search.KeyPriceTo)
	f.Beds, f.Baths = max(f.Beds, c.rooms(search.KeyBeds)), max(f.Baths, c.rooms(search.KeyBaths))
	f.Reference = strings.TrimSpace(c.query.text(search.KeyReference))
	c.fillLists(&f, catalog)
	return f, c.narrowByTerms(&f, t, in, catalog) || narrow, nil
}

// positionFaults reports an area or a circle that cannot be read: without it the answer
// would hold every property.
func positionFaults(hints []search.Hint) []fault {
	var faults []fault
	for _, hint := range hints {
		if hint.Key != search.KeyArea && hint.Key != search.KeyNear {
			continue
		}
		message := map[string]string{
			search.KeyArea: "It must be encoded polylines of precision 5 with three points or more, joined by commas.",
			search.KeyNear: "It must be lat,lng,km with at most 200 km.",
		}[hint.Key]
		if hint.Reason == search.ReasonAntimeridian {
			message = "The area crosses the antimeridian; split it into two."
		}
		faults = append(faults, fault{name: hint.Key, code: "rest_invalid_param", message: message})
	}
	return faults
}

// values are the values of a filter: a list, or one text split at commas.
func (c *call) values(key string) []string {
	given := c.query.values[key]
	list := given.list
	if !given.isList {
		list = strings.Split(given.text, ",")
	}
	var values []string
	for _, value := range list {
		if value = strings.TrimSpace(value); value != "" && len(values) < maxValues {
			values = append(values, value)
		}
	}
	return values
}

// fillLists reads the lists of ids or slugs. A location is added to its own level, an
// unknown one to the level of its key.
func (c *call) fillLists(f *search.Filter, catalog *search.Catalog) {
	categories := search.KeyCategory
	if f.Kind == search.KindDevelopments {
		categories = search.KeyCategories
	}
	f.Offers = c.optionIDs(search.KeyOffer, catalog)
	f.Types = c.optionIDs(search.KeyType, catalog)
	f.Categories = c.optionIDs(categories, catalog)
	f.Provinces, f.Cities, f.Subareas = nil, nil, nil
	for _, key := range []string{search.KeyProvince, search.KeyCity, search.KeySubarea, search.KeyLocation} {
		for _, id := range c.optionIDs(key, catalog) {
			addLocation(f, catalog, key, id)
		}
	}
	f.Collections = append(c.values(search.KeyOptions), c.values(search.KeyCollections)...)
}

func addLocation(f *search.Filter, catalog *search.Catalog, key string, id int) {
	switch {
	case slices.Contains(slices.Concat(f.Provinces, f.Cities, f.Subareas), id):
	case catalog.Level(id) != search.LevelNone:
		catalog.AddLocation(f, id)
	case key == search.KeySubarea:
		f.Subareas = append(f.Subareas, id)
	case key == search.KeyCity:
		f.Cities = append(f.Cities, id)
	default:
		f.Provinces = append(f.Provinces, id)
	}
}

// optionIDs are the ids of a filter. Words are slugs; numbers are slugs with
// operator=slug only.
func (c *call) optionIDs(key string, catalog *search.Catalog) []int {
	var ids []int
	bySlug := c.query.text(search.KeyOperator) == "slug"
	for _, value := range c.values(key) {
		id, err := strconv.Atoi(value)
		if bySlug || err != nil {
			id = noSuchTerm
			if option := catalog.OptionBySlug(key, strings.ToLower(value)); option != nil {
				id = option.ID
			}
		}
		ids = append(ids, id)
	}
	return ids
}

// narrowByTerms adds WordPress's own filters by taxonomy (tax_s_offer …), which include
// sold properties.
func (c *call) narrowByTerms(f *search.Filter, t *postType, in input, catalog *search.Catalog) bool {
	narrow := false
	for _, tax := range t.taxonomies {
		ids := in.lists[tax.endpoint]
		if len(ids) == 0 {
			continue
		}
		if !narrow {
			f.IncludeSold = f.IncludeSold || !c.hasFilters()
			narrow = true
		}
		switch tax.taxonomy {
		case search.KeyOffer:
			f.Offers = append(f.Offers, ids...)
		case search.KeyType:
			f.Types = append(f.Types, ids...)
		case search.KeyCategory, search.KeyCategories:
			f.Categories = append(f.Categories, ids...)
		case search.KeyLocation:
			for _, id := range ids {
				addLocation(f, catalog, search.KeyProvince, id)
			}
		case search.KeyOptions:
			f.Collections = append(f.Collections, c.collectionSlugs(tax, ids)...)
		}
	}
	return narrow
}

// hasFilters reports whether the request has a filter of the plugin.
func (c *call) hasFilters() bool {
	return slices.ContainsFunc(filterKeys, func(key string) bool { return len(c.values(key)) > 0 })
}

// collectionSlugs are the slugs of collections. An unknown one finds nothing.
func (c *call) collectionSlugs(tax *taxonomy, ids []int) []string {
	var slugs []string
	terms, _ := c.terms(tax)
	for _, id := range ids {
		slug := "\x00"
		for _, term := range terms {
			if term.ID == id {
				slug = term.Slug
			}
		}
		slugs = append(slugs, slug)
	}
	return slugs
}

// amount is a price, 0 for none. There is no upper limit.
func (c *call) amount(key string) int {
	n, _ := integer(strings.TrimPrefix(strings.TrimSpace(c.query.text(key)), "+"))
	return max(0, n)
}

// rooms is a number of rooms, at most search.MaxRooms.
func (c *call) rooms(key string) int { return min(c.amount(key), search.MaxRooms) }
