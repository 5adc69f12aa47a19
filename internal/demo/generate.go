package demo

import (
	"iter"
	"math/rand/v2"
	"sync"
	"time"

	"estate/internal/content"
	"estate/internal/i18n"
)

// firstGenerated is the id of the first home that Generate makes; the ids of
// everything an editor wrote lie below.
const firstGenerated = 100001

// Generate makes n homes, one at a time. The same seed makes the same homes, and
// a larger n only appends to them. Homes share pictures and price notes, which a
// caller therefore must not change.
func Generate(n int, seed uint64) iter.Seq[*content.Property] {
	return func(yield func(*content.Property) bool) {
		s := stockOf()
		for i := range n {
			if !yield(s.home(i, seed)) {
				return
			}
		}
	}
}

// stockOf reads data/generator.toml once. The file is part of the program, so a
// mistake in it stops the program, as a broken dictionary does.
var stockOf = sync.OnceValue(func() *stock {
	s, err := readStock()
	if err != nil {
		panic(err)
	}
	return s
})

// draft is a home in the making.
type draft struct {
	*rand.Rand
	kind   *stockKind
	market *stockMarket
	home   *content.Property
	value  int // what it would sell for
}

// home makes the i-th home of a seed, whatever came before it.
func (s *stock) home(i int, seed uint64) *content.Property {
	d := draft{Rand: rand.New(rand.NewPCG(seed, uint64(i)*0x9e3779b97f4a7c15+1)), home: &content.Property{}}
	d.kind = &s.kinds[s.kindOdds.pick(d.Rand)]
	d.market = s.marketFor(d)
	d.identity(firstGenerated + i)
	d.dates()
	d.measure()
	d.value = d.worth()
	d.offer(s)
	d.badges()
	d.describe(s)
	d.equip(s)
	return d.home
}

// chance is true in percent cases of a hundred.
func (d *draft) chance(percent int) bool { return d.IntN(100) < percent }

// between is a number of [low, high].
func (d *draft) between(low, high int) int { return low + d.IntN(high-low+1) }

// identity gives the home its id, its reference and its place in the catalogue.
func (d *draft) identity(id int) {
	p := d.home
	p.ID, p.Type, p.Status = id, content.TypeProperty, content.StatusPublish
	p.Reference = d.reference(id)
	p.Types = d.kind.types
	p.Province, p.City, p.Subarea = d.market.province, d.market.city, d.market.subarea
	p.Location = &content.GeoPoint{
		Lat: round4(d.market.point.Lat + (d.Float64()-0.5)*0.012), Lng: round4(d.market.point.Lng + (d.Float64()-0.5)*0.016),
		Precision: "area",
	}
	p.Agent = 11 + d.IntN(4)
}

// reference ends in P or G, now and then with the code of a duplicate.
func (d *draft) reference(id int) string {
	ending := "P"
	if d.chance(25) {
		ending = "G"
	}
	if d.chance(3) {
		ending += "-2"
	}
	return referencePrefix + itoa(id) + ending
}

// dates spread publication over three years, recent weeks a little denser, and
// put the last change behind it.
func (d *draft) dates() {
	span := lastDay.Sub(firstDay)
	age := d.Float64()
	d.home.Date = lastDay.Add(-time.Duration(float64(span) * age * (0.4 + 0.6*age))).Truncate(time.Second)
	d.home.Modified = d.home.Date.Add(time.Duration(float64(lastDay.Sub(d.home.Date)) * d.Float64() * d.Float64())).Truncate(time.Second)
}

// badges mark the home as sold, new, exclusive or featured.
func (d *draft) badges() {
	p := d.home
	switch {
	case d.chance(5):
		p.Badges = append(p.Badges, content.BadgeSold)
	case lastDay.Sub(p.Date) < 45*24*time.Hour:
		p.Badges = append(p.Badges, content.BadgeNew)
	}
	if d.chance(8) {
		p.Badges = append(p.Badges, content.BadgeExclusive)
	}
	if d.chance(6) {
		p.Badges = append(p.Badges, content.BadgeFeatured)
	}
	p.Categories = categoriesOf(p.Badges)
}

// equip adds pictures, features, collections and the energy label.
func (d *draft) equip(s *stock) {
	p := d.home
	if len(d.kind.galleries) > 0 && !d.chance(3) {
		p.Gallery = d.kind.galleries[d.IntN(len(d.kind.galleries))]
		p.Featured = &p.Gallery[0]
		if d.chance(40) {
			p.Plans = d.kind.plans
		}
	}
	p.Features = d.some(d.kind.features)
	p.Collections = d.collections()
	p.Energy = d.energy()
	if d.chance(6) {
		p.HTMLs = s.films
	}
}

// some takes a third to two thirds of list, in its order.
func (d *draft) some(list []string) []string {
	keep := d.between(34, 66)
	chosen := make([]string, 0, len(list))
	for _, item := range list {
		if d.chance(keep) {
			chosen = append(chosen, item)
		}
	}
	return chosen
}

// collections follow from what the home has.
func (d *draft) collections() []string {
	var found []string
	for _, feature := range d.home.Features {
		switch feature {
		case "sea_views":
			found = append(found, "sea-views")
		case "golf_views":
			found = append(found, "frontline-golf")
		case "gated_community":
			found = append(found, "gated-community")
		}
	}
	if d.home.Bedrooms >= 4 {
		found = append(found, "family-homes")
	}
	if d.kind.slug == "commercials" || d.chance(5) {
		found = append(found, "investment")
	}
	return found
}

// energyScale is the upper end of consumption and emissions for the letters A to F.
var energyScale = [...]float64{40, 70, 110, 170, 300, 380}

// energy is a label that fits the home: land has none, some certificates are late.
func (d *draft) energy() *content.Energy {
	switch {
	case d.kind.slug == "plots-and-lands" || d.kind.slug == "other":
		return &content.Energy{Status: "exempt"}
	case d.chance(9):
		return &content.Energy{Status: "pending"}
	}
	letter := (d.IntN(7) + d.IntN(7) + 1) / 2 // most homes lie in the middle
	low, high := 18.0, 460.0
	if letter > 0 {
		low = energyScale[letter-1]
	}
	if letter < len(energyScale) {
		high = energyScale[letter]
	}
	consumption := float64(int((low+(high-low)*d.Float64())*10)) / 10
	class := string(rune('A' + letter))
	return &content.Energy{
		Status: "rated", Consumption: class, ConsumptionValue: consumption,
		Emissions: class, EmissionsValue: float64(int(consumption*1.78)) / 10,
	}
}

// text fills a template in both languages.
func (d *draft) text(en, es string) i18n.Text { return i18n.Text{i18n.LangEN: en, i18n.LangES: es} }
