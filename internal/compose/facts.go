package compose

import (
	"strconv"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/search"
	"estate/internal/view"
)

// factList gathers figures; those that are zero or empty are not told.
type factList struct {
	word *words
	list []view.Fact
}

func (d *draft) facts(room int) *factList {
	return &factList{word: d.word, list: make([]view.Fact, 0, room)}
}

func (f *factList) text(key view.FactKey, value string) {
	if value != "" {
		f.list = append(f.list, view.Fact{Key: key, Label: f.word.facts[key], Value: value})
	}
}

func (f *factList) number(key view.FactKey, n int) {
	if n > 0 {
		f.text(key, strconv.Itoa(n))
	}
}

func (f *factList) area(key view.FactKey, squareMetres int) {
	if squareMetres > 0 {
		f.text(key, i18n.Area(squareMetres))
	}
}

// cardFacts are the figures one compares homes by.
func (d *draft) cardFacts(p *content.Property) []view.Fact {
	f := d.facts(5)
	f.number(view.FactBedrooms, p.Bedrooms)
	f.number(view.FactBathrooms, p.Bathrooms)
	f.area(view.FactBuiltSize, p.BuiltSize)
	f.area(view.FactPlotSize, p.PlotSize)
	f.area(view.FactTerraceSize, p.TerraceSize)
	return f.list
}

// propertyFacts are all figures of a home.
func (d *draft) propertyFacts(p *content.Property) []view.Fact {
	f := d.facts(8)
	f.text(view.FactReference, p.Reference)
	f.text(view.FactType, d.typeWord(p.Types))
	f.list = append(f.list, d.cardFacts(p)...)
	f.text(view.FactRegistration, p.Registration)
	return f.list
}

// developmentFacts sum the units of a development up.
func (d *draft) developmentFacts(p *content.Development, all bool) []view.Fact {
	beds, baths, built := span{}, span{}, span{}
	for _, unit := range p.Units {
		beds.add(unit.Beds)
		baths.add(unit.Baths)
		built.add(unit.Built)
	}
	f := d.facts(7)
	if all {
		f.text(view.FactReference, p.Reference)
		f.text(view.FactType, d.typeWord(p.Types))
	}
	f.text(view.FactBedrooms, beds.print(strconv.Itoa))
	f.text(view.FactBathrooms, baths.print(strconv.Itoa))
	f.text(view.FactBuiltSize, built.print(i18n.Area))
	f.number(view.FactUnits, len(p.Units))
	f.text(view.FactDelivery, plain(p.Delivery.In(d.lang)))
	return f.list
}

// span is the smallest and the largest of several figures; zeros do not count.
type span struct{ low, high int }

func (s *span) add(n int) {
	if n <= 0 {
		return
	}
	if s.low == 0 || n < s.low {
		s.low = n
	}
	s.high = max(s.high, n)
}

func (s *span) print(format func(int) string) string {
	switch {
	case s.high == 0:
		return ""
	case s.low == s.high:
		return format(s.high)
	}
	return i18n.Group(s.low) + "–" + format(s.high)
}

// typeWord is what one home of its first type is called: "Villa".
func (d *draft) typeWord(types []int) string {
	for _, id := range types {
		if option := d.site.catalog.Option(search.KeyType, id); option != nil {
			key := "facts.one." + option.Slug
			if word := d.t(key); word != key {
				return word
			}
			return option.Name.In(d.lang)
		}
	}
	return ""
}
