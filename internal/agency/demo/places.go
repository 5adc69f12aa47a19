package demo

import "estate/internal/content/i18n"

// Place is a province, city or district of the demo.
type Place struct {
	ID       int
	Slug     string
	In       string // slug of the place that holds it, "" of provinces
	Name     i18n.Text
	Lat, Lng float64
}

// Places are the places of data/places.toml in its order.
func Places() ([]Place, error) {
	var file struct{ Place []termRow }
	if err := readTOML("data/places.toml", &file); err != nil {
		return nil, err
	}
	places := make([]Place, len(file.Place))
	for i, row := range file.Place {
		places[i] = Place{ID: row.ID, Slug: row.Slug, In: row.In, Name: row.Name, Lat: row.Lat, Lng: row.Lng}
	}
	return places, nil
}
