package demo

import (
	"iter"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// firstGenerated is the id of the first generated property. All ids in the data files are
// lower.
const firstGenerated = 100001

// Generate generates n properties. Equal seeds give equal properties, and a larger n only
// appends. The properties share pictures and price notes, which the caller must not change.
func Generate(n int, seed uint64) iter.Seq[*content.Property] {
	return func(yield func(*content.Property) bool) {
		g := loadGenerator()
		for i := range n {
			if !yield(g.property(i, seed)) {
				return
			}
		}
	}
}

// loadGenerator reads data/generator.toml once. The file is embedded, so an error in it is
// a bug and panics.
var loadGenerator = sync.OnceValue(func() *generator {
	g, err := readGenerator()
	if err != nil {
		panic(err)
	}
	return g
})

// builder generates one property.
type builder struct {
	*rand.Rand
	kind     *propertyKind
	market   *market
	property *content.Property
	value    int // sale value in euros
}

// property generates the i-th property of a seed, independent of the others.
func (g *generator) property(i int, seed uint64) *content.Property {
	b := builder{Rand: rand.New(rand.NewPCG(seed, uint64(i)*0x9e3779b97f4a7c15+1)), property: &content.Property{}}
	b.kind = &g.kinds[g.kindWeights.pick(b.Rand)]
	b.market = g.marketFor(b)
	b.setIdentity(firstGenerated + i)
	b.setDates()
	b.setSizes()
	b.value = b.estimateValue()
	b.setOffer(g)
	b.setBadges()
	b.describe(g)
	b.setDetails(g)
	addFacts(b.property, b.kind.slug)
	return b.property
}

// chance is true with a probability in percent.
func (b *builder) chance(percent int) bool { return b.IntN(100) < percent }

// between is a random number of [low, high].
func (b *builder) between(low, high int) int { return low + b.IntN(high-low+1) }

// setIdentity sets id, reference, type and location.
func (b *builder) setIdentity(id int) {
	p := b.property
	p.ID, p.Type, p.Status = id, content.TypeProperty, content.StatusPublish
	p.Reference = b.reference(id)
	p.Types = b.kind.types
	p.Province, p.City, p.Subarea = b.market.province, b.market.city, b.market.subarea
	p.Location = &content.GeoPoint{
		Lat: round4(b.market.point.Lat + (b.Float64()-0.5)*0.012), Lng: round4(b.market.point.Lng + (b.Float64()-0.5)*0.016),
		Precision: "area",
	}
	p.Agent = 11 + b.IntN(4)
}

// reference ends with P or G, and rarely with the number of a duplicate.
func (b *builder) reference(id int) string {
	ending := "P"
	if b.chance(25) {
		ending = "G"
	}
	if b.chance(3) {
		ending += "-2"
	}
	return referencePrefix + itoa(id) + ending
}

// setDates distributes publication between firstDay and lastDay, denser in recent weeks,
// and the last change after it.
func (b *builder) setDates() {
	span := lastDay.Sub(firstDay)
	age := b.Float64()
	b.property.Date = lastDay.Add(-time.Duration(float64(span) * age * (0.4 + 0.6*age))).Truncate(time.Second)
	untilEdit := float64(lastDay.Sub(b.property.Date)) * b.Float64() * b.Float64()
	b.property.Modified = b.property.Date.Add(time.Duration(untilEdit)).Truncate(time.Second)
}

// setBadges sets the badges sold, new, exclusive and featured.
func (b *builder) setBadges() {
	p := b.property
	switch {
	case b.chance(5):
		p.Badges = append(p.Badges, content.BadgeSold)
	case lastDay.Sub(p.Date) < 45*24*time.Hour:
		p.Badges = append(p.Badges, content.BadgeNew)
	}
	if b.chance(8) {
		p.Badges = append(p.Badges, content.BadgeExclusive)
	}
	if b.chance(6) {
		p.Badges = append(p.Badges, content.BadgeFeatured)
	}
	p.Categories = categoriesOf(p.Badges)
}

// setDetails sets pictures, features, collections and energy label.
func (b *builder) setDetails(g *generator) {
	p := b.property
	if len(b.kind.galleries) > 0 && !b.chance(3) {
		p.Gallery = b.kind.galleries[b.IntN(len(b.kind.galleries))]
		p.Featured = &p.Gallery[0]
		if b.chance(40) {
			p.Plans = b.kind.plans
		}
	}
	p.Features = b.sample(b.kind.features)
	p.Collections = b.collections()
	p.Energy = b.energy()
	if b.chance(6) {
		p.HTMLs = g.films
	}
}

// sample returns a third to two thirds of the list, in its order.
func (b *builder) sample(list []string) []string {
	keep := b.between(34, 66)
	chosen := make([]string, 0, len(list))
	for _, item := range list {
		if b.chance(keep) {
			chosen = append(chosen, item)
		}
	}
	return chosen
}

// collections are derived from the features and bedrooms.
func (b *builder) collections() []string {
	var found []string
	for _, feature := range b.property.Features {
		switch feature {
		case "sea_views":
			found = append(found, "sea-views")
		case "golf_views":
			found = append(found, "frontline-golf")
		case "gated_community":
			found = append(found, "gated-community")
		}
	}
	if b.property.Bedrooms >= 4 {
		found = append(found, "family-homes")
	}
	if b.kind.slug == "commercials" || b.chance(5) {
		found = append(found, "investment")
	}
	return found
}

// energyScale has the upper limits of the consumption for the letters A to F.
var energyScale = [...]float64{40, 70, 110, 170, 300, 380}

// energy is a random energy label. Land is exempt, and some labels are pending.
func (b *builder) energy() *content.Energy {
	switch {
	case b.kind.slug == "plots-and-lands" || b.kind.slug == "other":
		return &content.Energy{Status: "exempt"}
	case b.chance(9):
		return &content.Energy{Status: "pending"}
	}
	letter := (b.IntN(7) + b.IntN(7) + 1) / 2 // most are in the middle
	low, high := 18.0, 460.0
	if letter > 0 {
		low = energyScale[letter-1]
	}
	if letter < len(energyScale) {
		high = energyScale[letter]
	}
	consumption := float64(int((low+(high-low)*b.Float64())*10)) / 10
	class := string(rune('A' + letter))
	return &content.Energy{
		Status: "rated", Consumption: class, ConsumptionValue: consumption,
		Emissions: class, EmissionsValue: float64(int(consumption*1.78)) / 10,
	}
}

// text is a text in both languages.
func (b *builder) text(en, es string) i18n.Text { return i18n.Text{i18n.LangEN: en, i18n.LangES: es} }

// IsGenerated reports whether an id and a reference are those of a property of Generate.
func IsGenerated(id int, reference string) bool {
	return id >= firstGenerated && strings.HasPrefix(reference, referencePrefix+itoa(id))
}
