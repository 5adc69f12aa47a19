package basemap

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"estate/internal/content/i18n"
	"estate/internal/media/basemap/mvt"
	"estate/internal/platform/brand"
)

// Still is what a still image of the map shows: a position, exactly or as an area of
// RadiusKm around it. A small one is for a phone: a part of the same map, whose names
// have a readable size there.
type Still struct {
	Lat, Lng float64
	RadiusKm float64 // 0 means the exact position
	Small    bool
	Lang     i18n.Lang
}

// The sizes of a still image in its own units, and its zoom levels.
const (
	stillWidth, stillHeight           = 960, 480
	smallStillWidth, smallStillHeight = 420, 288
	stillTile                         = 512
	stillMarker                       = 9 // radius
	stillZoom                         = 11.7
	stillZoomExact                    = 12.7
	// withoutStreets zooms out as long as only the built-in archive is there: a part of it without
	// coast and towns is empty. The names stay those of the zoom with streets: they have the room.
	withoutStreets = 1.5
)

// Still returns an image as SVG, made of the same tiles as the map.
func (m *Map) Still(still Still) ([]byte, error) {
	zoom := stillZoom
	if still.RadiusKm == 0 {
		zoom = stillZoomExact
	}
	names := zoom // the zoom that decides which names are there
	s := m.state(false)
	if s.imported == "" {
		zoom -= withoutStreets
	}
	z := uint8(names)                              // tiles of a smaller zoom lack the names
	size := stillTile * math.Exp2(zoom-float64(z)) // of a tile in the image
	world := math.Exp2(float64(z))
	sin := math.Sin(min(max(still.Lat, -85), 85) * math.Pi / 180)
	x, y := (still.Lng/360+0.5)*world, (0.5-math.Log((1+sin)/(1-sin))/(4*math.Pi))*world
	image := &stillImage{lang: still.Lang, width: stillWidth, height: stillHeight, town: 20, quarter: 17}
	if still.Small {
		image.width, image.height, image.town, image.quarter = smallStillWidth, smallStillHeight, 18, 15
	}
	left, top := x*size-image.width/2, y*size-image.height/2
	fmt.Fprintf(
		&image.out,
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%g" height="%g" font-family="Jost,system-ui,sans-serif">`,
		image.width, image.height, image.width, image.height,
	)
	fmt.Fprintf(&image.out, `<rect width="100%%" height="100%%" fill="%s"/>`, colorSea)
	for row := math.Floor(top / size); row*size < top+image.height; row++ {
		for column := math.Floor(left / size); column*size < left+image.width; column++ {
			if row < 0 || row >= world {
				continue
			}
			tile, err := s.find(z, uint32(math.Mod(column+world, world)), uint32(row))
			if err != nil {
				return nil, err
			}
			if tile == nil {
				continue
			}
			decoded, err := tile.decode()
			if err != nil {
				return nil, err
			}
			image.tile(decoded, column*size-left, row*size-top, size)
		}
	}
	image.labels(names, still.RadiusKm == 0)
	if still.RadiusKm > 0 {
		radius := still.RadiusKm / 40075 / math.Cos(still.Lat*math.Pi/180) * world * size
		fmt.Fprintf(&image.out, `<circle cx="%g" cy="%g" r="%.1f" fill="%s" fill-opacity=".14" stroke="%s" stroke-width="1.5"/>`, image.width/2,
			image.height/2, radius, brand.Bark, brand.Bark)
	} else {
		fmt.Fprintf(&image.out, `<circle cx="%g" cy="%g" r="%d" fill="%s" stroke="%s" stroke-width="3"/>`, image.width/2, image.height/2,
			stillMarker, brand.Bark, brand.White)
	}
	credit := html.EscapeString(html.UnescapeString(tags.ReplaceAllString(s.archives[0].credit, "")))
	fmt.Fprintf(
		&image.out,
		`<text x="50%%" y="%g" text-anchor="middle" font-size="14" fill="%s" stroke="%s" stroke-width="3" paint-order="stroke">%s</text></svg>`,
		image.height-10, brand.InkSoft, brand.Linen, credit,
	)
	return []byte(image.out.String()), nil
}

type stillImage struct {
	lang          i18n.Lang
	width, height float64
	town, quarter float64 // sizes of their names
	out           strings.Builder
	names         []stillName
}

type stillName struct {
	x, y, zoom, order float64
	kind, text        string
}

