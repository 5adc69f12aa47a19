package media

import (
	"strconv"
	"strings"

	"estate/internal/content"
	"estate/internal/view"
)

// sand is shown before a picture whose colour is not known.
const sand = "#d9d0c3"

// An image whose size nobody tells, such as an editor's bare address (specification §3.6,
// header_image), is taken for a landscape of this size: its place is kept, and the
// frames of the design cut every picture to shape anyway.
const assumedWidth, assumedHeight = 1600, 1067

// Picture is what a View needs of an image: addresses of its renditions, none
// wider than the original. It is nil for an image of a host that is not allowed. It
// does no I/O.
func (l *Library) Picture(image *content.Image, alt string) *view.Picture {
	if image == nil {
		return nil
	}
	width, height := image.Width, image.Height
	if width <= 0 || height <= 0 {
		width, height = assumedWidth, assumedHeight
	}
	src, ok := l.sourceOf(image.URL)
	if !ok || (!src.vector() && !l.able()) {
		return nil
	}
	stem := src.stem()
	p := &view.Picture{Width: width, Height: height, Alt: alt, Color: placeholder(image.Color)}
	if src.vector() {
		p.Src = stem + ".svg"
		return p
	}
	p.Src = rendition(stem, widest(width, middleWidth), formatJPEG)
	p.Widths = upTo(width)
	return p
}

// OGImage is the site path of the picture that social networks show for an image,
// "" where it cannot be served.
func (l *Library) OGImage(image *content.Image) string {
	if image == nil || !l.able() {
		return ""
	}
	src, ok := l.sourceOf(image.URL)
	if !ok || src.vector() {
		return ""
	}
	w := shareWidth
	if image.Width > 0 && image.Width < shareWidth {
		w = widest(image.Width, shareWidth)
	}
	return rendition(src.stem(), w, formatJPEG)
}

// upTo are the widths of renditions that are not wider than the original. One that
// is smaller than all of them has the smallest, unenlarged.
func upTo(original int) []int {
	n := 1
	for n < len(widths) && widths[n] <= original {
		n++
	}
	return widths[:n:n]
}

// widest is the largest of them that is not wider than limit either.
func widest(original, limit int) int {
	fitting := upTo(min(original, limit))
	return fitting[len(fitting)-1]
}

func rendition(stem string, w int, f format) string {
	return stem + "-" + strconv.Itoa(w) + "." + string(f)
}

// placeholder lets nothing into a style attribute but #rrggbb.
func placeholder(c string) string {
	if len(c) != 7 || c[0] != '#' {
		return sand
	}
	for _, d := range c[1:] {
		if !strings.ContainsRune("0123456789abcdefABCDEF", d) {
			return sand
		}
	}
	return c
}
