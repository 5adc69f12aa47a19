package engine

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/store"
)

// removeMissing removes the listings that a complete run did not name.
func (r *run) removeMissing(ctx context.Context) error {
	had := 0
	var missing []string
	for key, i := range r.items {
		if !i.live() && !i.Linked {
			continue
		}
		if i.live() {
			had++
		}
		if !r.seen[key] {
			missing = append(missing, key)
		}
	}
	slices.Sort(missing)
	live := len(slices.DeleteFunc(slices.Clone(missing), func(key string) bool { return !r.items[key].live() }))
	if !r.allow(live, had) {
		r.report.Held = live
		return nil
	}
	for len(missing) > 0 {
		n := min(len(missing), batchSize)
		if err := r.remove(ctx, missing[:n]); err != nil {
			return err
		}
		missing = missing[n:]
	}
	return nil
}

// allow decides whether so many listings may be removed at once, and raises or clears the alarm.
func (r *run) allow(missing, had int) bool {
	limit := *r.feed.MaxRemoved
	tooMany := missing > 0 && (missing == had && had > 1 || (missing > unguarded || limit == 0) && float64(missing) > limit*float64(had))
	alarm := r.state.Alarm
	// An acceptance holds for the number that the person saw, plus 10 %.
	if !tooMany || alarm != nil && alarm.Accepted && missing <= alarm.Missing+alarm.Missing/10 {
		r.state.Alarm = nil
		return true
	}
	next := &Alarm{Had: had, Missing: missing, Since: r.engine.cfg.Now().UTC()}
	if alarm != nil {
		next.Since = alarm.Since
	} else if !r.preview {
		r.engine.cfg.Log.Error("removal held back: a large share of a feed is missing; run estate feeds accept to remove it, or repair the feed",
			"feed", r.feed.Name, "had", had, "missing", missing)
	}
	r.state.Alarm = next
	return false
}

// remove removes listings. A property that another feed offers too is that feed's from now on.
func (r *run) remove(ctx context.Context, keys []string) error {
	notes := map[string]*item{}
	heirs := map[string]*item{} // notes of other feeds
	givenUp := map[string]*item{}
	for _, key := range keys {
		i := *r.items[key]
		if i.Linked {
			i.Linked, i.ID, i.Hash = false, 0, ""
			i.Gone = true
			notes[key] = &i
			continue
		}
		r.report.Removed++
		r.report.change(Change{Action: "remove", Key: key, Title: i.Slug})
		if name, heir := r.heir(i.ID); heir != nil {
			heir.Linked, heir.Hash, heir.Slug, heir.First = false, "", i.Slug, i.First
			heirs[name] = heir
			i.ID, i.Slug = 0, ""
		} else {
			givenUp[key] = &i
		}
		i.Gone, i.Hash, i.Version, i.Pending = true, "", "", nil
		notes[key] = &i
	}
	if r.preview {
		return nil
	}
	err := r.commit(ctx, notes, func(b *store.Batch) error {
		for name, heir := range heirs {
			if err := b.PutNote(itemPrefix+name, encode(heir)); err != nil {
				return err
			}
		}
		for _, key := range sortedKeys(givenUp) {
			if err := r.giveUp(b, key, givenUp[key]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for name, heir := range heirs {
		feed, key, _ := strings.Cut(name, "/")
		heir.raw = encode(heir)
		r.all[feed][key] = heir
	}
	return nil
}

// giveUp deletes the property of an item. One that a person has edited stays as withdrawn, and the item
// keeps the day: Status names it.
func (r *run) giveUp(b *store.Batch, key string, i *item) error {
	stored, _, err := b.Get(i.ref())
	if err != nil {
		return err
	}
	edited, err := b.IsEdited(i.ref())
	if err != nil {
		return err
	}
	property, ok := stored.(*content.Property)
	if !ok || !edited && len(property.Locks) == 0 {
		return b.Delete(i.ref())
	}
	i.Left = r.engine.cfg.Now().UTC().Truncate(time.Second)
	kept := *property
	kept.Availability, kept.Modified = content.AvailabilityWithdrawn, i.Left
	return errors.Join(b.Put(&kept), b.PutNote(itemPrefix+listingName(r.feed.Name, key), encode(i)))
}

// heir finds the item of another feed that is linked to a property, with the end of its note's
// name.
func (r *run) heir(id int) (string, *item) {
	for _, feed := range r.engine.cfg.Feeds {
		for key, i := range r.all[feed.Name] {
			if feed.Name != r.feed.Name && i.Linked && i.ID == id {
				copied := *i
				return feed.Name + "/" + key, &copied
			}
		}
	}
	return "", nil
}
