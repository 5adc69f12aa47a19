package resolve

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"estate/internal/content"
	"estate/internal/site/route"
)

// single loads one entity by its slug: from the first endpoint that has an entity
// whose link is this route (routing §7.5).
func (f *fetch) single(ctx context.Context) error {
	if entity := f.sessionEntity(); entity != nil && !f.force {
		return f.show(ctx, entity)
	}
	slugFound := false
	for _, endpoint := range f.target.Endpoints {
		found, err := f.resolver.source.BySlug(ctx, f.lang, f.postEndpoint(endpoint), f.target.Slug)
		if err != nil {
			return err
		}
		f.Keep(f.lang, f.force, found...)
		slugFound = slugFound || len(found) > 0
		if entity := f.atLink(found); entity != nil {
			return f.show(ctx, f.Entity(entity.Ref()))
		}
		if f.target.Rewrite == homepageRewrite && len(found) > 0 {
			return f.show(ctx, f.Entity(found[0].Ref()))
		}
	}
	if home, err := f.homeElsewhere(ctx); home != nil || err != nil {
		if err != nil {
			return err
		}
		return f.show(ctx, home)
	}
	if f.isTermElsewhere(ctx) {
		return f.term(ctx)
	}
	if slugFound {
		return content.RouteMismatch(f.link.Route)
	}
	if redirected, err := f.redirectNumericID(ctx); redirected || err != nil {
		return err
	}
	return content.PostTypeNotFound(f.target.Endpoints, f.target.Slug)
}

// isAnyPermalink reports a link of no form of its own whose address may be anything's.
func (f *fetch) isAnyPermalink() bool {
	return f.resolver.config.AnyPermalink && f.target.Handler == route.HandlerAny
}

// homeElsewhere is the home whose link is the route, nil for none: a theme has its homes below a path of its
// own.
func (f *fetch) homeElsewhere(ctx context.Context) (content.Entity, error) {
	if !f.isAnyPermalink() || len(f.link.Segments()) < 2 {
		return nil, nil
	}
	found, err := f.resolver.source.BySlug(ctx, f.lang, content.TypeProperty.Endpoint(), f.target.Slug)
	if err != nil {
		return nil, err
	}
	f.Keep(f.lang, f.force, found...)
	if entity := f.atLink(found); entity != nil {
		return f.Entity(entity.Ref()), nil
	}
	return nil, nil
}

// isTermElsewhere makes a link that of a category or a tag whose link is the route: a plugin takes the base off
// its links, or the CMS has another one.
func (f *fetch) isTermElsewhere(ctx context.Context) bool {
	if !f.isAnyPermalink() {
		return false
	}
	for _, taxonomy := range []struct{ name, endpoint string }{{"category", "categories"}, {"tag", "tags"}} {
		found, err := f.resolver.source.BySlug(ctx, f.lang, taxonomy.endpoint, f.target.Slug)
		if err != nil || f.atLink(found) == nil {
			continue
		}
		f.target.Kind, f.target.Handler, f.target.Taxonomy = route.KindTerm, route.Handler(taxonomy.name), taxonomy.name
		f.target.Endpoints = []string{taxonomy.endpoint}
		f.result.Target = f.target
		return true
	}
	return false
}

// sessionEntity is the entity that the session has at the link's route, nil for none.
func (f *fetch) sessionEntity() content.Entity {
	id, known := f.atRoute()
	entityType, ok := known["type"].(content.Type)
	if !ok {
		return nil
	}
	return f.Entity(content.Ref{Type: entityType, ID: id})
}

// homepageRewrite is the rewrite that allows an entity with another link (routing D6).
const homepageRewrite = "homepage"

// atLink is the entity whose link is the route, nil for none.
func (f *fetch) atLink(found []content.Entity) content.Entity {
	for _, entity := range found {
		if sameLink(entity.LinkIn(f.lang), f.link.Route) {
			return entity
		}
	}
	return nil
}

// show sets the entity of the result, or its newest revision in a preview.
func (f *fetch) show(ctx context.Context, entity content.Entity) error {
	entity, err := f.newestRevision(ctx, entity)
	if err != nil {
		return err
	}
	f.setEntity(entity)
	return nil
}

func (f *fetch) setEntity(entity content.Entity) {
	ref := entity.Ref()
	f.result.Entity = entity
	if page, ok := entity.(*content.Page); ok {
		f.result.Page = page
	}
	f.fields["type"], f.fields["id"] = ref.Type, ref.ID
	f.fields["isPostType"], f.fields[route.FlagName(string(ref.Type))] = true, true
}

// redirectNumericID redirects /properties/123/ to the property's link (routing D11).
func (f *fetch) redirectNumericID(ctx context.Context) (redirected bool, err error) {
	id, err := strconv.Atoi(f.target.Slug)
	if err != nil || id <= 0 || len(f.target.Endpoints) != 1 {
		return false, nil
	}
	endpoint := f.target.Endpoints[0]
	if endpoint != string(content.TypeProperty) && endpoint != string(content.TypeDevelopment) {
		return false, nil
	}
	entity, err := f.resolver.source.ByID(ctx, f.lang, endpoint, id, "")
	if failure, known := errors.AsType[*content.Error](err); known && PageStatus(failure.Status) == http.StatusNotFound {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	target := entity.LinkIn(f.lang)
	if target == "" || sameLink(target, f.link.Route) {
		return false, nil
	}
	return true, f.redirectTo(parse(target).WithQuery(f.link.Query).String())
}
