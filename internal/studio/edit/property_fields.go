package edit

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

// Bounds of the fields of a property.
const (
	maxTitle     = 200 // characters
	maxName      = 120
	maxSubtitle  = 300
	maxNote      = 4000
	maxMarkup    = 60_000
	maxPrice     = 2_000_000_000
	maxSquare    = 10_000_000 // m²
	maxRooms     = 200
	maxFeatures  = 150
	maxCost      = 1_000_000 // euros a year
	maxKWh       = 5_000     // kWh/m² a year
	firstYear    = 1000
	yearsToBuild = 10
)

var (
	currencyCode = regexp.MustCompile(`^[A-Z]{3}$`)
	countryCode  = regexp.MustCompile(`^[A-Z]{2}$`)
	cadastral    = regexp.MustCompile(`^[0-9A-Z]{14,20}$`)
	isoDate      = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)
	optionWord   = regexp.MustCompile(`^[\p{L}\p{N}][\p{L}\p{N}\p{P}\p{Zs}+]*$`)
)

// propertyFields are the fields of a property that the studio changes, by their names in JSON, with the check of each. Any
// other field is unknown to a save call.
var propertyFields = map[string]func(*checker, *content.Property) error{
	"title":       func(c *checker, p *content.Property) error { return c.words("title", p.Title, maxTitle) },
	"subtitle":    func(c *checker, p *content.Property) error { return c.words("subtitle", p.Subtitle, maxSubtitle) },
	"description": (*checker).description,
	"promo_name":  func(c *checker, p *content.Property) error { return c.line("promo_name", p.PromoName, maxName) },
	"reference":   (*checker).reference,
	"price":       (*checker).price,
	"bedrooms":    func(c *checker, p *content.Property) error { return c.count("bedrooms", p.Bedrooms, maxRooms) },
	"bathrooms":   func(c *checker, p *content.Property) error { return c.count("bathrooms", p.Bathrooms, maxRooms) },
	"plot_size":   func(c *checker, p *content.Property) error { return c.count("plot_size", p.PlotSize, maxSquare) },
	"built_size":  func(c *checker, p *content.Property) error { return c.count("built_size", p.BuiltSize, maxSquare) },
	"usable_size": func(c *checker, p *content.Property) error { return c.count("usable_size", p.UsableSize, maxSquare) },
	"terrace_size": func(c *checker, p *content.Property) error {
		return c.count("terrace_size", p.TerraceSize, maxSquare)
	},
	"built_year":  (*checker).builtYear,
	"new_build":   nil,
	"floor":       func(c *checker, p *content.Property) error { return c.line("floor", p.Floor, 40) },
	"orientation": (*checker).orientation,
	"badges":      (*checker).badges,
	"features":    func(c *checker, p *content.Property) error { return c.optionWords("features", p.Features) },
	"collections": func(c *checker, p *content.Property) error { return c.optionWords("collections", p.Collections) },
	"s_offer":     func(c *checker, p *content.Property) error { return c.option("s_offer", search.KeyOffer, p.Offers...) },
	"s_type":      func(c *checker, p *content.Property) error { return c.option("s_type", search.KeyType, p.Types...) },
	"s_province":  func(c *checker, p *content.Property) error { return c.place("s_province", p.Province) },
	"s_city":      func(c *checker, p *content.Property) error { return c.place("s_city", p.City) },
	"s_subarea":   func(c *checker, p *content.Property) error { return c.place("s_subarea", p.Subarea) },
	"s_category": func(c *checker, p *content.Property) error {
		return c.option("s_category", search.KeyCategory, p.Categories...)
	},
	"location":     (*checker).location,
	"address":      (*checker).address,
	"country":      (*checker).country,
	"energy":       (*checker).energy,
	"availability": (*checker).availability,
	"tenure":       (*checker).tenure,
	"costs":        (*checker).costs,
	"extra":        (*checker).extra,
	"agent":        (*checker).agent,
	"private":      (*checker).private,
	"locks":        (*checker).locks,
	"status":       (*checker).status,
	"registration_number": func(c *checker, p *content.Property) error {
		return c.line("registration_number", p.Registration, 60)
	},
	"national_registration_number": func(c *checker, p *content.Property) error {
		return c.line("national_registration_number", p.NationalRegistration, 100)
	},
	"cadastral_reference": (*checker).cadastralReference,
	"information_sheet":   (*checker).informationSheet,
}

