package tiler

import (
	"math"

	"estate/internal/media/basemap/mvt"
	"estate/internal/media/basemap/pmtiles"
)

// The zooms of the built-in basemap. The world has coarse tiles; the region has fine ones.
const (
	WorldZoom = 5
	MaxZoom   = 11
)

// Size is the width of the world in units of Land: those of a tile at MaxZoom.
const Size = mvt.Extent << MaxZoom

// Region is the area with fine tiles, in tiles of zoom WorldZoom+1: Spain's south with its
// coasts, and Portugal's.
var Region = struct{ MinX, MinY, MaxX, MaxY uint32 }{30, 24, 31, 25}

// buffer is the margin around a tile in its units, so that outlines do not show its edges.
const buffer = 80

// RegionBox is the region in units of Land, with a margin.
func RegionBox() mvt.Box {
	const width = Size >> (WorldZoom + 1)
	const margin = buffer << (MaxZoom - WorldZoom - 1)
	return mvt.Box{
		MinX: int32(Region.MinX*width - margin), MinY: int32(Region.MinY*width - margin),
		MaxX: int32((Region.MaxX+1)*width + margin), MaxY: int32((Region.MaxY+1)*width + margin),
	}
}

// Project returns a position in degrees in units of Land.
func Project(lat, lng float64) mvt.Point {
	sin := math.Sin(min(max(lat, -85.0511), 85.0511) * math.Pi / 180)
	y := 0.5 - math.Log((1+sin)/(1-sin))/(4*math.Pi)
	return mvt.Point{X: int32(math.Round((lng/360 + 0.5) * Size)), Y: int32(math.Round(y * Size))}
}

// Land is the outlines of land: outer rings with a positive area and holes with a negative one.
type Land struct {
	World  [][]mvt.Point // for zooms up to WorldZoom
	Region [][]mvt.Point // for deeper ones
}

// Name is a named place. MinZoom is the first zoom that shows it.
type Name struct {
	ID       uint64
	Layer    string
	Point    mvt.Point
	MinZoom  int
	Priority int // of labels that overlap, the one with the lower number is shown
	Kind     string
	EN, ES   string
}

// District is the outline of a district.
type District struct {
	ID     uint64
	Kind   string
	EN, ES string
	Ring   []mvt.Point
}

// Build returns the tiles.
func Build(land Land, names []Name, districts []District) []pmtiles.Tile {
	var tiles []pmtiles.Tile
	for z := range uint8(MaxZoom + 1) {
		b := &builder{z: z, tiles: map[[2]uint32]*mvt.Tile{}}
		rings := land.World
		if z > WorldZoom {
			rings = land.Region
		}
		b.land(rings)
		if z >= districtZoom {
			for i := range districts {
				b.district(&districts[i])
			}
		}
		for i := range names {
			b.name(&names[i])
		}
		for y := range uint32(1) << z {
			for x := range uint32(1) << z {
				if !b.has(x, y) {
					continue
				}
				var tile mvt.Tile // empty on open sea: the part of a coarser tile would show coarser land
				if made := b.tiles[[2]uint32{x, y}]; made != nil {
					tile = *made
				}
				tiles = append(tiles, pmtiles.Tile{Z: z, X: x, Y: y, Data: mvt.Encode(tile)})
			}
		}
	}
	return tiles
}

// districtZoom is the first zoom with districts.
const districtZoom = 9

type builder struct {
	z     uint8
	tiles map[[2]uint32]*mvt.Tile
}

// has reports whether the basemap has a tile of this zoom.
func (b *builder) has(x, y uint32) bool {
	if b.z <= WorldZoom {
		return true
	}
	shift := b.z - WorldZoom - 1
	return x>>shift >= Region.MinX && x>>shift <= Region.MaxX && y>>shift >= Region.MinY && y>>shift <= Region.MaxY
}

func (b *builder) land(rings [][]mvt.Point) {
	shift := MaxZoom - b.z
	tolerance := float64(int(1)<<shift) * 6
	smallest := int64(40) << shift // islands below 5 pixels
	for _, ring := range rings {
		if area := mvt.Area(ring); area < smallest*smallest && area > -smallest*smallest {
			continue
		}
		ring = Simplify(ring, tolerance)
		if len(ring) < 3 {
			continue
		}
		b.add("earth", mvt.Feature{Type: mvt.TypePolygon, Tags: []mvt.Tag{{Key: "kind", Value: "earth"}}}, ring, true)
	}
}

func (b *builder) district(d *District) {
	f := mvt.Feature{
		ID: d.ID, Type: mvt.TypePolygon,
		Tags: []mvt.Tag{{Key: "kind", Value: d.Kind}, {Key: "name", Value: d.ES}, {Key: "name:en", Value: d.EN}, {Key: "name:es", Value: d.ES}},
	}
	b.add("districts", f, Simplify(d.Ring, float64(int(1)<<(MaxZoom-b.z))*3), false)
}

func (b *builder) name(n *Name) {
	if int(b.z) < min(n.MinZoom, MaxZoom) {
		return
	}
	f := mvt.Feature{ID: n.ID, Type: mvt.TypePoint, Tags: []mvt.Tag{
		{Key: "kind", Value: n.Kind},
		{Key: "name", Value: n.ES},
		{Key: "name:en", Value: n.EN},
		{Key: "name:es", Value: n.ES},
		{Key: "min_zoom", Value: int64(n.MinZoom)},
		{Key: "sort_key", Value: int64(n.Priority)},
	}}
	b.add(n.Layer, f, []mvt.Point{n.Point}, false)
}

