package index

import (
	"math"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"estate/internal/content/search"
)

// fixedPoint is a position in units of 1e-7 degrees, about a centimetre; zero means none. Public
// positions have five decimals, so none is changed.
type fixedPoint struct{ lat, lng int32 }

const fixedScale = 1e7

func fixedPointOf(p search.Point) fixedPoint {
	return fixedPoint{int32(math.Round(p.Lat * fixedScale)), int32(math.Round(p.Lng * fixedScale))}
}

func (p fixedPoint) point() search.Point {
	return search.Point{Lat: float64(p.lat) / fixedScale, Lng: float64(p.lng) / fixedScale}
}

// spatial is a k-d tree over the public positions of a base. Nodes split the longer side
// of their box at the median, so that a leaf has few rows however crowded a place is;
// rows at one point stay in one leaf. It never changes.
type spatial struct {
	order  []uint32     // row numbers, contiguous by node
	points []fixedPoint // by row: those of the base
	nodes  []spatialNode
	total  int // rows of the base
	// For maps: the place of each row in order, and one side of the projected positions in order.
	rank   []uint32
	gridY  []uint32
	placed *roaring.Bitmap // rows that have a position; nil: all
}

// spatialNode covers order[from:to]. A node without children is a leaf.
type spatialNode struct {
	south, west, north, east float64
	from, to                 int32
	left, right              int32 // 0 for a leaf: node 0 is the root and nobody's child
	grid                     gridBox
	mean                     search.Point
}

const (
	maxLeafRows = 64
	// maxSortedRows is the number of rows up to which an area is a sorted list; above it, it
	// is collected as one bit a row.
	maxSortedRows = 1024
)

// newSpatial builds the tree of the rows that have a position; points are by row number.
func newSpatial(points []fixedPoint) *spatial {
	s := &spatial{points: points, total: len(points)}
	s.order = make([]uint32, 0, len(points))
	for row, p := range points {
		if p != (fixedPoint{}) {
			s.order = append(s.order, uint32(row))
		}
	}
	if len(s.order) > 0 {
		s.build(points, 0, len(s.order))
	}
	s.fillGrid()
	return s
}

// build adds the node of order[from:to] and its children, and returns its number.
func (s *spatial) build(points []fixedPoint, from, to int) int32 {
	node := spatialNode{south: math.Inf(1), west: math.Inf(1), north: math.Inf(-1), east: math.Inf(-1), from: int32(from), to: int32(to)}
	for _, row := range s.order[from:to] {
		p := points[row].point()
		node.south, node.north = min(node.south, p.Lat), max(node.north, p.Lat)
		node.west, node.east = min(node.west, p.Lng), max(node.east, p.Lng)
	}
	number := int32(len(s.nodes))
	s.nodes = append(s.nodes, node)
	if to-from <= maxLeafRows || node.south == node.north && node.west == node.east {
		return number
	}
	key := func(row uint32) int32 { return points[row].lng }
	if node.north-node.south > node.east-node.west {
		key = func(row uint32) int32 { return points[row].lat }
	}
	middle := s.split(from, to, key)
	left := s.build(points, from, middle)
	right := s.build(points, middle, to)
	s.nodes[number].left, s.nodes[number].right = left, right
	return number
}

// split partitions order[from:to] by a key and returns the boundary between two different
// keys that is nearest to the median. At least two keys differ.
func (s *spatial) split(from, to int, key func(uint32) int32) int {
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
func (s *spatial) partition(low, high int, key func(uint32) int32) (first, last int) {
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
	relationTo(box search.Box) relation
	// narrow returns a shape that is equal within a box, and faster to compare there.
	narrow(box search.Box) shape
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
		ranges [][2]int32 // of order, in the shape as a whole
		single []uint32   // rows of leaves that lie partly in it
		found  int
	)
	var visit func(number int32, area shape)
	visit = func(number int32, area shape) {
		node := &s.nodes[number]
		box := node.box()
		area = area.narrow(box)
		switch area.relationTo(box) {
		case outside:
			return
		case inside:
			found += int(node.to - node.from)
			if last := len(ranges) - 1; last >= 0 && ranges[last][1] == node.from {
				ranges[last][1] = node.to
				return
			}
			ranges = append(ranges, [2]int32{node.from, node.to})
			return
		}
		if node.left != 0 {
			visit(node.left, area)
			visit(node.right, area)
			return
		}
		for _, row := range s.order[node.from:node.to] {
			if area.contains(s.points[row].point()) {
				single = append(single, row)
			}
		}
	}
	if len(s.nodes) > 0 {
		visit(0, area)
	}
	if found += len(single); found <= maxSortedRows {
		for _, r := range ranges {
			single = append(single, s.order[r[0]:r[1]]...)
		}
		slices.Sort(single)
		return roaring.BitmapOf(single...)
	}
	words := make([]uint64, wordsOf(s.total))
	setBits(words, single)
	for _, r := range ranges {
		setBits(words, s.order[r[0]:r[1]])
	}
	return roaring.FromDense(words, false)
}

func (n *spatialNode) box() search.Box {
	return search.Box{South: n.south, West: n.west, North: n.north, East: n.east}
}

// polygon is an area of rings. It has the edges that search.InArea can count for the points
// of a box: those beside and to the east of it.
type polygon struct {
	edges                    []edge
	south, west, north, east float64
	// narrowed holds the edges of narrower polygons. The polygons of one search share it.
	narrowed *[]edge
}