// property checks the fields of changed paths.
func (c *checker) property(p *content.Property, paths []string) error {
	checked := map[string]bool{}
	for _, path := range paths {
		top := topOf(path)
		check, known := propertyFields[top]
		switch {
		case !known || path == pathUnknown:
			c.add(path, "unknown")
		case check != nil && !checked[top]:
			checked[top] = true
			if err := check(c, p); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *checker) words(path string, value i18n.Text, limit int) error {
	c.texts(path, value, limit, oneLine)
	return nil
}

func (c *checker) line(path, value string, limit int) error {
	c.text(path, value, limit, oneLine)
	return nil
}

func (c *checker) count(path string, value, limit int) error {
	c.number(path, value, 1, limit)
	return nil
}

func (c *checker) description(p *content.Property) error {
	for lang, text := range p.Description {
		at := "description." + string(lang)
		switch {
		case !slices.Contains(i18n.Declared, lang):
			c.add(at, "unknown")
		case len(text) > maxMarkup:
			c.add(at, "too_long", "limit", maxMarkup)
		}
	}
	return nil
}

func (c *checker) reference(p *content.Property) error {
	if strings.TrimSpace(p.Reference) == "" {
		c.add("reference", "missing")
	}
	return c.line("reference", p.Reference, 60)
}

var priceModes = []content.PriceMode{
	content.PriceSale, content.PriceMonth, content.PriceWeek, content.PriceDay, content.Price15Days,
}

func (c *checker) price(p *content.Property) error {
	c.number("price.amount", p.Price.Amount, 1, maxPrice)
	c.number("price.previous", p.Price.Previous, 1, maxPrice)
	oneOf(c, "price.mode", p.Price.Mode, priceModes)
	if p.Price.Currency != "" && !currencyCode.MatchString(p.Price.Currency) {
		c.add("price.currency", "choice")
	}
	return c.words("price.note", p.Price.Note, maxSubtitle)
}

func (c *checker) builtYear(p *content.Property) error {
	c.number("built_year", p.BuiltYear, firstYear, time.Now().Year()+yearsToBuild)
	return nil
}

func (c *checker) orientation(p *content.Property) error {
	oneOf(c, "orientation", p.Orientation, content.Orientations)
	return nil
}

func (c *checker) badges(p *content.Property) error {
	for _, badge := range p.Badges {
		oneOf(c, "badges", badge, []content.Badge{content.BadgeSold, content.BadgeNew, content.BadgeExclusive, content.BadgeFeatured})
	}
	c.list("badges", len(p.Badges), 4)
	return nil
}

func (c *checker) optionWords(path string, list []string) error {
	c.list(path, len(list), maxFeatures)
	for _, option := range list {
		if len(option) > maxName || !optionWord.MatchString(option) || strings.ContainsAny(option, "<>") {
			c.add(path, "choice")
			break
		}
	}
	return nil
}

func (c *checker) place(path string, id int) error { return c.option(path, search.KeyLocation, id) }

func (c *checker) location(p *content.Property) error {
	if p.Location == nil {
		return nil
	}
	if p.Location.Lat < -90 || p.Location.Lat > 90 || p.Location.Lng < -180 || p.Location.Lng > 180 {
		c.add("location", "position")
	}
	oneOf(c, "location.precision", p.Location.Precision, []string{content.PrecisionExact, "street", "area"})
	return nil
}

func (c *checker) address(p *content.Property) error {
	if p.Address == nil {
		return nil
	}
	c.text("address.street", p.Address.Street, maxTitle, oneLine)
	c.text("address.number", p.Address.Number, 40, oneLine)
	c.text("address.postcode", p.Address.Postcode, 12, oneLine)
	oneOf(c, "address.visibility", p.Address.Visibility,
		[]content.AddressVisibility{content.AddressFull, content.AddressStreet, content.AddressHidden})
	return nil
}

func (c *checker) country(p *content.Property) error {
	if p.Country != "" && !countryCode.MatchString(p.Country) {
		c.add("country", "choice")
	}
	return nil
}

func (c *checker) energy(p *content.Property) error {
	if p.Energy == nil {
		return nil
	}
	letters := []string{"A", "B", "C", "D", "E", "F", "G"}
	oneOf(c, "energy.consumption", p.Energy.Consumption, letters)
	oneOf(c, "energy.emissions", p.Energy.Emissions, letters)
	oneOf(c, "energy.status", p.Energy.Status, []string{"rated", "pending", "exempt"})
	c.decimal("energy.consumption_value", p.Energy.ConsumptionValue, maxKWh)
	c.decimal("energy.emissions_value", p.Energy.EmissionsValue, maxKWh)
	return nil
}

func (c *checker) availability(p *content.Property) error {
	oneOf(c, "availability", p.Availability, content.Availabilities)
	return nil
}

func (c *checker) tenure(p *content.Property) error {
	oneOf(c, "tenure", p.Tenure, []content.Tenure{content.TenureLeasehold, content.TenurePartOwnership})
	return nil
}

func (c *checker) costs(p *content.Property) error {
	c.number("costs.community_fee", p.Costs.Community, 1, maxCost)
	c.number("costs.ibi", p.Costs.IBI, 1, maxCost)
	c.number("costs.waste_tax", p.Costs.Waste, 1, maxCost)
	return nil
}

func (c *checker) extra(p *content.Property) error {
	c.webAddress("extra.video", p.Extra.Video, true)
	c.webAddress("extra.pdf", p.Extra.PDF, true)
	c.webAddress("extra.virtual_tour", p.Extra.Tour, false)
	return nil
}

func (c *checker) agent(p *content.Property) error {
	if p.Agent == 0 {
		return nil
	}
	_, err := c.service.store.Author(c.ctx, i18n.Fallback, p.Agent)
	if content.IsNotFound(err) {
		c.add("agent", "choice")
		return nil
	}
	return err
}

func (c *checker) private(p *content.Property) error {
	if p.Private == nil {
		return nil
	}
	c.text("private.note", p.Private.Note, maxNote, severalLines)
	c.text("private.lister", p.Private.Lister, maxName, oneLine)
	if commission := p.Private.Commission; commission != nil {
		c.decimal("private.commission.value", commission.Value, 100)
		c.decimal("private.commission.split", commission.Split, 100)
		c.text("private.commission.note", commission.Note, maxNote, severalLines)
	}
	return nil
}

func (c *checker) locks(p *content.Property) error {
	for _, lock := range p.Locks {
		oneOf(c, "locks", lock, content.LockableFields)
	}
	c.list("locks", len(p.Locks), len(content.LockableFields))
	return nil
}

func (c *checker) status(p *content.Property) error {
	if !slices.Contains([]content.Status{content.StatusPublish, content.StatusDraft, content.StatusPrivate}, p.Status) {
		c.add("status", "choice")
	}
	return nil
}

func (c *checker) cadastralReference(p *content.Property) error {
	if p.CadastralReference != "" && !cadastral.MatchString(p.CadastralReference) {
		c.add("cadastral_reference", "cadastral")
	}
	return nil
}

func (c *checker) informationSheet(p *content.Property) error {
	if p.InformationSheet == nil {
		return nil
	}
	c.webAddress("information_sheet.document", p.InformationSheet.Document, true)
	if date := p.InformationSheet.Date; date != "" && !isoDate.MatchString(date) {
		c.add("information_sheet.date", "date")
	}
	return nil
}
