package resolve

import (
	"context"
	"strings"

	"estate/internal/content"
	"estate/internal/content/search"
)

// city lists the properties of a place, which may be of any level.
func (f *fetch) city(ctx context.Context) error {
	places, err := f.source.Terms(ctx, f.lang, search.KeyLocation)
	if err != nil {
		return err
	}
	catalog, err := f.catalog(ctx)
	if err != nil {
		return err
	}
	if own := f.ownCityLink(catalog); own != "" {
		return f.redirectTo(own)
	}
	filter, hints := f.parseFilter(ctx, search.KindProperties, catalog)
	f.result.Hints = hints
	filter.Provinces, filter.Cities, filter.Subareas = nil, nil, nil
	filter.CitySlug = f.target.Slug
	place := termBySlug(places, f.target.Slug)
	if place != nil {
		catalog.AddLocation(&filter, place.ID)
		f.result.Entity = place
	}
	// Without location terms the results decide whether the place exists.
	if place == nil && len(places) > 0 {
		return content.EntityNotFound("cities", f.target.Slug)
	}
	if err := f.fetchResults(ctx, filter); err != nil {
		return err
	}
	if place == nil && f.fields["total"] == 0 {
		return content.EntityNotFound("cities", f.target.Slug)
	}
	f.fields["type"], f.fields["city"], f.fields["isCity"] = content.TypeProperty, f.target.Slug, true
	return nil
}

// ownCityLink is the link with the slug of the place, when the path has its name:
// /cities/golden-mile/ for marbella-golden-mile. "" otherwise.
func (f *fetch) ownCityLink(catalog *search.Catalog) string {
	place := optionByWord(catalog, search.KeyLocation, f.target.Slug)
	if place == nil || place.Slug == f.target.Slug || place.Slug == "" {
		return ""
	}
	own := f.link
	own.Route = strings.TrimSuffix(own.Route, f.target.Slug+"/") + place.Slug + "/"
	return own.String()
}

func termBySlug(terms []*content.Term, slug string) *content.Term {
	for _, term := range terms {
		if term.Slug == slug {
			return term
		}
	}
	return nil
}
