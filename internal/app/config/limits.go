package config

import (
	"errors"

	"estate/internal/site/limits"
)

// Limits bounds what one client may make the server work: uncached pages and Views, REST,
// sitemaps. Cached pages and files are not limited.
type Limits struct {
	PerSecond int      `toml:"per_second"` // 5; uncached pages of one client a second, on average
	Burst     int      `toml:"burst"`      // 600; uncached pages of one client at once
	Exempt    []string `toml:"exempt"`     // loopback; addresses or networks without a limit
}

func (l *Limits) fillDefaults() {
	setDefault(&l.PerSecond, 5)
	setDefault(&l.Burst, 600)
	if l.Exempt == nil {
		l.Exempt = []string{"127.0.0.0/8", "::1"}
	}
}

func (l *Limits) validate() error {
	_, err := parseNetworks("limits.exempt", l.Exempt)
	if l.PerSecond < 0 || l.Burst < 0 {
		err = errors.Join(err, errors.New("limits: per_second and burst must not be negative"))
	}
	return err
}

// limitsConfig is the configuration of package limits. Validate rejects wrong networks.
func (s *Settings) limitsConfig() limits.Config {
	exempt, _ := parseNetworks("limits.exempt", s.Limits.Exempt)
	return limits.Config{PerSecond: s.Limits.PerSecond, Burst: s.Limits.Burst, Exempt: exempt, TrustedProxies: s.TrustedProxyPrefixes()}
}
