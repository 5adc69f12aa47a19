package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"estate/internal/agency/feeds"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
)

// flush writes the pending listings in one batch.
func (r *run) flush() error {
	if len(r.pending) == 0 {
		return nil
	}
	return r.alone(r.ctx, r.writePending)
}

func (r *run) writePending() error {
	batch := r.pending
	r.pending = nil
	// A source that fails must not lose what it has read.
	ctx := r.ctx
	var changes []*change
	notes := map[string]*item{}
	for n := range batch {
		c, err := r.prepare(ctx, &batch[n])
		if err != nil {
			return err
		}
		if c != nil {
			changes = append(changes, c)
		}
		notes[batch[n].listing.Key] = &batch[n].item
	}
	if r.preview {
		return nil
	}
	return r.commit(ctx, notes, func(b *store.Batch) error {
		for _, c := range changes {
			err := c.put(b)
			if store.IsInvalid(err) {
				r.report.problem(feeds.Problem{Key: content.HeadOf(c.entity).Slug, Reason: err.Error(), Skipped: true})
				continue
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// change is an entity that a run writes.
type change struct {
	entity content.Entity
	before store.Version // of the entity that it was made from, "" for a new one
	// remake makes the entity again from the one that is stored now.
	remake func(stored content.Entity) (content.Entity, error)
}

// put writes the entity. One that somebody has changed since the run read it is made again, so what a
// person wrote meanwhile stays; one that is no longer published stays as it is.
func (c *change) put(b *store.Batch) error {
	err := b.PutIf(c.entity, c.before)
	if !errors.Is(err, store.ErrChanged) {
		return err
	}
	stored, version, err := b.Get(content.HeadOf(c.entity).Ref())
	if err != nil || stored != nil && content.HeadOf(stored).Status != content.StatusPublish {
		return err
	}
	if c.entity, err = c.remake(stored); err != nil {
		return err
	}
	return b.PutIf(c.entity, version)
}

// versionOf is the version of what a run has read, "" for nothing.
func versionOf(entity content.Entity) (store.Version, error) {
	if entity == nil {
		return "", nil
	}
	return store.VersionOf(entity)
}

// commit writes content and items. It fails with errConflict when an item or the next number is not
// what this run has read: so two processes never make two properties of one listing, nor give one
// number to two.
func (r *run) commit(ctx context.Context, notes map[string]*item, write func(*store.Batch) error) error {
	err := r.write(ctx, func(b *store.Batch) error {
		for _, key := range sortedKeys(notes) {
			name, before := itemPrefix+r.feed.Name+"/"+key, ""
			if known := r.items[key]; known != nil {
				before = known.raw
			}
			if text, err := b.Note(name); err != nil {
				return err
			} else if text != before {
				return errConflict
			}
			if err := b.PutNote(name, encode(notes[key])); err != nil {
				return err
			}
		}
		if r.next > 0 {
			if text, err := b.Note(nextNote); err != nil {
				return err
			} else if text != r.nextRaw {
				return errConflict
			}
			if err := b.PutNote(nextNote, fmt.Sprint(r.next)); err != nil {
				return err
			}
		}
		return write(b)
	})
	if err != nil {
		return err
	}
	r.engine.written.Add(1)
	if r.next > 0 {
		r.nextRaw = fmt.Sprint(r.next)
	}
	for key, i := range notes {
		i.raw = encode(i)
		r.items[key] = i
	}
	return nil
}

// write runs fn on a batch of the feed.
func (r *run) write(ctx context.Context, fn func(*store.Batch) error) error {
	return r.engine.store.Write(ctx, func(b *store.Batch) error {
		b.SetWriter(store.Writer{Via: store.ViaFeed(r.feed.Name)})
		return fn(b)
	})
}

// prepare completes the item of a listing and returns what is written, nil for a property that
// another system owns.
func (r *run) prepare(ctx context.Context, p *pending) (*change, error) {
	l, i := p.listing, &p.item
	i.Type = content.TypeProperty
	if l.Development {
		i.Type = content.TypeDevelopment
	}
	if _, decided := r.joined[listingName(r.feed.Name, l.Key)]; i.ID == 0 || i.Linked || i.Gone && decided {
		if err := r.identify(ctx, p); err != nil {
			return nil, err
		}
		p.isNew = !i.Linked // also one that its owner has given up
	}
	if i.Linked {
		r.report.Linked++
		return nil, nil
	}
	returned := i.Gone
	i.Gone, i.Left = false, time.Time{}
	before, err := r.engine.stored(ctx, i)
	if errors.Is(err, errHidden) {
		r.report.Unchanged++
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if before != nil && !p.isNew {
		r.holdJump(l, i, before)
	} else if l.Price > 0 {
		i.Price = l.Price
	}
	remake := func(stored content.Entity) (content.Entity, error) { return r.entityOf(l, i, stored) }
	entity, err := remake(before)
	if err != nil {
		return nil, err
	}
	title := titleOf(entity)
	switch {
	case p.isNew || returned:
		r.report.Added++
		r.report.change(Change{Action: "add", Key: l.Key, Reference: l.Reference(), Title: title})
	default:
		changed := differences(before, entity)
		if before != nil && len(changed) == 0 {
			r.report.Unchanged++
			return nil, nil // only what the site does not use has changed
		}
		r.report.Changed++
		r.report.change(Change{Action: "change", Key: l.Key, Reference: l.Reference(), Title: title, Fields: changed})
	}
	version, err := versionOf(before)
	return &change{entity, version, remake}, err
}

// entityOf makes the property or development of a listing. What no feed knows, and locked fields, are
// those of before.
func (r *run) entityOf(l *feeds.Listing, i *item, before content.Entity) (content.Entity, error) {
	if i.Type == content.TypeDevelopment {
		old, _ := before.(*content.Development)
		d := r.build.development(l, i, old)
		r.pictures(l, i, &d.Featured, &d.Gallery, &d.Plans, false)
		if old != nil && r.holdsPrice(l) {
			d.Price = old.Price
		}
		return d, nil
	}
	old, _ := before.(*content.Property)
	property, err := r.build.property(l, i, old)
	if err != nil {
		return nil, err
	}
	r.pictures(l, i, &property.Featured, &property.Gallery, &property.Plans, property.Locked("gallery"))
	if old != nil && r.holdsPrice(l) {
		property.Price, property.Offers = old.Price, old.Offers
	}
	return property, nil
}

// titleOf is the title of a property or development in the fallback language.
func titleOf(entity content.Entity) string {
	switch e := entity.(type) {
	case *content.Property:
		return e.Title[i18n.Fallback]
	case *content.Development:
		return e.Title[i18n.Fallback]
	}
	return ""
}

// stored returns the property of an item, nil when it is not in the store.
func (e *Engine) stored(ctx context.Context, i *item) (content.Entity, error) {
	entity, err := e.store.ByID(ctx, i18n.Fallback, string(i.Type), i.ID, "")
	switch {
	case err == nil:
		return entity, nil
	case content.IsNotFound(err):
		return nil, nil
	}
	if _, ok := errors.AsType[*content.Error](err); ok {
		return nil, errHidden
	}
	return nil, err
}
