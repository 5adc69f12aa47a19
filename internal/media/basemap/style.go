package basemap

import (
	"encoding/json"
	"html"
	"slices"
	"strings"

	"estate/internal/content/i18n"
	"estate/internal/platform/brand"
)

// tilesPrefix begins the addresses of tiles; compose.TilesPrefix is the same.
const tilesPrefix = "/_tiles"

// The colours of the map that are not those of the brand.
const (
	colorSea        = "#d6e0df"
	colorSeaText    = "#6f8584"
	colorCoast      = "#c9bba8"
	colorGreen      = "#e8e9d8"
	colorBeach      = "#f3e6cb"
	colorBuilding   = "#ebe0d2"
	colorRoadCasing = "#e3d5c4"
	colorRoad       = brand.White
	colorDistrict   = "#d9b892"
)

// The types of a style. docs: https://maplibre.org/maplibre-style-spec/
type (
	style struct {
		Version    int               `json:"version"`
		Name       string            `json:"name"`
		Sources    map[string]source `json:"sources"`
		Layers     []layer           `json:"layers"`
		Center     [2]float64        `json:"center"`
		Zoom       float64           `json:"zoom"`
		Transition struct {
			Duration int `json:"duration"`
		} `json:"transition"`
	}
	source struct {
		Type        string   `json:"type"`
		Tiles       []string `json:"tiles"`
		TileSize    int      `json:"tileSize,omitempty"`
		MinZoom     int      `json:"minzoom"`
		MaxZoom     int      `json:"maxzoom"`
		Attribution string   `json:"attribution"`
	}
	layer struct {
		ID          string  `json:"id"`
		Type        string  `json:"type"`
		Source      string  `json:"source,omitempty"`
		SourceLayer string  `json:"source-layer,omitempty"`
		MinZoom     float64 `json:"minzoom,omitempty"`
		MaxZoom     float64 `json:"maxzoom,omitempty"`
		Filter      any     `json:"filter,omitempty"`
		Layout      object  `json:"layout,omitempty"`
		Paint       object  `json:"paint,omitempty"`
	}
	object = map[string]any
	list   = []any
)

const (
	sourceBasemap = "basemap"
	sourceService = "service"
)

// makeStyles returns the style of each language with content.
func (m *Map) makeStyles(s *state) (map[i18n.Lang][]byte, error) {
	tiles := source{Type: "vector", Tiles: []string{tilesPrefix + "/" + s.hash + "/{z}/{x}/{y}.mvt"}}
	var credits []string
	for _, a := range s.archives {
		tiles.MaxZoom = max(tiles.MaxZoom, int(a.Header.MaxZoom))
		if a.credit != "" && !slices.Contains(credits, a.credit) {
			credits = append(credits, a.credit)
		}
	}
	tiles.Attribution = strings.Join(credits, " · ")
	return eachLanguage(func(lang i18n.Lang) style { return newStyle(sourceBasemap, tiles, vectorLayers(sourceBasemap, lang)) })
}

func eachLanguage(make func(i18n.Lang) style) (map[i18n.Lang][]byte, error) {
	styles := map[i18n.Lang][]byte{}
	for _, lang := range i18n.Filled {
		text, err := json.Marshal(make(lang))
		if err != nil {
			return nil, err
		}
		styles[lang] = text
	}
	return styles, nil
}

// ServiceStyle returns the style with the tiles of the configured service, nil without one.
func (m *Map) ServiceStyle(lang i18n.Lang) ([]byte, error) {
	service := m.cfg.Service
	if service == nil {
		return nil, nil
	}
	credit := html.EscapeString(service.Credit)
	if service.CreditLink != "" {
		credit = `<a href="` + html.EscapeString(service.CreditLink) + `">` + credit + `</a>`
	}
	tiles := source{Type: "raster", Tiles: []string{service.URL}, TileSize: 256, MaxZoom: 19, Attribution: credit}
	layers := []layer{
		{ID: "background", Type: "background", Paint: object{"background-color": brand.Linen}},
		{ID: sourceService, Type: "raster", Source: sourceService, Paint: object{"raster-saturation": -0.35}},
	}
	if service.Vector {
		tiles.Type, tiles.TileSize, tiles.MaxZoom = "vector", 0, 15
		layers = vectorLayers(sourceService, lang)
	}
	return json.Marshal(newStyle(sourceService, tiles, layers))
}

