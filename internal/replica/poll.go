package replica

import (
	"context"
	"errors"
	"time"

	"estate/internal/content"
	"estate/internal/wordpress"
)

// poll asks for what changed of late, by the CMS's own clock.
func (r *Replica) poll(ctx context.Context) error {
	about, err := r.hello(ctx)
	if err != nil {
		return err
	}
	now := r.cfg.Now()
	r.inARow.Store(0)
	since := r.since(about.ServerTime, now)
	for _, k := range r.kinds {
		if err := errors.Join(r.recent(ctx, k, since), r.breathe(ctx)); err != nil {
			return err
		}
	}
	if err := r.small(ctx, nil); err != nil {
		return err
	}
	for endpoint, ids := range r.due() {
		if k, ok := r.kindAt(endpoint); ok {
			if err := r.take(ctx, k, wantsOf(ids)); err != nil {
				return err
			}
		}
	}
	r.change(func(s *state) { s.Heard, s.HeardAt = about.ServerTime, now.UTC() })
	r.succeeded(ctx)
	return r.save(ctx)
}

// since is from when on changes are asked for: the last poll on the CMS's clock,
// or as long ago as ours says when that clock was set back meanwhile.
func (r *Replica) since(heard, now time.Time) time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	if heard.IsZero() {
		return r.state.HeardAt.Add(-r.cfg.Overlap - time.Hour) // it tells no time: ours must do
	}
	last := heard.Add(-max(0, now.Sub(r.state.HeardAt)))
	if !r.state.Heard.IsZero() && r.state.Heard.Before(last) {
		last = r.state.Heard
	}
	return last.Add(-r.cfg.Overlap)
}

// recent takes what of a kind was changed or published since. Publication on a
// planned day changes nothing but the status, so that is asked for as well.
func (r *Replica) recent(ctx context.Context, k kind, since time.Time) error {
	remote := map[int]listed{}
	err := r.eachLang(ctx, k, wordpress.StampQuery{ModifiedAfter: since}, remote)
	if err == nil && k.typ != content.TypeAttachment {
		err = r.eachLang(ctx, k, wordpress.StampQuery{After: since}, remote)
	}
	switch {
	case errors.Is(err, wordpress.ErrNoEndpoint):
		return nil
	case err != nil:
		return r.listFailed(ctx, k.endpoint, err)
	case len(remote) == 0:
		return nil
	}
	known, err := r.known(ctx, k)
	if err != nil {
		return err
	}
	return r.take(ctx, k, r.wanted(k, remote, known, false))
}

func wantsOf(ids []int) []want {
	wants := make([]want, len(ids))
	for i, id := range ids {
		wants[i] = want{id: id}
	}
	return wants
}
