package route

// listingWords begin the listing paths (specification §2.2.14, decision 26).
var listingWords = []string{"for-sale", "for-rent", "for-holidays", "venta", "alquiler", "vacaciones"}

func listingPatterns() []string {
	var patterns []string
	for _, word := range listingWords {
		patterns = append(patterns, "/"+word+"/", "/"+word+"/:type/", "/"+word+"/:type/:city/")
	}
	return patterns
}

// listingSlug is the slug of the content page of a listing path: that of the city,
// else of the type, else the first word.
func listingSlug(segments []string) string { return segments[len(segments)-1] }