func newStyle(name string, tiles source, layers []layer) style {
	return style{
		Version: 8, Name: "Estate", Sources: map[string]source{name: tiles}, Layers: layers, Center: [2]float64{-4.95, 36.52},
		Zoom: 9,
	}
}

// vectorLayers draws the layers of the Protomaps basemap, version 4, and those of the
// built-in archive. It has no glyphs: MapLibre draws letters with the fonts of the page.
func vectorLayers(tiles string, lang i18n.Lang) []layer {
	var (
		name  = list{"coalesce", list{"get", "name:" + string(lang)}, list{"get", "name"}}
		font  = list{"Jost", "system-ui"}
		kind  = list{"get", "kind"}
		zooms = func(values ...any) list {
			return append(list{"interpolate", list{"exponential", 1.5}, list{"zoom"}}, values...)
		}
		linear = func(values ...any) list { return append(list{"interpolate", list{"linear"}, list{"zoom"}}, values...) }
		oneOf  = func(kinds ...any) list { return list{"in", kind, list{"literal", kinds}} }
		shown  = list{">=", list{"zoom"}, list{"coalesce", list{"get", "min_zoom"}, 0}}
		label  = func(size any, more object) object {
			layout := object{
				"text-field": name, "text-font": font, "text-size": size, "text-max-width": 8,
				"symbol-sort-key": list{"coalesce", list{"get", "sort_key"}, list{"get", "min_zoom"}, 0},
			}
			for key, value := range more {
				layout[key] = value
			}
			return layout
		}
		ink = func(color string) object {
			return object{"text-color": color, "text-halo-color": brand.Linen, "text-halo-width": 1.4, "text-halo-blur": 0.4}
		}
		on    = func(sourceLayer string, l layer) layer { l.Source, l.SourceLayer = tiles, sourceLayer; return l }
		round = object{"line-cap": "round", "line-join": "round"}
	)
	return []layer{
		{ID: "background", Type: "background", Paint: object{"background-color": colorSea}},
		on("earth",
			layer{ID: "earth", Type: "fill", Filter: list{"==", list{"geometry-type"}, "Polygon"}, Paint: object{"fill-color": brand.Linen}}),
		on(
			"landuse",
			layer{
				ID: "green", Type: "fill",
				Filter: oneOf("national_park", "park", "cemetery", "protected_area", "nature_reserve", "forest", "golf_course", "wood", "scrub",
					"grassland", "grass", "garden"),
				Paint: object{"fill-color": colorGreen, "fill-opacity": linear(7, 0, 11, 1)},
			},
		),
		on("landuse", layer{ID: "beach", Type: "fill", Filter: oneOf("beach", "sand"), Paint: object{"fill-color": colorBeach}}),
		on("water",
			layer{ID: "water", Type: "fill", Filter: list{"==", list{"geometry-type"}, "Polygon"}, Paint: object{"fill-color": colorSea}}),
		on("water", layer{
			ID: "river", Type: "line", MinZoom: 9, Filter: oneOf("river", "stream", "canal"),
			Paint: object{"line-color": colorSea, "line-width": zooms(9, 0.5, 18, 8)},
		}),
		on("landuse", layer{ID: "pier", Type: "fill", Filter: oneOf("pier"), Paint: object{"fill-color": brand.Linen}}),
		on("earth", layer{
			ID: "coast", Type: "line", Filter: list{"==", list{"geometry-type"}, "Polygon"},
			Paint: object{"line-color": colorCoast, "line-width": linear(5, 0.4, 12, 1)},
		}),
		// The outlines are computed, so they are faint: the names say more.
		on("districts", layer{
			ID: "districts", Type: "line", MinZoom: 12, Filter: oneOf("neighbourhood"), Layout: round,
			Paint: object{"line-color": colorDistrict, "line-opacity": linear(12, 0, 13, 0.5), "line-width": 1, "line-dasharray": list{1, 3}},
		}),
		on("buildings", layer{
			ID: "buildings", Type: "fill", MinZoom: 14, Filter: oneOf("building", "building_part"),
			Paint: object{"fill-color": colorBuilding, "fill-opacity": linear(14, 0, 15.5, 1)},
		}),
		on("transit", layer{
			ID: "transit", Type: "line", MinZoom: 11, Filter: oneOf("rail", "light_rail", "subway"),
			Paint: object{"line-color": colorCoast, "line-width": zooms(11, 0.5, 18, 2), "line-dasharray": list{3, 2}},
		}),
		on("roads", layer{
			ID: "roads-path", Type: "line", MinZoom: 14, Filter: oneOf("path"), Layout: round,
			Paint: object{"line-color": colorRoadCasing, "line-width": zooms(14, 0.5, 18, 2), "line-dasharray": list{2, 2}},
		}),
		on("roads", layer{
			ID: "roads-minor-casing", Type: "line", MinZoom: 12, Filter: oneOf("minor_road", "other"), Layout: round,
			Paint: object{"line-color": colorRoadCasing, "line-width": zooms(12, 0.4, 14, 2, 18, 14)},
		}),
		on("roads", layer{
			ID: "roads-major-casing", Type: "line", MinZoom: 8, Filter: oneOf("major_road", "highway"), Layout: round,
			Paint: object{"line-color": colorRoadCasing, "line-width": zooms(8, 1.2, 12, 3.5, 18, 24)},
		}),
		on("roads", layer{
			ID: "roads-minor", Type: "line", MinZoom: 13, Filter: oneOf("minor_road", "other"), Layout: round,
			Paint: object{"line-color": colorRoad, "line-width": zooms(13, 0.6, 14, 1.2, 18, 11)},
		}),
		on("roads", layer{
			ID: "roads-major", Type: "line", MinZoom: 7, Filter: oneOf("major_road"), Layout: round,
			Paint: object{"line-color": colorRoad, "line-width": zooms(7, 0.5, 12, 2.2, 18, 20)},
		}),
		on("roads", layer{
			ID: "roads-highway", Type: "line", MinZoom: 5, Filter: oneOf("highway"), Layout: round,
			Paint: object{"line-color": brand.Sand, "line-width": zooms(5, 0.6, 12, 2.6, 18, 22)},
		}),
		on("boundaries", layer{ID: "boundaries", Type: "line", Paint: object{
			"line-color": brand.Clay, "line-opacity": 0.45,
			"line-width": list{"match", kind, "country", 1.2, 0.6}, "line-dasharray": list{4, 3},
		}}),
		on(
			"roads",
			layer{
				ID: "road-names", Type: "symbol", MinZoom: 13, Filter: list{"has", "name"},
				Layout: label(linear(13, 10, 18, 13),
					object{"symbol-placement": "line", "symbol-sort-key": list{"match", kind, "highway", 0, "major_road", 1, 2}}),
				Paint: ink(brand.InkSoft),
			},
		),
		on(
			"water",
			layer{
				ID: "water-names", Type: "symbol",
				Filter: list{"all", list{"==", list{"geometry-type"}, "Point"}, list{"has", "name"}, shown},
				Layout: label(linear(3, 11, 10, 15), object{"text-letter-spacing": 0.12}),
				Paint:  object{"text-color": colorSeaText, "text-halo-color": colorSea, "text-halo-width": 1},
			},
		),
		on("pois", layer{
			ID: "pois", Type: "symbol", MinZoom: 13,
			Filter: list{
				"all",
				oneOf("beach", "marina", "golf_course", "park", "school", "university", "aerodrome", "station", "hospital"),
				list{"has", "name"},
				shown,
			},
			Layout: label(11, nil), Paint: ink(brand.Clay),
		}),
		on("places", layer{
			ID: "neighbourhoods", Type: "symbol", MinZoom: 10.5, Filter: list{"all", oneOf("neighbourhood", "macrohood"), shown},
			Layout: label(linear(11, 11, 15, 14), object{"text-padding": 6}), Paint: ink(brand.Clay),
		}),
		on("places", layer{
			ID: "regions", Type: "symbol", MaxZoom: 9, Filter: oneOf("region"),
			Layout: label(linear(5, 10, 8, 13), object{"text-letter-spacing": 0.1}), Paint: ink(brand.Clay),
		}),
		// The names of towns are above their centres, where most pins are.
		on("places", layer{
			ID: "localities", Type: "symbol", Filter: list{"all", oneOf("locality"), shown},
			Layout: label(linear(6, 12, 10, 14, 14, 18), object{"text-padding": 4, "text-offset": list{0, -2.2}}), Paint: ink(brand.Bark),
		}),
		on("places", layer{
			ID: "countries", Type: "symbol", MaxZoom: 7.5, Filter: list{"all", oneOf("country"), shown},
			Layout: label(linear(3, 11, 6, 15), object{"text-transform": "uppercase", "text-letter-spacing": 0.14}), Paint: ink(brand.InkSoft),
		}),
	}
}
