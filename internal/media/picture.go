package media

import (
	"fmt"
	"strconv"
	"strings"

	"estate/internal/content"
	"estate/internal/media/picture"
)

// defaultColor is the placeholder of a picture without a known colour: sand.
const defaultColor = "#dcb"

// The size of an image without a known size, such as a bare URL of an editor (specification §3.6,
// header_image): a landscape. It reserves space, and the design crops every picture anyway.
const assumedWidth, assumedHeight = 1600, 1067

// Picture returns the data of an image for a View: addresses of its renditions, none wider than
// the original. It returns nil for an image of a host that is not allowed, and for one whose file was
// found to be unreadable. It does no I/O.
func (l *Library) Picture(image *content.Image, alt string) *picture.Picture {
	if image == nil {
		return nil
	}
	width, height := image.Width, image.Height
	if width <= 0 || height <= 0 {
		width, height = assumedWidth, assumedHeight
	}
	src, ok := l.sourceOf(image.URL)
	if !ok || (!src.isSVG() && !l.available()) || l.unreadable.reason(src.String()) != "" {
		return nil
	}
	stem := l.stem(src)
	p := &picture.Picture{Width: width, Height: height, Alt: alt, Color: placeholder(image.Color), Focus: focus(image.Focus)}
	if src.isSVG() {
		p.Src = stem + ".svg"
		return p
	}
	p.Src = rendition(stem, widestWidth(width, middleWidth), formatJPEG)
	p.Widths = widthsUpTo(width)
	return p
}

// focus is the CSS position of a point in percent, "" for the middle, which is that of every crop without one.
func focus(at *[2]int) string {
	if at == nil || *at == [2]int{50, 50} {
		return ""
	}
	return fmt.Sprintf("%d%% %d%%", min(max(at[0], 0), 100), min(max(at[1], 0), 100))
}

// OGImage returns the path of the rendition for social networks, "" if the image cannot be
// served.
func (l *Library) OGImage(image *content.Image) string {
	if image == nil || !l.available() {
		return ""
	}
	src, ok := l.sourceOf(image.URL)
	if !ok || src.isSVG() || l.unreadable.reason(src.String()) != "" {
		return ""
	}
	w := shareWidth
	if image.Width > 0 && image.Width < shareWidth {
		w = widestWidth(image.Width, shareWidth)
	}
	return rendition(l.stem(src), w, formatJPEG)
}

// logoWidth is the width of a logo in pixels: 150 in the design, for screens of three pixels each.
const logoWidth = 480

// Logo returns the path of a picture that is at most logoWidth wide and may be transparent, "" if
// the image cannot be served.
func (l *Library) Logo(image *content.Image) string {
	if image == nil {
		return ""
	}
	src, ok := l.sourceOf(image.URL)
	switch {
	case !ok:
		return ""
	case src.isSVG():
		return l.stem(src) + ".svg"
	case !l.available(), l.unreadable.reason(src.String()) != "":
		return ""
	}
	return rendition(l.stem(src), logoWidth, formatWebP)
}

// widthsUpTo returns the widths of renditions that are not wider than the original. If the
// original is narrower than all of them, it returns the smallest; that rendition is not enlarged.
func widthsUpTo(original int) []int {
	n := 1
	for n < len(widths) && widths[n] <= original {
		n++
	}
	return widths[:n:n]
}

// widestWidth returns the largest of these widths that is at most limit.
func widestWidth(original, limit int) int {
	fitting := widthsUpTo(min(original, limit))
	return fitting[len(fitting)-1]
}

func rendition(stem string, w int, f format) string {
	return stem + "-" + strconv.Itoa(w) + "." + string(f)
}

// placeholder returns the colour #rrggbb as #rgb, which is half of its bytes in a page, and
// defaultColor for all else: nothing else may enter a style attribute.
func placeholder(c string) string {
	hex, found := strings.CutPrefix(c, "#")
	rgb, err := strconv.ParseUint(hex, 16, 24)
	if !found || len(hex) != 6 || err != nil {
		return defaultColor
	}
	digit := func(shift int) uint64 { return (rgb>>shift&0xff + 8) / 17 } // 17 is 0xff / 0xf, and 8 rounds
	return fmt.Sprintf("#%x%x%x", digit(16), digit(8), digit(0))
}

// PortalPicture returns the path of a JPEG rendition of at least width × height pixels, "" for an
// image that is smaller, of unknown size, or cannot be served. The path of an image never changes.
func (l *Library) PortalPicture(image *content.Image, width, height int) string {
	if image == nil || image.Width < width || image.Height < height || !l.available() {
		return ""
	}
	src, ok := l.sourceOf(image.URL)
	if !ok || src.isSVG() {
		return ""
	}
	w := widestWidth(image.Width, widths[len(widths)-1])
	if w < width || w*image.Height/image.Width < height {
		return ""
	}
	return rendition(l.stem(src), w, formatJPEG)
}
