package server

import "estate/internal/site/ssr"

// preload writes the link element of the page's first picture. The renderer names the picture
// and its sizes (web/src/ui/picture), so the preloaded rendition is the displayed one.
func (w htmlWriter) preload(image ssr.Preload) {
	if image.SrcSet == "" {
		return
	}
	w.raw(`<link rel="preload" as="image" type="image/avif" fetchpriority="high" imagesrcset="`).text(image.SrcSet).
		raw(`" imagesizes="`).text(image.Sizes).raw(`">`)
}