type edge struct{ a, b search.Point }

func newPolygon(rings []search.Ring) *polygon {
	d := &polygon{south: math.Inf(1), west: math.Inf(1), north: math.Inf(-1), east: math.Inf(-1)}
	for _, ring := range rings {
		for i, p := range ring {
			d.edges = append(d.edges, edge{p, ring[(i+1)%len(ring)]})
			d.south, d.north = min(d.south, p.Lat), max(d.north, p.Lat)
			d.west, d.east = min(d.west, p.Lng), max(d.east, p.Lng)
		}
	}
	return d
}

// contains agrees with search.InArea.
func (d *polygon) contains(p search.Point) bool {
	if p.Lat < d.south || p.Lat > d.north || p.Lng < d.west || p.Lng > d.east {
		return false
	}
	inside := false
	for i := range d.edges {
		a, b := &d.edges[i].a, &d.edges[i].b
		if (a.Lat > p.Lat) != (b.Lat > p.Lat) && p.Lng < a.Lng+(p.Lat-a.Lat)/(b.Lat-a.Lat)*(b.Lng-a.Lng) {
			inside = !inside
		}
	}
	return inside
}

// roundingMargin in degrees is more than the error of the crossing that contains computes.
const roundingMargin = 1e-9

// narrow leaves out the edges that are to the north, to the south or to the west of the box.
func (d *polygon) narrow(box search.Box) shape {
	outOfReach := func(e *edge) bool {
		return max(e.a.Lat, e.b.Lat) < box.South || min(e.a.Lat, e.b.Lat) > box.North || max(e.a.Lng, e.b.Lng) < box.West-roundingMargin
	}
	left := 0
	for i := range d.edges {
		if outOfReach(&d.edges[i]) {
			left++
		}
	}
	if left*2 < len(d.edges) || left < 4 {
		return d // a copy costs more
	}
	narrower := *d
	if d.narrowed == nil {
		narrower.narrowed = new([]edge)
	}
	kept := *narrower.narrowed
	from := len(kept)
	for i := range d.edges {
		if !outOfReach(&d.edges[i]) {
			kept = append(kept, d.edges[i])
		}
	}
	narrower.edges, *narrower.narrowed = kept[from:len(kept):len(kept)], kept
	return &narrower
}

// relationTo returns partial where a line of the area may cross the box. Any other box is
// inside or outside as a whole, so one corner decides.
func (d *polygon) relationTo(box search.Box) relation {
	if box.North < d.south || box.South > d.north || box.East < d.west || box.West > d.east {
		return outside
	}
	for i := range d.edges {
		if mayIntersect(d.edges[i].a, d.edges[i].b, box) {
			return partial
		}
	}
	if d.contains(search.Point{Lat: box.South, Lng: box.West}) {
		return inside
	}
	return outside
}

// mayIntersect reports that a segment may touch a box: their bounding boxes overlap, and
// the corners of the box do not all lie strictly on one side of the segment's line.
func mayIntersect(a, b search.Point, box search.Box) bool {
	if max(a.Lat, b.Lat) < box.South || min(a.Lat, b.Lat) > box.North || max(a.Lng, b.Lng) < box.West || min(a.Lng, b.Lng) > box.East {
		return false
	}
	side := func(lat, lng float64) float64 { return (b.Lng-a.Lng)*(lat-a.Lat) - (b.Lat-a.Lat)*(lng-a.Lng) }
	corners := [4]float64{side(box.South, box.West), side(box.South, box.East), side(box.North, box.West), side(box.North, box.East)}
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

func (w window) narrow(search.Box) shape { return w }

func (w window) relationTo(box search.Box) relation {
	switch {
	case box.South > w.North || box.North < w.South || box.West > w.East || box.East < w.West:
		return outside
	case box.South >= w.South && box.North <= w.North && box.West >= w.West && box.East <= w.East:
		return inside
	}
	return partial
}

// circle is the area of s_near.
type circle struct{ search.Near }

func (c circle) contains(p search.Point) bool { return c.Contains(p) }

func (c circle) narrow(search.Box) shape { return c }

// kmPerDegree is the length of a degree of latitude.
const kmPerDegree = 111.195

// relationTo returns outside where the bounding box of the circle does not overlap the box,
// and inside where all corners of the box are in the circle. The factors leave a margin of
// 0.1 % for the rounding of degrees.
func (c circle) relationTo(box search.Box) relation {
	latReach := c.Km / kmPerDegree * 1.001
	if box.South > c.Lat+latReach || box.North < c.Lat-latReach {
		return outside
	}
	nearestPole := min(89, // cos(90°) is 0
		max(math.Abs(c.Lat-latReach), math.Abs(c.Lat+latReach)))
	lngReach := latReach / math.Cos(nearestPole*math.Pi/180)
	if box.West > c.Lng+lngReach || box.East < c.Lng-lngReach {
		return outside
	}
	for _, corner := range [4]search.Point{
		{Lat: box.South, Lng: box.West},
		{Lat: box.South, Lng: box.East},
		{Lat: box.North, Lng: box.West},
		{Lat: box.North, Lng: box.East},
	} {
		if search.Distance(c.Point, corner) > c.Km*0.999 {
			return partial
		}
	}
	return inside
}
