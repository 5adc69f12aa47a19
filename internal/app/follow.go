package app

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"estate/internal/index"
	"estate/internal/redirect"
	"estate/internal/store"
)

// follower keeps what is held in memory equal to the store: the search index and
// the agency's redirects.
type follower struct {
	store     *store.Store
	index     *index.Index
	redirects *redirect.Table
	log       *slog.Logger
	build     chan struct{} // asks for a new base

	mu   sync.Mutex
	seen uint64 // last change the index holds
}

// start fills index and table; from then on told keeps them current. Who is told
// meanwhile, of another node's change, waits.
func (f *follower) start(ctx context.Context) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.build = make(chan struct{}, 1)
	return f.readAll(ctx, f.store.Generation())
}

// readAll reads everything anew. The number comes from before: what changes
// meanwhile is told again.
func (f *follower) readAll(ctx context.Context, seq uint64) error {
	if err := f.index.Build(ctx); err != nil {
		return err
	}
	f.seen = seq
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
// new documents and old results. After an error the generation stays.
func (f *follower) told(seq uint64) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	ctx := context.Background()
	err := f.catchUp(ctx, seq)
	if err == nil {
		return nil
	}
	f.log.Warn("search index fell behind; it is built anew", "err", err)
	if err := f.readAll(ctx, seq); err != nil {
		f.askBuild()
		return fmt.Errorf("build the search index: %w", err)
	}
	return nil
}

func (f *follower) catchUp(ctx context.Context, seq uint64) error {
	if f.seen == seq {
		return nil
	}
	news, err := f.store.RowsSince(ctx, f.seen)
	if err != nil {
		return err
	}
	if news.Redirects {
		if err := f.readRedirects(ctx); err != nil {
			return err
		}
	}
	f.seen = news.Last
	if f.index.Apply(index.Changes{Put: news.Put, Gone: news.Gone}) {
		f.askBuild()
	}
	return nil
}

func (f *follower) askBuild() {
	select {
	case f.build <- struct{}{}:
	default: // one is asked for already
	}
}

// Pause after a build that failed, because the store is away.
const buildPause = 2 * time.Second

// run builds new bases when they are asked for, until ctx ends.
func (f *follower) run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-f.build:
		}
		err := f.index.Build(ctx)
		if err == nil || ctx.Err() != nil {
			continue
		}
		f.log.Error("search index could not be built anew; the old one goes on", "err", err)
		f.askBuild()
		select {
		case <-ctx.Done():
		case <-time.After(buildPause):
		}
	}
}
