package resolve

import (
	"context"
	"fmt"
	"strings"

	"estate/internal/content"
	"estate/internal/route"
)

// posts is the endpoint that Config.PostEndpoint stands in for.
const posts = "posts"

// handle runs the handler of the target's kind (routing §7).
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
	}
	return fmt.Errorf("no handler for kind %d of %q: add it to resolve", f.target.Kind, f.key)
}

// postEndpoint puts the configured endpoint in place of "posts".
func (f *fetch) postEndpoint(endpoint string) string {
	if configured := f.resolver.config.PostEndpoint; configured != "" && (endpoint == posts || endpoint == "") {
		return configured
	}
	if endpoint == "" {
		return posts
	}
	return endpoint
}

// pageNo is the page number to ask for.
func (f *fetch) pageNo() int { return max(1, f.link.Page) }

// handlerType is the type in a handler's name: "properties archive",
// "post with query permalink".
func handlerType(handler route.Handler) content.Type {
	name, _, _ := strings.Cut(string(handler), " ")
	return content.Type(name)
}
