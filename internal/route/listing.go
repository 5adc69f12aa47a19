package route

// listingWords begin the listing paths (specification §2.2.14).
var listingWords = []string{"for-sale", "for-rent", "venta", "alquiler"}

func listingShapes() []string {
	var shapes []string
	for _, word := range listingWords {
		shapes = append(shapes, "/"+word+"/", "/"+word+"/:type/", "/"+word+"/:type/:city/")
	}
	return shapes
}

// listingSlug is the slug of the content page that a listing path loads: the
// city's, else the type's, else the path's first word.
func listingSlug(segments []string) string { return segments[len(segments)-1] }
