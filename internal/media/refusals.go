package media

import (
	"sync"
	"time"
)

const (
	refusalAge   = 10 * time.Minute
	mostRefusals = 10_000
)

// refusals remembers originals that cannot be served, and why.
type refusals struct {
	now func() time.Time
	mu  sync.Mutex
	by  map[string]refusal
}

type refusal struct {
	err   error
	until time.Time
}

func newRefusals(now func() time.Time) *refusals {
	return &refusals{now: now, by: map[string]refusal{}}
}

func (r *refusals) add(original string, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.by) >= mostRefusals {
		clear(r.by) // forgetting costs one more try each
	}
	r.by[original] = refusal{err, r.now().Add(refusalAge)}
}

// find is why an original is refused, nil when it is not.
func (r *refusals) find(original string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	known, ok := r.by[original]
	if !ok {
		return nil
	}
	if r.now().After(known.until) {
		delete(r.by, original)
		return nil
	}
	return known.err
}
