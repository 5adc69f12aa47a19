package compose

import (
	"estate/internal/content"
	"estate/internal/content/search"
)

// typeAndPlace is "Villa in Golden Mile, Marbella".
func (l *localizer) typeAndPlace(types []int, p content.Placing) string {
	kind, place := l.typeName(types), l.place(p)
	switch {
	case place == "":
		return kind
	case kind == "":
		return place
	}
	return kind + " " + l.labels.in + " " + place
}

// place is the names of the two smallest known places: "Golden Mile, Marbella".
func (l *localizer) place(p content.Placing) string {
	var names []string
	for _, id := range []int{p.Subarea, p.City, p.Province} {
		name := l.placeName(id)
		if name == "" || len(names) == 1 && names[0] == name {
			continue
		}
		if names = append(names, name); len(names) == 2 {
			return names[0] + ", " + names[1]
		}
	}
	if len(names) == 1 {
		return names[0]
	}
	return ""
}

func (l *localizer) placeName(id int) string {
	if id == 0 {
		return ""
	}
	return l.catalog.Name(search.KeyLocation, id, l.lang)
}

// smallestPlace is the smallest place in the catalog, nil when none is known.
func (l *localizer) smallestPlace(p content.Placing) *search.Option {
	for _, id := range []int{p.Subarea, p.City, p.Province} {
		if option := l.catalog.Option(search.KeyLocation, id); id != 0 && option != nil {
			return option
		}
	}
	return nil
}

// cityLink is the link of the page of a place.
func (l *localizer) cityLink(place *search.Option) string {
	return l.path("/cities/" + place.Slug + "/")
}

// onlyPlace is the id of the place when a filter has exactly one, else 0.
func onlyPlace(f search.Filter) int {
	if len(f.Provinces)+len(f.Cities)+len(f.Subareas) != 1 {
		return 0
	}
	for _, ids := range [][]int{f.Provinces, f.Cities, f.Subareas} {
		if len(ids) == 1 {
			return ids[0]
		}
	}
	return 0
}

// onlyID is the id of a list that has exactly one, else 0.
func onlyID(ids []int) int {
	if len(ids) == 1 {
		return ids[0]
	}
	return 0
}
