package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"estate/internal/content"
	"estate/internal/index"
	"estate/internal/redirect"
	"estate/internal/search"
	"estate/internal/store"
)

// follower keeps what is held in memory equal to the store: the search index and
// the agency's redirects.
type follower struct {
	store     *store.Store
	index     *index.Index
	redirects *redirect.Table
	log       *slog.Logger
	seen      uint64        // last change the index holds
	build     chan struct{} // asks for a new base
}

// start fills index and table; from then on told keeps them current.
func (f *follower) start(ctx context.Context) error {
	f.seen, f.build = f.store.Generation(), make(chan struct{}, 1)
	if err := f.index.Build(ctx); err != nil {
		return err
	}
	return f.readRedirects(ctx)
}

// readRedirects puts the stored pairs into force. Unsound ones are told and left out.
func (f *follower) readRedirects(ctx context.Context) error {
	stored, err := f.store.Redirects(ctx)
	if err != nil {
		return err
	}
	pairs := make([]redirect.Pair, len(stored))
	for i, pair := range stored {
		pairs[i] = redirect.Pair{From: pair.From, To: pair.To, Status: pair.Status}
	}
	if err := f.redirects.Replace(pairs); err != nil {
		f.log.Warn("some redirects are left out", "err", err)
	}
	return nil
}

// told brings the index up to a change. The store calls it after each commit,
// one call at a time, before its generation moves: no page is ever composed from
// new documents and old results.
func (f *follower) told(seq uint64) {
	if err := f.catchUp(context.Background(), seq); err != nil {
		f.log.Error("search index fell behind; it is built anew", "err", err)
		f.askBuild()
	}
}

func (f *follower) catchUp(ctx context.Context, seq uint64) error {
	for f.seen < seq {
		changes, err := f.store.ChangesSince(ctx, f.seen)
		if err != nil && !errors.Is(err, store.ErrChangesLost) {
			return err
		}
		if err != nil || len(changes) == 0 {
			f.seen = seq
			return fmt.Errorf("read changes after %d: %w", f.seen, errors.Join(err))
		}
		if err := f.apply(ctx, changes); err != nil {
			return err
		}
		f.seen = changes[len(changes)-1].Seq
	}
	return nil
}

func (f *follower) apply(ctx context.Context, changes []store.Change) error {
	ids := map[search.Kind][]int{}
	redirects := false
	for _, change := range changes {
		redirects = redirects || change.Kind == store.ChangeRedirects
		if kind, searchable := collectionOf(change.Ref.Type); searchable && change.Kind == store.ChangeEntity {
			ids[kind] = append(ids[kind], change.Ref.ID)
		}
	}
	if redirects {
		if err := f.readRedirects(ctx); err != nil {
			return err
		}
	}
	next := index.Changes{Gone: map[search.Kind][]int{}}
	for kind, changed := range ids {
		rows, err := f.store.RowsByID(ctx, kind, changed)
		if err != nil {
			return err
		}
		found := make(map[int]bool, len(rows))
		for _, row := range rows {
			found[row.ID] = true
		}
		next.Put = append(next.Put, rows...)
		for _, id := range changed {
			if !found[id] {
				next.Gone[kind] = append(next.Gone[kind], id)
			}
		}
	}
	if f.index.Apply(next) {
		f.askBuild()
	}
	return nil
}

func collectionOf(t content.Type) (search.Kind, bool) {
	switch t {
	case content.TypeProperty:
		return search.KindProperties, true
	case content.TypeDevelopment:
		return search.KindDevelopments, true
	}
	return "", false
}

func (f *follower) askBuild() {
	select {
	case f.build <- struct{}{}:
	default: // one is asked for already
	}
}

// run builds new bases when they are asked for, until ctx ends.
func (f *follower) run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-f.build:
			if err := f.index.Build(ctx); err != nil && ctx.Err() == nil {
				f.log.Error("search index could not be built anew; the old one goes on", "err", err)
			}
		}
	}
}
