package replica

import (
	"context"
	"log/slog"
	"time"
)

// Alarm reports that a large share of a list is missing in the CMS. Nothing of the list is
// deleted until an operator accepts it or the content is back.
type Alarm struct {
	List     string    `json:"list"` // endpoint, taxonomy, or a part such as redirects
	Had      int       `json:"had"`
	Missing  int       `json:"missing"`
	Since    time.Time `json:"since"`
	Accepted bool      `json:"accepted"`
}

// deletionGuard decides whether content that is missing in the CMS may be deleted. An
// editor's mistake, a disabled plugin and a broken filter look like a short list. Its
// alarms are part of the state.
type deletionGuard struct {
	maxShare      float64
	unguardedSize int
	now           func() time.Time
	log           *slog.Logger
	state         *stateStore
	counts        *publishedCounts
}

func newDeletionGuard(cfg Config, state *stateStore, counts *publishedCounts) *deletionGuard {
	return &deletionGuard{
		maxShare: cfg.MaxDeletedShare, unguardedSize: cfg.UnguardedSize, now: cfg.Now, log: cfg.Log, state: state, counts: counts,
	}
}

// allow reports whether missing of had entities of a list may be deleted. It raises an alarm
// when that is too large a share, and clears it when the share is small again. With guardAll,
// losing the whole list is too large a share whatever its size.
func (g *deletionGuard) allow(list string, missing, had int, guardAll bool) bool {
	tooMany := missing > 0 && (g.exceeds(missing, had) || guardAll && missing == had)
	allowed := true
	g.state.update(func(s *state) {
		alarm, raised := s.Alarms[list]
		// An acceptance holds for the number that the operator saw, plus 10 %.
		accepted := raised && alarm.Accepted && missing <= alarm.Missing+alarm.Missing/10
		if !tooMany || accepted {
			delete(s.Alarms, list)
			return
		}
		allowed = false
		if !raised {
			alarm.Since = g.now().UTC()
			g.log.Error("deletion stopped: a large share of a list is missing in the CMS; run estate replica accept to delete it, or restore the "+
				"content",
				"list", list, "had", had, "missing", missing)
		}
		alarm.List, alarm.Had, alarm.Missing, alarm.Accepted = list, had, missing, false
		if s.Alarms == nil {
			s.Alarms = map[string]Alarm{}
		}
		s.Alarms[list] = alarm
	})
	return allowed
}

// allowSingle reports whether single deletions since the last comparison may reach that
// number. They must not add up to what allow would stop: the share is that of the list before
// them, since a list of 13 that has lost 3 would be short enough to lose all.
func (g *deletionGuard) allowSingle(ctx context.Context, t postType, deleted int) bool {
	raised := false
	g.state.read(func(s state) { _, raised = s.Alarms[t.endpoint] })
	if raised {
		return false
	}
	g.counts.refresh(ctx)
	return !g.exceeds(deleted, g.counts.of(t.typ)+deleted-1)
}

func (g *deletionGuard) exceeds(missing, had int) bool {
	return had > g.unguardedSize && float64(missing) > g.maxShare*float64(had)
}

// accept marks the alarm of a list as accepted, with "" all alarms, and returns their lists.
func (g *deletionGuard) accept(list string) []string {
	var accepted []string
	g.state.update(func(s *state) {
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
