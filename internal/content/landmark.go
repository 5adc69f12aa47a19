package content

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

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

// landmarkKm are the distances in kilometres up to which a landmark is of use for a home.
var landmarkKm = map[LandmarkKind]float64{
	LandmarkBeach: 10, LandmarkCentre: 10, LandmarkGolf: 10, LandmarkMarina: 10, LandmarkSchool: 10, LandmarkShops: 10,
	LandmarkHospital: 15, LandmarkStation: 15, LandmarkAirport: 80,
}

// LandmarkKm are the distances in kilometres up to which landmarks are named, by kind: those of the options, else
// the usual ones. What cannot be read is left out; ParseLandmarkKm reports it.
func (s *Settings) LandmarkKm() map[LandmarkKind]float64 {
	limits, _ := ParseLandmarkKm(s.PlacesKm)
	return limits
}

// ParseLandmarkKm reads distances such as "airport 100, station 5"; lines and commas separate them, 0 names
// no landmark of a kind. A kind that is missing has its usual distance.
func ParseLandmarkKm(text string) (map[LandmarkKind]float64, []error) {
	limits := map[LandmarkKind]float64{}
	for kind, km := range landmarkKm {
		limits[kind] = km
	}
	var problems []error
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ';' || r == '\n' || r == '\r' }) {
		words := strings.Fields(strings.ReplaceAll(part, ":", " "))
		if len(words) == 0 {
			continue
		}
		kind := LandmarkKind(strings.ToLower(words[0]))
		km, err := strconv.ParseFloat(words[len(words)-1], 64)
		if len(words) != 2 || err != nil || !(km >= 0 && km <= maxLandmarkKm) || !slices.Contains(LandmarkKinds, kind) {
			problems = append(problems, fmt.Errorf(
				"places_km: %q is no kind of place with a distance of up to %d km; write such as airport 80", strings.TrimSpace(part), maxLandmarkKm,
			))
			continue
		}
		limits[kind] = km
	}
	return limits, problems
}

const maxLandmarkKm = 1000
