package engine

import (
	"context"
	"fmt"

	"estate/internal/store"
)

// Former is a feed that is no longer configured and whose properties are still published.
type Former struct {
	Name       string `json:"name"`
	Properties int    `json:"properties"`
}

// Former lists the feeds that are no longer configured: their properties stay as they are until a
// person decides, see Forget.
func (e *Engine) Former(ctx context.Context) ([]Former, error) {
	all, err := readItems(ctx, e.store)
	if err != nil {
		return nil, err
	}
	var list []Former
	for _, name := range sortedKeys(all) {
		if _, err := e.feed(name); err == nil {
			continue
		}
		former := Former{Name: name}
		for _, i := range all[name] {
			if i.live() {
				former.Properties++
			}
		}
		if former.Properties > 0 {
			list = append(list, former)
		}
	}
	return list, nil
}

// Forget ends a feed that is no longer configured. Without withdraw its properties stay published and
// belong to the editors, but those of another agency stay another agency's. With withdraw they are
// removed as if the feed had given them up. Either way a feed of the same name continues with the same
// numbers and links. It returns the number of properties.
func (e *Engine) Forget(ctx context.Context, name string, withdraw bool) (properties int, err error) {
	if _, err := e.feed(name); err == nil {
		return 0, fmt.Errorf("the feed %s is configured: take it out of the configuration first", name)
	}
	r := &run{engine: e, feed: Feed{Name: name}, seen: map[string]bool{}}
	if err := r.load(ctx); err != nil {
		return 0, err
	}
	if len(r.items) == 0 {
		return 0, fmt.Errorf("there are no properties of a feed %q", name)
	}
	var keys []string
	for _, key := range sortedKeys(r.items) {
		if i := r.items[key]; i.live() {
			properties++
			keys = append(keys, key)
		} else if i.Linked {
			keys = append(keys, key)
		}
	}
	for from := 0; from < len(keys); from += batchSize {
		batch := keys[from:min(from+batchSize, len(keys))]
		forget := r.release
		if withdraw {
			forget = r.remove
		}
		if err := r.alone(ctx, func() error { return forget(ctx, batch) }); err != nil {
			return 0, err
		}
	}
	err = e.store.Write(ctx, func(b *store.Batch) error {
		for _, note := range []string{statePrefix + name, askPrefix + name} {
			if err := b.PutNote(note, ""); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	if err := r.alone(ctx, func() error { return e.propose(ctx, r.all) }); err != nil {
		return 0, err
	}
	return properties, nil
}

// release deletes what is remembered of listings. Their properties stay.
func (r *run) release(ctx context.Context, keys []string) error {
	err := r.engine.store.Write(ctx, func(b *store.Batch) error {
		for _, key := range keys {
			name := itemPrefix + listingName(r.feed.Name, key)
			switch text, err := b.Note(name); {
			case err != nil:
				return err
			case text != r.items[key].raw:
				return errConflict
			}
			if err := b.PutNote(name, ""); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, key := range keys {
		delete(r.items, key)
	}
	return nil
}
