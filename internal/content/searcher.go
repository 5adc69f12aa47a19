package content

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

// Searcher answers filters with ids. internal/find/index is one.
type Searcher interface {
	Search(ctx context.Context, f search.Filter) (search.Result, error)
}

// NearSearcher is a Searcher that also finds the references close to a misspelt one.
type NearSearcher interface {
	// Near returns at most limit ids, the closest first.
	Near(kind search.Kind, reference string, limit int) []int
}

// MapSearcher is a Searcher that also tells where the results are.
type MapSearcher interface {
	// Map returns the results of a filter as cells of a window of the map at a zoom level; a
	// zero window means all results.
	Map(ctx context.Context, f search.Filter, window search.Box, zoom float64) (search.MapCells, error)
}

// Mapper is a Source that has a MapSearcher.
type Mapper interface {
	// Map is MapSearcher's, with the search text of a filter.
	Map(ctx context.Context, lang i18n.Lang, f search.Filter, window search.Box, zoom float64) (search.MapCells, error)
}

// NearReferences is a Source that has a NearSearcher.
type NearReferences interface {
	// NearReferences lists the references that are close to a misspelt one, the closest first.
	NearReferences(ctx context.Context, lang i18n.Lang, kind search.Kind, reference string) ([]NearReference, error)
}

// NearReference is a property or development with a reference close to what a visitor
// typed.
type NearReference struct {
	Reference string
	Type      Type
	Title     string // in the language asked for
	Link      string // site link in that language
}

// TaxonomyCollections is the taxonomy of the marketing collections, which visitors choose
// by the query key s_options.
const TaxonomyCollections = "collections"

// LoadCatalog builds the option lists from the source's terms. A taxonomy
// without terms keeps its default list (specification §9.13 to §9.16).
func LoadCatalog(ctx context.Context, source Source, lang i18n.Lang) (*search.Catalog, error) {
	var lists search.Lists
	group, ctx := errgroup.WithContext(ctx) // a remote source answers them side by side
	for taxonomy, list := range map[string]*[]search.Option{
		search.KeyOffer:      &lists.Offers,
		search.KeyType:       &lists.Types,
		search.KeyLocation:   &lists.Locations,
		search.KeyCategory:   &lists.Categories,
		search.KeyCategories: &lists.DevelopmentCategories,
		TaxonomyCollections:  &lists.Collections,
	} {
		group.Go(func() error {
			terms, err := source.Terms(ctx, lang, taxonomy)
			if err != nil {
				return fmt.Errorf("load terms of %s: %w", taxonomy, err)
			}
			for _, term := range terms {
				*list = append(*list, search.Option{ID: term.ID, Slug: term.Slug, Name: term.Name, Parent: term.Parent})
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return search.NewCatalog(lists), nil
}
