package content

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"math"
	"sync/atomic"

	"estate/internal/content/search"
)

// GeoPoint is the position of a property, in degrees.
type GeoPoint struct {
	Lat       float64 `json:"lat"`
	Lng       float64 `json:"lng"`
	Precision string  `json:"precision,omitempty" form:"-"` // exact, street, area
}

// PrecisionExact is the precision of a position that visitors may know.
const PrecisionExact = "exact"

// PublicRadiusKm is the radius in kilometres around a public position that is not exact: the
// property lies within it.
const PublicRadiusKm = 1.0

const (
	cellDegrees  = 0.01   // side of a cell, about a kilometre
	shiftDegrees = 0.0025 // the longest shift of the centre of a cell, about 280 m to the north
	exactDigits  = 1e5    // exact positions are rounded to about a metre
)

// positionKey is the key of the shifts. It is one for the whole process: every surface must
// tell the same position.
var positionKey atomic.Pointer[[]byte]

// SetPositionKey sets the key that shifts public positions, before content is read. All nodes
// of a site use the same one. The first key of a process stays.
func SetPositionKey(key []byte) { positionKey.CompareAndSwap(nil, &key) }

// Public is the position that every public surface tells and searches by: View, REST API,
// map, JSON-LD, feeds and area search (decision 25). An exact one is rounded to about a
// metre. Of any other, only the cell of a grid is used, so that many answers tell no more than
// one: its centre, shifted by a keyed hash of the property's id. It is zero where there is no
// valid position.
func (p *GeoPoint) Public(id int) search.Point {
	if p == nil || p.Lat == 0 && p.Lng == 0 || math.IsNaN(p.Lat) || math.IsNaN(p.Lng) || math.Abs(p.Lat) > 90 || math.Abs(p.Lng) > 180 {
		return search.Point{}
	}
	if p.Precision == PrecisionExact {
		exact := search.Point{Lat: roundTo(p.Lat, exactDigits), Lng: roundTo(p.Lng, exactDigits)}
		if cellOf(exact) == exact {
			exact.Lat = roundTo(exact.Lat+1/exactDigits, exactDigits) // a metre apart from the centre of a cell: see RowPosition
		}
		return exact
	}
	return shifted(id, cellOf(search.Point{Lat: p.Lat, Lng: p.Lng}))
}

func roundTo(degrees, digits float64) float64 { return math.Round(degrees*digits) / digits }

func cellOf(p search.Point) search.Point {
	return search.Point{Lat: roundTo(p.Lat, 1/cellDegrees), Lng: roundTo(p.Lng, 1/cellDegrees)}
}

// shifted is the public position of a property in a cell. It stays within the cell, so the
// shift of a shifted position is the same: a site that reads another's REST API tells the
// same.
func shifted(id int, cell search.Point) search.Point {
	var key []byte
	if set := positionKey.Load(); set != nil {
		key = *set
	}
	mac := hmac.New(sha256.New, key)
	var message []byte
	for _, n := range []int64{int64(id), int64(math.Round(cell.Lat / cellDegrees)), int64(math.Round(cell.Lng / cellDegrees))} {
		message = binary.BigEndian.AppendUint64(message, uint64(n))
	}
	mac.Write(append([]byte("estate position\n"), message...))
	sum := mac.Sum(nil)
	unit := func(at int) float64 { return float64(binary.BigEndian.Uint32(sum[at:])) / math.MaxUint32 }
	// Evenly over a disc.
	sin, cos := math.Sincos(2 * math.Pi * unit(0))
	length := shiftDegrees * math.Sqrt(unit(4))
	lng := cell.Lng + length*sin
	if scale := math.Cos(cell.Lat * math.Pi / 180); scale > 0.6 {
		lng = cell.Lng + length*sin/scale
	}
	return search.Point{Lat: roundTo(cell.Lat+length*cos, exactDigits), Lng: roundTo(lng, exactDigits)}
}

// StoredPosition is what a store keeps of a row's public position: the cell instead of a
// shifted one, so that a store does not depend on the key.
func StoredPosition(id int, public search.Point) search.Point {
	if cell := cellOf(public); public != (search.Point{}) && shifted(id, cell) == public {
		return cell
	}
	return public
}

// RowPosition is the public position of a stored one, the reverse of StoredPosition.
func RowPosition(id int, stored search.Point) search.Point {
	if stored == (search.Point{}) || cellOf(stored) != stored {
		return stored
	}
	return shifted(id, stored)
}
