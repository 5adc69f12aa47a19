package compose

import (
	"context"

	"estate/internal/content"
	"estate/internal/link"
	"estate/internal/resolve"
	"estate/internal/route"
	"estate/internal/search"
	"estate/internal/view"
)

// MapPrefix stands before the link of results; together they are the address of their map.
const MapPrefix = "/_map"

// mostPlaces bounds the homes of a map: more markers help nobody find one.
const mostPlaces = 1000

// mapped tells a list where the places of all that was found are. A source that
// does not count is asked for a page at a time, and the map shows that page.
func (d *draft) mapped(section *view.PropertyArchiveSection, counted bool) {
	section.Tiles = d.cfg.Tiles
	if !counted || section.Total == 0 {
		return
	}
	section.Map = MapPrefix + d.result.Link.WithPage(1).String()
	section.Lookup = link.Stringify(link.Parts{Route: d.path("/favorites/")})
}

// Map tells where the homes of a page of results stand, all pages of it together;
// nil when the result is none.
func (c *Composer) Map(ctx context.Context, result *resolve.Result) (*view.MapAnswer, error) {
	f := result.Filter
	f.Page, f.PerPage = 1, mostPlaces
	switch {
	case result.Failure != nil || result.Redirect != nil:
		return nil, nil
	case result.Target.Kind == route.KindDevelopmentSearch:
		f.Kind = search.KindDevelopments
		list, err := c.source.Developments(ctx, result.Link.Lang, f)
		return placesOf(list, err, func(p *content.Development) (int, *content.GeoPoint) { return p.ID, p.Location })
	case result.Properties != nil && result.Target.Kind != route.KindFavorites:
		list, err := c.source.Properties(ctx, result.Link.Lang, f)
		return placesOf(list, err, func(p *content.Property) (int, *content.GeoPoint) { return p.ID, p.Location })
	}
	return nil, nil
}

func placesOf[T any](list *content.Listing[T], err error, of func(T) (int, *content.GeoPoint)) (*view.MapAnswer, error) {
	if err != nil {
		return nil, err
	}
	answer := &view.MapAnswer{Total: list.Total, Homes: make([][4]float64, 0, len(list.Items))}
	for _, home := range list.Items {
		id, point := of(home)
		at := spot(point)
		if at == nil {
			answer.Unplaced++
			continue
		}
		exact := 0.0
		if at.Exact {
			exact = 1
		}
		answer.Homes = append(answer.Homes, [4]float64{float64(id), at.Lat, at.Lng, exact})
	}
	return answer, nil
}
