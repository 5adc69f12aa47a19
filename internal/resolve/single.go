package resolve

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"estate/internal/content"
	"estate/internal/route"
)

// single loads one content by its slug, asking the endpoints in turn until one
// has an entity whose link is this route (routing §7.5).
func (f *fetch) single(ctx context.Context) error {
	if entity := f.knownHere(); entity != nil && !f.force {
		return f.show(ctx, entity)
	}
	slugMet := false
	for _, endpoint := range f.target.Endpoints {
		found, err := f.resolver.source.BySlug(ctx, f.lang, f.postEndpoint(endpoint), f.target.Slug)
		if err != nil {
			return err
		}
		f.Keep(f.lang, f.force, found...)
		slugMet = slugMet || len(found) > 0
		if entity := f.atLink(found); entity != nil {
			return f.show(ctx, f.Entity(entity.Ref()))
		}
		if f.target.Rewrite == homepageRewrite && len(found) > 0 {
			return f.show(ctx, f.Entity(found[0].Ref()))
		}
	}
	if slugMet {
		return content.RouteMismatch(f.link.Route)
	}
	if moved, err := f.numericDetail(ctx); moved || err != nil {
		return err
	}
	return content.PostTypeNotFound(f.target.Endpoints, f.target.Slug)
}

// knownHere is the content that the session already knows at the link's route.
func (f *fetch) knownHere() content.Entity {
	id, known := f.atRoute()
	entityType, ok := known["type"].(content.Type)
	if !ok {
		return nil
	}
	return f.Entity(content.Ref{Type: entityType, ID: id})
}

// homepageRewrite names the rewrite under which an entity need not live at the root (routing D6).
const homepageRewrite = "homepage"

// atLink picks the entity that lives at the link's route.
func (f *fetch) atLink(found []content.Entity) content.Entity {
	for _, entity := range found {
		if sameLink(entity.LinkIn(f.lang), f.link.Route) {
			return entity
		}
	}
	return nil
}

// show makes entity the answer, or its newest revision when a preview may see it.
func (f *fetch) show(ctx context.Context, entity content.Entity) error {
	entity, err := f.revised(ctx, entity)
	if err != nil {
		return err
	}
	f.showAsIs(entity)
	return nil
}

func (f *fetch) showAsIs(entity content.Entity) {
	ref := entity.Ref()
	f.result.Entity = entity
	if page, ok := entity.(*content.Page); ok {
		f.result.Page = page
	}
	f.fields["type"], f.fields["id"] = ref.Type, ref.ID
	f.fields["isPostType"], f.fields[route.FlagName(string(ref.Type))] = true, true
}

// numericDetail leads /properties/123/ to the home's own link (routing D11).
func (f *fetch) numericDetail(ctx context.Context) (moved bool, err error) {
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
	return true, f.moved(parse(target).WithQuery(f.link.Query).String())
}
