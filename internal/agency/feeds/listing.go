package feeds

import (
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// Mode is what a price is paid for.
type Mode string

// The modes of a price.
const (
	ModeSale  Mode = "sale"
	ModeMonth Mode = "month"
	ModeWeek  Mode = "week"
	ModeDay   Mode = "day"
)

// The states of a listing on the market. A Source maps the words of its system to them.
const (
	StatusAvailable  = "available"
	StatusReserved   = "reserved"
	StatusUnderOffer = "under_offer"
	StatusSold       = "sold"
	StatusLet        = "let"
	StatusWithdrawn  = "withdrawn"
)

// Listing is one property or development in the words of its source. Zero values are unknown.
// Its JSON form without Modified and Line is what two readings are compared by.
type Listing struct {
	Key         string    `json:"key"`        // identifies the listing in the source, for life; required
	References  []string  `json:"references"` // of the agency, the public one first
	Development bool      `json:"development,omitempty"`
	Shared      bool      `json:"shared,omitempty"` // a listing of another agency: it must not leave again
	Modified    time.Time `json:"-"`
	Status      string    `json:"status,omitempty"`

	Mode     Mode `json:"mode"`
	Price    int  `json:"price,omitempty"`    // whole units of Currency; of a development the lowest
	PriceTo  int  `json:"price_to,omitempty"` // of a development the highest
	Previous int  `json:"previous,omitempty"` // before a reduction
	OnAsk    bool `json:"on_ask,omitempty"`
	// UnreadPrice is the text of a price that could not be read. The listing is on ask then, and a new one is left
	// out: no old and no guessed amount is shown.
	UnreadPrice string `json:"unread_price,omitempty"`
	Currency    string `json:"currency,omitempty"` // "" means EUR

	Type     string `json:"type,omitempty"` // such as "Villa" or "Ático"
	NewBuild bool   `json:"new_build,omitempty"`
	Country  string `json:"country,omitempty"`
	Province string `json:"province,omitempty"`
	Town     string `json:"town,omitempty"`
	Area     string `json:"area,omitempty"` // urbanisation, part of a town
	Street   string `json:"street,omitempty"`
	Postcode string `json:"postcode,omitempty"`
	Point    *Point `json:"point,omitempty"`

	Bedrooms  int `json:"bedrooms,omitempty"`
	Bathrooms int `json:"bathrooms,omitempty"`
	Built     int `json:"built,omitempty"` // m², as all sizes
	Usable    int `json:"usable,omitempty"`
	Plot      int `json:"plot,omitempty"`
	Terrace   int `json:"terrace,omitempty"`

	Floor        string `json:"floor,omitempty"`
	Orientation  string `json:"orientation,omitempty"`
	YearBuilt    int    `json:"year_built,omitempty"`
	Cadastral    string `json:"cadastral,omitempty"` // 20 characters
	CommunityFee int    `json:"community_fee,omitempty"`
	PropertyTax  int    `json:"property_tax,omitempty"` // IBI a year
	WasteTax     int    `json:"waste_tax,omitempty"`    // a year
	Registration string `json:"registration,omitempty"` // tourist let register
	Delivery     string `json:"delivery,omitempty"`     // of a development: when it is finished

	Consumption      string  `json:"consumption,omitempty"` // energy label A to G; X is pending
	ConsumptionValue float64 `json:"consumption_value,omitempty"`
	Emissions        string  `json:"emissions,omitempty"`
	EmissionsValue   float64 `json:"emissions_value,omitempty"`

	Titles       i18n.Text `json:"titles,omitempty"`
	Descriptions i18n.Text `json:"descriptions,omitempty"` // plain text or markup
	Features     []string  `json:"features,omitempty"`     // such as "Sea views"
	Pictures     []Picture `json:"pictures,omitempty"`
	Video        string    `json:"video,omitempty"`
	Tour         string    `json:"tour,omitempty"`

	// Badges are those that the source gives; nil leaves them to the editor.
	Badges []content.Badge `json:"badges,omitempty"`
	// Agent is the person who sells it, by mail address, name or slug; "" leaves it to the editor.
	Agent string `json:"agent,omitempty"`
	// Visibility is what visitors may know of the address; "" leaves it to the editor, who hides it at first.
	Visibility content.AddressVisibility `json:"visibility,omitempty"`

	Tenure     string      `json:"tenure,omitempty"` // TenureLeasehold, TenurePartOwnership; "" is freehold
	Premium    bool        `json:"premium,omitempty"`
	Note       string      `json:"note,omitempty"` // private
	Commission *Commission `json:"commission,omitempty"`

	Line int `json:"-"` // in the file, 0 when the source is no file
}

// Reference is the public reference, else the key.
func (l *Listing) Reference() string {
	for _, reference := range l.References {
		if reference != "" {
			return reference
		}
	}
	return l.Key
}

// The tenures that are not freehold.
const (
	TenureLeasehold     = "leasehold"
	TenurePartOwnership = "part_ownership"
)

// Commission is the commission that agencies share. It is private.
type Commission struct {
	Value float64 `json:"value,omitempty"` // percent of the price
	Split float64 `json:"split,omitempty"` // percent of the commission for the other agency
	Note  string  `json:"note,omitempty"`
}

// Point is a position in degrees.
type Point struct {
	Lat float64 `json:"lat"`
	Lng float64 `json:"lng"`
}

// Picture is a picture or a floor plan at its source.
type Picture struct {
	URL  string    `json:"url"`
	Plan bool      `json:"plan,omitempty"`
	Alt  i18n.Text `json:"alt,omitempty"` // what the picture shows, for people who do not see it
	// File is a path on this machine from which the picture is copied; URL is then only its name. A
	// source sets it for files beside its own, never for a text of its content.
	File string `json:"file,omitempty"`
}

// Problem is what was not understood in one listing.
type Problem struct {
	Line    int    `json:"line,omitempty"` // in the file, 0 when the source is no file
	Key     string `json:"key,omitempty"`
	Field   string `json:"field,omitempty"` // in the words of the source
	Value   string `json:"value,omitempty"` // of the field, clipped
	Reason  string `json:"reason"`
	Skipped bool   `json:"skipped,omitempty"` // the whole listing was left out, not only the field
	// Columns reports that Field lists what the whole file does not have.
	Columns bool `json:"columns,omitempty"`
	// Warning reports a value that was read and is hardly true.
	Warning bool `json:"warning,omitempty"`
}
