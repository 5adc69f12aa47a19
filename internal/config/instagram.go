package config

import (
	"log/slog"
	"path/filepath"
	"time"

	"estate/internal/instagram"
)

// instagramSettings tell where the agency's feed comes from; without an address
// and a token none is fetched.
type Instagram struct {
	URL   string   `toml:"url"`   // the network's own, once a token is set
	Token Secret   `toml:"token"` // better as ESTATE_INSTAGRAM_TOKEN
	Posts int      `toml:"posts"` // 12
	Every Duration `toml:"every"` // 1h
	Hosts []string `toml:"hosts"` // where pictures may come from: the network's hosts
}

func (s *Settings) InstagramConfig(log *slog.Logger) instagram.Config {
	i := s.Instagram
	return instagram.Config{
		URL: i.URL, Token: string(i.Token), TokenFile: filepath.Join(s.Data, "instagram.token"), Originals: s.OriginalsDir(),
		Hosts: i.Hosts, Posts: i.Posts, Every: time.Duration(i.Every), Log: log,
	}
}
