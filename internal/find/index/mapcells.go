package index

import (
	"context"
	"fmt"
	"math"
	"math/bits"

	"github.com/RoaringBitmap/roaring/v2"

	"estate/internal/content/search"
)

// Limits of a map.
const (
	// maxCells bounds the cells of an answer: where there would be more, they are larger.
	maxCells = 1024
	// maxFirstCells does so before the zoom level is known.
	maxFirstCells = 64
	// maxSingles is the number of results in a window up to which each has a cell of its own.
	maxSingles = 200
	// exactRows is the number of matching rows of a node up to which a cell is made of the
	// rows, not of the node.
	exactRows = 64
	// cellsPerTile is the binary logarithm of the cells along a side of a map tile of 512 px.
	cellsPerTile = 3
	maxCellLevel = 28
	// containsCost is how much longer it takes to look up one row in a bitmap than to visit
	// it as one of all.
	containsCost = 8
)

// Map returns the results of a filter as cells of a window at a zoom level (tiles of 512 px).
// A zero window means all results; then Bounds is set. The window of f.Map does not limit the
// results. An unknown kind is an error.
func (ix *Index) Map(_ context.Context, f search.Filter, window search.Box, zoom float64) (search.MapCells, error) {
	snapshot, ok := (*ix.current.Load())[f.Kind]
	if !ok {
		return search.MapCells{}, fmt.Errorf("map of %q: there is no such collection", f.Kind)
	}
	f.Map = search.MapView{}
	return snapshot.mapCells(f, window, zoom), nil
}

func (s *snapshot) mapCells(f search.Filter, window search.Box, zoom float64) search.MapCells {
	q := newQuery(f)
	all := s.base.matchingRows(&q, s.masked)
	places := s.base.places()
	result := search.MapCells{Total: int(all.GetCardinality())}
	result.Unplaced = result.Total - places.countPlaced(all)
	var fresh []*search.Row // matching rows of the overlay with a position
	for i := range s.changed {
		row := &s.changed[i]
		failed, rest := q.failing(row)
		if !rest || failed != ([groups]bool{}) || row.Sold && !f.FindsSold() {
			continue
		}
		result.Total++
		if row.Position == (search.Point{}) {
			result.Unplaced++
			continue
		}
		fresh = append(fresh, row)
	}
	if result.Unplaced == result.Total {
		return result
	}
	m := mapQuery{base: s.base, spatial: places, fresh: fresh}
	if window == (search.Box{}) {
		m.bits = places.spread(all)
		result.Bounds = m.bounds()
		m.setGrid(gridBoxOf(result.Bounds), maxCellLevel, maxFirstCells)
	} else {
		m.setGrid(gridBoxOf(window), int(min(max(zoom, 0), maxCellLevel))+cellsPerTile, maxCells)
		m.bits = places.spreadWithin(all, m.window)
	}
	result.Cells = m.cells()
	return result
}

// gridPoint is a position in the Mercator projection: the side of the world is 1<<32, the
// origin is in the north-west.
type gridPoint struct{ x, y uint32 }

type gridBox struct{ x0, y0, x1, y1 uint32 } // inclusive

func gridPointOf(p search.Point) gridPoint {
	sin := math.Sin(min(max(p.Lat, -85), 85) * math.Pi / 180)
	return gridPoint{gridX(p.Lng), fixed(0.5 - math.Log((1+sin)/(1-sin))/(4*math.Pi))}
}

func gridX(lng float64) uint32 { return fixed((lng + 180) / 360) }

// gridPoint returns the projected position of a rank, which is at a point: the side that takes long is kept.
func (s *spatial) gridPoint(rank int32, at search.Point) gridPoint {
	return gridPoint{gridX(at.Lng), s.gridY[rank]}
}

func fixed(share float64) uint32 { return uint32(min(max(share, 0)*(1<<32), math.MaxUint32)) }

func gridBoxOf(b search.Box) gridBox {
	northWest, southEast := gridPointOf(search.Point{Lat: b.North, Lng: b.West}), gridPointOf(search.Point{Lat: b.South, Lng: b.East})
	return gridBox{northWest.x, northWest.y, southEast.x, southEast.y}
}

