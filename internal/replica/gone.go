package replica

import (
	"context"
	"fmt"
	"slices"
	"time"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/store"
)

// Alarm tells that content disappeared in numbers. Nothing of that list is deleted
// until somebody confirms it, or the content is back.
type Alarm struct {
	List     string    `json:"list"` // endpoint, taxonomy, or a part such as redirects
	Had      int       `json:"had"`
	Missing  int       `json:"missing"`
	Since    time.Time `json:"since"`
	Accepted bool      `json:"accepted"`
}

// mayDelete reports whether so much may disappear of a list. When it is too much
// it raises the alarm, when it is little again it takes the alarm back.
func (r *Replica) mayDelete(list string, missing, had int, whole bool) bool {
	collapsed := missing > 0 && (had > r.cfg.UnguardedSize && float64(missing) > r.cfg.MaxDeletedShare*float64(had) || whole && missing == had)
	may := true
	r.change(func(s *state) {
		alarm, raised := s.Alarms[list]
		switch {
		case !collapsed:
			delete(s.Alarms, list)
			return
		case raised && alarm.Accepted && missing <= alarm.Missing+alarm.Missing/10:
			delete(s.Alarms, list)
			return
		}
		may = false
		if !raised {
			alarm.Since = r.cfg.Now().UTC()
			r.cfg.Log.Error("content has disappeared in numbers; nothing is deleted until you confirm it with estate replica accept, or it is back",
				"list", list, "had", had, "missing", missing)
		}
		alarm.List, alarm.Had, alarm.Missing, alarm.Accepted = list, had, missing, false
		if s.Alarms == nil {
			s.Alarms = map[string]Alarm{}
		}
		s.Alarms[list] = alarm
	})
	return may
}

// Accept confirms that what has disappeared from a list may be deleted; "" means
// all lists. It reports how many alarms that were.
func (r *Replica) Accept(ctx context.Context, list string) (int, error) {
	accepted := r.accept(list)
	switch {
	case len(accepted) == 0:
		return 0, nil
	case r.assisting.Load():
		return len(accepted), r.leave(ctx, accepted)
	}
	r.RequestReconcile()
	return len(accepted), nil
}

func (r *Replica) accept(list string) []string {
	var accepted []string
	r.change(func(s *state) {
		for name, alarm := range s.Alarms {
			if list == "" || name == list {
				alarm.Accepted = true
				s.Alarms[name] = alarm
				accepted = append(accepted, name)
			}
		}
	})
	return accepted
}

// gone deletes what the CMS no longer lists. A list may move while it is read, so
// each id is asked for again before.
func (r *Replica) gone(ctx context.Context, k kind, missing []int, had int) error {
	r.mu.Lock()
	r.lostSince[k.endpoint] = 0
	r.mu.Unlock()
	if !r.mayDelete(k.endpoint, len(missing), had, false) || len(missing) == 0 {
		return nil
	}
	for _, lang := range r.langs {
		there, err := r.cms.Published(ctx, lang, k.endpoint, missing)
		if err != nil {
			return r.listFailed(ctx, k.endpoint, err)
		}
		missing = slices.DeleteFunc(missing, func(id int) bool { return there[id] })
	}
	return r.remove(ctx, k, missing)
}

func (r *Replica) remove(ctx context.Context, k kind, ids []int) error {
	if len(ids) == 0 {
		return nil
	}
	err := r.write(ctx, func(b *store.Batch) error {
		for _, id := range ids {
			if err := b.Delete(content.Ref{Type: k.typ, ID: id}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, id := range ids {
		r.mended(k.endpoint, id)
	}
	r.cfg.Log.Info("deleted what the CMS no longer publishes", "type", k.endpoint, "count", len(ids))
	return nil
}

// lost decides about an entity that was asked for and did not come: it is gone, or
// the CMS keeps it out of its own list.
func (r *Replica) lost(ctx context.Context, k kind, id int) error {
	for _, lang := range r.langs {
		gone, err := r.cms.IsUnpublished(ctx, lang, k.endpoint, id)
		if err != nil {
			if _, dead := r.hello(ctx); dead != nil {
				return err
			}
			r.fail(k.endpoint, id, err)
			return nil
		}
		if !gone {
			r.fail(k.endpoint, id, fmt.Errorf("the CMS has it in %s, but leaves it out of its list; look for a plugin that hides it", lang))
			return nil
		}
	}
	endpoint := k.endpoint
	if _, err := r.store.ByID(ctx, i18n.Fallback, endpoint, id, ""); err != nil {
		r.mended(endpoint, id)
		return nil // it was never here
	}
	if !r.mayLose(k) {
		return nil // the next comparison sees the whole and decides
	}
	return r.remove(ctx, k, []int{id})
}

// mayLose keeps single deletions from adding up to what a comparison would stop.
func (r *Replica) mayLose(k kind) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, raised := r.state.Alarms[k.endpoint]
	had := r.counts[string(k.typ)]
	lost := r.lostSince[k.endpoint] + 1
	if raised || had > r.cfg.UnguardedSize && float64(lost) > r.cfg.MaxDeletedShare*float64(had) {
		return false
	}
	r.lostSince[k.endpoint] = lost
	return true
}
