package view

import (
	"encoding/json"

	"estate/internal/i18n"
)

// Answer is what GET /_view{link} returns: a view, or where to go instead.
type Answer struct {
	View     *View     `json:"view,omitempty"`
	Redirect *Redirect `json:"redirect,omitempty"`
}

// Redirect leads to another link. It is data so that the browser cannot swallow it.
type Redirect struct {
	Status   int    `json:"status"`
	Location string `json:"location"`
	External bool   `json:"external"`
}

// View is everything React needs to draw one link.
type View struct {
	// Build names the front end that this server ships; a browser with another one reloads.
	Build  string    `json:"build"`
	Link   string    `json:"link"`
	Lang   i18n.Lang `json:"lang"`
	Status int       `json:"status"`
	// Data is the route's record (routing §2 and §7).
	Data    map[string]any `json:"data" tstype:"RouteData"`
	Head    Head           `json:"head"`
	Chrome  Chrome         `json:"chrome"`
	Header  Header         `json:"header"`
	Screen  Screen         `json:"screen"`
	Content []Section      `json:"content" tstype:"Section[]"`
	// Feed closes the home page and the blog with what the agency showed elsewhere.
	Feed *Feed `json:"feed,omitempty"`
	// Preview marks a draft shown to an editor.
	Preview bool `json:"preview,omitempty"`
}

// Screen is the kind of a view. It decides the layout around the sections.
type Screen string

// The screens (specification §2.5).
const (
	ScreenHome         Screen = "home"
	ScreenPage         Screen = "page"
	ScreenProperties   Screen = "properties" // results, listing and city pages
	ScreenDevelopments Screen = "developments"
	ScreenProperty     Screen = "property"
	ScreenDevelopment  Screen = "development"
	ScreenArchive      Screen = "archive" // blog, category, tag, author, date
	ScreenPost         Screen = "post"
	ScreenFavorites    Screen = "favorites"
	ScreenError        Screen = "error"
)

// Head is the document head as data, for the server's document and for navigation.
type Head struct {
	Title       string            `json:"title"`
	Description string            `json:"description,omitempty"`
	Robots      string            `json:"robots,omitempty"`
	Canonical   string            `json:"canonical,omitempty"` // absolute
	Alternates  []Alternate       `json:"alternates,omitempty"`
	Meta        []Meta            `json:"meta,omitempty"`
	JSONLD      []json.RawMessage `json:"jsonld,omitempty" tstype:"unknown[]"`
	Prev        string            `json:"prev,omitempty"` // absolute
	Next        string            `json:"next,omitempty"` // absolute
	Feed        string            `json:"feed,omitempty"` // absolute
}

// Alternate is the same content in another language; HrefLang may be x-default.
type Alternate struct {
	HrefLang string `json:"hreflang"`
	Href     string `json:"href"`
}

// Meta is one meta tag: by name or by property, never both.
type Meta struct {
	Name     string `json:"name,omitempty"`
	Property string `json:"property,omitempty"`
	Content  string `json:"content"`
}

// Feed is the agency's latest pictures on Instagram, kept by the site itself.
type Feed struct {
	Title   string     `json:"title"`
	Profile *Anchor    `json:"profile,omitempty"` // the agency's page at the network
	Posts   []FeedPost `json:"posts"`
}

// FeedPost is one picture, and where it was shown first.
type FeedPost struct {
	Href    string  `json:"href"`
	Picture Picture `json:"picture"` // its text is the post's
}

// Anchor is a link with its text.
type Anchor struct {
	Href    string `json:"href"`
	Text    string `json:"text"`
	Current bool   `json:"current,omitempty"`
}

// Picture is one image in every rendition that the server makes.
type Picture struct {
	Src string `json:"src"` // a JPEG of a middle width, or a drawing
	// Widths are those of the renditions in px, rising: Src with another width and
	// another ending (avif, webp, jpg). A drawing has none.
	Widths []int  `json:"widths,omitempty"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Alt    string `json:"alt"`
	Color  string `json:"color"` // shown until the picture is there
}

// Breadcrumb is one step of the way to a view; the last one has no Href.
type Breadcrumb struct {
	Text string `json:"text"`
	Href string `json:"href,omitempty"`
}
