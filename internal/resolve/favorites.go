package resolve

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"estate/internal/content"
	"estate/internal/search"
)

// mostFavorites bounds how many homes one link may ask for.
const mostFavorites = 100

// favorites shows the homes that ?ids= names, in its order, sold ones included.
// The list lives in the browser; without it there is nothing to ask for.
func (f *fetch) favorites(ctx context.Context) error {
	f.fields["isFavorites"] = true
	ids := favoriteIDs(f.link.Query["ids"])
	filter := search.Filter{Kind: search.KindProperties, IDs: ids, IncludeSold: true, PerPage: mostFavorites}
	if len(ids) == 0 {
		f.result.Filter = filter
		f.result.Properties = &content.Listing[*content.Property]{}
		f.page([]Item{}, 0, 0)
		return nil
	}
	return f.find(ctx, filter)
}

func favoriteIDs(raw string) []int {
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
		if ids = append(ids, id); len(ids) == mostFavorites {
			break
		}
	}
	return ids
}
