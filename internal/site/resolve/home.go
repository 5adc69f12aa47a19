package resolve

import (
	"context"

	"estate/internal/content"
)

// home loads the content page of the roots by its slug; its link may differ (routing
// D6). Of several pages with the slug the one at the root is preferred. Without such a page it is
// the page whose link is the root: the front page of a CMS that calls it otherwise.
func (f *fetch) home(ctx context.Context) error {
	if f.pageNumber() > 1 {
		return content.PostArchivePageNotFound(f.pageNumber())
	}
	endpoints := f.target.Endpoints
	if len(endpoints) == 0 {
		endpoints = []string{"pages"}
	}
	for _, endpoint := range endpoints {
		found, err := f.resolver.source.BySlug(ctx, f.lang, f.postEndpoint(endpoint), f.target.Slug)
		if err != nil {
			return err
		}
		f.Keep(f.lang, f.force, found...)
		if len(found) == 0 {
			continue
		}
		entity := f.atLink(found)
		if entity == nil {
			entity = found[0]
		}
		return f.show(ctx, f.Entity(entity.Ref()))
	}
	front, err := content.PageAt(ctx, f.resolver.source, f.lang, f.link.Route)
	if err != nil {
		return err
	}
	if front == nil {
		return content.PostTypeNotFound(endpoints, f.target.Slug)
	}
	f.Keep(f.lang, f.force, front)
	return f.show(ctx, f.Entity(front.Ref()))
}
