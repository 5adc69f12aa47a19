package plausible

import (
	"slices"
)

// Positions are the positions of homes by their place. A place is any key, such as the id of a town.
type Positions struct {
	byPlace map[int][]point
	all     []point
	middles map[int]known // by place, 0 for all
}

// known is a middle with the number of positions that it was taken of.
type known struct {
	point
	of int
}

type point struct{ lat, lng float64 }

// enough is the number of positions from which their middle is a reference.
const enough = 3

// Add adds the position of a home.
func (p *Positions) Add(place int, lat, lng float64) {
	if p.byPlace == nil {
		p.byPlace = map[int][]point{}
	}
	p.all = append(p.all, point{lat, lng})
	if place != 0 {
		p.byPlace[place] = append(p.byPlace[place], point{lat, lng})
	}
}

// Middle is the middle of the homes of a place, ok is false for less than three.
func (p *Positions) Middle(place int) (lat, lng float64, ok bool) {
	if place == 0 {
		return 0, 0, false
	}
	return p.middleOf(place, p.byPlace[place])
}

// MiddleOfAll is the middle of all homes.
func (p *Positions) MiddleOfAll() (lat, lng float64, ok bool) { return p.middleOf(0, p.all) }

// middleOf computes a middle again when the positions have doubled.
func (p *Positions) middleOf(place int, points []point) (lat, lng float64, ok bool) {
	if before, ok := p.middles[place]; ok && len(points) < 2*before.of {
		return before.lat, before.lng, true
	}
	if lat, lng, ok = middle(points); ok {
		if p.middles == nil {
			p.middles = map[int]known{}
		}
		p.middles[place] = known{point{lat, lng}, len(points)}
	}
	return lat, lng, ok
}

// middle is the median of both coordinates: a single wrong position does not move it.
func middle(points []point) (lat, lng float64, ok bool) {
	if len(points) < enough {
		return 0, 0, false
	}
	lats, lngs := make([]float64, len(points)), make([]float64, len(points))
	for i, p := range points {
		lats[i], lngs[i] = p.lat, p.lng
	}
	slices.Sort(lats)
	slices.Sort(lngs)
	return lats[len(lats)/2], lngs[len(lngs)/2], true
}

// Near returns a position near a reference: the given one, else one with another order or another sign of its numbers.
// ok is false when none is within the distance.
func Near(lat, lng, referenceLat, referenceLng, kilometres float64) (fixedLat, fixedLng float64, ok bool) {
	for _, try := range []point{{lat, lng}, {lng, lat}, {lat, -lng}, {lng, -lat}, {-lng, lat}, {-lat, lng}, {-lat, -lng}, {-lng, -lat}} {
		if try.lat >= -90 && try.lat <= 90 && Kilometres(try.lat, try.lng, referenceLat, referenceLng) <= kilometres {
			return try.lat, try.lng, true
		}
	}
	return 0, 0, false
}

// MaxKilometres is the largest distance of a home from the middle of its town, or of the other homes of the agency.
const MaxKilometres = maxKilometre
