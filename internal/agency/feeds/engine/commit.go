package engine

import (
	"context"
	"errors"
	"fmt"

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
	batch := r.pending
	r.pending = nil
	// A source that fails must not lose what it has read.
	ctx := r.ctx
	var entities []content.Entity
	notes := map[string]*item{}
	for n := range batch {
		entity, err := r.prepare(ctx, &batch[n])
		if err != nil {
			return err
		}
		if entity != nil {
			entities = append(entities, entity)
		}
		notes[batch[n].listing.Key] = &batch[n].item
	}
	if r.preview {
		return nil
	}
	return r.commit(ctx, notes, func(b *store.Batch) error {
		for _, entity := range entities {
			err := b.Put(entity)
			if store.IsInvalid(err) {
				r.report.problem(feeds.Problem{Key: content.HeadOf(entity).Slug, Reason: err.Error(), Skipped: true})
				continue
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// commit writes content and items. It fails with errConflict when an item or the next number is not
// what this run has read: so two processes never make two properties of one listing, nor give one
// number to two.
func (r *run) commit(ctx context.Context, notes map[string]*item, write func(*store.Batch) error) error {
	err := r.engine.store.Write(ctx, func(b *store.Batch) error {
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
	if r.next > 0 {
		r.nextRaw = fmt.Sprint(r.next)
	}
	for key, i := range notes {
		i.raw = encode(i)
		r.items[key] = i
	}
	return nil
}

// prepare completes the item of a listing and returns what is written, nil for a property that
// another system owns.
func (r *run) prepare(ctx context.Context, p *pending) (content.Entity, error) {
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
	i.Gone = false
	before, err := r.stored(ctx, i)
	if errors.Is(err, errHidden) {
		r.report.Unchanged++
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var entity content.Entity
	var title string
	switch i.Type {
	case content.TypeDevelopment:
		old, _ := before.(*content.Development)
		d := r.build.development(l, i, old)
		r.pictures(l, i, &d.Featured, &d.Gallery, &d.Plans, false)
		entity, title = d, d.Title[i18n.Fallback]
	default:
		old, _ := before.(*content.Property)
		property, err := r.build.property(l, i, old)
		if err != nil {
			return nil, err
		}
		r.pictures(l, i, &property.Featured, &property.Gallery, &property.Plans, property.Locked("gallery"))
		entity, title = property, property.Title[i18n.Fallback]
	}
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
	return entity, nil
}

// stored returns the property of an item, nil when it is not in the store.
func (r *run) stored(ctx context.Context, i *item) (content.Entity, error) {
	entity, err := r.engine.store.ByID(ctx, i18n.Fallback, string(i.Type), i.ID, "")
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
