package backup

import (
	"context"
	"path"
	"time"
)

// Ages at which snapshots become fewer.
const (
	keepAll    = 24 * time.Hour     // then one an hour
	keepHourly = 7 * 24 * time.Hour // then one a day
)

// outdated returns the snapshots that are no longer kept: those before the limit, and all
// but the last one of an hour or a day. The last snapshot is always kept.
func outdated(times []time.Time, now, limit time.Time) []time.Time {
	var remove []time.Time
	for i, t := range times {
		if i == len(times)-1 {
			break
		}
		next := times[i+1]
		var slot time.Duration
		switch age := now.Sub(t); {
		case t.Before(limit):
			remove = append(remove, t)
			continue
		case age <= keepAll:
			continue
		case age <= keepHourly:
			slot = time.Hour
		default:
			slot = 24 * time.Hour
		}
		if t.Truncate(slot).Equal(next.Truncate(slot)) {
			remove = append(remove, t)
		}
	}
	return remove
}

// Prune removes snapshots that are no longer kept, and the objects that no other one needs.
// A zero limit keeps one snapshot a day for ever.
func Prune(ctx context.Context, r *Repository, now, limit time.Time) (removed int, err error) {
	times, err := r.Snapshots(ctx)
	if err != nil {
		return 0, err
	}
	for _, t := range outdated(times, now, limit) {
		if err := r.files.remove(ctx, manifestName(t)); err != nil {
			return removed, err
		}
		removed++
	}
	if removed == 0 {
		return 0, nil
	}
	if times, err = r.Snapshots(ctx); err != nil {
		return removed, err
	}
	used := map[string]bool{}
	for _, t := range times {
		objects, err := r.objectsOf(ctx, t)
		if err != nil {
			return removed, err // nothing is removed that a damaged snapshot may need
		}
		for hash := range objects {
			used[hash] = true
		}
	}
	for name, err := range r.files.names(ctx, objectsDir) {
		switch {
		case err != nil:
			return removed, err
		case used[path.Base(name)]:
		default:
			if err := r.files.remove(ctx, name); err != nil {
				return removed, err
			}
		}
	}
	return removed, nil
}
