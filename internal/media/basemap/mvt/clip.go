package mvt

// Box is an area of tile coordinates, its edges included.
type Box struct{ MinX, MinY, MaxX, MaxY int32 }

func (b Box) contains(p Point) bool {
	return p.X >= b.MinX && p.X <= b.MaxX && p.Y >= b.MinY && p.Y <= b.MaxY
}

// Clip returns the parts of a geometry within a box. Rings are closed along its edges.
func Clip(kind Type, parts [][]Point, box Box) [][]Point {
	var clipped [][]Point
	for _, part := range parts {
		switch kind {
		case TypePoint:
			for _, p := range part {
				if box.contains(p) {
					clipped = append(clipped, []Point{p})
				}
			}
		case TypeLine:
			clipped = append(clipped, clipLine(part, box)...)
		default:
			if ring := clipRing(part, box); len(ring) > 2 && Area(ring) != 0 {
				clipped = append(clipped, ring)
			}
		}
	}
	return clipped
}

// Area is twice the signed area of a ring: positive for outer rings.
func Area(ring []Point) int64 {
	var area int64
	for i, a := range ring {
		b := ring[(i+1)%len(ring)]
		area += int64(a.X)*int64(b.Y) - int64(b.X)*int64(a.Y)
	}
	return area
}

// side is an edge of a box: what it keeps, and where a segment crosses it.
type side struct {
	keeps func(Point) bool
	cross func(a, b Point) Point
}

func sides(box Box) [4]side {
	atX := func(x int32) func(a, b Point) Point {
		return func(a, b Point) Point {
			return Point{x, between(a.Y, b.Y, int64(x)-int64(a.X), int64(b.X)-int64(a.X))}
		}
	}
	atY := func(y int32) func(a, b Point) Point {
		return func(a, b Point) Point {
			return Point{between(a.X, b.X, int64(y)-int64(a.Y), int64(b.Y)-int64(a.Y)), y}
		}
	}
	return [4]side{
		{func(p Point) bool { return p.X >= box.MinX }, atX(box.MinX)},
		{func(p Point) bool { return p.X <= box.MaxX }, atX(box.MaxX)},
		{func(p Point) bool { return p.Y >= box.MinY }, atY(box.MinY)},
		{func(p Point) bool { return p.Y <= box.MaxY }, atY(box.MaxY)},
	}
}

// clipRing is the algorithm of Sutherland and Hodgman.
func clipRing(ring []Point, box Box) []Point {
	for _, s := range sides(box) {
		var kept []Point
		for i, b := range ring {
			a := ring[(i+len(ring)-1)%len(ring)]
			if s.keeps(a) != s.keeps(b) {
				kept = appendNew(kept, s.cross(a, b))
			}
			if s.keeps(b) {
				kept = appendNew(kept, b)
			}
		}
		if ring = kept; len(ring) == 0 {
			return nil
		}
	}
	if len(ring) > 1 && ring[0] == ring[len(ring)-1] {
		ring = ring[:len(ring)-1]
	}
	return ring
}

func clipLine(line []Point, box Box) [][]Point {
	lines := [][]Point{line}
	for _, s := range sides(box) {
		var kept [][]Point
		for _, line := range lines {
			var current []Point
			for i, b := range line {
				if i > 0 && s.keeps(line[i-1]) != s.keeps(b) {
					current = appendNew(current, s.cross(line[i-1], b))
				}
				if s.keeps(b) {
					current = appendNew(current, b)
					continue
				}
				if len(current) > 1 {
					kept = append(kept, current)
				}
				current = nil
			}
			if len(current) > 1 {
				kept = append(kept, current)
			}
		}
		lines = kept
	}
	return lines
}

func appendNew(points []Point, p Point) []Point {
	if len(points) > 0 && points[len(points)-1] == p {
		return points
	}
	return append(points, p)
}

// overzoomBuffer is the margin in units around a tile that Overzoom keeps, so that the
// browser draws no line at the edges of tiles.
const overzoomBuffer = 80

// Overzoom returns the part of a tile that the tile (x, y), levels deeper, shows: x and y
// count from the corner of the tile, from 0 to 2^levels - 1.
func Overzoom(t Tile, levels int, x, y uint32) Tile {
	factor := int64(1) << levels
	move := func(v int32, at uint32) int64 { return int64(v)*factor - int64(at)*Extent }
	// The part of the ancestor that the tile shows, with a margin, in units of the ancestor.
	margin := int64(overzoomBuffer)/factor + 1
	low := func(at uint32) int32 { return int32(int64(at)*Extent/factor - margin) }
	high := func(at uint32) int32 { return int32((int64(at)+1)*Extent/factor + margin) }
	box := Box{low(x), low(y), high(x), high(y)}
	own := Box{-overzoomBuffer, -overzoomBuffer, Extent + overzoomBuffer, Extent + overzoomBuffer}

	var deeper Tile
	for _, l := range t {
		layer := Layer{Name: l.Name}
		for _, f := range l.Features {
			parts := Clip(f.Type, f.Parts, box)
			for i, part := range parts {
				moved := make([]Point, len(part))
				for j, p := range part {
					moved[j] = Point{int32(move(p.X, x)), int32(move(p.Y, y))}
				}
				parts[i] = moved
			}
			if f.Parts = Clip(f.Type, parts, own); len(f.Parts) > 0 {
				layer.Features = append(layer.Features, f)
			}
		}
		if len(layer.Features) > 0 {
			deeper = append(deeper, layer)
		}
	}
	return deeper
}

// between is the value at part/whole of the way from a to b.
func between(a, b int32, part, whole int64) int32 {
	return int32(int64(a) + (int64(b)-int64(a))*part/whole)
}
