package view

import (
	"encoding/json"

	"estate/internal/content/i18n"
)

// ViewResponse is the response of GET /_view{link}: a View or a redirect.
type ViewResponse struct {
	View     *View     `json:"view,omitempty"`
	Redirect *Redirect `json:"redirect,omitempty"`
}

// Redirect is a redirect as data, because the browser would follow an HTTP redirect
// by itself.
type Redirect struct {
	Status   int    `json:"status"`
	Location string `json:"location"`
	External bool   `json:"external"`
}

// View is all data that React needs to render one link.
type View struct {
	// Build is the id of the server's front end; a browser with another one reloads.
	Build  string    `json:"build"`
	Link   string    `json:"link"`
	Lang   i18n.Lang `json:"lang"`
	Status int       `json:"status"`
	// Data is the route's record (routing §2 and §7), for programs that read /_view. No component renders it.
	Data   map[string]any `json:"data" tstype:"-"`
	Head   Head           `json:"head"`
	Chrome Chrome         `json:"chrome"`
	// Languages are the entries of the language switcher. They differ on every page, unlike the chrome.
	Languages []LanguageChoice `json:"languages"`
	Header    Header           `json:"header"`
	Screen    Screen           `json:"screen"`
	Content   []Section        `json:"content" tstype:"Section[]"`
	// Feed is at the end of the home page and of the blog.
	Feed *Feed `json:"feed,omitempty"`
	// Preview is set for a draft or a revision.
	Preview bool `json:"preview,omitempty"`
}

// Screen is the kind of a View. The layout depends on it.
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
	ScreenTest         Screen = "test" // in development only
)

// Head is the head of the document, for the server and for navigation in the browser.
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

// Feed is the agency's latest pictures on Instagram, served by the site.
type Feed struct {
	Title   string     `json:"title"`
	Profile *Anchor    `json:"profile,omitempty"` // the agency's page on Instagram
	Posts   []FeedPost `json:"posts"`
}

// FeedPost is one picture with the link of its post.
type FeedPost struct {
	Href    string  `json:"href"`
	Picture Picture `json:"picture"` // its alternative text is the caption
}

// Anchor is a link with its text.
type Anchor struct {
	Href    string `json:"href"`
	Text    string `json:"text"`
	Current bool   `json:"current,omitempty"`
}

// Breadcrumb is one step from the home page to a View; the last one has no Href.
type Breadcrumb struct {
	Text string `json:"text"`
	Href string `json:"href,omitempty"`
}