// add cuts a ring or a point into the tiles. With merge, the rings of a tile are one feature.
func (b *builder) add(layer string, f mvt.Feature, points []mvt.Point, merge bool) {
	shift := MaxZoom - b.z
	box := mvt.Box{MinX: math.MaxInt32, MinY: math.MaxInt32, MaxX: math.MinInt32, MaxY: math.MinInt32}
	for _, p := range points {
		box.MinX, box.MinY, box.MaxX, box.MaxY = min(box.MinX, p.X), min(box.MinY, p.Y), max(box.MaxX, p.X), max(box.MaxY, p.Y)
	}
	margin := int32(buffer) << shift
	tileOf := func(v int32) uint32 { return uint32(min(max(v, 0), Size-1)) / mvt.Extent >> shift }
	for y := tileOf(box.MinY - margin); y <= tileOf(box.MaxY+margin); y++ {
		for x := tileOf(box.MinX - margin); x <= tileOf(box.MaxX+margin); x++ {
			if !b.has(x, y) {
				continue
			}
			left, top := int32(x)*mvt.Extent<<shift, int32(y)*mvt.Extent<<shift
			width := int32(mvt.Extent) << shift
			own := mvt.Box{MinX: left - margin, MinY: top - margin, MaxX: left + width + margin, MaxY: top + width + margin}
			parts := mvt.Clip(f.Type, [][]mvt.Point{points}, own)
			for i, part := range parts {
				parts[i] = local(part, left, top, shift, f.Type)
			}
			parts = drop(parts, f.Type)
			if len(parts) == 0 {
				continue
			}
			feature := f
			feature.Parts = parts
			b.put([2]uint32{x, y}, layer, feature, merge)
		}
	}
}

// local moves points into the units of a tile, without repeated ones.
func local(part []mvt.Point, left, top int32, shift uint8, kind mvt.Type) []mvt.Point {
	half := int32(1) << shift >> 1
	var moved []mvt.Point
	for _, p := range part {
		q := mvt.Point{X: (p.X - left + half) >> shift, Y: (p.Y - top + half) >> shift}
		if len(moved) == 0 || moved[len(moved)-1] != q {
			moved = append(moved, q)
		}
	}
	if kind == mvt.TypePolygon && len(moved) > 1 && moved[0] == moved[len(moved)-1] {
		moved = moved[:len(moved)-1]
	}
	return moved
}

func drop(parts [][]mvt.Point, kind mvt.Type) [][]mvt.Point {
	kept := parts[:0]
	for _, part := range parts {
		if kind != mvt.TypePolygon || len(part) > 2 && mvt.Area(part) != 0 {
			kept = append(kept, part)
		}
	}
	return kept
}

func (b *builder) put(at [2]uint32, name string, f mvt.Feature, merge bool) {
	tile := b.tiles[at]
	if tile == nil {
		tile = &mvt.Tile{}
		b.tiles[at] = tile
	}
	layer := tile.Layer(name)
	if layer == nil {
		*tile = append(*tile, mvt.Layer{Name: name})
		layer = &(*tile)[len(*tile)-1]
	}
	if merge && len(layer.Features) > 0 {
		last := &layer.Features[len(layer.Features)-1]
		last.Parts = append(last.Parts, f.Parts...)
		return
	}
	layer.Features = append(layer.Features, f)
}

// Simplify removes points of a ring that are nearer than tolerance to the line without them
// (Douglas and Peucker).
func Simplify(ring []mvt.Point, tolerance float64) []mvt.Point {
	if len(ring) < 4 {
		return ring
	}
	keep := make([]bool, len(ring))
	// A ring has no ends: its first point and the one farthest from it.
	far, most := 0, -1.0
	for i, p := range ring {
		if d := math.Hypot(float64(p.X-ring[0].X), float64(p.Y-ring[0].Y)); d > most {
			far, most = i, d
		}
	}
	keep[0], keep[far] = true, true
	closed := append(ring[:len(ring):len(ring)], ring[0])
	mark(closed, keep, 0, far, tolerance)
	mark(closed, keep, far, len(ring), tolerance)
	var kept []mvt.Point
	for i, p := range ring {
		if keep[i] {
			kept = append(kept, p)
		}
	}
	return kept
}

func mark(points []mvt.Point, keep []bool, from, to int, tolerance float64) {
	stack := [][2]int{{from, to}}
	for len(stack) > 0 {
		part := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		far, most := 0, tolerance
		for i := part[0] + 1; i < part[1]; i++ {
			if d := distance(points[i], points[part[0]], points[part[1]]); d > most {
				far, most = i, d
			}
		}
		if far > 0 {
			keep[far] = true
			stack = append(stack, [2]int{part[0], far}, [2]int{far, part[1]})
		}
	}
}

// distance is that of a point to a segment.
func distance(p, a, b mvt.Point) float64 {
	px, py := float64(p.X-a.X), float64(p.Y-a.Y)
	dx, dy := float64(b.X-a.X), float64(b.Y-a.Y)
	if length := dx*dx + dy*dy; length > 0 {
		t := min(max((px*dx+py*dy)/length, 0), 1)
		px, py = px-t*dx, py-t*dy
	}
	return math.Hypot(px, py)
}
