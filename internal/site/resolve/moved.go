package resolve

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/site/route"
)

// ownAddress is the address of content that the source knows under another link than the one
// that was asked for (routing D18), "" for none: a post by its number or its dated link, a picture below
// either of them, the home page by its slug, and translated content by its English path.
func (r *Resolver) ownAddress(ctx context.Context, result *Result) string {
	notFound := result.Failure != nil && result.Failure.Status == http.StatusNotFound
	if result.Redirect != nil || result.Failure != nil && !notFound || result.Link.Query["preview"] != "" {
		return ""
	}
	if at := r.rootOf(result, notFound); at != "" || !notFound {
		return at
	}
	if id := result.Target.Params["id"]; id != "" && result.Target.Kind == route.KindByID {
		post, err := r.source.ByID(ctx, result.Link.Lang, r.endpointOf(result.Target), leadingNumber(id), "")
		if err != nil {
			return ""
		}
		return moved(result.Link, post)
	}
	slug := datedSlug(result.Target)
	if slices.Contains(result.Target.Endpoints, content.TypeAttachment.Endpoint()) && result.Target.Handler != route.HandlerAny {
		slug = result.Target.Slug
	}
	if slug != "" {
		found, err := r.source.BySlug(ctx, result.Link.Lang, r.endpointOf(result.Target), slug)
		if err != nil || len(found) == 0 {
			return ""
		}
		return moved(result.Link, found[0])
	}
	return r.translatedAddress(ctx, result)
}

// translatedAddress is the link of content in the language of a link that has the path of the
// English content: /es/properties/sea-house/ leads to /es/properties/casa-del-mar/.
func (r *Resolver) translatedAddress(ctx context.Context, result *Result) string {
	if result.Target.Kind != route.KindSingle || result.Target.Slug == "" || result.Link.Lang == i18n.Fallback {
		return ""
	}
	english := result.Link.InLang(i18n.Fallback)
	for _, endpoint := range result.Target.Endpoints {
		if endpoint == content.TypeAttachment.Endpoint() {
			continue // one slug in all languages
		}
		found, err := r.source.BySlug(ctx, i18n.Fallback, endpoint, result.Target.Slug)
		if err != nil {
			return ""
		}
		for _, entity := range found {
			head := content.HeadOf(entity)
			if head == nil || !sameLink(entity.LinkIn(i18n.Fallback), english.Route) {
				continue
			}
			target := content.Translations(ctx, r.source, head)[result.Link.Lang]
			if target == "" || sameLink(target, result.Link.Route) {
				return ""
			}
			return at(result.Link, parse(target).Route)
		}
	}
	return ""
}

// endpointOf is the first endpoint of a target, with Config.PostEndpoint in place of posts.
func (r *Resolver) endpointOf(t route.Target) string {
	endpoint := posts
	if len(t.Endpoints) > 0 {
		endpoint = t.Endpoints[0]
	}
	if endpoint == posts && r.config.PostEndpoint != "" && t.Kind != route.KindByID {
		return r.config.PostEndpoint
	}
	return endpoint
}

// rootOf is the root when a link is the slug of a home page: /home/ and /es/inicio/. The slug
// of the other language leads to a root too when nothing else has that link: /inicio/ to
// /es/, as Spanish words do (decision 10).
func (r *Resolver) rootOf(result *Result, notFound bool) string {
	if result.Target.Kind != route.KindSingle {
		return ""
	}
	lang, path := r.table.HomeOf(result.Link)
	switch {
	case path == "" || lang != result.Link.Lang && !notFound:
		return ""
	case lang != result.Link.Lang && result.Link.Lang == i18n.Fallback:
		return at(result.Link, lang.Prefix()+rootPath(r.config.Subdirectory))
	}
	return at(result.Link, strings.TrimSuffix(strings.ToLower(result.Link.Route), strings.TrimPrefix(path, "/")))
}

// datedSlug is the slug of a post in a link of the form /{year}/{month}/[{day}/]{slug}/, ""
// for any other.
func datedSlug(t route.Target) string {
	words := t.Link.Segments()
	if t.Kind != route.KindSingle || t.Handler != route.HandlerAny || len(words) < 3 || len(words) > 4 {
		return ""
	}
	for _, word := range words[:len(words)-1] {
		if n, err := strconv.Atoi(word); err != nil || n <= 0 {
			return ""
		}
	}
	return t.Slug
}

// moved is the link of an entity in the language of a link, else in its own language.
func moved(l link.Link, entity content.Entity) string {
	target := entity.LinkIn(l.Lang)
	for _, lang := range i18n.Filled {
		if target == "" {
			target = entity.LinkIn(lang)
		}
	}
	if target == "" || sameLink(target, l.Route) {
		return ""
	}
	return at(l, parse(target).Route)
}

// at is a link with another route, its first page, and the same query.
func at(l link.Link, route string) string {
	l.Route = route
	return l.WithPage(1).WithHash("").String()
}
