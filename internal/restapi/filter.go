package restapi

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"estate/internal/content"
	"estate/internal/search"
)

// filter reads the agency's filters; narrow tells whether there are any. What
// names nothing finds nothing: a client is not a visitor whom a hint would help.
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

// values are those of a filter, single texts divided by commas.
func (c *call) values(key string) []string {
	given := c.query.values[key]
	list := given.list
	if !given.isList {
		list = strings.Split(given.text, ",")
	}
	var values []string
	for _, value := range list {
		if value = strings.TrimSpace(value); value != "" && len(values) < mostValues {
			values = append(values, value)
		}
	}
	return values
}

// fillLists reads the lists of ids or slugs. A location goes to its own level
// whatever key names it; unknown ones stay where they were asked for.
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

// optionIDs are the ids that a filter lists. Words are slugs, numbers only where
// the operator says so.
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

// narrowByTerms takes WordPress's own filters by taxonomy (tax_s_offer …),
// which do not leave sold homes out.
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

// hasFilters reports whether the request names any of the agency's filters.
func (c *call) hasFilters() bool {
	return slices.ContainsFunc(filterKeys, func(key string) bool { return len(c.values(key)) > 0 })
}

// collectionSlugs names collections; one that does not exist has no home.
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

// amount is a price, 0 for none; more than any home costs is no bound.
func (c *call) amount(key string) int {
	n, _ := integer(strings.TrimPrefix(strings.TrimSpace(c.query.text(key)), "+"))
	return max(0, n)
}

// rooms is a number of rooms; the search knows eight and more.
func (c *call) rooms(key string) int { return min(c.amount(key), search.MaxRooms) }
