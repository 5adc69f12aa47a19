package restapi

import (
	"unicode/utf8"

	"estate/internal/content"
	"estate/internal/content/search"
)

const (
	// maxCombined bounds the properties that filters find where WordPress's own
	// parameters narrow them further.
	maxCombined = 1000
	// maxValues bounds the values of one filter.
	maxValues = 50
	// maxReferenceLen is longer than any agency reference.
	maxReferenceLen = 40
	// maxPage keeps the arithmetic of pages from overflowing.
	maxPage = 1 << 30
	// noSuchTerm is the id of an unknown value, which finds nothing.
	noSuchTerm = -1
)

// findProperties lists properties or developments. The filters of the plugin search and
// leave sold properties out; without filters the list holds everything published.
func (c *call) findProperties(t *postType, in input) (*content.Archive, error) {
	f, narrow, err := c.filter(t, in)
	if err != nil {
		return nil, err
	}
	if !narrow {
		return c.find(t, in, listQuery(t, in))
	}
	if utf8.RuneCountInString(f.Reference) > maxReferenceLen {
		return &content.Archive{}, nil
	}
	f.IDs, f.ExcludeIDs = in.lists["include"], in.lists["exclude"]
	if len(f.IDs) > 0 && f.Sort == "" && in.texts["orderby"] != "include" {
		f.Sort = search.SortModified
	}
	if !c.hasMoreFilters(in) {
		f.Page, f.PerPage = min(in.ints["page"], maxPage), in.ints["per_page"]
		return c.searchProperties(f)
	}
	f.Page, f.PerPage = 1, maxCombined
	hits, err := c.searchProperties(f)
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

// hasMoreFilters reports whether the request filters or orders by more than the search
// supports.
func (c *call) hasMoreFilters(in input) bool {
	for _, name := range []string{
		"search", "after", "before", "modified_after", "modified_before", "author", "author_exclude", "offset", "slug",
	} {
		if len(c.query.values[name].items()) > 0 {
			return true
		}
	}
	return c.query.has("orderby") && in.texts["orderby"] != "include"
}

func (c *call) searchProperties(f search.Filter) (*content.Archive, error) {
	if f.Kind == search.KindDevelopments {
		return listingOf(c.source.Developments(c.ctx, c.lang, f))
	}
	return listingOf(c.source.Properties(c.ctx, c.lang, f))
}

// listingOf is a listing as an archive.
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
