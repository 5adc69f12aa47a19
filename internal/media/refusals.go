package media

import (
	"time"

	"github.com/maypok86/otter/v2"
)

const (
	refusalAge  = 10 * time.Minute
	maxRefusals = 10_000
)

// refusals caches originals that cannot be served, with the reason. It is safe for concurrent use.
type refusals struct {
	now   func() time.Time
	cache *otter.Cache[string, refusal]
}

type refusal struct {
	err   error
	until time.Time
}

func newRefusals(now func() time.Time) *refusals {
	return &refusals{now: now, cache: otter.Must(&otter.Options[string, refusal]{MaximumSize: maxRefusals})}
}

// add caches a refusal for refusalAge.
func (r *refusals) add(original string, err error) {
	r.cache.Set(original, refusal{err, r.now().Add(refusalAge)})
}

// find returns why an original is refused, nil if it is not.
func (r *refusals) find(original string) error {
	known, ok := r.cache.GetIfPresent(original)
	if !ok || r.now().After(known.until) {
		return nil
	}
	return known.err
}
