package content

import (
	"slices"
	"strings"
)

// States of a property beside those of a unit.
const (
	AvailabilityUnderOffer Availability = "under_offer"
	AvailabilityLet        Availability = "let"
	AvailabilityWithdrawn  Availability = "withdrawn"
)

// Availabilities are the states of a property, the most available first.
var Availabilities = []Availability{
	UnitAvailable, AvailabilityUnderOffer, UnitReserved, UnitSold, AvailabilityLet, AvailabilityWithdrawn,
}

// ParseAvailability reads a state; "" for an unknown text.
func ParseAvailability(text string) Availability {
	state := Availability(strings.ReplaceAll(strings.ToLower(strings.TrimSpace(text)), " ", "_"))
	if slices.Contains(Availabilities, state) {
		return state
	}
	return ""
}

// Taken reports whether nobody can buy or rent the property any more.
func (a Availability) Taken() bool {
	return a == UnitSold || a == AvailabilityLet || a == AvailabilityWithdrawn
}

// Costs are what a property costs its owner in a year, in whole euros; 0 when unknown.
type Costs struct {
	Community int `json:"community_fee,omitempty"` // fee of the owners' community
	IBI       int `json:"ibi,omitempty"`           // property tax of the municipality
	Waste     int `json:"waste_tax,omitempty"`     // tax on the collection of waste
}

// AddressVisibility is what visitors and portals may know of an address.
type AddressVisibility string

// The visibilities of an address. Any other value is hidden.
const (
	AddressFull   AddressVisibility = "full"   // street, number and postcode
	AddressStreet AddressVisibility = "street" // street and postcode, no number
	AddressHidden AddressVisibility = "hidden" // nothing
)

// Address is the postal address of a property.
type Address struct {
	Street     string            `json:"street,omitempty"` // without its number
	Number     string            `json:"number,omitempty"` // number of the house, door
	Postcode   string            `json:"postcode,omitempty"`
	Visibility AddressVisibility `json:"visibility,omitempty"` // "" is hidden
}

// Public is the part of the address that may leave the site, nil for nothing.
func (a *Address) Public() *Address {
	if a == nil || a.Visibility != AddressFull && a.Visibility != AddressStreet {
		return nil
	}
	public := *a
	if a.Visibility == AddressStreet {
		public.Number = ""
	}
	if public.Street == "" && public.Number == "" && public.Postcode == "" {
		return nil
	}
	return &public
}

// Line is the address in one line: "Calle Ancha 12, 29602".
func (a *Address) Line() string {
	if a == nil {
		return ""
	}
	line := strings.TrimSpace(a.Street + " " + a.Number)
	if line != "" && a.Postcode != "" {
		line += ", "
	}
	return line + a.Postcode
}

// InformationSheet is the document that Decree 218/2005 of Andalusia requires for a property on
// sale.
type InformationSheet struct {
	Document string `json:"document,omitempty"` // address of the file
	Date     string `json:"date,omitempty"`     // YYYY-MM-DD
}

// Tenure is how a property is owned; "" is freehold.
type Tenure string

// The tenures that are not freehold.
const (
	TenureLeasehold     Tenure = "leasehold"
	TenurePartOwnership Tenure = "part_ownership"
)

// Orientations are the directions that a property faces.
var Orientations = []string{"north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"}

// Orientation reads a direction, "" for an unknown text: "South West" and "sw" are south-west.
func Orientation(text string) string {
	text = strings.NewReplacer(" ", "", "_", "", "-", "").Replace(strings.ToLower(text))
	for _, direction := range Orientations {
		plain := strings.ReplaceAll(direction, "-", "")
		first, second, both := strings.Cut(direction, "-")
		short := first[:1]
		if both {
			short += second[:1]
		}
		if text == plain || text == short {
			return direction
		}
	}
	return ""
}

// ImageLabels are what a picture of a property can show.
var ImageLabels = []string{
	"facade", "living_room", "kitchen", "dining_room", "bedroom", "bathroom", "terrace", "balcony", "garden", "pool",
	"view", "plan", "entrance", "study", "garage", "storage", "gym", "community", "surroundings", "map",
}

// ImagePlan is the label of a floor plan.
const ImagePlan = "plan"

// Origin is the system that a property comes from. It is private: no visitor and no portal gets
// it.
type Origin struct {
	System string `json:"system,omitempty"` // name of the feed or program
	Key    string `json:"key,omitempty"`    // key of the property there
	Shared bool   `json:"shared,omitempty"` // another agency's: it is never given to a portal
}

// Private holds what only the agency knows of a property. Nothing of it is in a View.
type Private struct {
	Note       string      `json:"note,omitempty"`
	Lister     string      `json:"lister,omitempty"` // agent who has the mandate
	Commission *Commission `json:"commission,omitempty"`
}

// Commission is the commission that agencies share.
type Commission struct {
	Value float64 `json:"value,omitempty"` // percent of the price
	Split float64 `json:"split,omitempty"` // percent of the commission for the other agency
	Note  string  `json:"note,omitempty"`
}

// Locked reports whether no import may change the field.
func (p *Property) Locked(field string) bool { return slices.Contains(p.Locks, field) }

// Own reports whether the property is the agency's own. Only own ones are given to portals.
func (p *Property) Own() bool { return p.Origin == nil || !p.Origin.Shared }

// State is the availability of the property. Without one, the badge "sold" decides.
func (p *Property) State() Availability {
	switch {
	case p.Availability != "":
		return p.Availability
	case slices.Contains(p.Badges, BadgeSold):
		return UnitSold
	}
	return UnitAvailable
}

// stateBadges are the badges of the states that visitors are told.
var stateBadges = map[Availability]Badge{
	UnitSold: BadgeSold, AvailabilityLet: BadgeLet, UnitReserved: BadgeReserved,
	AvailabilityUnderOffer: BadgeUnderOffer, AvailabilityWithdrawn: BadgeWithdrawn,
}

// ShownBadges are the badges that visitors see: that of the state first, then those of the
// editor.
func (p *Property) ShownBadges() []Badge {
	state, told := stateBadges[p.State()]
	if !told && p.Availability == "" {
		return p.Badges
	}
	var badges []Badge
	if told {
		badges = append(badges, state)
	}
	for _, badge := range p.Badges {
		if badge != BadgeSold && (badge != BadgeNew || !p.State().Taken()) {
			badges = append(badges, badge)
		}
	}
	return badges
}

// EditorBadges are the badges with "sold" as the availability has it, as clients of the REST API
// know them.
func (p *Property) EditorBadges() []Badge {
	sold := p.State() == UnitSold
	if slices.Contains(p.Badges, BadgeSold) == sold {
		return p.Badges
	}
	badges := slices.DeleteFunc(slices.Clone(p.Badges), func(badge Badge) bool { return badge == BadgeSold })
	if sold {
		badges = append([]Badge{BadgeSold}, badges...)
	}
	return badges
}

// PublicCadastralReference is the cadastral reference where the whole address is public: it leads
// to the address.
func (p *Property) PublicCadastralReference() string {
	if p.Address == nil || p.Address.Visibility != AddressFull {
		return ""
	}
	return p.CadastralReference
}

// FirstFeedID is the lowest id of a property or development that comes from a feed. WordPress
// counts from 1, so a replica and a feed never use the same number.
const FirstFeedID = 1_000_000_000

// FirstStudioID is the lowest id of content that is made in the studio, between those of WordPress and those of feeds.
const FirstStudioID = 500_000_000
