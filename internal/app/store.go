package app

import (
	"context"

	"estate/internal/config"
	"estate/internal/content"
	"estate/internal/store"
)

// openToWrite opens the store for a command that changes content. A file it has to
// itself; a server it shares with the site.
func openToWrite(ctx context.Context, s config.Settings) (*store.Store, error) {
	if err := s.MakeDataDir(); err != nil {
		return nil, err
	}
	return store.Open(ctx, s.StoreConfig())
}

// openToRead opens the store beside the site that may be using it.
func openToRead(ctx context.Context, s config.Settings, authorize func(content.Credential) bool) (*store.Store, error) {
	config := s.StoreConfig()
	config.ReadOnly, config.Authorize = true, authorize
	return store.Open(ctx, config)
}

// healthy tells whether the store answers; nil where there is none.
func (a *App) healthy() func() error {
	if a.store == nil {
		return nil
	}
	return a.store.Healthy
}

// alone runs work on one of several nodes; when its lease is lost, it runs again where
// the lease is. Without a store there is one node.
func (a *App) alone(ctx context.Context, name string, work func(context.Context) error) error {
	if a.store == nil {
		return work(ctx)
	}
	for {
		held, release, err := a.store.Lease(ctx, name)
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		err = work(held)
		lost := held.Err() != nil && ctx.Err() == nil
		release()
		if !lost {
			return err
		}
	}
}
