package upstream

import (
	"context"
	"errors"
	"sync/atomic"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/platform/coalesce"
)

// Source is a content.Source with a cache over another one. It is safe for concurrent use.
type Source struct {
	cfg       Config
	from      content.Source
	cache     cache
	calls     *coalesce.Group[string, *entry]
	breakers  map[i18n.Lang]*breaker // the API of a language may fail alone
	redirects *redirects
	// invalidatedAt is the time of the last Invalidate in Unix nanoseconds.
	invalidatedAt atomic.Int64
}

var _ content.Source = (*Source)(nil)

// New returns a Source over from. It fails when cfg is not valid.
func New(cfg Config, from content.Source) (*Source, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg = cfg.withDefaults()
	return &Source{
		cfg: cfg, from: from, cache: newCache(maxEntities), calls: coalesce.NewGroup[string, *entry](callTimeout, maxCalls),
		breakers: newBreakers(cfg), redirects: newRedirects(cfg),
	}, nil
}

// Invalidate makes every cached response stale, because the content of the source changed.
// Stale responses are still served when the source fails.
func (s *Source) Invalidate() { s.invalidatedAt.Store(s.cfg.Now().UnixNano()) }

// isFresh reports that an entry is served without a call.
func (s *Source) isFresh(e *entry) bool {
	return s.cfg.Now().Sub(e.requested) < s.cfg.Fresh && !s.isInvalidated(e)
}

// isInvalidated reports that an entry was requested before the last Invalidate.
func (s *Source) isInvalidated(e *entry) bool {
	return e.requested.UnixNano() <= s.invalidatedAt.Load()
}

func (s *Source) breaker(lang i18n.Lang) *breaker {
	if b := s.breakers[lang]; b != nil {
		return b
	}
	return s.breakers[i18n.Fallback]
}

// Close cancels the calls in flight.
func (s *Source) Close() error {
	s.calls.Close()
	s.redirects.calls.Close()
	return nil
}

// BySlug is content.Source's.
func (s *Source) BySlug(ctx context.Context, lang i18n.Lang, endpoint, slug string) ([]content.Entity, error) {
	return get(ctx, s, list, lang, keyOf("slug", lang, endpoint, slug), func(ctx context.Context) ([]content.Entity, error) {
		return s.from.BySlug(ctx, lang, endpoint, slug)
	})
}

// listingPager is a source that can omit the entities embedded in a page.
type listingPager interface {
	ListingPage(ctx context.Context, lang i18n.Lang, slug string) ([]content.Entity, error)
}

// ListingPage is BySlug for the content page of a listing, without embedded entities if the
// source can omit them.
func (s *Source) ListingPage(ctx context.Context, lang i18n.Lang, slug string) ([]content.Entity, error) {
	from, ok := s.from.(listingPager)
	if !ok {
		return s.BySlug(ctx, lang, "pages", slug)
	}
	return get(ctx, s, list, lang, keyOf("listing", lang, slug), func(ctx context.Context) ([]content.Entity, error) {
		return from.ListingPage(ctx, lang, slug)
	})
}

// ByID is content.Source's. A call with a credential passes through.
func (s *Source) ByID(ctx context.Context, lang i18n.Lang, endpoint string, id int, auth content.Credential) (content.Entity, error) {
	if auth != "" {
		return s.from.ByID(ctx, lang, endpoint, id, auth)
	}
	return get(ctx, s, single, lang, keyOf("id", lang, endpoint, id), func(ctx context.Context) (content.Entity, error) {
		return s.from.ByID(ctx, lang, endpoint, id, "")
	})
}

// Revision passes through: drafts are never cached.
func (s *Source) Revision(
	ctx context.Context, lang i18n.Lang, endpoint string, id int, auth content.Credential,
) (*content.Revision, error) {
	return s.from.Revision(ctx, lang, endpoint, id, auth)
}

// Archive is content.Source's.
func (s *Source) Archive(ctx context.Context, lang i18n.Lang, q content.ArchiveQuery) (*content.Archive, error) {
	return get(ctx, s, list, lang, keyOf("archive", lang, q), func(ctx context.Context) (*content.Archive, error) {
		return s.from.Archive(ctx, lang, q)
	})
}

