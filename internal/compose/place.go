package compose

import (
	"estate/internal/content"
	"estate/internal/search"
)

// place tells what and where a home is: "Villa in Golden Mile, Marbella".
func (d *draft) place(types []int, p content.Placing) string {
	kind, where := d.typeWord(types), d.where(p)
	switch {
	case where == "":
		return kind
	case kind == "":
		return where
	}
	return kind + " " + d.word.in + " " + where
}

// where names the two smallest places a home lies in.
func (d *draft) where(p content.Placing) string {
	var names []string
	for _, id := range []int{p.Subarea, p.City, p.Province} {
		name := d.placeName(id)
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

func (d *draft) placeName(id int) string {
	if id == 0 {
		return ""
	}
	return d.site.catalog.Name(search.KeyLocation, id, d.lang)
}

// smallest is the smallest known place of a home, nil when none is.
func (d *draft) smallest(p content.Placing) *search.Option {
	for _, id := range []int{p.Subarea, p.City, p.Province} {
		if option := d.site.catalog.Option(search.KeyLocation, id); id != 0 && option != nil {
			return option
		}
	}
	return nil
}

// cityLink is the page of a place.
func (d *draft) cityLink(place *search.Option) string {
	return d.path("/cities/" + place.Slug + "/")
}
