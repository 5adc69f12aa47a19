package content

import (
	"time"

	"estate/internal/content/i18n"
)

// Settings is the options record: what the agency configures for the whole site
// (specification §3.8).
type Settings struct {
	SiteTitle       string    `json:"site_title"`
	Tagline         i18n.Text `json:"tagline,omitempty"`
	LogoLight       string    `json:"logo_light,omitempty"`        // web_info.logo_light_2.url; "" means the name in letters
	LogoLightMobile string    `json:"logo_light_mobile,omitempty"` // logo_light_mobile.url
	LogoDarkMobile  string    `json:"logo_dark_mobile,omitempty"`  // logo_dark_mobile.url
	Phone1          string    `json:"phone_1,omitempty"`
	Phone2          string    `json:"phone_2,omitempty"`
	Mail1           string    `json:"mail_1,omitempty"`
	Mail2           string    `json:"mail_2,omitempty"`
	Address         string    `json:"address,omitempty"`
	Hours           i18n.Text `json:"hours,omitempty"`
	Company         string    `json:"company,omitempty"`    // legal name in the footer
	LegalNote       i18n.Text `json:"legal_note,omitempty"` // licence and consumer law, in the footer
	// Agents and Years are what the texts for search engines claim ("more than 40 specialised agents"); 0
	// makes no claim.
	Agents    int                  `json:"agents,omitempty"`
	Years     int                  `json:"years,omitempty"` // of experience
	Social    []SocialLink         `json:"social,omitempty"`
	Menus     map[string]Menu      `json:"menus,omitempty"` // menu_json; "main" is the header's
	SellLink  map[i18n.Lang]string `json:"sell_link,omitempty"`
	Notice    *Notice              `json:"info_popup,omitempty"` // text of the info popup; nil for none
	Landmarks []Landmark           `json:"places,omitempty"`     // named distances of property pages
	PlacesKm  string               `json:"places_km,omitempty"`  // how far they may be; LandmarkKm reads it
	// Viewing are the hours of viewings and DaysOff the days without; ViewingHours reads both.
	Viewing string `json:"viewing_hours,omitempty"`
	DaysOff string `json:"days_off,omitempty"`
	// Costs is the table of what it costs to buy; BuyingCosts reads it.
	Costs string `json:"buying_costs,omitempty"`
	// Zone is the time zone of the CMS: a name such as Europe/Madrid or an offset such as +05:30; ""
	// means that of the site.
	Zone string `json:"zone,omitempty"`
}

// DefaultZone is the time zone of an agency that names none.
const DefaultZone = "Europe/Madrid"

// Location returns the agency's time zone, nil when it is not known.
func (s *Settings) Location() *time.Location {
	if s == nil || s.Zone == "" {
		return nil
	}
	if offset, err := time.Parse("-07:00", s.Zone); err == nil {
		return offset.Location()
	}
	zone, err := time.LoadLocation(s.Zone)
	if err != nil {
		return nil
	}
	return zone
}

// Notice is a message to every visitor, shown until it is closed.
type Notice struct {
	Title i18n.Text            `json:"title,omitempty"`
	Text  i18n.Text            `json:"text,omitempty"`
	Label i18n.Text            `json:"btn_label,omitempty"` // of the link
	Link  map[i18n.Lang]string `json:"link,omitempty"`
	Date  time.Time            `json:"date,omitzero"` // of publication; a visitor who closed an older one sees it
}

// SocialLink is the agency's page in a social network.
type SocialLink struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

// Menu is one menu of menu_json. Helper maps link keys to addresses per language.
type Menu struct {
	Helper map[string]i18n.Text `json:"helper"`
	Items  []MenuItem           `json:"items"`
}

// MenuItem is one entry; with more than one column it opens a mega-menu.
type MenuItem struct {
	Link    string       `json:"link"` // a key of Helper, or a link
	Label   i18n.Text    `json:"label"`
	Bg      string       `json:"bg,omitempty"`
	Columns []MenuColumn `json:"columns,omitempty"`
}

// MenuColumn is one column of a mega-menu.
type MenuColumn struct {
	Layout      string      `json:"acf_fc_layout,omitempty"`
	Title       i18n.Text   `json:"title,omitempty"`
	Description i18n.Text   `json:"description,omitempty"`
	Link        string      `json:"link,omitempty"`
	Button      i18n.Text   `json:"btn_label,omitempty"`
	Bg          string      `json:"bg,omitempty"`
	Items       []MenuEntry `json:"items,omitempty"`
}

// MenuEntry is one line of a column.
type MenuEntry struct {
	Link string    `json:"link"`
	Text i18n.Text `json:"text"`
}

// InstagramPost is one picture of the agency's feed.
type InstagramPost struct {
	ID        string `json:"id"`
	Caption   string `json:"caption,omitempty"`
	Image     Image  `json:"image"`
	Permalink string `json:"permalink"`
}
