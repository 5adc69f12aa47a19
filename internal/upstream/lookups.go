package upstream

import (
	"context"
	"time"

	"github.com/maypok86/otter/v2"

	"estate/internal/coalesce"
	"estate/internal/content"
)

// mostLookups bounds the links whose look-up is remembered.
const mostLookups = 20_000

// longestLookup is the longest link worth a look-up; an old site's are shorter.
const longestLookup = 1024

// lookups asks where links lead that nothing answers. Anybody can invent such
// links, so few are asked for at a time, each only once in a while.
type lookups struct {
	known   *otter.Cache[question, *lookup]
	flights *coalesce.Group[question, *lookup]
}

// question is what is asked for and remembered.
type question struct {
	link string
	hops content.RedirectDepth
}

// lookup is where a link led when it was asked for.
type lookup struct {
	to    found[content.Redirect]
	asked time.Time
}

func newLookups(cfg Config) *lookups {
	return &lookups{
		known:   otter.Must(&otter.Options[question, *lookup]{MaximumSize: mostLookups}),
		flights: coalesce.NewGroup[question, *lookup](cfg.Timeout, cfg.MaxLookups),
	}
}

// Redirect is content.Source's. Whatever goes wrong means no redirect; beyond
// the budget there is none either, and it is asked for the next time.
func (s *Source) Redirect(ctx context.Context, link string, hops content.RedirectDepth) (content.Redirect, error) {
	if len(link) > longestLookup {
		return content.Redirect{}, content.ErrNotFound
	}
	asked := question{link, hops}
	if known, ok := s.lookups.known.GetIfPresent(asked); ok && s.cfg.Now().Sub(known.asked) < s.cfg.RedirectTTL {
		return known.to.get(nil)
	}
	if s.pause.isOn() {
		return content.Redirect{}, content.ErrNotFound
	}
	made, err := s.lookups.flights.Do(ctx, asked, func(ctx context.Context) (*lookup, error) {
		to, err := foundOf(s.from.Redirect(ctx, link, hops))
		if err != nil {
			return nil, err
		}
		made := &lookup{to, s.cfg.Now()}
		s.lookups.known.Set(asked, made)
		return made, nil
	})
	if err != nil {
		return content.Redirect{}, content.ErrNotFound
	}
	return made.to.get(nil)
}
