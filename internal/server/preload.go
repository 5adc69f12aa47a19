package server

import "bytes"

// How React writes the picture that a visitor sees first (web/src/ui/picture).
var (
	firstMark     = []byte(`fetchPriority="high"`)
	pictureOpens  = []byte(`<picture`)
	sourceOpens   = []byte(`<source type="image/avif"`)
	srcsetAttr    = []byte(` srcSet="`)
	sizesAttr     = []byte(` sizes="`)
	attributeEnds = []byte(`"`)
)

// preload has the browser fetch the first picture while it still reads the page.
// The drawn page itself says which one, and how wide it stands there: so what is
// fetched ahead is what is shown, on every screen.
func (w shell) preload(html []byte) {
	srcset, sizes := firstPicture(html)
	if srcset == nil {
		return
	}
	w.raw(`<link rel="preload" as="image" type="image/avif" fetchpriority="high" imagesrcset="`)
	w.b.Write(srcset) // escaped by React
	w.raw(`" imagesizes="`)
	w.b.Write(sizes)
	w.raw(`">`)
}

// firstPicture finds the first picture of the drawn page that comes before all
// others, as the attributes of its AVIF source; nil when there is none.
func firstPicture(html []byte) (srcset, sizes []byte) {
	before, _, found := bytes.Cut(html, firstMark)
	opens := bytes.LastIndex(before, pictureOpens)
	if !found || opens < 0 {
		return nil, nil
	}
	_, source, found := bytes.Cut(before[opens:], sourceOpens)
	if !found {
		return nil, nil
	}
	source, _, _ = bytes.Cut(source, []byte(">"))
	return attribute(source, srcsetAttr), attribute(source, sizesAttr)
}

func attribute(tag, name []byte) []byte {
	_, value, _ := bytes.Cut(tag, name)
	value, _, found := bytes.Cut(value, attributeEnds)
	if !found {
		return nil
	}
	return value
}
