package server

import "estate/internal/ssr"

// preload writes the link element that has the browser fetch the page's first
// image while it parses the document. The renderer names the image and its sizes
// (web/src/ui/picture), so the preloaded rendition is the displayed one.
func (w shell) preload(image ssr.Preload) {
	if image.SrcSet == "" {
		return
	}
	w.raw(`<link rel="preload" as="image" type="image/avif" fetchpriority="high" imagesrcset="`).text(image.SrcSet).
		raw(`" imagesizes="`).text(image.Sizes).raw(`">`)
}