// tile draws a tile. A nested svg element clips it to its square; half a unit more hides the
// seam between two.
func (i *stillImage) tile(tile mvt.Tile, x, y, size float64) {
	fmt.Fprintf(&i.out, `<svg x="%.1f" y="%.1f" width="%.1f" height="%.1f" viewBox="0 0 %d %d" fill="none" stroke-linejoin="round">`, x, y,
		size+0.5, size+0.5, mvt.Extent, mvt.Extent)
	i.shapes(tile, "earth", mvt.TypePolygon, `fill="`+brand.Linen+`"`)
	i.shapes(tile, "landuse", mvt.TypePolygon, `fill="`+colorGreen+`"`, "park", "nature_reserve", "forest", "golf_course", "wood", "grass",
		"garden")
	i.shapes(tile, "landuse", mvt.TypePolygon, `fill="`+colorBeach+`"`, "beach", "sand")
	i.shapes(tile, "water", mvt.TypePolygon, `fill="`+colorSea+`"`)
	i.shapes(tile, "earth", mvt.TypePolygon, `stroke="`+colorCoast+`" stroke-width="8"`)
	i.shapes(tile, "roads", mvt.TypeLine, `stroke="`+brand.White+`" stroke-width="9"`, "minor_road", "other")
	i.shapes(tile, "roads", mvt.TypeLine, `stroke="`+colorRoadCasing+`" stroke-width="26"`, "major_road", "highway")
	i.shapes(tile, "roads", mvt.TypeLine, `stroke="`+brand.White+`" stroke-width="17"`, "major_road", "highway")
	i.out.WriteString(`</svg>`)
	if layer := tile.Layer("places"); layer != nil {
		for j := range layer.Features {
			i.name(&layer.Features[j], x, y, size)
		}
	}
}

// shapes draws the features of a layer as one path. Without kinds it takes all of them.
func (i *stillImage) shapes(tile mvt.Tile, name string, kind mvt.Type, style string, kinds ...string) {
	layer := tile.Layer(name)
	if layer == nil {
		return
	}
	var path strings.Builder
	for j := range layer.Features {
		f := &layer.Features[j]
		if f.Type != kind || len(kinds) > 0 && !slices.Contains(kinds, f.Text("kind")) {
			continue
		}
		for _, part := range f.Parts {
			fmt.Fprintf(&path, "M%d %d", part[0].X, part[0].Y)
			for k, p := range part[1:] {
				fmt.Fprintf(&path, "l%d %d", p.X-part[k].X, p.Y-part[k].Y)
			}
			if kind == mvt.TypePolygon {
				path.WriteByte('z')
			}
		}
	}
	if path.Len() > 0 {
		fmt.Fprintf(&i.out, `<path %s d="%s"/>`, style, path.String())
	}
}

func (i *stillImage) name(f *mvt.Feature, x, y, size float64) {
	kind := f.Text("kind")
	if f.Type != mvt.TypePoint || kind != "locality" && kind != "neighbourhood" {
		return
	}
	at := f.Parts[0][0]
	text := cmp.Or(f.Text("name:"+string(i.lang)), f.Text("name"))
	zoom, _ := f.Number("min_zoom")
	order, ok := f.Number("sort_key")
	if !ok {
		order = zoom
	}
	// The margin of a tile repeats the names of its neighbours.
	if text != "" && at.X >= 0 && at.Y >= 0 && at.X < mvt.Extent && at.Y < mvt.Extent {
		i.names = append(i.names, stillName{x + float64(at.X)/mvt.Extent*size, y + float64(at.Y)/mvt.Extent*size, zoom, order, kind, text})
	}
}

// labels draws the names of a zoom that do not overlap, the more important ones first.
func (i *stillImage) labels(zoom float64, exact bool) {
	slices.SortStableFunc(i.names, func(a, b stillName) int { return cmp.Compare(a.order, b.order) })
	var taken [][4]float64
	for _, name := range i.names {
		size, color := i.town, brand.Bark
		if name.kind == "neighbourhood" {
			size, color = i.quarter, brand.Clay
		}
		half := float64(utf8.RuneCountInString(name.text)) * size * 0.27
		// A name that the marker covers stands below it.
		if exact && math.Abs(name.x-i.width/2) < half+stillMarker && name.y+size/2 > i.height/2-stillMarker &&
			name.y-size < i.height/2+stillMarker {
			name.y = i.height/2 + stillMarker + size
		}
		box := [4]float64{name.x - half, name.y - size, name.x + half, name.y + size/2}
		inside := box[0] > 4 && box[1] > 4 && box[2] < i.width-4 && box[3] < i.height-4
		overlaps := slices.ContainsFunc(taken, func(b [4]float64) bool {
			return box[0] < b[2]+8 && b[0] < box[2]+8 && box[1] < b[3]+4 && b[1] < box[3]+4
		})
		if name.zoom > zoom || !inside || overlaps {
			continue
		}
		taken = append(taken, box)
		fmt.Fprintf(
			&i.out,
			`<text x="%.0f" y="%.0f" font-size="%.0f" text-anchor="middle" fill="%s" stroke="%s" stroke-width="3" paint-order="stroke">%s</text>`,
			name.x, name.y+size/3, size, color, brand.Linen, html.EscapeString(name.text),
		)
	}
}
