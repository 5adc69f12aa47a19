package replica

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/store"
	"estate/internal/wordpress"
)

// mostInARow is how many entities may fail one after the other before the CMS as
// a whole counts as failing.
const mostInARow = 8

// take brings entities into the store, some at a time, several questions under
// way. It fails only when there is no use in going on.
func (r *Replica) take(ctx context.Context, k kind, wants []want) error {
	byLang := map[i18n.Lang][]int{}
	for _, w := range wants {
		byLang[w.lang] = append(byLang[w.lang], w.id)
	}
	if !r.draining {
		r.setProgress(Progress{Endpoint: k.endpoint, Total: len(wants)})
	}
	type chunk struct {
		lang i18n.Lang
		ids  []int
	}
	var chunks []chunk
	for _, lang := range append([]i18n.Lang{""}, i18n.Filled...) {
		for ids := range slices.Chunk(byLang[lang], r.cfg.BatchSize) {
			chunks = append(chunks, chunk{lang, ids})
		}
	}
	for some := range slices.Chunk(chunks, r.cfg.MaxParallel) {
		group, groupCtx := errgroup.WithContext(ctx)
		for _, c := range some {
			group.Go(func() error { return r.takeChunk(groupCtx, k, c.lang, c.ids) })
		}
		if err := group.Wait(); err != nil {
			return err
		}
		if err := r.breathe(ctx); err != nil {
			return err
		}
	}
	return r.showPictures(ctx, k)
}

// takeChunk takes a few entities. When they cannot be had together, they are
// asked for in halves, until the one that is to blame stands alone.
func (r *Replica) takeChunk(ctx context.Context, k kind, lang i18n.Lang, ids []int) error {
	found, missing, err := r.fetch(ctx, k, lang, ids)
	if err != nil {
		return r.divide(ctx, k, lang, ids, err)
	}
	if err := r.keep(ctx, k, found); err != nil {
		return err
	}
	for _, id := range missing {
		if err := r.lost(ctx, k, id); err != nil {
			return err
		}
	}
	r.advance(len(ids))
	return nil
}

func (r *Replica) divide(ctx context.Context, k kind, lang i18n.Lang, ids []int, err error) error {
	if ctx.Err() != nil || errors.Is(err, errStore) {
		return err
	}
	if _, dead := r.hello(ctx); dead != nil {
		return err
	}
	if half := len(ids) / 2; half > 0 {
		if err := r.takeChunk(ctx, k, lang, ids[:half]); err != nil {
			return err
		}
		return r.takeChunk(ctx, k, lang, ids[half:])
	}
	r.fail(k.endpoint, ids[0], err)
	r.advance(1)
	if r.inARow.Add(1) >= mostInARow {
		r.inARow.Store(0)
		return fmt.Errorf("the CMS lives, but one entity after the other fails: %w", err)
	}
	return nil
}

// fetch asks for entities in the language they were listed in, else in each.
func (r *Replica) fetch(ctx context.Context, k kind, lang i18n.Lang, ids []int) (found []wordpress.FetchedEntity, missing []int, err error) {
	missing = ids
	for _, ask := range r.order(lang) {
		if len(missing) == 0 {
			break
		}
		taken, unread, err := r.cms.FetchByIDs(ctx, ask, k.endpoint, missing)
		if err != nil {
			return nil, nil, err
		}
		seen := map[int]bool{}
		for _, id := range unread {
			seen[id] = true
			r.fail(k.endpoint, id, errors.New("it lacks what every entity has (a link, a status, its own type); look for a plugin that takes fields out of the REST API"))
		}
		for _, one := range taken {
			ref := one.Ref()
			seen[ref.ID] = true
			if ref.Type != k.typ {
				r.fail(k.endpoint, ref.ID, fmt.Errorf("it says that its type is %q and not %q; post_types must name the type of each endpoint", ref.Type, k.typ))
				continue
			}
			found = append(found, one)
		}
		missing = slices.DeleteFunc(slices.Clone(missing), func(id int) bool { return seen[id] })
	}
	if k.shared && k.typ != content.TypeAttachment && !r.hasPlugin() {
		if err := r.fillWords(ctx, k, found); err != nil {
			return nil, nil, err
		}
	}
	return found, missing, nil
}

// order are all languages, the likeliest first.
func (r *Replica) order(first i18n.Lang) []i18n.Lang {
	order := []i18n.Lang{}
	if first != "" {
		order = append(order, first)
	}
	for _, lang := range r.langs {
		if lang != first {
			order = append(order, lang)
		}
	}
	return order
}

// keep writes entities with what they need, all of it or nothing. One that cannot
// be stored as it is stays out alone.
func (r *Replica) keep(ctx context.Context, k kind, found []wordpress.FetchedEntity) error {
	if len(found) == 0 {
		return nil
	}
	companions, err := r.companions(ctx, found)
	if err != nil {
		return err
	}
	r.notePictures(ctx, k, found)
	refused := map[int]error{}
	err = r.write(ctx, func(b *store.Batch) error {
		clear(refused)
		for _, companion := range companions {
			if err := b.Put(companion); err != nil && !store.IsInvalid(err) {
				return err
			}
		}
		for _, one := range found {
			switch err := b.Put(one.Entity); {
			case store.IsInvalid(err):
				refused[one.Ref().ID] = err
			case err != nil:
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, one := range found {
		id := one.Ref().ID
		if refused[id] != nil {
			r.fail(k.endpoint, id, refused[id])
			continue
		}
		r.inARow.Store(0)
		r.mended(k.endpoint, id)
	}
	return nil
}
