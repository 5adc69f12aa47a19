package resolve

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"estate/internal/content"
	"estate/internal/content/search"
)

// maxFavorites is the number of properties of one link.
const maxFavorites = 100

// favorites lists the properties of the query key ids in its order, sold ones
// included. The browser stores the ids; a link without them has an empty list.
func (f *fetch) favorites(ctx context.Context) error {
	f.fields["isFavorites"] = true
	return f.saved(ctx)
}

// saved lists the properties of the query key ids.
func (f *fetch) saved(ctx context.Context) error {
	ids := IDs(f.link.Query["ids"])
	filter := search.Filter{Kind: search.KindProperties, IDs: ids, IncludeSold: true, PerPage: maxFavorites}
	if len(ids) == 0 {
		f.result.Filter = filter
		f.result.Properties = &content.Listing[*content.Property]{}
		f.setItems([]Item{}, 0, 0)
		return nil
	}
	return f.fetchResults(ctx, filter)
}

// IDs are the ids of a list in a query, each once and at most maxFavorites; other text is
// left out.
func IDs(raw string) []int {
	text, err := url.QueryUnescape(raw)
	if err != nil {
		return nil
	}
	var ids []int
	for piece := range strings.SplitSeq(text, ",") {
		id, err := strconv.Atoi(strings.TrimSpace(piece))
		if err != nil || id <= 0 || slices.Contains(ids, id) {
			continue
		}
		if ids = append(ids, id); len(ids) == maxFavorites {
			break
		}
	}
	return ids
}
