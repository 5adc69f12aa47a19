package config

import (
	"cmp"
	"errors"
	"log/slog"
	"regexp"
	"time"

	"estate/internal/platform/cdn"
	"estate/internal/site/server"
)

// CDN sets a content delivery network in front of the site.
type CDN struct {
	Enabled     bool     `toml:"enabled"`      // false; responses say what a CDN may keep
	Fresh       Duration `toml:"fresh"`        // 1h; s-maxage
	Stale       Duration `toml:"stale"`        // 1h; stale-while-revalidate
	KeyHeader   string   `toml:"key_header"`   // Surrogate-Key; header with the keys of a response
	CacheHeader string   `toml:"cache_header"` // Cache-Control; header with fresh and stale

	PurgeURL         string `toml:"purge_url"`          // none: no purges
	PurgeField       string `toml:"purge_field"`        // keys; list of the JSON body
	PurgeToken       Secret `toml:"purge_token"`        // none; better as ESTATE_CDN_PURGE_TOKEN
	PurgeTokenHeader string `toml:"purge_token_header"` // Authorization, with Bearer
	PurgeSecret      Secret `toml:"purge_secret"`       // none; signs a purge; better as ESTATE_CDN_PURGE_SECRET
}

func (c *CDN) fillDefaults() {
	setDefault(&c.Fresh, Duration(time.Hour))
	setDefault(&c.Stale, Duration(time.Hour))
	setDefault(&c.KeyHeader, "Surrogate-Key")
	setDefault(&c.CacheHeader, "Cache-Control")
	setDefault(&c.PurgeField, "keys")
	setDefault(&c.PurgeTokenHeader, "Authorization")
}

var headerName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]{1,63}$`)

func (s *Settings) validateCDN() error {
	c := &s.CDN
	var problems []error
	for name, value := range map[string]string{
		"key_header": c.KeyHeader, "cache_header": c.CacheHeader,
		"purge_token_header": c.PurgeTokenHeader,
	} {
		if !headerName.MatchString(value) {
			problems = append(problems, errors.New("cdn."+name+" must be the name of a header, such as Surrogate-Key"))
		}
	}
	if c.Fresh < 0 || c.Stale < 0 {
		problems = append(problems, errors.New("cdn.fresh and cdn.stale must not be negative"))
	}
	switch {
	case c.PurgeURL == "":
	case !c.Enabled:
		problems = append(problems, errors.New("cdn.purge_url is set, but cdn.enabled is not"))
	default:
		config := s.PurgeConfig(nil)
		problems = append(problems, config.Validate())
	}
	return errors.Join(problems...)
}

// serverCDN is the CDN of package server.
func (c *CDN) serverCDN() server.CDN {
	return server.CDN{
		Enabled: c.Enabled, Fresh: time.Duration(c.Fresh), Stale: time.Duration(c.Stale), KeyHeader: c.KeyHeader,
		CacheHeader: c.CacheHeader,
	}
}

// PurgeConfig is the configuration of the purges of package cdn.
func (s *Settings) PurgeConfig(log *slog.Logger) cdn.Config {
	c := s.CDN
	return cdn.Config{
		URL: c.PurgeURL, KeyHeader: c.KeyHeader, Field: c.PurgeField, Token: string(c.PurgeToken), TokenHeader: c.PurgeTokenHeader,
		Secret: string(c.PurgeSecret), Log: cmp.Or(log, slog.Default()),
	}
}
