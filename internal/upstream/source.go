package upstream

import (
	"context"
	"errors"
	"sync/atomic"

	"estate/internal/coalesce"
	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/search"
)

// Source is a content.Source over another one. It is safe for concurrent use.
type Source struct {
	cfg     Config
	from    content.Source
	answers answers
	flights *coalesce.Group[string, *answer]
	pause   *pause
	lookups *lookups
	// anew is when the source was last told to be different, in Unix nanoseconds.
	anew atomic.Int64
}

var _ content.Source = (*Source)(nil)

// New stands before a source.
func New(cfg Config, from content.Source) (*Source, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg = cfg.withDefaults()
	return &Source{
		cfg: cfg, from: from, answers: newAnswers(cfg.MaxEntities),
		flights: coalesce.NewGroup[string, *answer](cfg.Timeout, cfg.MaxCalls),
		pause:   &pause{length: cfg.OpenFor, now: cfg.Now, log: cfg.Log},
		lookups: newLookups(cfg),
	}, nil
}

// Invalidate has every answer asked for again, because the source says that something
// changed. What is known stays for when that fails.
func (s *Source) Invalidate() { s.anew.Store(s.cfg.Now().UnixNano()) }

// isFresh reports that an answer is given again without asking.
func (s *Source) isFresh(a *answer) bool {
	return s.cfg.Now().Sub(a.asked) < s.cfg.Fresh && !s.isOutdated(a)
}

// isOutdated reports that the source has said since that something changed.
func (s *Source) isOutdated(a *answer) bool { return a.asked.UnixNano() <= s.anew.Load() }

// Close ends the questions under way.
func (s *Source) Close() error {
	s.flights.Close()
	s.lookups.flights.Close()
	return nil
}

// BySlug is content.Source's.
func (s *Source) BySlug(ctx context.Context, lang i18n.Lang, endpoint, slug string) ([]content.Entity, error) {
	return ask(ctx, s, list, keyOf("slug", lang, endpoint, slug), func(ctx context.Context) ([]content.Entity, error) {
		return s.from.BySlug(ctx, lang, endpoint, slug)
	})
}

// listingPager is a source that can leave out what comes along with a page.
type listingPager interface {
	ListingPage(ctx context.Context, lang i18n.Lang, slug string) ([]content.Entity, error)
}

// ListingPage is BySlug for the content page of a listing, without what could
// come along where the source can leave it out.
func (s *Source) ListingPage(ctx context.Context, lang i18n.Lang, slug string) ([]content.Entity, error) {
	from, ok := s.from.(listingPager)
	if !ok {
		return s.BySlug(ctx, lang, "pages", slug)
	}
	return ask(ctx, s, list, keyOf("listing", lang, slug), func(ctx context.Context) ([]content.Entity, error) {
		return from.ListingPage(ctx, lang, slug)
	})
}

// ByID is content.Source's. With a credential it goes straight through.
func (s *Source) ByID(ctx context.Context, lang i18n.Lang, endpoint string, id int, auth content.Credential) (content.Entity, error) {
	if auth != "" {
		return s.from.ByID(ctx, lang, endpoint, id, auth)
	}
	return ask(ctx, s, single, keyOf("id", lang, endpoint, id), func(ctx context.Context) (content.Entity, error) {
		return s.from.ByID(ctx, lang, endpoint, id, "")
	})
}

// Revision goes straight through: drafts are never kept.
func (s *Source) Revision(ctx context.Context, lang i18n.Lang, endpoint string, id int, auth content.Credential) (*content.Revision, error) {
	return s.from.Revision(ctx, lang, endpoint, id, auth)
}

// Archive is content.Source's.
func (s *Source) Archive(ctx context.Context, lang i18n.Lang, q content.ArchiveQuery) (*content.Archive, error) {
	return ask(ctx, s, list, keyOf("archive", lang, q), func(ctx context.Context) (*content.Archive, error) {
		return s.from.Archive(ctx, lang, q)
	})
}

// Properties is content.Source's.
func (s *Source) Properties(ctx context.Context, lang i18n.Lang, f search.Filter) (*content.Listing[*content.Property], error) {
	return ask(ctx, s, list, keyOf("properties", lang, f), func(ctx context.Context) (*content.Listing[*content.Property], error) {
		return s.from.Properties(ctx, lang, f)
	})
}

// Developments is content.Source's.
func (s *Source) Developments(ctx context.Context, lang i18n.Lang, f search.Filter) (*content.Listing[*content.Development], error) {
	return ask(ctx, s, list, keyOf("developments", lang, f), func(ctx context.Context) (*content.Listing[*content.Development], error) {
		return s.from.Developments(ctx, lang, f)
	})
}

// found is the answer of a look-up. That there is nothing is an answer as well: it
// is kept like any other. A 404 of the CMS is none, it is a fault of the route.
type found[T any] struct {
	value T
	ok    bool
}

func (f found[T]) get(err error) (T, error) {
	if err == nil && !f.ok {
		err = content.ErrNotFound
	}
	return f.value, err
}

func foundOf[T any](value T, err error) (found[T], error) {
	if errors.Is(err, content.ErrNotFound) {
		return found[T]{}, nil
	}
	return found[T]{value, true}, err
}

// Reference is content.Source's.
func (s *Source) Reference(ctx context.Context, lang i18n.Lang, kind search.Kind, reference string) (content.ReferenceHit, error) {
	hit, err := ask(ctx, s, list, keyOf("reference", lang, kind, reference), func(ctx context.Context) (found[content.ReferenceHit], error) {
		return foundOf(s.from.Reference(ctx, lang, kind, reference))
	})
	return hit.get(err)
}

// RedirectReference is content.Source's.
func (s *Source) RedirectReference(ctx context.Context, lang i18n.Lang, reference string) (string, error) {
	link, err := ask(ctx, s, list, keyOf("redirectRef", lang, reference), func(ctx context.Context) (found[string], error) {
		return foundOf(s.from.RedirectReference(ctx, lang, reference))
	})
	return link.get(err)
}

// Terms is content.Source's.
func (s *Source) Terms(ctx context.Context, lang i18n.Lang, taxonomy string) ([]*content.Term, error) {
	return ask(ctx, s, furniture, keyOf("terms", lang, taxonomy), func(ctx context.Context) ([]*content.Term, error) {
		return s.from.Terms(ctx, lang, taxonomy)
	})
}

// Author is content.Source's.
func (s *Source) Author(ctx context.Context, lang i18n.Lang, id int) (*content.Author, error) {
	author, err := ask(ctx, s, furniture, keyOf("author", lang, id), func(ctx context.Context) (found[*content.Author], error) {
		return foundOf(s.from.Author(ctx, lang, id))
	})
	return author.get(err)
}

// Settings is content.Source's.
func (s *Source) Settings(ctx context.Context, lang i18n.Lang) (*content.Settings, error) {
	return ask(ctx, s, furniture, keyOf("settings", lang), func(ctx context.Context) (*content.Settings, error) {
		return s.from.Settings(ctx, lang)
	})
}

// Instagram is content.Source's.
func (s *Source) Instagram(ctx context.Context, lang i18n.Lang) ([]content.InstagramPost, error) {
	return ask(ctx, s, furniture, keyOf("instagram", lang), func(ctx context.Context) ([]content.InstagramPost, error) {
		return s.from.Instagram(ctx, lang)
	})
}

// Withdrawn goes straight through: a remote CMS knows nothing of it.
func (s *Source) Withdrawn(ctx context.Context, link string) (content.Ref, error) {
	return s.from.Withdrawn(ctx, link)
}
