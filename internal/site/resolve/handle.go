package resolve

import (
	"context"
	"fmt"
	"strings"

	"estate/internal/content"
	"estate/internal/site/route"
)

// posts is the endpoint that Config.PostEndpoint replaces.
const posts = "posts"

// handle calls the handler of the target's kind (routing §7).
func (f *fetch) handle(ctx context.Context) error {
	switch f.target.Kind {
	case route.KindNone:
		return content.NoHandler(f.key)
	case route.KindHome:
		return f.home(ctx)
	case route.KindPostArchive, route.KindTypeArchive:
		return f.typeArchive(ctx)
	case route.KindSingle:
		return f.single(ctx)
	case route.KindByID:
		return f.byID(ctx)
	case route.KindTerm:
		return f.term(ctx)
	case route.KindAuthor:
		return f.author(ctx)
	case route.KindDate:
		return f.date(ctx)
	case route.KindPropertySearch, route.KindDevelopmentSearch:
		return f.search(ctx)
	case route.KindCity:
		return f.city(ctx)
	case route.KindListing:
		return f.listing(ctx)
	case route.KindFavorites:
		return f.favorites(ctx)
	case route.KindEnquiry, route.KindThanks:
		return f.enquiry()
	case route.KindViewing:
		return f.viewing(ctx)
	case route.KindAlert:
		return f.alert(ctx)
	case route.KindTest:
		f.fields["isTest"] = true
		return nil
	}
	return fmt.Errorf("kind %d of %q has no handler: add it to resolve", f.target.Kind, f.key)
}

// postEndpoint replaces "posts" and "" by the configured endpoint.
func (f *fetch) postEndpoint(endpoint string) string {
	if configured := f.resolver.config.PostEndpoint; configured != "" && (endpoint == posts || endpoint == "") {
		return configured
	}
	if endpoint == "" {
		return posts
	}
	return endpoint
}

// pageNumber is the page number of the link, at least 1.
func (f *fetch) pageNumber() int { return max(1, f.link.Page) }

// handlerType is the post type at the beginning of a handler's name, such as
// "properties archive" or "post with query permalink".
func handlerType(handler route.Handler) content.Type {
	name, _, _ := strings.Cut(string(handler), " ")
	return content.Type(name)
}
