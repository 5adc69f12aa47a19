package search

import (
	"math"
	"strconv"
	"strings"
)

// KeyMap is the query key of MapView.
const KeyMap = "map"

// Box is a rectangle of the map in degrees. The zero value is no box.
type Box struct{ South, West, North, East float64 }

// Contains reports whether a point lies in the box or on its edge.
func (b Box) Contains(p Point) bool {
	return p.Lat >= b.South && p.Lat <= b.North && p.Lng >= b.West && p.Lng <= b.East
}

// MapView is how visitors see the results on a map.
type MapView struct {
	Shown  bool
	Window Box // what the map shows; zero: all results
	// ListAll keeps the list of all results. Else it has only those in the window.
	ListAll bool
}

// Limit returns the window that the results must lie in, and whether there is one.
func (m MapView) Limit() (Box, bool) { return m.Window, m.Window != Box{} && !m.ListAll }

// The texts of MapView beside the numbers of the window.
const (
	mapShown   = "on"
	mapListAll = "all"
)

// parseMap reads "on", "south,west,north,east" or "south,west,north,east,all".
func parseMap(text string) (MapView, bool) {
	if text == mapShown {
		return MapView{Shown: true}, true
	}
	parts := strings.Split(text, ",")
	view := MapView{Shown: true}
	if len(parts) == 5 && parts[4] == mapListAll {
		view.ListAll = true
		parts = parts[:4]
	}
	if len(parts) != 4 {
		return MapView{}, false
	}
	var values [4]float64
	for i, part := range parts {
		value, err := strconv.ParseFloat(part, 64)
		if err != nil || math.IsNaN(value) || math.Abs(value) > 180 {
			return MapView{}, false
		}
		values[i] = round(value, 1e5)
	}
	view.Window = Box{South: values[0], West: values[1], North: values[2], East: values[3]}
	ok := view.Window.South < view.Window.North && view.Window.West < view.Window.East &&
		view.Window.South >= -maxLatitude && view.Window.North <= maxLatitude
	if !ok {
		return MapView{}, false
	}
	return view, true
}

// String is the reverse of parseMap; "" where no map is shown.
func (m MapView) String() string {
	switch {
	case !m.Shown:
		return ""
	case m.Window == Box{}:
		return mapShown
	}
	text := m.Window.String()
	if m.ListAll {
		text += "," + mapListAll
	}
	return text
}

// String prints "south,west,north,east".
func (b Box) String() string {
	texts := make([]string, 0, 4)
	for _, value := range []float64{b.South, b.West, b.North, b.East} {
		texts = append(texts, strconv.FormatFloat(value, 'f', -1, 64))
	}
	return strings.Join(texts, ",")
}

// MapCells are the results of a filter on a map.
type MapCells struct {
	Total    int // results
	Unplaced int // results without a position
	Bounds   Box // of all results with a position
	Cells    []MapCell
}

// MapCell is one result, or several results that are near each other.
type MapCell struct {
	Count int
	At    Point // of one result its public position; of several a point among them
	// Bounds has every result of the cell. It may be larger than necessary.
	Bounds Box
	ID     int // of one result
	Price  int // of one result, in euros; 0 when there is no public price
	// PriceUnknown says of one result that its price was not understood.
	PriceUnknown bool
}
