package view

import "estate/internal/content/i18n"

// Chrome is the part of a View around the screen: header bar, menu, footer and the
// settings of the browser.
type Chrome struct {
	SiteTitle string         `json:"siteTitle"`
	Loading   string         `json:"loading"` // browser title while the next page loads
	Home      string         `json:"home"`
	Logo      Logo           `json:"logo"`
	Menu      []MenuItem     `json:"menu"`
	Favorites string         `json:"favorites"` // link of the favorites screen
	Phones    []Anchor       `json:"phones"`    // tel: links
	Mails     []Anchor       `json:"mails"`     // mailto: links
	Address   []string       `json:"address"`   // lines
	Social    []Anchor       `json:"social"`
	Legal     []Anchor       `json:"legal"`
	Copyright string         `json:"copyright"`
	LegalNote string         `json:"legalNote,omitempty"` // licence and consumer law
	Sell      *SellCall      `json:"sell,omitempty"`
	Notice    *Notice        `json:"notice,omitempty"` // the info popup
	Settings  ClientSettings `json:"settings"`
}

// Logo holds addresses of the agency's logos; empty ones mean the built-in logo.
type Logo struct {
	Light       string `json:"light,omitempty"`
	LightMobile string `json:"lightMobile,omitempty"`
	DarkMobile  string `json:"darkMobile,omitempty"`
}

// MenuItem is one entry of the main menu; one with columns opens.
type MenuItem struct {
	Anchor     `tstype:",extends"`
	Background *Picture     `json:"background,omitempty"`
	Columns    []MenuColumn `json:"columns,omitempty"`
}

// MenuColumn is one column of a mega-menu.
type MenuColumn struct {
	Title       string   `json:"title,omitempty"`
	Href        string   `json:"href,omitempty"` // link of the title, in a column without a button
	Description string   `json:"description,omitempty"`
	Background  *Picture `json:"background,omitempty"`
	Button      *Anchor  `json:"button,omitempty"`
	Items       []Anchor `json:"items,omitempty"`
}

// LanguageChoice is one entry of the language switcher: the translation of the page,
// or the home page in that language when there is none.
type LanguageChoice struct {
	Lang    i18n.Lang `json:"lang"`
	Name    string    `json:"name"` // in the language itself
	Href    string    `json:"href"`
	Current bool      `json:"current"`
	// Hint says in the language that it has this page; "" for the current one.
	Hint string `json:"hint,omitempty"`
}

// SellCall is the call to action "Sell your property with us".
type SellCall struct {
	Anchor `tstype:",extends"`
	// Always is set when it is shown before consent.
	Always bool `json:"always"`
}

// Notice is the content of the info popup.
type Notice struct {
	Title string  `json:"title,omitempty"`
	Text  string  `json:"text,omitempty"`
	Link  *Anchor `json:"link,omitempty"`
	// Since is its date in milliseconds since 1970. A visitor who closed the popup after
	// it does not see the popup again.
	Since int64 `json:"since,omitempty"`
}

// ChatService is a live chat of a third party; its script is loaded on a click only.
type ChatService struct {
	Script string `json:"script"` // address of the embed script
	API    string `json:"api"`    // name of its object on window
}

// Analytics is the service that counts visits and leads after consent.
type Analytics struct {
	Service string `json:"service" tstype:"'gtag' | 'matomo'"`
	Script  string `json:"script"`
	ID      string `json:"id"`
}

// ClientSettings are the settings of the browser.
type ClientSettings struct {
	// Prefetch is all, hover, in-view or no.
	Prefetch string `json:"prefetch" tstype:"'all' | 'hover' | 'in-view' | 'no'"`
	// ForcedRefresh makes each change of a filter navigate immediately.
	ForcedRefresh bool `json:"forcedRefresh"`
	// Site and CMS are the addresses between which links are converted (routing
	// routing §11.1). Both are empty by default: links of a View need no
	// conversion.
	Site string `json:"site,omitempty"`
	CMS  string `json:"cms,omitempty"`
	// ReservedPrefix is the prefix of query keys that are options of a request; empty
	// means frontity_.
	ReservedPrefix string `json:"reservedPrefix,omitempty"`
	// Chat and Analytics are absent without such a service; both need consent.
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
	Links       []Anchor       `json:"links,omitempty"` // below the subtitle
	Picture     *Picture       `json:"picture,omitempty"`
	Breadcrumbs []Breadcrumb   `json:"breadcrumbs,omitempty"`
	Search      *SearchPanel   `json:"search,omitempty"` // absent where the panel is hidden
	Property    *PropertyTools `json:"property,omitempty"`
}

// PropertyTools are the controls of a property header.
type PropertyTools struct {
	ID        int    `json:"id"` // for the favorites
	Kind      string `json:"kind" tstype:"'properties' | 'developments'"`
	Reference string `json:"reference,omitempty"`
	Pictures  int    `json:"pictures"` // number in the gallery
	Video     bool   `json:"video"`    // the page has the anchor #video
	Brochure  string `json:"brochure,omitempty"`
}
