package compose

import (
	"strconv"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/site/view"
)

// factList collects figures with their labels. Zero and empty values are left out.
type factList struct {
	labels *labels
	list   []view.Fact
}

func (l *localizer) newFacts(capacity int) *factList {
	return &factList{labels: l.labels, list: make([]view.Fact, 0, capacity)}
}

func (f *factList) text(key view.FactKey, value string) {
	if value != "" {
		f.list = append(f.list, view.Fact{Key: key, Label: f.labels.facts[key], Value: value})
	}
}

func (f *factList) number(key view.FactKey, n int) { f.text(key, unlessZero(n, strconv.Itoa)) }

func (f *factList) area(key view.FactKey, squareMetres int) {
	f.text(key, unlessZero(squareMetres, f.labels.area))
}

// unlessZero prints a positive figure, "" for zero.
func unlessZero(n int, format func(int) string) string {
	if n <= 0 {
		return ""
	}
	return format(n)
}

// cardFacts are the figures of a property's card.
func (l *localizer) cardFacts(p *content.Property) []view.Fact {
	f := l.newFacts(5)
	f.number(view.FactBedrooms, p.Bedrooms)
	f.number(view.FactBathrooms, p.Bathrooms)
	f.area(view.FactBuiltSize, p.BuiltSize)
	f.area(view.FactPlotSize, p.PlotSize)
	f.area(view.FactTerraceSize, p.TerraceSize)
	return f.list
}

// propertyFacts are all figures of a property.
func (l *localizer) propertyFacts(p *content.Property) []view.Fact {
	f := l.newFacts(18)
	f.text(view.FactReference, p.Reference)
	f.text(view.FactType, l.typeName(p.Types))
	f.list = append(f.list, l.cardFacts(p)...)
	f.area(view.FactUsableSize, p.UsableSize)
	f.number(view.FactBuiltYear, p.BuiltYear)
	f.text(view.FactFloor, l.floor(p.Floor))
	if p.Orientation != "" {
		f.text(view.FactOrientation, l.t("facts.facing."+p.Orientation))
	}
	if p.Tenure != "" {
		f.text(view.FactTenure, l.t("facts.owned."+string(p.Tenure)))
	}
	f.text(view.FactAddress, p.Address.Public().Line())
	yearly := func(amount int) string { return l.t("facts.perYear", "price", i18n.Price(amount)) }
	f.text(view.FactCommunityFee, unlessZero(p.Costs.Community, yearly))
	f.text(view.FactIBI, unlessZero(p.Costs.IBI, yearly))
	f.text(view.FactWasteTax, unlessZero(p.Costs.Waste, yearly))
	f.text(view.FactRegistration, p.Registration)
	f.text(view.FactNationalRegistration, p.NationalRegistration)
	return f.list
}

// floor is a storey as the editor has it, in words where it is the ground floor.
func (l *localizer) floor(floor string) string {
	switch strings.ToLower(floor) {
	case "ground", "0", "bajo":
		return l.t("facts.groundFloor")
	}
	return floor
}

// developmentFacts are the ranges of the figures of a development's units; all adds
// reference and type.
func (l *localizer) developmentFacts(p *content.Development, all bool) []view.Fact {
	beds, baths, built := figureRange{}, figureRange{}, figureRange{}
	for _, unit := range p.Units {
		beds.add(unit.Beds)
		baths.add(unit.Baths)
		built.add(unit.Built)
	}
	f := l.newFacts(7)
	if all {
		f.text(view.FactReference, p.Reference)
		f.text(view.FactType, l.typeName(p.Types))
	}
	f.text(view.FactBedrooms, beds.print(strconv.Itoa, strconv.Itoa))
	f.text(view.FactBathrooms, baths.print(strconv.Itoa, strconv.Itoa))
	f.text(view.FactBuiltSize, built.print(l.labels.number, l.labels.area))
	f.number(view.FactUnits, p.Available())
	f.text(view.FactDelivery, plain(p.Delivery.In(l.lang)))
	return f.list
}

// figureRange is the minimum and the maximum of positive figures.
type figureRange struct{ low, high int }

func (r *figureRange) add(n int) {
	if n <= 0 {
		return
	}
	if r.low == 0 || n < r.low {
		r.low = n
	}
	r.high = max(r.high, n)
}

func (r *figureRange) print(number, format func(int) string) string {
	switch {
	case r.high == 0:
		return ""
	case r.low == r.high:
		return format(r.high)
	}
	return number(r.low) + "–" + format(r.high)
}

// typeName is the singular name of the first known property type: "Villa".
func (l *localizer) typeName(types []int) string {
	for _, id := range types {
		if option := l.catalog.Option(search.KeyType, id); option != nil {
			key := "facts.one." + option.Slug
			if name := l.t(key); name != key {
				return name
			}
			return option.Name.In(l.lang)
		}
	}
	return ""
}
