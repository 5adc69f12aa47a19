package media

import (
	"path"
	"slices"
	"strings"
)

// format is the form a rendition has, named by its file ending.
type format string

const (
	formatAVIF format = "avif"
	formatWebP format = "webp"
	formatJPEG format = "jpg"
	formatSVG  format = "svg" // never made, only passed on
)

var contentTypes = map[format]string{
	formatAVIF: "image/avif",
	formatWebP: "image/webp",
	formatJPEG: "image/jpeg",
	formatSVG:  "image/svg+xml",
}

// widths are the widths of renditions. Every one of them costs a file per format
// and picture, and visitors share what others have had made.
var widths = []int{320, 480, 640, 800, 1280, 1600}

const (
	// middleWidth is the rendition for browsers that know no srcset.
	middleWidth = 800
	// shareWidth is what social networks show; made as JPEG only.
	shareWidth = 1200
)

// isWidth tells whether renditions of that width and format are made.
func isWidth(w int, f format) bool {
	return slices.Contains(widths, w) || (w == shareWidth && f == formatJPEG)
}

// originalTypes are the endings that originals may have.
var originalTypes = []string{".jpg", ".jpeg", ".png", ".webp", ".avif", ".gif"}

// isOriginal tells by its name whether a file may be an original that renditions are made of.
func isOriginal(name string) bool {
	return slices.Contains(originalTypes, strings.ToLower(path.Ext(name)))
}

// isVector tells by its name whether a file is a drawing.
func isVector(name string) bool { return path.Ext(name) == ".svg" }
