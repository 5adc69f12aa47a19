package index

import (
	"math"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"estate/internal/search"
)

// spatial is a k-d tree over the public positions of a base. Nodes split the longer side
// of their box at the median, so that a leaf has few rows however crowded a place is;
// rows at one point stay in one leaf. It never changes.
type spatial struct {
	points []search.Point // by row number; zero without a position
	order  []uint32       // row numbers, contiguous by node
	nodes  []spatialNode
	// For maps: the place of each row in order, and the projected positions in order.
	rank   []uint32
	grid   []gridPoint
	placed *roaring.Bitmap // rows that have a position; nil: all
}

// spatialNode covers order[from:to]. A node without children is a leaf.
type spatialNode struct {
	south, west, north, east float64
	from, to                 int32
	left, right              int32 // 0 for a leaf: node 0 is the root and nobody's child
	rows                     *roaring.Bitmap
	grid                     gridBox
	mean                     search.Point
}

// Limits of the tree.
const (
	maxLeafRows = 64
	// minNodeBitmap is the number of rows from which a node keeps a bitmap, so that a
	// large area is a union of few bitmaps.
	minNodeBitmap = 2048
)

// newSpatial builds the tree of the rows that have a position; points are by row number.
func newSpatial(points []search.Point) *spatial {
	s := &spatial{points: points}
	for row, p := range points {
		if p != (search.Point{}) {
			s.order = append(s.order, uint32(row))
		}
	}
	if len(s.order) > 0 {
		s.build(0, len(s.order))
	}
	s.fillGrid()
	return s
}

// build adds the node of order[from:to] and its children, and returns its number.
func (s *spatial) build(from, to int) int32 {
	node := spatialNode{south: math.Inf(1), west: math.Inf(1), north: math.Inf(-1), east: math.Inf(-1), from: int32(from), to: int32(to)}
	for _, row := range s.order[from:to] {
		p := s.points[row]
		node.south, node.north = min(node.south, p.Lat), max(node.north, p.Lat)
		node.west, node.east = min(node.west, p.Lng), max(node.east, p.Lng)
	}
	if to-from >= minNodeBitmap {
		rows := slices.Clone(s.order[from:to])
		slices.Sort(rows)
		node.rows = roaring.BitmapOf(rows...)
		node.rows.RunOptimize()
	}
	number := int32(len(s.nodes))
	s.nodes = append(s.nodes, node)
	if to-from <= maxLeafRows || node.south == node.north && node.west == node.east {
		return number
	}
	key := func(row uint32) float64 { return s.points[row].Lng }
	if node.north-node.south > node.east-node.west {
		key = func(row uint32) float64 { return s.points[row].Lat }
	}
	middle := s.split(from, to, key)
	left := s.build(from, middle)
	right := s.build(middle, to)
	s.nodes[number].left, s.nodes[number].right = left, right
	return number
}

// split partitions order[from:to] by a key and returns the boundary between two different
// keys that is nearest to the median. At least two keys differ.
func (s *spatial) split(from, to int, key func(uint32) float64) int {
	median := (from + to) / 2
	for low, high := from, to; ; {
		first, last := s.partition(low, high, key) // the pivot's equals
		switch {
		case median < first:
			high = first
		case median >= last:
			low = last
		case first > from && (last == to || median-first <= last-median):
			return first
		default:
			return last
		}
	}
}

// partition orders order[low:high] around the key of a pivot. The pivot's equals are
// order[first:last] then, smaller keys stand before and greater ones behind them.
func (s *spatial) partition(low, high int, key func(uint32) float64) (first, last int) {
	a, b, c := key(s.order[low]), key(s.order[(low+high)/2]), key(s.order[high-1])
	pivot := max(min(a, b), min(max(a, b), c))
	first, last = low, high
	for i := low; i < last; {
		switch at := key(s.order[i]); {
		case at < pivot:
			s.order[i], s.order[first] = s.order[first], s.order[i]
			first, i = first+1, i+1
		case at > pivot:
			last--
			s.order[i], s.order[last] = s.order[last], s.order[i]
		default:
			i++
		}
	}
	return first, last
}

// shape is an area that rows are searched in.
type shape interface {
	// relationTo compares the shape with a box.
	relationTo(south, west, north, east float64) relation
	contains(p search.Point) bool
}

type relation int

const (
	outside relation = iota
	partial
	inside
)

