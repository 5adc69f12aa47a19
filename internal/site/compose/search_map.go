package compose

import (
	"context"
	"math"
	"strconv"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/site/resolve"
	"estate/internal/site/route"
	"estate/internal/site/view"
)

// MapPrefix and the link of results are the address of their map.
const MapPrefix = "/_map"

// keyZoom is the query key of the zoom level in the link of a map.
const keyZoom = "zoom"

// Map returns where the results of a link are, all pages of it together; nil when the link
// shows no results or the source has no map.
func (c *Composer) Map(ctx context.Context, result *resolve.Result) (*view.MapResponse, error) {
	mapper, ok := c.source.(content.Mapper)
	if !ok || result.Failure != nil || result.Redirect != nil {
		return nil, nil
	}
	f := result.Filter
	switch {
	case result.Target.Kind == route.KindDevelopmentSearch:
		f.Kind = search.KindDevelopments
	case result.Properties != nil && result.Target.Kind != route.KindFavorites:
		f.Kind = search.KindProperties
	default:
		return nil, nil
	}
	zoom, _ := strconv.ParseFloat(result.Link.Query[keyZoom], 64)
	cells, err := mapper.Map(ctx, result.Link.Lang, f, f.Map.Window, zoom)
	if err != nil {
		return nil, err
	}
	response := &view.MapResponse{Total: cells.Total, Unplaced: cells.Unplaced, Places: make([]view.MapPlace, len(cells.Cells))}
	if cells.Bounds != (search.Box{}) {
		response.Bounds = mapBounds(cells.Bounds)
	}
	for i, cell := range cells.Cells {
		place := &response.Places[i]
		*place = view.MapPlace{Lat: roundDegrees(cell.At.Lat), Lng: roundDegrees(cell.At.Lng)}
		if cell.Count > 1 {
			place.Count, place.Bounds = cell.Count, mapBounds(cell.Bounds)
			continue
		}
		place.ID, place.Price = cell.ID, shortPrice(result.Link.Lang, cell)
	}
	return response, nil
}

// shortPrice is the price on a pin of a map: a dash where it was not understood.
func shortPrice(lang i18n.Lang, cell search.MapCell) string {
	switch {
	case cell.Price > 0:
		return i18n.ShortPrice(lang, cell.Price)
	case cell.PriceUnknown:
		return "—"
	}
	return i18n.Words.T(lang, "price.onAsk")
}

// mapBounds has five decimals, as the public positions have.
func mapBounds(b search.Box) *view.MapBounds {
	return &view.MapBounds{South: roundDegrees(b.South), West: roundDegrees(b.West), North: roundDegrees(b.North), East: roundDegrees(b.East)}
}

func roundDegrees(value float64) float64 { return math.Round(value*1e5) / 1e5 }

// mapPoint is the public position of a property with its link to a map, nil without
// a position.
func mapPoint(id int, p *content.GeoPoint) *view.MapPoint {
	at := p.Public(id)
	if at == (search.Point{}) {
		return nil
	}
	point := &view.MapPoint{Lat: at.Lat, Lng: at.Lng, Exact: p.Precision == content.PrecisionExact}
	zoom := "17"
	if !point.Exact {
		zoom = "14"
	}
	lat, lng := strconv.FormatFloat(point.Lat, 'f', -1, 64), strconv.FormatFloat(point.Lng, 'f', -1, 64)
	point.Href = "https://www.openstreetmap.org/#map=" + zoom + "/" + lat + "/" + lng
	if point.Exact {
		point.Href = "https://www.openstreetmap.org/?mlat=" + lat + "&mlon=" + lng + "#map=" + zoom + "/" + lat + "/" + lng
	}
	return point
}

// TilesPrefix begins the addresses of the map's files.
const TilesPrefix = "/_tiles"

// place is mapPoint with a still image of the map and the nearest landmarks, as far as the text of the
// home does not tell the distance itself.
func (b *detailBuilder) place(id int, p *content.GeoPoint, texts ...i18n.Text) *view.MapPoint {
	point := mapPoint(id, p)
	if point == nil {
		return nil
	}
	var told []string
	for _, text := range texts {
		told = append(told, text.In(b.lang))
	}
	area := ",area"
	if point.Exact {
		area = ""
	}
	image := TilesPrefix + "/" + string(b.lang) + "/place/" + strconv.FormatFloat(point.Lat, 'f', -1, 64) + "," +
		strconv.FormatFloat(point.Lng, 'f', -1, 64) + area
	point.Image, point.ImageSmall = image+".svg", image+",small.svg"
	point.Landmarks = b.nearestLandmarks(search.Point{Lat: point.Lat, Lng: point.Lng}, point.Exact, strings.Join(told, ". "))
	return point
}

// spot is the public position of a property for the map of results, nil without a
// position.
func spot(id int, p *content.GeoPoint) *view.Spot {
	at := p.Public(id)
	if at == (search.Point{}) {
		return nil
	}
	return &view.Spot{Lat: at.Lat, Lng: at.Lng, Exact: p.Precision == content.PrecisionExact}
}
