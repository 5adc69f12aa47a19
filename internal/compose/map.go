package compose

import (
	"context"
	"strconv"

	"estate/internal/content"
	"estate/internal/resolve"
	"estate/internal/route"
	"estate/internal/search"
	"estate/internal/view"
)

// MapPrefix and the link of results are the address of their map.
const MapPrefix = "/_map"

// maxMapPlaces bounds the properties of one map.
const maxMapPlaces = 1000

// Map returns the positions of the results of a link, all pages of it together; nil
// when the link shows no results.
func (c *Composer) Map(ctx context.Context, result *resolve.Result) (*view.MapResponse, error) {
	f := result.Filter
	f.Page, f.PerPage = 1, maxMapPlaces
	switch {
	case result.Failure != nil || result.Redirect != nil:
		return nil, nil
	case result.Target.Kind == route.KindDevelopmentSearch:
		f.Kind = search.KindDevelopments
		list, err := c.source.Developments(ctx, result.Link.Lang, f)
		return mapOf(list, err, func(p *content.Development) (int, *content.GeoPoint) { return p.ID, p.Location })
	case result.Properties != nil && result.Target.Kind != route.KindFavorites:
		list, err := c.source.Properties(ctx, result.Link.Lang, f)
		return mapOf(list, err, func(p *content.Property) (int, *content.GeoPoint) { return p.ID, p.Location })
	}
	return nil, nil
}

func mapOf[T any](list *content.Listing[T], err error, idAndPoint func(T) (int, *content.GeoPoint)) (*view.MapResponse, error) {
	if err != nil {
		return nil, err
	}
	response := &view.MapResponse{Total: list.Total, Properties: make([][4]float64, 0, len(list.Items))}
	for _, item := range list.Items {
		id, point := idAndPoint(item)
		at := spot(point)
		if at == nil {
			response.Unplaced++
			continue
		}
		exact := 0.0
		if at.Exact {
			exact = 1
		}
		response.Properties = append(response.Properties, [4]float64{float64(id), at.Lat, at.Lng, exact})
	}
	return response, nil
}

// mapPoint is the public position of a property with its link to a map, nil without
// a position.
func mapPoint(p *content.GeoPoint) *view.MapPoint {
	at := p.Public()
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

// spot is the public position of a property for the map of results, nil without a
// position.
func spot(p *content.GeoPoint) *view.Spot {
	at := p.Public()
	if at == (search.Point{}) {
		return nil
	}
	return &view.Spot{Lat: at.Lat, Lng: at.Lng, Exact: p.Precision == content.PrecisionExact}
}
