package restapi

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"estate/internal/content"
	"estate/internal/search"
)

const (
	// mostCombined bounds the homes that filters may find where WordPress's own
	// parameters narrow them further.
	mostCombined = 1000
	// mostValues bounds the values of one filter.
	mostValues = 50
	// longestReference is more than any agency's reference has.
	longestReference = 40
	// highestPage keeps page arithmetic far from overflow.
	highestPage = 1 << 30
	// noSuchTerm stands for a value that names nothing, so that it finds nothing.
	noSuchTerm = -1
)

// findHomes answers a list of homes. The agency's filters are the search's
// business and leave sold homes out; without any, the list holds everything that
// is published, as a reader of the whole content needs it.
func (c *call) findHomes(t *postType, in input) (*content.Archive, error) {
	f, narrow, err := c.filter(t, in)
	if err != nil {
		return nil, err
	}
	if !narrow {
		return c.find(t, in, listQuery(t, in))
	}
	if utf8.RuneCountInString(f.Reference) > longestReference {
		return &content.Archive{}, nil
	}
	f.IDs, f.ExcludeIDs = in.lists["include"], in.lists["exclude"]
	if len(f.IDs) > 0 && f.Sort == "" && in.texts["orderby"] != "include" {
		f.Sort = search.SortModified
	}
	if !c.isFurther(in) {
		f.Page, f.PerPage = min(in.ints["page"], highestPage), in.ints["per_page"]
		return c.searchHomes(f)
	}
	f.Page, f.PerPage = 1, mostCombined
	hits, err := c.searchHomes(f)
	if err != nil || len(hits.Items) == 0 {
		return &content.Archive{}, err
	}
	q := listQuery(t, in)
	q.IDs = nil
	for _, entity := range hits.Items {
		q.IDs = append(q.IDs, entity.Ref().ID)
	}
	if !c.query.has("orderby") {
		q.Order = "ids"
	}
	return c.find(t, in, q)
}

// isFurther reports whether the request narrows or orders homes by more than
// what the search knows.
func (c *call) isFurther(in input) bool {
	for _, name := range []string{
		"search", "after", "before", "modified_after", "modified_before", "author", "author_exclude", "offset", "slug",
	} {
		if len(c.query.values[name].items()) > 0 {
			return true
		}
	}
	return c.query.has("orderby") && in.texts["orderby"] != "include"
}

func (c *call) searchHomes(f search.Filter) (*content.Archive, error) {
	if f.Kind == search.KindDevelopments {
		return listingOf(c.source.Developments(c.ctx, c.lang, f))
	}
	return listingOf(c.source.Properties(c.ctx, c.lang, f))
}

func listingOf[E content.Entity](list *content.Listing[E], err error) (*content.Archive, error) {
	if err != nil {
		return nil, err
	}
	found := &content.Archive{Total: list.Total, TotalPages: list.TotalPages}
	for _, one := range list.Items {
		found.Items = append(found.Items, one)
	}
	return found, nil
}

// filter reads the agency's filters; narrow tells whether there are any. What
// names nothing finds nothing: a client is not a visitor whom a hint would help.
func (c *call) filter(t *postType, in input) (f search.Filter, narrow bool, err error) {
	kind := search.Kind(t.endpoint)
	catalog, err := c.catalog(c.ctx)
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
	f, _ = search.Parse(raw, kind, catalog)
	f.PriceTo = c.amount(search.KeyPriceTo)
	f.Beds, f.Baths = max(f.Beds, c.rooms(search.KeyBeds)), max(f.Baths, c.rooms(search.KeyBaths))
	f.Reference = strings.TrimSpace(c.query.text(search.KeyReference))
	c.fillLists(&f, catalog)
	return f, c.narrowByTerms(&f, t, in, catalog) || narrow, nil
}

func (c *call) catalog(ctx context.Context) (*search.Catalog, error) {
	return content.LoadCatalog(ctx, c.source, c.lang)
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
func (c *call) rooms(key string) int { return min(c.amount(key), search.MostRooms) }