func (b gridBox) contains(p gridPoint) bool {
	return p.x >= b.x0 && p.x <= b.x1 && p.y >= b.y0 && p.y <= b.y1
}

func (b gridBox) overlaps(o gridBox) bool {
	return b.x0 <= o.x1 && b.x1 >= o.x0 && b.y0 <= o.y1 && b.y1 >= o.y0
}

func (b gridBox) covers(o gridBox) bool {
	return b.x0 <= o.x0 && b.x1 >= o.x1 && b.y0 <= o.y0 && b.y1 >= o.y1
}

// noRank is the rank of a row without a position.
const noRank = math.MaxUint32

// fillGrid prepares the tree for maps.
func (s *spatial) fillGrid() {
	s.rank = make([]uint32, s.total)
	for row := range s.rank {
		s.rank[row] = noRank
	}
	s.gridY = make([]uint32, len(s.order))
	for at, row := range s.order {
		s.rank[row] = uint32(at)
		s.gridY[at] = gridPointOf(s.points[row].point()).y
	}
	for i := range s.nodes {
		node := &s.nodes[i]
		node.grid = gridBoxOf(search.Box{South: node.south, West: node.west, North: node.north, East: node.east})
		for _, row := range s.order[node.from:node.to] {
			p := s.points[row].point()
			node.mean.Lat += p.Lat
			node.mean.Lng += p.Lng
		}
		n := float64(node.to - node.from)
		node.mean = search.Point{Lat: node.mean.Lat / n, Lng: node.mean.Lng / n}
	}
	if len(s.order) < s.total {
		var placed bitmapBuilder
		for row, rank := range s.rank {
			if rank != noRank {
				placed.add(uint32(row))
			}
		}
		s.placed = placed.bitmap()
	}
}

// countPlaced counts the rows that have a position.
func (s *spatial) countPlaced(rows *roaring.Bitmap) int {
	if s.placed == nil {
		return int(rows.GetCardinality())
	}
	return int(rows.AndCardinality(s.placed))
}

// rankBits is a set of ranks: places in the order of the tree.
type rankBits []uint64

func (b rankBits) add(rank uint32) { b[rank>>6] |= 1 << (rank & 63) }

// count returns the number of ranks in [from, to).
func (b rankBits) count(from, to int32) int {
	first, last := from>>6, to>>6
	if first == last {
		return bits.OnesCount64(b[first] >> (from & 63) << (from & 63) & (1<<(to&63) - 1))
	}
	n := bits.OnesCount64(b[first] >> (from & 63))
	for i := first + 1; i < last; i++ {
		n += bits.OnesCount64(b[i])
	}
	if to&63 > 0 {
		n += bits.OnesCount64(b[last] & (1<<(to&63) - 1))
	}
	return n
}

// each calls visit for the ranks in [from, to).
func (b rankBits) each(from, to int32, visit func(rank int32)) {
	for i := from >> 6; i<<6 < to; i++ {
		word := b[i]
		for word != 0 {
			rank := i<<6 + int32(bits.TrailingZeros64(word))
			word &= word - 1
			if rank >= from && rank < to {
				visit(rank)
			}
		}
	}
}

func (s *spatial) newBits() rankBits { return make(rankBits, len(s.order)>>6+1) }

// spread returns the ranks of rows.
func (s *spatial) spread(rows *roaring.Bitmap) rankBits {
	set := s.newBits()
	var buffer [4096]uint32
	for it := rows.ManyIterator(); ; {
		n := it.NextMany(buffer[:])
		if n == 0 {
			return set
		}
		for _, row := range buffer[:n] {
			if rank := s.rank[row]; rank != noRank {
				set.add(rank)
			}
		}
	}
}

