package search

import (
	"math"
	"net/url"
	"strings"
	"testing"
)

// star is a ring of n points, every second one near the centre.
func star(n int, centre Point, radius float64) Ring {
	ring := make(Ring, n)
	for i := range ring {
		angle, at := 2*math.Pi*float64(i)/float64(n), radius
		if i%2 == 1 {
			at *= 0.3
		}
		ring[i] = Point{Lat: round(centre.Lat+at*math.Sin(angle), 1e5), Lng: round(centre.Lng+at*math.Cos(angle), 1e5)}
	}
	return ring
}

func parsedArea(t *testing.T, rings ...Ring) ([]Ring, []Hint) {
	t.Helper()
	f, hints := Parse(map[string]string{KeyArea: url.QueryEscape(FormatArea(rings))}, KindProperties, NewCatalog(Lists{}))
	return f.Area, hints
}

func pointsOf(rings []Ring) (points int) {
	for _, ring := range rings {
		points += len(ring)
	}
	return points
}

// What an attacker draws costs no more than what a visitor draws, in one ring and in many.
func TestAreasAreSimplified(t *testing.T) {
	centre := Point{Lat: 36.5, Lng: -4.9}
	many := make([]Ring, maxAreaRings)
	for i := range many {
		many[i] = star(30, Point{Lat: 36 + float64(i)/10, Lng: -4.9}, 0.04)
	}
	for name, rings := range map[string][]Ring{"one star": {star(600, centre, 0.2)}, "many stars": many} {
		area, hints := parsedArea(t, rings...)
		if got := pointsOf(area); got == 0 || got > simplifiedPoints || len(hints) > 0 {
			t.Errorf("%s: %d points, hints %v; want at most %d", name, got, hints, simplifiedPoints)
		}
		if again, _ := parsedArea(t, area...); FormatArea(again) != FormatArea(area) {
			t.Errorf("%s: the simplified area is simplified again", name)
		}
	}
	tooMany := strings.Repeat(FormatArea([]Ring{star(3, centre, 0.1)})+",", maxAreaRings+1)
	if rings, reason := parseArea(strings.TrimSuffix(tooMany, ",")); rings != nil || reason != ReasonArea {
		t.Errorf("%d rings: %d are read, reason %q", maxAreaRings+1, len(rings), reason)
	}
}

// A line that a hand draws keeps its shape: homes more than 1 % of the radius away from it stay on their side.
func TestSimplifiedAreasKeepTheirShape(t *testing.T) {
	const radius, n = 0.1, 800
	centre, drawn := Point{Lat: 36.5, Lng: -4.9}, make(Ring, n)
	at := func(angle, share float64) Point {
		r := share * radius * (1 + 0.3*math.Sin(3*angle))
		return Point{Lat: round(centre.Lat+r*math.Sin(angle), 1e5), Lng: round(centre.Lng+r*math.Cos(angle), 1e5)}
	}
	for i := range drawn {
		drawn[i] = at(2*math.Pi*float64(i)/n, 1)
	}
	area, _ := parsedArea(t, drawn)
	for i := range 1000 {
		angle := 2 * math.Pi * float64(i) / 1000
		if !InArea(area, at(angle, 0.99)) || InArea(area, at(angle, 1.01)) {
			t.Fatalf("at %.2f rad the simplified line is more than 1 %% of the radius away", angle)
		}
	}
}
