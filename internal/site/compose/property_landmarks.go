package compose

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"estate/internal/content"
	"estate/internal/content/search"
	"estate/internal/site/view"
)

// landmarkLimits are the largest distance in kilometres at which a landmark is named, and the
// number of those of its kind.
var landmarkLimits = map[content.LandmarkKind]struct {
	km    float64
	count int
}{
	content.LandmarkBeach:    {15, 1},
	content.LandmarkCentre:   {15, 1},
	content.LandmarkGolf:     {15, 2},
	content.LandmarkMarina:   {20, 1},
	content.LandmarkSchool:   {15, 2},
	content.LandmarkShops:    {15, 1},
	content.LandmarkHospital: {30, 1},
	content.LandmarkStation:  {50, 1},
	content.LandmarkAirport:  {120, 1},
}

// nearestLandmarks are the landmarks around a public position, the nearest first. The distances
// are computed from that position alone, so they tell no more of a hidden one than it does.
func (b *detailBuilder) nearestLandmarks(at search.Point, exact bool) []view.Landmark {
	type candidate struct {
		*content.Landmark
		km float64
	}
	var near []candidate
	for i := range b.landmarks {
		landmark := &b.landmarks[i]
		position := landmark.Position()
		if position == (search.Point{}) || plain(landmark.Name.In(b.lang)) == "" {
			continue
		}
		if km := search.Distance(at, position); km <= landmarkLimits[landmark.Kind].km {
			near = append(near, candidate{landmark, km})
		}
	}
	slices.SortStableFunc(near, func(a, b candidate) int { return cmp.Compare(a.km, b.km) })
	var named []view.Landmark
	count := map[content.LandmarkKind]int{}
	for _, landmark := range near {
		if count[landmark.Kind]++; count[landmark.Kind] > landmarkLimits[landmark.Kind].count {
			continue
		}
		named = append(named, view.Landmark{
			Kind: b.t("property.landmark." + string(landmark.Kind)), Name: plain(landmark.Name.In(b.lang)), Distance: b.distance(landmark.km, exact),
		})
	}
	return named
}

// distance is a distance in words: metres in steps of 50 below a kilometre, one decimal below
// ten. From a position that is not exact it is a whole number of kilometres.
func (b *detailBuilder) distance(km float64, exact bool) string {
	metres := max(50, math.Round(km*20)*50)
	switch {
	case !exact && km < content.PublicRadiusKm:
		return b.t("property.distanceUnder", "km", int(2*content.PublicRadiusKm))
	case exact && metres < 1000:
		return strconv.Itoa(int(metres)) + " m"
	case exact && km < 9.95:
		return b.decimal(km) + " km"
	}
	return strconv.Itoa(int(math.Round(km))) + " km"
}
