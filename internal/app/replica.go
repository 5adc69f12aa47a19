package app

import (
	"context"
	"time"

	"estate/internal/app/config"
	"estate/internal/cms/replica"
	"estate/internal/cms/upstream"
	"estate/internal/store"
)

// replicaTimeout is the minimum timeout of a replica's request: it reads many
// entities, and no visitor waits for it.
const replicaTimeout = 30 * time.Second

// openReplica opens the store as a replica of the CMS. The demo agency is never
// imported: an empty replica shows an error until the CMS has answered.
func (a *App) openReplica(ctx context.Context, s config.Settings) error {
	st, err := store.Open(ctx, s.StoreConfig())
	if err != nil {
		return err
	}
	a.store = st
	a.closers = append(a.closers, st.Close)
	if err := setPositionKey(ctx, st); err != nil {
		return err
	}
	// Two clients: a visitor's request has a shorter timeout than a sync's.
	syncClient, err := a.openClient(s, replicaTimeout)
	if err != nil {
		return err
	}
	config := s.ReplicaConfig(a.log)
	config.Lease = func(ctx context.Context) (context.Context, func(), error) { return st.Lease(ctx, "sync") }
	a.replica, err = replica.New(ctx, config, syncClient, st)
	if err != nil {
		return err
	}
	client, err := a.openClient(s, 0)
	if err != nil {
		return err
	}
	live, err := upstream.New(upstream.Config{Log: a.log}, guessFilter{client})
	if err != nil {
		return err
	}
	a.closers = append(a.closers, live.Close)
	a.origin = origin{source: replica.NewSource(a.replica, live), generation: st.Generation, links: st}
	if len(s.Feeds) == 0 { // a feed brings its homes in languages of its own
		a.origin.languages = a.replica.Languages
	}
	if !a.replica.Ready() {
		a.log.Warn("the replica is empty; visitors see an error until the first sync is complete", "cms", s.CMS.Address().Redacted())
	}
	return nil
}

// ready reports whether the first sync is complete, nil outside replica mode.
func (a *App) ready() func() bool {
	if a.replica == nil {
		return nil
	}
	return a.replica.Ready
}
