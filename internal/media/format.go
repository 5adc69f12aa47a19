package media

import (
	"path"
	"slices"
	"strings"
)

// format is the image format of a rendition: its file extension.
type format string

const (
	formatAVIF format = "avif"
	formatWebP format = "webp"
	formatJPEG format = "jpg"
	formatSVG  format = "svg" // sent unchanged
)

var contentTypes = map[format]string{
	formatAVIF: "image/avif",
	formatWebP: "image/webp",
	formatJPEG: "image/jpeg",
	formatSVG:  "image/svg+xml; charset=utf-8",
}

// widths are the widths of renditions in pixels. Each width costs one file a format and picture,
// so there are few, and requests share them.
var widths = []int{320, 480, 640, 800, 1280, 1600}

const (
	// middleWidth is the width for browsers without srcset.
	middleWidth = 800
	// shareWidth is the width for social networks, in JPEG only.
	shareWidth = 1200
)

// isWidth reports whether there are renditions of this width and format.
func isWidth(w int, f format) bool {
	return slices.Contains(widths, w) || (w == shareWidth && f == formatJPEG)
}

// originalTypes are the extensions of pictures that renditions are made from.
var originalTypes = []string{".jpg", ".jpeg", ".png", ".webp", ".avif", ".gif", ".tif", ".tiff"}

// isOriginal reports, by the extension, whether renditions are made from a file.
func isOriginal(name string) bool {
	return slices.Contains(originalTypes, strings.ToLower(path.Ext(name)))
}

// isSVG reports, by the extension, whether a file is an SVG file.
func isSVG(name string) bool { return path.Ext(name) == ".svg" }
