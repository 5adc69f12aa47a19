package content

import "estate/internal/content/i18n"

// Image is a picture of the media library or of a remote one.
type Image struct {
	ID     int       `json:"id,omitempty"`
	URL    string    `json:"source_url"` // site path (/media/…) or an absolute address at the CMS
	Width  int       `json:"width,omitempty"`
	Height int       `json:"height,omitempty"`
	Alt    i18n.Text `json:"alt,omitempty"`
	Color  string    `json:"color,omitempty"` // dominant colour, #rrggbb
	// Focus is the point that every crop keeps: percent from the left and from the top. Without one it is the middle.
	Focus *[2]int `json:"focus,omitempty"`
	// Label is what a picture of a property shows, one of ImageLabels.
	Label string `json:"label,omitempty"`
	// Altered reports that the picture does not show what is there: rendered, furnished or changed by a program.
	Altered bool `json:"altered,omitempty"`
}
