// Package picture is the type of a picture as pages show it. It is apart from media, so that what only
// names pictures does not import what makes them.
package picture

// Picture is one image with its renditions.
type Picture struct {
	Src string `json:"src"` // a JPEG of medium width, or an SVG file
	// Widths are those of the renditions in px, ascending. The address of a rendition
	// is Src with its width and its ending (avif, webp, jpg). An SVG file has none.
	Widths []int  `json:"widths,omitempty"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Alt    string `json:"alt"`
	// Altered reports that the picture does not show what is there; visitors are told so.
	Altered bool `json:"altered,omitempty"`
	// Focus is the object-position of crops, such as "30% 70%"; "" is the middle.
	Focus string `json:"focus,omitempty"`
	Color string `json:"color"` // #rgb, shown until the picture is loaded
}
