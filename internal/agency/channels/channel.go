package channels

import (
	"fmt"
	"io"
	"slices"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/platform/atomicfile"
)

// Kind is the format of a portal. It is safe for concurrent use.
type Kind interface {
	// Encode returns a listing in the format, or why the portal cannot have it. Equal listings
	// have equal bytes. DateMark stands for the time of the last change.
	Encode(*Listing) ([]byte, []Reason)
	// Write writes the complete file.
	Write(w io.Writer, items []Item, at time.Time) error
	// TakesOnAsk reports whether the format can show a property without the amount of its price.
	TakesOnAsk() bool
	// Takes returns the reason for which no property of a type of the site, given by its slug, is in the
	// format; nil for one that can be.
	Takes(slug string) *Reason
	// Type is the media type of the file, Ending the end of its name.
	Type() string
	Ending() string
}

// DateMark is the byte that stands for the time of the last change in an encoded listing. No format
// admits it otherwise.
const DateMark = 0

// Item is one encoded listing of a file.
type Item struct {
	ID   int
	Body []byte
	Date time.Time // when the bytes changed last; UTC
}

// Reason is why a property is not in a channel, for an agent.
type Reason struct {
	Text  string `json:"text"`            // a sentence that says what to do
	Field string `json:"field,omitempty"` // field of the property to fill, "" for none
}

// Reasonf returns a Reason.
func Reasonf(field, format string, args ...any) Reason {
	return Reason{Text: fmt.Sprintf(format, args...), Field: field}
}

// Filter is which properties a channel wants. Zero values want all.
type Filter struct {
	Offers, Types, Categories []int
	Places                    []int // at any level
	Collections               []string
	PriceFrom, PriceTo        int
	References                []string // only these
}

// Config is one channel.
type Config struct {
	Name      string
	Filter    Filter
	Languages []i18n.Lang // of texts; nil means all that are filled
	Premium   int         // number of premium slots; the badge featured asks for one
	// OnAsk lets properties with a price on ask into the channel, without the amount.
	OnAsk       bool
	MinPictures int // fewest; 0 takes properties without pictures
	// MaxDrop is the percentage of the properties that may disappear at once; nil means DefaultMaxDrop. At 0 a person
	// must confirm every file from which one disappears.
	MaxDrop    *int
	Commission bool // tells the commission, for networks of agencies
	Kind       Kind
	Disk       atomicfile.Disk // of the files; nil means that of the operating system
}

// DefaultMaxDrop is the percentage of the properties of a channel that may disappear at once.
const DefaultMaxDrop = 20

func (c *Config) fillDefaults() {
	if c.MaxDrop == nil {
		c.MaxDrop = new(DefaultMaxDrop)
	}
	if len(c.Languages) == 0 {
		c.Languages = i18n.Filled
	}
	if c.Disk == nil {
		c.Disk = atomicfile.Local
	}
}

// LeftOut is a property that a channel does not get.
type LeftOut struct {
	ID        int      `json:"id"`
	Reference string   `json:"reference"`
	Reasons   []Reason `json:"reasons"`
}

// Plan is what a channel would send.
type Plan struct {
	Items   []Item // sorted by id, without dates
	LeftOut []LeftOut
	// modified are the times of the last change in the content, by id.
	modified map[int]time.Time
}

// Plan decides what of the properties the channel sends. The properties are published and sorted by
// id.
func (c *Config) Plan(site *Site, properties []*content.Property) *Plan {
	plan := &Plan{modified: make(map[int]time.Time, len(properties))}
	premium := 0
	for _, p := range properties {
		if reasons := c.leaves(site, p); len(reasons) > 0 {
			plan.LeftOut = append(plan.LeftOut, LeftOut{p.ID, p.Reference, reasons})
			continue
		}
		l := site.listing(p, c)
		if refused := c.Kind.Takes(l.Type); refused != nil { // to fill other fields would not help
			plan.LeftOut = append(plan.LeftOut, LeftOut{p.ID, p.Reference, []Reason{*refused}})
			continue
		}
		reasons := c.lacks(l)
		if len(reasons) == 0 && premium < c.Premium && slices.Contains(p.Badges, content.BadgeFeatured) {
			l.Premium = true
		}
		body, refused := c.Kind.Encode(l)
		if reasons = append(reasons, refused...); len(reasons) > 0 {
			plan.LeftOut = append(plan.LeftOut, LeftOut{p.ID, p.Reference, reasons})
			continue
		}
		if l.Premium {
			premium++
		}
		plan.Items = append(plan.Items, Item{ID: p.ID, Body: body})
		plan.modified[p.ID] = p.Modified.UTC().Truncate(time.Second)
	}
	return plan
}

// leaves returns why a property may not leave the site through this channel.
func (c *Config) leaves(site *Site, p *content.Property) []Reason {
	switch {
	case p.Protected:
		return []Reason{Reasonf("", "A password protects it: remove the password to give it to portals.")}
	case !p.Own():
		return []Reason{Reasonf("source", "It belongs to another agency: only your own properties are given to portals.")}
	case p.Sold():
		return []Reason{Reasonf("availability", "It is %s: portals show what can still be had. Set the status to available to offer it again.",
			stateWords[p.State()])}
	case c.Filter.excludes(p).word != "":
		by := c.Filter.excludes(p)
		return []Reason{Reasonf(
			"", "It is outside the filter of the channel %s by its %s: change %s of the channel in the settings to include it.", c.Name,
			by.word, by.setting,
		)}
	case p.Price.OnAsk && !c.Kind.TakesOnAsk():
		return []Reason{Reasonf("price", "Its price is on ask: the portal needs the amount. Publish the price.")}
	case p.Price.OnAsk && !c.OnAsk:
		return []Reason{Reasonf("price", "Its price is on ask: the portal shows prices only. Publish the price, or change on_ask of the "+
			"channel in the settings to send it without the amount.")}
	case p.Price.Amount <= 0 && !p.Price.OnAsk:
		return []Reason{Reasonf("price", "It has no price: enter one.")}
	case p.Price.Mode != content.PriceSale && p.Price.Mode != content.PriceMonth && p.Price.Mode != "":
		return []Reason{Reasonf("price", "Its price is per %s: the portal knows sales and monthly rents only.", modeWords[p.Price.Mode])}
	}
	return site.offerReasons(p)
}