// within returns the rows whose position lies in a shape.
func (s *spatial) within(area shape) *roaring.Bitmap {
	var (
		whole []*roaring.Bitmap
		rows  []uint32
	)
	var visit func(int32)
	visit = func(number int32) {
		node := &s.nodes[number]
		switch area.relationTo(node.south, node.west, node.north, node.east) {
		case outside:
			return
		case inside:
			if node.rows != nil {
				whole = append(whole, node.rows)
			} else {
				rows = append(rows, s.order[node.from:node.to]...)
			}
			return
		}
		if node.left != 0 {
			visit(node.left)
			visit(node.right)
			return
		}
		for _, row := range s.order[node.from:node.to] {
			if area.contains(s.points[row]) {
				rows = append(rows, row)
			}
		}
	}
	if len(s.nodes) > 0 {
		visit(0)
	}
	slices.Sort(rows)
	return roaring.FastOr(append(whole, roaring.BitmapOf(rows...))...)
}

// polygon is an area of rings.
type polygon struct {
	rings                    []search.Ring
	south, west, north, east float64
}

func newPolygon(rings []search.Ring) *polygon {
	d := &polygon{rings: rings, south: math.Inf(1), west: math.Inf(1), north: math.Inf(-1), east: math.Inf(-1)}
	for _, ring := range rings {
		for _, p := range ring {
			d.south, d.north = min(d.south, p.Lat), max(d.north, p.Lat)
			d.west, d.east = min(d.west, p.Lng), max(d.east, p.Lng)
		}
	}
	return d
}

func (d *polygon) contains(p search.Point) bool {
	return p.Lat >= d.south && p.Lat <= d.north && p.Lng >= d.west && p.Lng <= d.east && search.InArea(d.rings, p)
}

// relationTo returns partial where a line of the area may cross the box. Any other box is
// inside or outside as a whole, so one corner decides.
func (d *polygon) relationTo(south, west, north, east float64) relation {
	if north < d.south || south > d.north || east < d.west || west > d.east {
		return outside
	}
	for _, ring := range d.rings {
		for i, a := range ring {
			if mayIntersect(a, ring[(i+1)%len(ring)], south, west, north, east) {
				return partial
			}
		}
	}
	if search.InArea(d.rings, search.Point{Lat: south, Lng: west}) {
		return inside
	}
	return outside
}

// mayIntersect reports that a segment may touch a box: their bounding boxes overlap, and
// the corners of the box do not all lie strictly on one side of the segment's line.
func mayIntersect(a, b search.Point, south, west, north, east float64) bool {
	if max(a.Lat, b.Lat) < south || min(a.Lat, b.Lat) > north || max(a.Lng, b.Lng) < west || min(a.Lng, b.Lng) > east {
		return false
	}
	side := func(lat, lng float64) float64 { return (b.Lng-a.Lng)*(lat-a.Lat) - (b.Lat-a.Lat)*(lng-a.Lng) }
	corners := [4]float64{side(south, west), side(south, east), side(north, west), side(north, east)}
	above, below := 0, 0
	for _, corner := range corners {
		if corner > 0 {
			above++
		} else if corner < 0 {
			below++
		}
	}
	return above < len(corners) && below < len(corners)
}

// window is the area of a map.
type window struct{ search.Box }

func (w window) contains(p search.Point) bool { return w.Contains(p) }

func (w window) relationTo(south, west, north, east float64) relation {
	switch {
	case south > w.North || north < w.South || west > w.East || east < w.West:
		return outside
	case south >= w.South && north <= w.North && west >= w.West && east <= w.East:
		return inside
	}
	return partial
}

// circle is the area of s_near.
type circle struct{ search.Near }

func (c circle) contains(p search.Point) bool { return c.Contains(p) }

// kmPerDegree is the length of a degree of latitude.
const kmPerDegree = 111.195

// relationTo returns outside where the bounding box of the circle does not overlap the box,
// and inside where all corners of the box are in the circle. The factors leave a margin of
// 0.1 % for the rounding of degrees.
func (c circle) relationTo(south, west, north, east float64) relation {
	latReach := c.Km / kmPerDegree * 1.001
	if south > c.Lat+latReach || north < c.Lat-latReach {
		return outside
	}
	nearestPole := min(89, // cos(90°) is 0
		max(math.Abs(c.Lat-latReach), math.Abs(c.Lat+latReach)))
	lngReach := latReach / math.Cos(nearestPole*math.Pi/180)
	if west > c.Lng+lngReach || east < c.Lng-lngReach {
		return outside
	}
	for _, corner := range [4]search.Point{{Lat: south, Lng: west}, {Lat: south, Lng: east}, {Lat: north, Lng: west}, {Lat: north, Lng: east}} {
		if search.Distance(c.Point, corner) > c.Km*0.999 {
			return partial
		}
	}
	return inside
}
