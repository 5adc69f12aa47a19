package search

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/twpayne/go-polyline"
)

// Point is a position in degrees, WGS 84.
type Point struct{ Lat, Lng float64 }

// Ring is a closed line of at least three points; the last joins the first.
type Ring []Point

// Near is a circle: everything within Km kilometres of a point. Km 0 means no circle.
type Near struct {
	Point
	Km float64
}

// Bounds of an area that an address may ask for.
const (
	maxAreaPoints = 1000
	maxAreaRings  = 20
	// simplifiedPoints is the number of points that an area keeps: nobody sees more on a map, and each
	// one is compared with homes.
	simplifiedPoints = 100
	maxAreaText      = 8000 // bytes
	maxNearKm        = 200
	maxLatitude      = 85 // the limit of the Mercator projection
)

// Reasons why a part of an address is ignored (Hint.Reason).
const (
	ReasonAntimeridian = "antimeridian" // a ring that spans more than half of the globe
	ReasonArea         = "area"         // not an encoded polyline of three points or more
	ReasonUnsupported  = "unsupported"  // the source cannot filter by it
	ReasonBelowMinimum = "below"        // a maximum below its minimum
)

// parseArea decodes the rings of s_area, encoded polylines of precision 5 that are joined by
// commas, and simplifies them. It returns the reason when they cannot be used.
func parseArea(text string) (rings []Ring, reason string) {
	if len(text) > maxAreaText {
		return nil, ReasonArea
	}
	points := 0
	for encoded := range strings.SplitSeq(text, ",") {
		coords, rest, err := polyline.DecodeCoords([]byte(encoded))
		if err != nil || len(rest) > 0 {
			return nil, ReasonArea
		}
		ring, reason := newRing(coords)
		if reason != "" {
			return nil, reason
		}
		if points += len(ring); points > maxAreaPoints {
			return nil, ReasonArea
		}
		if rings = append(rings, ring); len(rings) > maxAreaRings {
			return nil, ReasonArea
		}
	}
	simplify(rings, points)
	return rings, ""
}

// simplify removes from rings of so many points those that change the area least, by Visvalingam and
// Whyatt, until simplifiedPoints are left. Each ring keeps three.
func simplify(rings []Ring, points int) {
	if points <= simplifiedPoints {
		return
	}
	triangles := make([][]float64, len(rings)) // by ring and point: the area that is lost without the point
	for i, ring := range rings {
		triangles[i] = make([]float64, len(ring))
		for at := range ring {
			triangles[i][at] = ring.triangle(at)
		}
	}
	for ; points > simplifiedPoints; points-- {
		ring, at, least := 0, 0, math.Inf(1)
		for i, areas := range triangles {
			if len(areas) <= 3 {
				continue
			}
			for j, area := range areas {
				if area < least {
					ring, at, least = i, j, area
				}
			}
		}
		rings[ring] = slices.Delete(rings[ring], at, at+1)
		triangles[ring] = slices.Delete(triangles[ring], at, at+1)
		for _, neighbour := range []int{at - 1, at} {
			neighbour = (neighbour + len(rings[ring])) % len(rings[ring])
			triangles[ring][neighbour] = rings[ring].triangle(neighbour)
		}
	}
}

// triangle is twice the area of the triangle of a point and its neighbours, in square degrees.
func (r Ring) triangle(at int) float64 {
	a, b, c := r[(at+len(r)-1)%len(r)], r[at], r[(at+1)%len(r)]
	return math.Abs((b.Lng-a.Lng)*(c.Lat-a.Lat) - (b.Lat-a.Lat)*(c.Lng-a.Lng))
}

func newRing(coords [][]float64) (Ring, string) {
	var ring Ring
	west, east := math.Inf(1), math.Inf(-1)
	for _, c := range coords {
		p := Point{Lat: c[0], Lng: c[1]}
		if math.IsNaN(p.Lat) || math.Abs(p.Lat) > maxLatitude || math.IsNaN(p.Lng) {
			return nil, ReasonArea
		}
		if math.Abs(p.Lng) > 180 {
			return nil, ReasonAntimeridian
		}
		west, east = min(west, p.Lng), max(east, p.Lng)
		if len(ring) == 0 || ring[len(ring)-1] != p {
			ring = append(ring, p)
		}
	}
	if len(ring) > 1 && ring[0] == ring[len(ring)-1] {
		ring = ring[:len(ring)-1]
	}
	switch {
	case len(ring) < 3:
		return nil, ReasonArea
	case east-west > 180:
		return nil, ReasonAntimeridian
	}
	return ring, ""
}

// FormatArea encodes rings for s_area, the reverse of what Parse reads.
func FormatArea(rings []Ring) string {
	encoded := make([]string, len(rings))
	for i, ring := range rings {
		coords := make([][]float64, len(ring))
		for j, p := range ring {
			coords[j] = []float64{p.Lat, p.Lng}
		}
		encoded[i] = string(polyline.EncodeCoords(coords))
	}
	return strings.Join(encoded, ",")
}

// InArea reports whether a point lies in an area by the even-odd rule over all rings: a
// ring within a ring is a hole.
func InArea(rings []Ring, p Point) bool {
	inside := false
	for _, ring := range rings {
		for i, a := range ring {
			b := ring[(i+1)%len(ring)]
			if (a.Lat > p.Lat) != (b.Lat > p.Lat) && p.Lng < a.Lng+(p.Lat-a.Lat)/(b.Lat-a.Lat)*(b.Lng-a.Lng) {
				inside = !inside
			}
		}
	}
	return inside
}

// earthRadiusKm is the mean radius of the Earth.
const earthRadiusKm = 6371.0088

// Distance is the great-circle distance in kilometres.
func Distance(a, b Point) float64 {
	const degree = math.Pi / 180
	sinLat, sinLng := math.Sin((b.Lat-a.Lat)*degree/2), math.Sin((b.Lng-a.Lng)*degree/2)
	h := sinLat*sinLat + math.Cos(a.Lat*degree)*math.Cos(b.Lat*degree)*sinLng*sinLng
	return 2 * earthRadiusKm * math.Asin(math.Min(1, math.Sqrt(h)))
}

// Contains reports whether a point lies in the circle.
func (n Near) Contains(p Point) bool { return Distance(n.Point, p) <= n.Km }

// parseNear reads "lat,lng,km".
func parseNear(text string) (Near, bool) {
	parts := strings.Split(text, ",")
	if len(parts) != 3 {
		return Near{}, false
	}
	var values [3]float64
	for i, part := range parts {
		value, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil || math.IsNaN(value) || math.IsInf(value, 0) {
			return Near{}, false
		}
		values[i] = value
	}
	near := Near{Point{round(values[0], 1e5), round(values[1], 1e5)}, round(values[2], 1e3)}
	ok := math.Abs(near.Lat) <= maxLatitude && math.Abs(near.Lng) <= 180 && near.Km > 0 && near.Km <= maxNearKm
	return near, ok
}

func (n Near) String() string {
	if n.Km <= 0 {
		return ""
	}
	text := func(value float64) string { return strconv.FormatFloat(value, 'f', -1, 64) }
	return text(n.Lat) + "," + text(n.Lng) + "," + text(n.Km)
}

func round(value, scale float64) float64 { return math.Round(value*scale) / scale }
