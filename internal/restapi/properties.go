package restapi

import (
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
