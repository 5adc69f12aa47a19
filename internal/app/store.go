package app

import (
	"context"

	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/store"
)

// openStoreToWrite opens the store for a command that changes content. The running site applies the changes within seconds.
func openStoreToWrite(ctx context.Context, s config.Settings) (*store.Store, error) {
	if err := s.MakeDataDir(); err != nil {
		return nil, err
	}
	config := s.StoreConfig()
	config.Beside = true
	return store.Open(ctx, config)
}

// openStoreAlone opens the store for a command that must not run beside a site with the same data folder.
func openStoreAlone(ctx context.Context, s config.Settings) (*store.Store, error) {
	if err := s.MakeDataDir(); err != nil {
		return nil, err
	}
	return store.Open(ctx, s.StoreConfig())
}

// openStoreToRead opens the store read-only. The site may run at the same time.
func openStoreToRead(ctx context.Context, s config.Settings, authorize func(content.Credential, content.Ref) bool) (*store.Store, error) {
	config := s.StoreConfig()
	config.ReadOnly, config.Authorize = true, authorize
	return store.Open(ctx, config)
}

// healthy returns the health check of the store, nil without a store.
func (a *App) healthy() func() error {
	if a.store == nil {
		return nil
	}
	return a.store.Healthy
}

// runWithLease runs work on one of several nodes. After a lost lease it waits for the
// lease and runs work again. Without a store there is only one node.
func (a *App) runWithLease(ctx context.Context, name string, work func(context.Context) error) error {
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
