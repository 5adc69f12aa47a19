package app

import (
	"context"

	"estate/internal/config"
	"estate/internal/content"
	"estate/internal/instagram"
	"estate/internal/store"
)

// openInstagram prepares the keeper of the feed. Where content comes from a CMS,
// the feed does too.
func (a *App) openInstagram(s config.Settings) error {
	config := s.InstagramConfig(a.log)
	if !config.Enabled() {
		return nil
	}
	if a.store == nil || s.CMS.Address() != nil {
		a.log.Warn("[instagram] is not used: the CMS hands the feed over; set it there")
		return nil
	}
	keeper, err := instagram.New(config, func(ctx context.Context, feed []content.InstagramPost) error {
		return a.store.Write(ctx, func(b *store.Batch) error { return b.PutInstagram(feed) })
	})
	a.feed = keeper
	return err
}