// spreadWithin returns the ranks of rows, those outside the window or not, in the cheaper of
// two ways.
func (s *spatial) spreadWithin(rows *roaring.Bitmap, window gridBox) rankBits {
	var (
		ranges [][2]int32
		inside uint64
	)
	var visit func(int32)
	visit = func(number int32) {
		node := &s.nodes[number]
		switch {
		case !window.overlaps(node.grid):
		case node.left == 0 || window.covers(node.grid):
			ranges = append(ranges, [2]int32{node.from, node.to})
			inside += uint64(node.to - node.from)
		default:
			visit(node.left)
			visit(node.right)
		}
	}
	if len(s.nodes) > 0 {
		visit(0)
	}
	if inside*containsCost > rows.GetCardinality() {
		return s.spread(rows)
	}
	set := s.newBits()
	for _, r := range ranges {
		for rank := r[0]; rank < r[1]; rank++ {
			if rows.Contains(s.order[rank]) {
				set.add(uint32(rank))
			}
		}
	}
	return set
}

// mapQuery makes the cells of one map.
type mapQuery struct {
	*spatial
	base  *base
	bits  rankBits // matching rows of the base
	fresh []*search.Row

	window gridBox // whole cells
	shift  uint32  // grid coordinate >> shift is the number of a cell
	width  uint32  // cells in a row
	drafts []cellDraft
}

// cellDraft collects the results of a cell. At and the box are sums and extremes.
type cellDraft struct {
	count int
	lat   float64
	lng   float64
	box   search.Box
	rank  int32       // of the last row of the base
	fresh *search.Row // the last row of the overlay
}

func (d *cellDraft) add(n int, mean search.Point, box search.Box) {
	if d.count == 0 {
		d.box = box
	} else {
		d.box = union(d.box, box)
	}
	d.count += n
	d.lat += float64(n) * mean.Lat
	d.lng += float64(n) * mean.Lng
}

func union(a, b search.Box) search.Box {
	return search.Box{South: min(a.South, b.South), West: min(a.West, b.West), North: max(a.North, b.North), East: max(a.East, b.East)}
}

func boxAt(p search.Point) search.Box {
	return search.Box{South: p.Lat, West: p.Lng, North: p.Lat, East: p.Lng}
}

// setGrid sets the level of the cells, at most level, and extends the window to whole cells.
func (m *mapQuery) setGrid(window gridBox, level, limit int) {
	for level = min(level, maxCellLevel); ; level-- {
		m.shift = uint32(32 - level)
		m.width = window.x1>>m.shift - window.x0>>m.shift + 1
		if level == 0 || uint64(m.width)*uint64(window.y1>>m.shift-window.y0>>m.shift+1) <= uint64(limit) {
			break
		}
	}
	rest := uint32(1)<<m.shift - 1 // 0 - 1 at level 0
	m.window = gridBox{window.x0 &^ rest, window.y0 &^ rest, window.x1 | rest, window.y1 | rest}
}

// draft is the cell of a point in the window.
func (m *mapQuery) draft(p gridPoint) *cellDraft {
	return &m.drafts[(p.y>>m.shift-m.window.y0>>m.shift)*m.width+p.x>>m.shift-m.window.x0>>m.shift]
}

// cells returns the cells that have results. Few results have a cell each.
func (m *mapQuery) cells() []search.MapCell {
	m.drafts = make([]cellDraft, m.width*(m.window.y1>>m.shift-m.window.y0>>m.shift+1))
	if len(m.nodes) > 0 {
		m.fill(0)
	}
	for _, row := range m.fresh {
		if p := gridPointOf(row.Position); m.window.contains(p) {
			draft := m.draft(p)
			draft.add(1, row.Position, boxAt(row.Position))
			draft.fresh = row
		}
	}
	total := 0
	for i := range m.drafts {
		total += m.drafts[i].count
	}
	if total <= maxSingles {
		return m.singles(make([]search.MapCell, 0, total))
	}
	var cells []search.MapCell
	for i := range m.drafts {
		d := &m.drafts[i]
		switch {
		case d.count == 0:
		case d.count > 1:
			n := float64(d.count)
			cells = append(cells, search.MapCell{Count: d.count, At: search.Point{
				// A rounded mean may lie outside the box of one point.
				Lat: min(max(d.lat/n, d.box.South), d.box.North), Lng: min(max(d.lng/n, d.box.West), d.box.East),
			}, Bounds: d.box})
		case d.fresh != nil:
			cells = append(cells, freshCell(d.fresh))
		default:
			cells = append(cells, m.single(d.rank))
		}
	}
	return cells
}