// Properties is content.Source's.
func (s *Source) Properties(ctx context.Context, lang i18n.Lang, f search.Filter) (*content.Listing[*content.Property], error) {
	return get(ctx, s, list, lang, keyOf("properties", lang, f), func(ctx context.Context) (*content.Listing[*content.Property], error) {
		return s.from.Properties(ctx, lang, f)
	})
}

// Developments is content.Source's.
func (s *Source) Developments(ctx context.Context, lang i18n.Lang, f search.Filter) (*content.Listing[*content.Development], error) {
	return get(ctx, s, list, lang, keyOf("developments", lang, f), func(ctx context.Context) (*content.Listing[*content.Development], error) {
		return s.from.Developments(ctx, lang, f)
	})
}

// optional is the result of a look-up. "Not found" is a result too and is cached. A 404 of
// the CMS is an error instead: its route is missing.
type optional[T any] struct {
	value T
	found bool
}

// get returns the value, or content.ErrNotFound.
func (o optional[T]) get() (T, error) {
	if !o.found {
		return o.value, content.ErrNotFound
	}
	return o.value, nil
}

// optionalOf turns content.ErrNotFound into a result.
func optionalOf[T any](value T, err error) (optional[T], error) {
	if errors.Is(err, content.ErrNotFound) {
		return optional[T]{}, nil
	}
	return optional[T]{value, true}, err
}

// getOptional is get for a look-up that may find nothing.
func getOptional[T any](
	ctx context.Context, s *Source, p policy, lang i18n.Lang, key string, call func(context.Context) (T, error),
) (T, error) {
	result, err := get(ctx, s, p, lang, key, func(ctx context.Context) (optional[T], error) { return optionalOf(call(ctx)) })
	if err != nil {
		var none T
		return none, err
	}
	return result.get()
}

// Reference is content.Source's.
func (s *Source) Reference(ctx context.Context, lang i18n.Lang, kind search.Kind, reference string) (content.ReferenceHit, error) {
	return getOptional(ctx, s, list, lang, keyOf("reference", lang, kind, reference), func(ctx context.Context) (content.ReferenceHit, error) {
		return s.from.Reference(ctx, lang, kind, reference)
	})
}

// RedirectReference is content.Source's.
func (s *Source) RedirectReference(ctx context.Context, lang i18n.Lang, reference string) (string, error) {
	return getOptional(ctx, s, list, lang, keyOf("redirectRef", lang, reference), func(ctx context.Context) (string, error) {
		return s.from.RedirectReference(ctx, lang, reference)
	})
}

// Terms is content.Source's.
func (s *Source) Terms(ctx context.Context, lang i18n.Lang, taxonomy string) ([]*content.Term, error) {
	return get(ctx, s, siteData, lang, keyOf("terms", lang, taxonomy), func(ctx context.Context) ([]*content.Term, error) {
		return s.from.Terms(ctx, lang, taxonomy)
	})
}

// Author is content.Source's.
func (s *Source) Author(ctx context.Context, lang i18n.Lang, id int) (*content.Author, error) {
	return getOptional(ctx, s, siteData, lang, keyOf("author", lang, id), func(ctx context.Context) (*content.Author, error) {
		return s.from.Author(ctx, lang, id)
	})
}

// Settings is content.Source's.
func (s *Source) Settings(ctx context.Context, lang i18n.Lang) (*content.Settings, error) {
	return get(ctx, s, siteData, lang, keyOf("settings", lang), func(ctx context.Context) (*content.Settings, error) {
		return s.from.Settings(ctx, lang)
	})
}

// Instagram is content.Source's.
func (s *Source) Instagram(ctx context.Context, lang i18n.Lang) ([]content.InstagramPost, error) {
	return get(ctx, s, siteData, lang, keyOf("instagram", lang), func(ctx context.Context) ([]content.InstagramPost, error) {
		return s.from.Instagram(ctx, lang)
	})
}

// Withdrawn passes through: a remote CMS does not know it.
func (s *Source) Withdrawn(ctx context.Context, link string) (content.Ref, error) {
	return s.from.Withdrawn(ctx, link)
}
