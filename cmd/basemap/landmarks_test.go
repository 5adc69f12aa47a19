package main

import (
	"math"
	"testing"

	"estate/cmd/basemap/tiler"
	"estate/internal/agency/demo"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/media/basemap/mvt"
)

// TestLandmarksAreOnTheirSideOfTheCoast compares the landmarks of the demo with the coast of the
// built-in basemap, which is accurate to about 100 m.
func TestLandmarksAreOnTheirSideOfTheCoast(t *testing.T) {
	const (
		maxCoastKm = 1.5 // of beaches and marinas
		maxSeaKm   = 0.3 // of all others: land that the simplified outline cuts off
	)
	land, err := readLand("land.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	agency, err := demo.Agency()
	if err != nil {
		t.Fatal(err)
	}
	for _, landmark := range agency.Settings[i18n.LangEN].Landmarks {
		km, onLand := coastDistance(land.Region, landmark.Lat, landmark.Lng)
		switch landmark.Kind {
		case content.LandmarkBeach, content.LandmarkMarina:
			if km > maxCoastKm {
				t.Errorf("%s %s: %.1f km from the coast", landmark.Kind, landmark.Name[i18n.LangEN], km)
			}
		default:
			if !onLand && km > maxSeaKm {
				t.Errorf("%s %s: in the sea, %.1f km from the coast", landmark.Kind, landmark.Name[i18n.LangEN], km)
			}
		}
	}
}

// coastDistance is the distance of a position to the nearest outline in km, and whether the
// position is on land.
func coastDistance(rings [][]mvt.Point, lat, lng float64) (km float64, onLand bool) {
	p := tiler.Project(lat, lng)
	nearest := math.Inf(1)
	for _, ring := range rings {
		if contains(ring, p) {
			onLand = !onLand
		}
		for i, a := range ring {
			b := ring[(i+1)%len(ring)]
			dx, dy := float64(b.X-a.X), float64(b.Y-a.Y)
			px, py := float64(p.X-a.X), float64(p.Y-a.Y)
			along := min(max((px*dx+py*dy)/max(dx*dx+dy*dy, 1), 0), 1)
			nearest = min(nearest, math.Hypot(px-along*dx, py-along*dy))
		}
	}
	const equatorKm = 40075
	return nearest / tiler.Size * equatorKm * math.Cos(lat*math.Pi/180), onLand
}
