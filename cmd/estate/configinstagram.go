package main

import (
	"context"
	"log/slog"
	"path/filepath"
	"time"

	"estate/internal/content"
	"estate/internal/instagram"
	"estate/internal/store"
)

// instagramSettings tell where the agency's feed comes from; without an address
// and a token none is fetched.
type instagramSettings struct {
	URL   string   `toml:"url"`   // the network's own, once a token is set
	Token secret   `toml:"token"` // better as ESTATE_INSTAGRAM_TOKEN
	Posts int      `toml:"posts"` // 12
	Every duration `toml:"every"` // 1h
	Hosts []string `toml:"hosts"` // where pictures may come from: the network's hosts
}

func (s *settings) instagram(log *slog.Logger) instagram.Config {
	i := s.Instagram
	return instagram.Config{
		URL: i.URL, Token: string(i.Token), TokenFile: filepath.Join(s.Data, "instagram.token"), Originals: s.originals(),
		Hosts: i.Hosts, Posts: i.Posts, Every: time.Duration(i.Every), Log: log,
	}
}

// openInstagram prepares the keeper of the feed. Where content comes from a CMS,
// the feed does too.
func (all *site) openInstagram(s settings) error {
	config := s.instagram(all.log)
	if !config.Enabled() {
		return nil
	}
	if all.store == nil || s.CMS.address() != nil {
		all.log.Warn("[instagram] is not used: the CMS hands the feed over; set it there")
		return nil
	}
	keeper, err := instagram.New(config, func(ctx context.Context, feed []content.InstagramPost) error {
		return all.store.Write(ctx, func(b *store.Batch) error { return b.PutInstagram(feed) })
	})
	all.feed = keeper
	return err
}