// The slugs of offers.
const (
	offerSale     = "for-sale"
	offerRent     = "for-rent"
	offerHolidays = "for-holidays"
)

// offerReasons returns why the offers of a property and its price do not go together: a rent would be
// shown as the price of a sale, or a holiday let as a long rent. Unknown offers are not compared.
func (s *Site) offerReasons(p *content.Property) []Reason {
	offered := map[string]bool{}
	for _, id := range p.Offers {
		if slug := s.Offers[id]; slug == offerSale || slug == offerRent || slug == offerHolidays {
			offered[slug] = true
		}
	}
	isRent := p.Price.Mode == content.PriceMonth
	switch {
	case len(offered) == 0:
		return nil
	case !offered[offerSale] && !offered[offerRent]:
		return []Reason{Reasonf("s_offer", "It is let for holidays: the portal knows sales and monthly rents only.")}
	case isRent && !offered[offerRent]:
		return []Reason{Reasonf("price", "It is offered for sale, but its price is per month: correct the price mode or the offer.")}
	case !isRent && !offered[offerSale]:
		return []Reason{Reasonf("price",
			"It is offered for rent, but its price is that of a sale: set the price mode to per month, or correct the offer.")}
	}
	return nil
}

var stateWords = map[content.Availability]string{
	content.UnitSold: "sold", content.AvailabilityLet: "let", content.AvailabilityWithdrawn: "no longer available",
}

var modeWords = map[content.PriceMode]string{content.PriceWeek: "week", content.PriceDay: "day", content.Price15Days: "15 days"}

// lacks returns what every portal wants and the listing does not have.
func (c *Config) lacks(l *Listing) []Reason {
	var reasons []Reason
	if l.Type == "" {
		reasons = append(reasons, Reasonf("s_type", "It has no type: choose one."))
	}
	if l.Town == "" || l.Province == "" {
		reasons = append(reasons, Reasonf("s_city", "Its town or province is not known: choose the city."))
	}
	if len(l.Descriptions) == 0 {
		reasons = append(reasons, Reasonf("description", "It has no description in a language of the channel: write one."))
	}
	if !l.Energy.Known && !l.isLand() {
		reasons = append(reasons, Reasonf("energy",
			"It has no energy label, which the law requires in advertisements: enter the letter, or that it is pending or exempt."))
	}
	if len(l.Pictures) < c.MinPictures {
		has := fmt.Sprintf("%d pictures", len(l.Pictures))
		switch len(l.Pictures) {
		case 0:
			has = "no picture"
		case 1:
			has = "1 picture"
		}
		reasons = append(reasons, Reasonf("gallery",
			"It has %s of at least %d × %d pixels and the channel wants %d: add larger or more pictures.", has, MinWidth, MinHeight, c.MinPictures))
	}
	return reasons
}

// criterion is a part of a Filter: its word and the name of its setting.
type criterion struct{ word, setting string }

// excludes names the first criterion that a property does not meet, an empty one when it meets all.
func (f *Filter) excludes(p *content.Property) criterion {
	lacks := func(wanted []int, has ...int) bool {
		return len(wanted) > 0 && !slices.ContainsFunc(has, func(id int) bool { return slices.Contains(wanted, id) })
	}
	price := p.Price.Public()
	switch {
	case len(f.References) > 0 && !slices.Contains(f.References, p.Reference):
		return criterion{"reference", "references"}
	case lacks(f.Offers, p.Offers...):
		return criterion{"offer", "offers"}
	case lacks(f.Types, p.Types...):
		return criterion{"type", "types"}
	case lacks(f.Categories, p.Categories...):
		return criterion{"category", "categories"}
	case lacks(f.Places, p.Province, p.City, p.Subarea):
		return criterion{"place", "places"}
	case len(f.Collections) > 0 && !slices.ContainsFunc(p.Collections, func(slug string) bool { return slices.Contains(f.Collections, slug) }):
		return criterion{"collection", "collections"}
	case f.PriceFrom > 0 && price < f.PriceFrom:
		return criterion{"price", "price_from"}
	case f.PriceTo > 0 && price > f.PriceTo:
		return criterion{"price", "price_to"}
	}
	return criterion{}
}

// FieldLabels are the names of the fields of a Reason, as the form of a property in WordPress has them.
var FieldLabels = map[string]string{
	"address": "Shown of the address", "availability": "Status", "bathrooms": "Bathrooms", "bedrooms": "Bedrooms", "built_size": "Built size",
	"country": "Country", "description": "Description",
	"energy": "Energy certificate", "gallery": "Gallery", "price": "Price", "reference": "Reference", "s_offer": "Offer", "s_city": "City",
	"s_type": "Type", "source": "Another agency's property",
}
