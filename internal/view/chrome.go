package view

import "estate/internal/i18n"

// Chrome is what surrounds every screen: header bar, menu, footer, settings of gestures.
type Chrome struct {
	SiteTitle string           `json:"siteTitle"`
	Loading   string           `json:"loading"` // browser title while the next page is on its way
	Home      string           `json:"home"`
	Logo      Logo             `json:"logo"`
	Menu      []MenuItem       `json:"menu"`
	Languages []LanguageChoice `json:"languages"`
	Favorites string           `json:"favorites"` // link of the favorites screen
	Phones    []Anchor         `json:"phones"`    // tel: links
	Mails     []Anchor         `json:"mails"`     // mailto: links
	Address   []string         `json:"address"`   // lines
	Social    []Anchor         `json:"social"`
	Legal     []Anchor         `json:"legal"`
	Copyright string           `json:"copyright"`
	Sell      *SellCall        `json:"sell,omitempty"`
	Notice    *Notice          `json:"notice,omitempty"` // the info popup
	Settings  ClientSettings   `json:"settings"`
}

// Logo holds addresses of the agency's logos; empty ones mean the built-in drawing.
type Logo struct {
	Light       string `json:"light,omitempty"`
	LightMobile string `json:"lightMobile,omitempty"`
	DarkMobile  string `json:"darkMobile,omitempty"`
}

// MenuItem is one entry of the main menu; columns make it open.
type MenuItem struct {
	Anchor     `tstype:",extends"`
	Background *Picture     `json:"background,omitempty"`
	Columns    []MenuColumn `json:"columns,omitempty"`
}

// MenuColumn is one column of a mega-menu.
type MenuColumn struct {
	Title       string   `json:"title,omitempty"`
	Href        string   `json:"href,omitempty"` // where the title leads, in a column without a button
	Description string   `json:"description,omitempty"`
	Background  *Picture `json:"background,omitempty"`
	Button      *Anchor  `json:"button,omitempty"`
	Items       []Anchor `json:"items,omitempty"`
}

// LanguageChoice is one entry of the language switcher: the current page in that
// language, or its root when the page does not exist there.
type LanguageChoice struct {
	Lang    i18n.Lang `json:"lang"`
	Name    string    `json:"name"` // in the language itself
	Href    string    `json:"href"`
	Current bool      `json:"current"`
}

// SellCall is the call to action "Sell your property with us".
type SellCall struct {
	Anchor `tstype:",extends"`
	// Always shows it before cookies are accepted.
	Always bool `json:"always"`
}

// Notice is what the info popup says until it is closed.
type Notice struct {
	Title string  `json:"title,omitempty"`
	Text  string  `json:"text,omitempty"`
	Link  *Anchor `json:"link,omitempty"`
	// Since is when it was put up, in milliseconds: who closed it later has seen it.
	Since int64 `json:"since,omitempty"`
}

// ChatService is the live chat of another house; its script is loaded on a click alone.
type ChatService struct {
	Script string `json:"script"` // address of the embed script
	API    string `json:"api"`    // the object that it puts on window
}

// Analytics is the service that counts visits and leads, after consent.
type Analytics struct {
	Service string `json:"service" tstype:"'gtag' | 'matomo'"`
	Script  string `json:"script"`
	ID      string `json:"id"`
}

// ClientSettings are the settings that gestures in the browser obey.
type ClientSettings struct {
	// Prefetch is all, hover, in-view or no.
	Prefetch string `json:"prefetch" tstype:"'all' | 'hover' | 'in-view' | 'no'"`
	// ForcedRefresh makes every change of a filter navigate at once.
	ForcedRefresh bool `json:"forcedRefresh"`
	// Site and CMS are the addresses between which links are converted (routing
	// routing §11.1). Both empty: every link of a view is ready as it is.
	Site string `json:"site,omitempty"`
	CMS  string `json:"cms,omitempty"`
	// ReservedPrefix begins query keys that are options of a request; empty means frontity_.
	ReservedPrefix string `json:"reservedPrefix,omitempty"`
	// Chat and Analytics are absent where the agency has none; both wait for consent.
	Chat      *ChatService `json:"chat,omitempty"`
	Analytics *Analytics   `json:"analytics,omitempty"`
}

// HeaderType is one of the five page headers (specification §2.6.1).
type HeaderType string

// The header types.
const (
	HeaderHome   HeaderType = "home"
	HeaderSimple HeaderType = "simple"
	HeaderSingle HeaderType = "single"
	HeaderHero   HeaderType = "hero"
	HeaderNone   HeaderType = "none"
)

// Header is the top of a screen.
type Header struct {
	Type        HeaderType     `json:"type"`
	Eyebrow     string         `json:"eyebrow,omitempty"`
	Title       string         `json:"title"` // the h1
	Subtitle    string         `json:"subtitle,omitempty"`
	Picture     *Picture       `json:"picture,omitempty"`
	Breadcrumbs []Breadcrumb   `json:"breadcrumbs,omitempty"`
	Search      *SearchPanel   `json:"search,omitempty"` // absent where the panel is hidden
	Property    *PropertyTools `json:"property,omitempty"`
}

// PropertyTools are the controls of a property header.
type PropertyTools struct {
	ID        int    `json:"id"` // what the heart saves
	Kind      string `json:"kind" tstype:"'properties' | 'developments'"`
	Reference string `json:"reference,omitempty"`
	Pictures  int    `json:"pictures"` // how many View Gallery shows
	Video     bool   `json:"video"`    // an anchor #video exists
	Brochure  string `json:"brochure,omitempty"`
}
