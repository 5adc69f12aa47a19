package route

import (
	"slices"

	"estate/internal/link"
)

// listingWords begin the listing paths (specification §2, routes).
var listingWords = []string{"for-sale", "for-rent", "venta", "alquiler"}

func listingShapes() []string {
	var shapes []string
	for _, word := range listingWords {
		shapes = append(shapes, "/"+word+"/", "/"+word+"/:type/", "/"+word+"/:type/:city/")
	}
	return shapes
}

// ListingSlug is the slug of the content page that a listing path loads: the
// city's, else the type's, else the path's first word.
func ListingSlug(l link.Link) (slug string, ok bool) {
	segments := split(l.Path)
	if len(segments) == 0 || len(segments) > 3 || !slices.Contains(listingWords, segments[0]) || slices.Contains(segments, "") {
		return "", false
	}
	return listingSlug(segments), true
}

func listingSlug(segments []string) string { return segments[len(segments)-1] }
