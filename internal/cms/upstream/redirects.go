package upstream

import (
	"context"
	"time"

	"github.com/maypok86/otter/v2"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/platform/coalesce"
)

const (
	// maxLookupEntries bounds the cached look-ups.
	maxLookupEntries = 20_000
	// maxLookupBytes bounds the links that are looked up. Links of old sites are shorter.
	maxLookupBytes = 1024
)

// redirects caches and limits redirect look-ups. Anybody can invent links, so few look-ups
// run at a time.
type redirects struct {
	entries *otter.Cache[lookupKey, *lookup]
	calls   *coalesce.Group[lookupKey, *lookup]
}

type lookupKey struct {
	link  string
	depth content.RedirectDepth
}

type lookup struct {
	target    optional[content.Redirect]
	requested time.Time
}

func newRedirects(cfg Config) *redirects {
	return &redirects{
		entries: otter.Must(&otter.Options[lookupKey, *lookup]{MaximumSize: maxLookupEntries}),
		calls:   coalesce.NewGroup[lookupKey, *lookup](callTimeout, cfg.MaxLookups),
	}
}

// Redirect is content.Source's. Every failure means content.ErrNotFound. A look-up beyond the
// limit, or while the circuit breaker is open, is not made and not cached.
func (s *Source) Redirect(ctx context.Context, link string, depth content.RedirectDepth) (content.Redirect, error) {
	if len(link) > maxLookupBytes {
		return content.Redirect{}, content.ErrNotFound
	}
	key := lookupKey{link, depth}
	if cached, ok := s.redirects.entries.GetIfPresent(key); ok && s.cfg.Now().Sub(cached.requested) < redirectLifetime {
		return cached.target.get()
	}
	if s.breaker(i18n.Fallback).isBlocking() {
		return content.Redirect{}, content.ErrNotFound
	}
	ctx, cancel := content.Bounded(ctx)
	defer cancel()
	found, err := s.redirects.calls.Do(ctx, key, func(ctx context.Context) (*lookup, error) {
		target, err := optionalOf(s.from.Redirect(ctx, link, depth))
		if err != nil {
			return nil, err
		}
		found := &lookup{target, s.cfg.Now()}
		s.redirects.entries.Set(key, found)
		return found, nil
	})
	if err != nil {
		return content.Redirect{}, content.ErrNotFound
	}
	return found.target.get()
}
