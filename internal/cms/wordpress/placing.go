package wordpress

import (
	"estate/internal/content"
)

// placing decodes term ids from lists of ids, from lists of terms inside acf, or from the
// tax_ lists of WordPress.
func placing(n node, categoryKey string) content.Placing {
	ids := func(name string) []int {
		for _, list := range []node{n.at(name), n.at("acf", name), n.at("tax_" + name)} {
			if found := list.ids(); len(found) > 0 {
				return found
			}
		}
		return nil
	}
	place := content.Placing{
		Offers: ids("s_offer"), Types: ids("s_type"), Categories: ids(categoryKey),
		Province: field(n, "s_province").firstID(), City: field(n, "s_city").firstID(), Subarea: field(n, "s_subarea").firstID(),
		Collections: field(n, "collections").texts(),
	}
	if place.Province == 0 && place.City == 0 && place.Subarea == 0 {
		place.Province, place.City, place.Subarea = locations(n)
	}
	return place
}

func (n node) firstID() int {
	if ids := n.ids(); len(ids) > 0 {
		return ids[0]
	}
	return 0
}

// locations assigns the terms of s_location by their depth, without parents by their order:
// province, city, subarea.
func locations(n node) (province, city, subarea int) {
	terms := field(n, "s_location").list()
	if len(terms) == 0 {
		terms = n.at("tax_s_location").list()
	}
	parents := map[int]int{}
	for _, term := range terms {
		parents[term.id()] = term.at("parent").id()
	}
	for i, term := range terms {
		level := i
		if term.isObject() {
			level = depth(parents, term.id())
		}
		switch level {
		case 0:
			province = term.id()
		case 1:
			city = term.id()
		default:
			subarea = term.id()
		}
	}
	return province, city, subarea
}

// depth returns the number of ancestors of a term, 2 at most, so a cycle ends. An ancestor
// that is not in the list counts.
func depth(parents map[int]int, id int) int {
	level := 0
	for id = parents[id]; id != 0 && level < 2; id = parents[id] {
		level++
	}
	return level
}

func geoPoint(n node) *content.GeoPoint {
	lat, lng := n.at("lat").decimal(), n.at("lng").decimal()
	if lat == 0 && lng == 0 || lat < -90 || lat > 90 || lng < -180 || lng > 180 {
		return nil
	}
	return &content.GeoPoint{Lat: lat, Lng: lng, Precision: n.at("precision").text()}
}
