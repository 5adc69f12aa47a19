package plausible

import (
	"math"
	"slices"

	"estate/internal/content/search"
)

// Positions are the positions of homes by their place. A place is any key, such as the id of a town.
type Positions struct {
	byPlace map[int][]search.Point
	all     []search.Point
	middles map[int]known // by place, 0 for all
}

// known is a middle with the number of positions that it was taken of.
type known struct {
	middle search.Point
	of     int
}

// enough is the number of positions from which their middle is a reference.
const enough = 3

// Add adds the position of a home.
func (p *Positions) Add(place int, at search.Point) {
	if p.byPlace == nil {
		p.byPlace = map[int][]search.Point{}
	}
	p.all = append(p.all, at)
	if place != 0 {
		p.byPlace[place] = append(p.byPlace[place], at)
	}
}

// Middle is the middle of the homes of a place, ok is false for less than three.
func (p *Positions) Middle(place int) (middle search.Point, ok bool) {
	if place == 0 {
		return search.Point{}, false
	}
	return p.middleOf(place, p.byPlace[place])
}

// MiddleOfAll is the middle of all homes.
func (p *Positions) MiddleOfAll() (middle search.Point, ok bool) { return p.middleOf(0, p.all) }

// middleOf computes a middle again when the positions have doubled.
func (p *Positions) middleOf(place int, points []search.Point) (middle search.Point, ok bool) {
	if before, ok := p.middles[place]; ok && len(points) < 2*before.of {
		return before.middle, true
	}
	if middle, ok = middleOf(points); ok {
		if p.middles == nil {
			p.middles = map[int]known{}
		}
		p.middles[place] = known{middle, len(points)}
	}
	return middle, ok
}

// middleOf is the median of both coordinates: a single wrong position does not move it.
func middleOf(points []search.Point) (middle search.Point, ok bool) {
	if len(points) < enough {
		return search.Point{}, false
	}
	lats, lngs := make([]float64, len(points)), make([]float64, len(points))
	for i, p := range points {
		lats[i], lngs[i] = p.Lat, p.Lng
	}
	slices.Sort(lats)
	slices.Sort(lngs)
	return search.Point{Lat: lats[len(lats)/2], Lng: lngs[len(lngs)/2]}, true
}

// Near returns a position near a reference: the given one, else one with another order or another sign of its numbers.
// ok is false when none is within the distance.
func Near(at, reference search.Point, kilometres float64) (fixed search.Point, ok bool) {
	lat, lng := at.Lat, at.Lng
	for _, try := range [][2]float64{{lat, lng}, {lng, lat}, {lat, -lng}, {lng, -lat}, {-lng, lat}, {-lat, lng}, {-lat, -lng}, {-lng, -lat}} {
		fixed := search.Point{Lat: try[0], Lng: try[1]}
		if math.Abs(fixed.Lat) <= 90 && search.Distance(fixed, reference) <= kilometres {
			return fixed, true
		}
	}
	return search.Point{}, false
}

// MaxKilometres is the largest distance of a home from the middle of its town, or of the other homes of the agency.
const MaxKilometres = 100
