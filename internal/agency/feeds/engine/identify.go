package engine

import (
	"context"
	"fmt"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
)

// identify gives a listing its number: that of a property which is the same, else a new one.
func (r *run) identify(ctx context.Context, p *pending) error {
	l, i := p.listing, &p.item
	if r.known == nil {
		var err error
		if r.known, err = r.readKnown(ctx); err != nil {
			return err
		}
	}
	*i = item{Type: i.Type, Hash: i.Hash, Version: i.Version, Mark: i.Mark}
	if to, decided := r.joined[listingName(r.feed.Name, l.Key)]; decided {
		if done, err := r.identifyJoined(ctx, i, to); done || err != nil {
			return err
		}
	}
	compared := l
	if p.dropped != nil {
		copied := *l
		copied.Point = p.dropped
		compared = &copied
	}
	found := r.known.find(compared, i.Type)
	switch {
	case found.id == 0:
		if found.perhaps.ID != 0 {
			r.report.same(found.perhaps)
		}
	case found.owner != "" && found.owner != r.feed.Name, found.id < FirstID && !r.engine.cfg.Adopt:
		i.ID, i.Linked = found.id, true
		return nil
	case found.own:
		i.ID = found.id
		return r.recover(ctx, i)
	case found.owner == "":
		i.ID = found.id
		return r.adopt(ctx, i)
	}
	if r.next == 0 {
		if err := r.readNext(ctx); err != nil {
			return err
		}
	}
	i.ID, i.First = r.next, r.engine.cfg.Now().UTC().Truncate(time.Second)
	r.next++
	slug := r.build.slug(l)
	i.Slug = slug
	for n := 2; ; n++ {
		taken := r.slugs[string(i.Type)+i.Slug]
		if !taken {
			others, err := r.engine.store.BySlug(ctx, i18n.Fallback, string(i.Type), i.Slug)
			if err != nil {
				return err
			}
			taken = len(others) > 0
		}
		if !taken {
			break
		}
		i.Slug = fmt.Sprintf("%s-%d", slug, n)
	}
	r.slugs[string(i.Type)+i.Slug] = true
	r.known.add(l, i.ID, r.feed.Name, i.Type)
	return nil
}

// recover continues a property of this feed whose note is lost, for example because the store was
// filled from an export.
func (r *run) recover(ctx context.Context, i *item) error {
	before, err := r.engine.stored(ctx, i)
	if before == nil {
		return err
	}
	head := content.HeadOf(before)
	i.Slug, i.First = head.Slug, head.Date
	return nil
}

// adopt takes over a property that a person has written: what it says stays, but for price and
// availability.
func (r *run) adopt(ctx context.Context, i *item) error {
	before, err := r.engine.stored(ctx, i)
	if err != nil {
		return err
	}
	if before == nil {
		return fmt.Errorf("property %d cannot be read", i.ID)
	}
	head := content.HeadOf(before)
	i.Slug, i.First = head.Slug, head.Date
	if r.preview {
		return nil
	}
	if err := r.takeFromFormer(ctx, i.ref()); err != nil {
		return err
	}
	return r.write(ctx, func(b *store.Batch) error {
		stored, _, err := b.Get(i.ref())
		if err != nil {
			return err
		}
		locked, err := lockFilled(stored)
		if locked == nil || err != nil {
			return err
		}
		return b.Put(locked)
	})
}

// takeFromFormer links the listings of feeds that are no longer configured to a property which this
// feed takes over: when such a feed is configured again, it does not write the property too.
func (r *run) takeFromFormer(ctx context.Context, ref content.Ref) error {
	for feed, items := range r.all {
		if _, err := r.engine.feed(feed); err == nil {
			continue
		}
		for key, former := range items {
			if !former.live() || former.ref() != ref {
				continue
			}
			linked := *former
			linked.Linked, linked.Slug = true, ""
			linked.raw = encode(linked)
			err := r.engine.store.Write(ctx, func(b *store.Batch) error { return b.PutNote(itemPrefix+listingName(feed, key), linked.raw) })
			if err != nil {
				return err
			}
			items[key] = &linked
		}
	}
	return nil
}

// lockFilled returns a property that a person has written with locks on all that it says, but price
// and availability. It is nil when nothing is to be locked.
func lockFilled(entity content.Entity) (*content.Property, error) {
	property, ok := entity.(*content.Property)
	if !ok || len(property.Locks) > 0 || property.ID >= FirstID {
		return nil, nil
	}
	locked := *property
	filled, err := fields(property)
	if err != nil {
		return nil, err
	}
	for _, name := range content.LockableFields {
		if _, ok := filled[name]; ok && name != "price" && name != "availability" && name != "badges" && name != "slug" && name != "status" {
			if string(filled[name]) != "{}" {
				locked.Locks = append(locked.Locks, name)
			}
		}
	}
	return &locked, nil
}
