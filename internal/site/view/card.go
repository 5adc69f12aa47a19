package view

// FactKey names a figure of a property; its label is facts.{key} in the dictionaries.
type FactKey string

// The figures (specification §3.15).
const (
	FactBedrooms     FactKey = "bedrooms"
	FactBathrooms    FactKey = "bathrooms"
	FactPlotSize     FactKey = "plotSize"
	FactBuiltSize    FactKey = "builtSize"
	FactTerraceSize  FactKey = "terraceSize"
	FactReference    FactKey = "reference"
	FactType         FactKey = "type"
	FactDelivery     FactKey = "delivery"
	FactUnits        FactKey = "units"
	FactRegistration FactKey = "registration"

	FactUsableSize           FactKey = "usableSize"
	FactBuiltYear            FactKey = "builtYear"
	FactOrientation          FactKey = "orientation"
	FactFloor                FactKey = "floor"
	FactTenure               FactKey = "tenure"
	FactAddress              FactKey = "address"
	FactCommunityFee         FactKey = "communityFee"
	FactIBI                  FactKey = "ibi"
	FactWasteTax             FactKey = "wasteTax"
	FactNationalRegistration FactKey = "nationalRegistration"
)

// Fact is one figure, formatted.
type Fact struct {
	Key   FactKey `json:"key"`
	Label string  `json:"label"`
	Value string  `json:"value"`
}

// BadgeKey names a badge; its text is badges.{key} in the dictionaries.
type BadgeKey string

// The badges.
const (
	BadgeSold      BadgeKey = "sold"
	BadgeNew       BadgeKey = "new"
	BadgeExclusive BadgeKey = "exclusive"
	BadgeFeatured  BadgeKey = "featured"

	BadgeReserved   BadgeKey = "reserved"
	BadgeUnderOffer BadgeKey = "under_offer"
	BadgeLet        BadgeKey = "let"
	BadgeWithdrawn  BadgeKey = "withdrawn"
)

// Badge is a badge of a property.
type Badge struct {
	Key  BadgeKey `json:"key"`
	Text string   `json:"text"`
}

// Price is a price, formatted.
type Price struct {
	Text     string `json:"text"`               // "1.250.000 €", "Price On Ask"
	Mode     string `json:"mode,omitempty"`     // "per month"
	Previous string `json:"previous,omitempty"` // the price before a reduction
	Note     string `json:"note,omitempty"`
}

// Card is one property or development in a list.
type Card struct {
	ID        int      `json:"id"`
	Kind      string   `json:"kind" tstype:"'properties' | 'developments'"`
	Href      string   `json:"href,omitempty"` // absent for a withdrawn property
	Title     string   `json:"title"`
	Place     string   `json:"place"` // "Villa in Golden Mile, Marbella"
	Reference string   `json:"reference,omitempty"`
	Price     Price    `json:"price"`
	Facts     []Fact   `json:"facts"`
	Badges    []Badge  `json:"badges"`
	Picture   *Picture `json:"picture,omitempty"`
	Withdrawn bool     `json:"withdrawn,omitempty"`
	// Differs is set on a card in place of results: what of it is not as searched.
	Differs *Difference `json:"differs,omitempty"`
	// Spot is the position on the map of results, where that is shown.
	Spot *Spot `json:"spot,omitempty"`
}

// Difference is how a property differs from a search that it comes near.
type Difference struct {
	// Key is the part of the card that is marked: price, place, or the key of a fact; "" for none.
	Key  string `json:"key,omitempty"`
	Text string `json:"text"` // "6 bedrooms instead of 8"
}

// Spot is a position on the map of results. It is rounded unless it is Exact, and the
// map says so.
type Spot struct {
	Lat   float64 `json:"lat"`
	Lng   float64 `json:"lng"`
	Exact bool    `json:"exact,omitempty"`
}

// PostCard is one post in a list.
type PostCard struct {
	Href    string   `json:"href"`
	Title   string   `json:"title"`
	Excerpt string   `json:"excerpt"`
	Date    string   `json:"date"`    // in words
	ISODate string   `json:"isoDate"` // for <time>
	Author  *Anchor  `json:"author,omitempty"`
	Terms   []Anchor `json:"terms,omitempty"`
	Minutes int      `json:"minutes"` // reading time
	Picture *Picture `json:"picture,omitempty"`
}
