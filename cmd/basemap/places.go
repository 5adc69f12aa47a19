package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"estate/cmd/basemap/tiler"
	"estate/internal/agency/demo"
	"estate/internal/content/i18n"
	"estate/internal/media/basemap/mvt"
)

// readNames reads names.toml.
func readNames(path string) ([]tiler.Name, error) {
	var file struct {
		Name []struct {
			Kind string     `toml:"kind"`
			Zoom int        `toml:"zoom"`
			At   [2]float64 `toml:"at"`
			Name i18n.Text  `toml:"name"`
		} `toml:"name"`
	}
	if _, err := toml.DecodeFile(path, &file); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	names := make([]tiler.Name, len(file.Name))
	for i, row := range file.Name {
		layer := "places"
		if row.Kind == "sea" {
			layer = "water"
		}
		names[i] = tiler.Name{
			Layer: layer, Point: tiler.Project(row.At[0], row.At[1]), MinZoom: row.Zoom, Priority: row.Zoom*100 + 50 + i, Kind: row.Kind,
			EN: row.Name[i18n.LangEN], ES: row.Name[i18n.LangES],
		}
	}
	return names, nil
}

// The radius of districts in kilometres.
const (
	townRadius     = 2.6
	districtRadius = 1.3
)

// demoPlaces returns the names of the demo's places and the outlines of its districts. An
// outline is the land that is nearer to the district's centre than to any other, within a
// radius: the demo's districts have no official borders.
func demoPlaces(land *tiler.Land) ([]tiler.Name, []tiler.District, error) {
	places, err := demo.Places()
	if err != nil {
		return nil, nil, err
	}
	bySlug := map[string]demo.Place{}
	for _, place := range places {
		bySlug[place.Slug] = place
	}
	var names []tiler.Name
	var districts []tiler.District
	for i, place := range places {
		kind, zoom := kindOf(place, bySlug)
		at := tiler.Project(place.Lat, place.Lng)
		called := place.Name
		if strings.HasSuffix(place.Slug, capitalSuffix) {
			called = bySlug[place.In].Name // "Malaga" instead of "Malaga City"
		}
		english, spanish := called[i18n.LangEN], called[i18n.LangES]
		if kind == "province" &&
			slices.ContainsFunc(places, func(p demo.Place) bool { return p.In == place.Slug && strings.HasSuffix(p.Slug, capitalSuffix) }) {
			continue // its capital has the name
		}
		names = append(names, tiler.Name{
			ID: uint64(place.ID), Layer: "places", Point: at, MinZoom: zoom, Priority: zoom*100 + i,
			Kind: cmp.Or(map[string]string{"province": "locality"}[kind], kind), EN: english, ES: spanish,
		})
		if kind == "province" {
			continue
		}
		if ring := outline(place, places, kind, land); ring != nil {
			districts = append(districts, tiler.District{ID: uint64(place.ID), Kind: kind, EN: english, ES: spanish, Ring: ring})
		}
	}
	return names, districts, nil
}

// capitalSuffix ends the slugs of the capitals of provinces.
const capitalSuffix = "-ciudad"

// kindOf returns the kind in the terms of the Protomaps basemap, and the first zoom with the name.
func kindOf(place demo.Place, bySlug map[string]demo.Place) (kind string, zoom int) {
	parent, inside := bySlug[place.In]
	switch {
	case !inside:
		return "province", 7
	case parent.In == "" && parent.Slug == "marbella":
		return "neighbourhood", 11
	case strings.HasSuffix(place.Slug, capitalSuffix):
		return "locality", 6
	case parent.In == "":
		return "locality", 9
	}
	return "neighbourhood", 12
}

// outline is the land of a district, nil without any.
func outline(place demo.Place, places []demo.Place, kind string, land *tiler.Land) []mvt.Point {
	radius := districtRadius
	if kind == "locality" {
		radius = townRadius
	}
	at := tiler.Project(place.Lat, place.Lng)
	// The equator has Size units in 40,075 km; a degree of longitude shrinks with latitude.
	units := radius / 40075 * tiler.Size / math.Cos(place.Lat*math.Pi/180)
	var cell []mvt.Point
	for i := range 48 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 24)
		cell = append(cell, mvt.Point{X: at.X + int32(units*cos), Y: at.Y + int32(units*sin)})
	}
	for _, other := range places {
		if other.In == "" || other.Slug == place.Slug {
			continue
		}
		cell = nearer(cell, at, tiler.Project(other.Lat, other.Lng))
	}
	var largest []mvt.Point
	for _, ring := range land.Region {
		for i := range cell {
			if ring = cut(ring, cell[i], cell[(i+1)%len(cell)]); len(ring) < 3 {
				break
			}
		}
		if len(ring) > 2 && (largest == nil || mvt.Area(ring) > mvt.Area(largest)) {
			largest = ring
		}
	}
	return largest
}

// nearer is the part of a convex ring that is nearer to a than to b.
func nearer(ring []mvt.Point, a, b mvt.Point) []mvt.Point {
	middle := mvt.Point{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2}
	// The line through the middle, with a on the side that cut keeps.
	return cut(ring, middle, mvt.Point{X: middle.X - (b.Y - a.Y), Y: middle.Y + (b.X - a.X)})
}

// cut is the part of a ring on the left of the line from a to b, as seen with y to the south: the
// inner side of a ring with a positive area.
func cut(ring []mvt.Point, a, b mvt.Point) []mvt.Point {
	side := func(p mvt.Point) int64 {
		return int64(b.X-a.X)*int64(p.Y-a.Y) - int64(b.Y-a.Y)*int64(p.X-a.X)
	}
	var kept []mvt.Point
	for i, q := range ring {
		p := ring[(i+len(ring)-1)%len(ring)]
		from, to := side(p), side(q)
		if from >= 0 != (to >= 0) {
			part := float64(from) / float64(from-to)
			kept = append(kept, mvt.Point{X: p.X + int32(math.Round(float64(q.X-p.X)*part)), Y: p.Y + int32(math.Round(float64(q.Y-p.Y)*part))})
		}
		if to >= 0 {
			kept = append(kept, q)
		}
	}
	return kept
}
