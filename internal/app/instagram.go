package app

import (
	"context"

	"estate/internal/agency/instagram"
	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/store"
)

// openInstagram prepares the refresher of the feed. With a CMS the feed comes from the CMS.
func (a *App) openInstagram(s config.Settings) error {
	config := s.InstagramConfig(a.log)
	if !config.Enabled() {
		return nil
	}
	if a.store == nil || s.CMS.Address() != nil {
		a.log.Warn("[instagram] is ignored: the CMS provides the feed; configure it there")
		return nil
	}
	refresher, err := instagram.New(config, func(ctx context.Context, feed []content.InstagramPost) error {
		return a.store.Write(ctx, func(b *store.Batch) error { return b.PutInstagram(feed) })
	})
	a.instagram = refresher
	return err
}