// fill adds the matching rows of a node to the drafts.
func (m *mapQuery) fill(number int32) {
	node := &m.nodes[number]
	if !m.window.overlaps(node.grid) {
		return
	}
	n := m.bits.count(node.from, node.to)
	switch {
	case n == 0:
	case n <= exactRows:
		m.bits.each(node.from, node.to, m.addRow)
	case node.grid.x0>>m.shift == node.grid.x1>>m.shift && node.grid.y0>>m.shift == node.grid.y1>>m.shift:
		m.draft(gridPoint{node.grid.x0, node.grid.y0}).add(n, node.mean,
			search.Box{South: node.south, West: node.west, North: node.north, East: node.east})
	case node.left == 0:
		m.bits.each(node.from, node.to, m.addRow)
	default:
		m.fill(node.left)
		m.fill(node.right)
	}
}

func (m *mapQuery) addRow(rank int32) {
	at := m.points[m.order[rank]].point()
	if p := m.gridPoint(rank, at); m.window.contains(p) {
		draft := m.draft(p)
		draft.add(1, at, boxAt(at))
		draft.rank = rank
	}
}

// singles adds a cell for each result in the window.
func (m *mapQuery) singles(cells []search.MapCell) []search.MapCell {
	var visit func(int32)
	visit = func(number int32) {
		node := &m.nodes[number]
		switch {
		case !m.window.overlaps(node.grid) || m.bits.count(node.from, node.to) == 0:
		case node.left == 0:
			m.bits.each(node.from, node.to, func(rank int32) {
				if m.window.contains(m.gridPoint(rank, m.points[m.order[rank]].point())) {
					cells = append(cells, m.single(rank))
				}
			})
		default:
			visit(node.left)
			visit(node.right)
		}
	}
	if len(m.nodes) > 0 {
		visit(0)
	}
	for _, row := range m.fresh {
		if m.window.contains(gridPointOf(row.Position)) {
			cells = append(cells, freshCell(row))
		}
	}
	return cells
}

func (m *mapQuery) single(rank int32) search.MapCell {
	row := m.order[rank]
	at := m.points[row].point()
	return search.MapCell{
		Count: 1, At: at, Bounds: boxAt(at), ID: m.base.id(row), Price: int(m.base.low[row]), PriceUnknown: m.base.unknownPrice.Contains(row),
	}
}

func freshCell(row *search.Row) search.MapCell {
	return search.MapCell{
		Count: 1, At: row.Position, Bounds: boxAt(row.Position), ID: row.ID, Price: int(price32(row.Price)), PriceUnknown: row.PriceUnknown,
	}
}

// bounds is the smallest box of all matching rows. There is at least one.
func (m *mapQuery) bounds() search.Box {
	var (
		box   search.Box
		known bool
	)
	add := func(b search.Box) {
		if known {
			b = union(box, b)
		}
		box, known = b, true
	}
	for _, row := range m.fresh {
		add(boxAt(row.Position))
	}
	var visit func(int32)
	visit = func(number int32) {
		node := &m.nodes[number]
		if known && node.south >= box.South && node.north <= box.North && node.west >= box.West && node.east <= box.East {
			return
		}
		switch n := m.bits.count(node.from, node.to); {
		case n == 0:
		case n == int(node.to-node.from):
			add(search.Box{South: node.south, West: node.west, North: node.north, East: node.east})
		case node.left == 0:
			m.bits.each(node.from, node.to, func(rank int32) { add(boxAt(m.points[m.order[rank]].point())) })
		default:
			visit(node.left)
			visit(node.right)
		}
	}
	if len(m.nodes) > 0 {
		visit(0)
	}
	return box
}
