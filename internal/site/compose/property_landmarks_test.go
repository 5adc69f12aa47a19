package compose

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/site/view"
)

func landmarkBuilder(lang i18n.Lang, landmarks []content.Landmark) *detailBuilder {
	return &detailBuilder{localizer: &localizer{lang: lang}, landmarks: landmarks, landmarkKm: (&content.Settings{}).LandmarkKm()}
}

func landmark(kind content.LandmarkKind, name string, lat, lng float64) content.Landmark {
	return content.Landmark{Kind: kind, Name: i18n.Text{i18n.LangEN: name, i18n.LangES: name + " (es)"}, Lat: lat, Lng: lng}
}

func TestDistancesAreRounded(t *testing.T) {
	for _, tt := range []struct {
		km               float64
		exact            bool
		english, spanish string
	}{
		{0.004, true, "50 m", "50 m"},
		{0.43, true, "450 m", "450 m"},
		{0.98, true, "1 km", "1 km"},
		{2.34, true, "2.3 km", "2,3 km"},
		{9.96, true, "10 km", "10 km"},
		{41.4, true, "41 km", "41 km"},
		{0.43, false, "under 2 km", "a menos de 2 km"},
		{2.34, false, "2 km", "2 km"},
		{41.4, false, "41 km", "41 km"},
	} {
		if got := landmarkBuilder(i18n.LangEN, nil).distance(tt.km, tt.exact); got != tt.english {
			t.Errorf("%v km, exact %v: %q, want %q", tt.km, tt.exact, got, tt.english)
		}
		if got := landmarkBuilder(i18n.LangES, nil).distance(tt.km, tt.exact); got != tt.spanish {
			t.Errorf("%v km, exact %v, Spanish: %q, want %q", tt.km, tt.exact, got, tt.spanish)
		}
	}
}

func TestNearestLandmarksOfEachKind(t *testing.T) {
	b := landmarkBuilder(i18n.LangES, []content.Landmark{
		landmark(content.LandmarkBeach, "far beach", 36.55, -4.9),
		landmark(content.LandmarkBeach, "near beach", 36.51, -4.9),
		landmark(content.LandmarkGolf, "third golf", 36.54, -4.9),
		landmark(content.LandmarkGolf, "first golf", 36.52, -4.9),
		landmark(content.LandmarkGolf, "second golf", 36.53, -4.9),
		landmark(content.LandmarkAirport, "airport", 36.6749, -4.4991),
		landmark(content.LandmarkAirport, "airport too far away", 40.47, -3.56),
		landmark("pub", "of an unknown kind", 36.5, -4.9),
		landmark(content.LandmarkSchool, "without coordinates", 0, 0),
	})
	got := b.nearestLandmarks(search.Point{Lat: 36.5, Lng: -4.9}, true, "")
	want := []view.Landmark{
		{Kind: "Playa", Name: "near beach (es)", Distance: "1,1 km"},
		{Kind: "Golf", Name: "first golf (es)", Distance: "2,2 km"},
		{Kind: "Golf", Name: "second golf (es)", Distance: "3,3 km"},
		{Kind: "Aeropuerto", Name: "airport (es)", Distance: "41 km"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	if got := landmarkBuilder(i18n.LangEN, nil).nearestLandmarks(search.Point{Lat: 36.5, Lng: -4.9}, true, ""); got != nil {
		t.Errorf("without landmarks: %+v", got)
	}
}

func TestLandmarksThatAreOfNoUseAreNotNamed(t *testing.T) {
	villa := search.Point{Lat: 36.51, Lng: -4.93}
	landmarks := []content.Landmark{
		landmark(content.LandmarkStation, "Ronda", 36.7467, -5.1614), // 34 km, over the mountains
		landmark(content.LandmarkAirport, "Malaga", 36.6749, -4.4991),
		landmark(content.LandmarkBeach, "Artola", 36.485, -4.745), // 17 km
	}
	for _, c := range []struct {
		km   string
		want []string
	}{
		{"", []string{"Malaga"}},
		{"station 50, beach: 20", []string{"Artola", "Ronda", "Malaga"}},
		{"airport 0", nil},
	} {
		b := landmarkBuilder(i18n.LangEN, landmarks)
		b.landmarkKm = (&content.Settings{PlacesKm: c.km}).LandmarkKm()
		var got []string
		for _, named := range b.nearestLandmarks(villa, true, "") {
			got = append(got, named.Name)
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("places_km %q: %v, want %v", c.km, got, c.want)
		}
	}
}

func TestLandmarksDoNotContradictTheText(t *testing.T) {
	b := landmarkBuilder(i18n.LangEN, []content.Landmark{
		landmark(content.LandmarkBeach, "beach", 36.51, -4.93), landmark(content.LandmarkStation, "station", 36.55, -4.93),
	})
	for text, want := range map[string][]string{
		"A quiet villa.": {"Beach", "Railway station"},
		"<p>The sand is 200 m away.</p><p>Garage for two.</p>": {"Railway station"},
		"Five minutes from the beach, on foot.":                {"Railway station"},
		"Apartamento en primera línea de playa.":               {"Railway station"},
		"La estación queda a diez minutos en coche.":           {"Beach"},
		"Sea views. Ten minutes of driving to the office.":     {"Beach", "Railway station"},
	} {
		var got []string
		for _, named := range b.nearestLandmarks(search.Point{Lat: 36.5, Lng: -4.93}, true, text) {
			got = append(got, named.Kind)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// TestDistancesTellNoHiddenPosition moves a property within the cell of its hidden position: its
// distances stay, however many landmarks there are.
func TestDistancesTellNoHiddenPosition(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for id := 1; id <= 300; id++ {
		cell := search.Point{Lat: math.Round((36+r.Float64())*100) / 100, Lng: math.Round((-5.5+r.Float64())*100) / 100}
		within := func() *content.GeoPoint {
			return &content.GeoPoint{Lat: cell.Lat + (r.Float64()-0.5)*0.0099, Lng: cell.Lng + (r.Float64()-0.5)*0.0099, Precision: "area"}
		}
		first, second := within(), within()
		var landmarks []content.Landmark
		for _, kind := range content.LandmarkKinds {
			for range 30 { // those between the two positions tell them apart, if anything does
				share := r.Float64()
				landmarks = append(landmarks, landmark(kind, string(kind), first.Lat+share*(second.Lat-first.Lat), first.Lng+share*(second.Lng-first.Lng)))
			}
		}
		b := landmarkBuilder(i18n.LangEN, landmarks)
		b.cfg = &Config{}
		a, c := b.place(id, first), b.place(id, second)
		if !reflect.DeepEqual(a.Landmarks, c.Landmarks) || len(a.Landmarks) == 0 {
			t.Fatalf("property %d at %+v: %+v\nat %+v: %+v", id, first, a.Landmarks, second, c.Landmarks)
		}
	}
}
