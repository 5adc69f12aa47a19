package content

import (
	"math"

	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

// LandmarkKind is what a landmark is.
type LandmarkKind string

// The kinds of landmarks.
const (
	LandmarkBeach    LandmarkKind = "beach"
	LandmarkCentre   LandmarkKind = "centre" // of a town
	LandmarkGolf     LandmarkKind = "golf"
	LandmarkMarina   LandmarkKind = "marina"
	LandmarkSchool   LandmarkKind = "school"
	LandmarkShops    LandmarkKind = "shops"
	LandmarkHospital LandmarkKind = "hospital"
	LandmarkStation  LandmarkKind = "station" // of trains
	LandmarkAirport  LandmarkKind = "airport"
)

// LandmarkKinds are all kinds of landmarks.
var LandmarkKinds = []LandmarkKind{
	LandmarkBeach, LandmarkCentre, LandmarkGolf, LandmarkMarina, LandmarkSchool, LandmarkShops, LandmarkHospital, LandmarkStation,
	LandmarkAirport,
}

// Landmark is a place that the pages of properties tell the distance to.
type Landmark struct {
	Kind LandmarkKind `json:"kind"`
	Name i18n.Text    `json:"name"`
	Lat  float64      `json:"lat"` // degrees
	Lng  float64      `json:"lng"`
}

// Position is where a landmark is, zero where its coordinates are missing or invalid.
func (l *Landmark) Position() search.Point {
	if math.IsNaN(l.Lat) || math.IsNaN(l.Lng) || math.Abs(l.Lat) > 90 || math.Abs(l.Lng) > 180 {
		return search.Point{}
	}
	return search.Point{Lat: l.Lat, Lng: l.Lng}
}
