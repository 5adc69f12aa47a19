package config

import (
	"cmp"
	"errors"
	"fmt"
	"net/netip"
	"path/filepath"
	"strings"
	"time"

	"estate/internal/agency/leads/mirror"
)

// Enquiries sets the rate limit of the forms and the retries of the deliveries.
type Enquiries struct {
	Burst          int      `toml:"burst"`           // 10; forms of one client at once
	PerHour        int      `toml:"per_hour"`        // 30; forms of one client an hour, on average
	TrustedProxies []string `toml:"trusted_proxies"` // loopback; addresses or networks whose X-Forwarded-For is trusted
	InitialBackoff Duration `toml:"first_pause"`     // 10s; backoff after the first failure, doubled after each
	MaxBackoff     Duration `toml:"longest_pause"`   // 1h; longest backoff
	Attempts       int      `toml:"attempts"`        // 100; then the delivery has failed
	Keep           Period   `toml:"keep"`            // 24 months; older enquiries are deleted. "forever" keeps them

	// Mirror is the second place of the enquiries: the URL of a PostgreSQL database, the path
	// of a SQLite file on another disk, or "none".
	Mirror         Database `toml:"mirror"`          // the database of db; none without one
	MirrorRequired bool     `toml:"mirror_required"` // false; refuse enquiries while the mirror is away
	Takeover       Duration `toml:"takeover"`        // 2m; then another node delivers the enquiries of a silent one
	AlertSettle    Duration `toml:"alert_delay"`     // 1m; a saved search waits so long for further homes before its mail
}

func (e *Enquiries) fillDefaults() {
	if e.TrustedProxies == nil {
		e.TrustedProxies = []string{"127.0.0.0/8", "::1"}
	}
	setDefault(&e.Burst, 10)
	setDefault(&e.PerHour, 30)
	setDefault(&e.InitialBackoff, Duration(10*time.Second))
	setDefault(&e.MaxBackoff, Duration(time.Hour))
	setDefault(&e.Attempts, 100)
	setDefault(&e.Keep, Period{Months: 24})
	setDefault(&e.Takeover, Duration(2*time.Minute))
	setDefault(&e.AlertSettle, Duration(time.Minute))
}

// validateEnquiries checks [smtp], [webhook] and [enquiries].
func (s *Settings) validateEnquiries() error {
	var problems []error
	if s.SendsMail() {
		config := s.MailConfig()
		problems = append(problems, config.Validate())
	}
	if s.CallsWebhook() {
		config := s.WebhookConfig()
		problems = append(problems, config.Validate())
	}
	e := s.Enquiries
	_, err := parseNetworks("enquiries.trusted_proxies", e.TrustedProxies)
	problems = append(problems, err)
	if e.Burst < 0 || e.PerHour < 0 || e.Attempts < 0 || e.InitialBackoff < 0 || e.MaxBackoff < 0 {
		problems = append(problems, errors.New("enquiries: burst, per_hour, attempts, first_pause and longest_pause must not be negative"))
	}
	if e.AlertSettle < 0 {
		problems = append(problems, errors.New("enquiries.alert_delay must not be negative"))
	}
	if e.Takeover < Duration(time.Second) {
		problems = append(problems, errors.New("enquiries.takeover must be a second at least, such as \"2m\""))
	}
	if mirror, ok := s.MirrorConfig(); ok {
		if err := mirror.Validate(); err != nil {
			problems = append(problems, fmt.Errorf("enquiries.mirror: %w", err))
		}
		if mirror.Path != "" && isInside(s.Data, mirror.Path) {
			problems = append(problems, errors.New("enquiries.mirror is in the data folder; name a file on another disk, or a PostgreSQL database"))
		}
	} else if e.MirrorRequired {
		problems = append(problems, errors.New("enquiries.mirror_required needs a mirror: set enquiries.mirror or db"))
	}
	return errors.Join(problems...)
}

// isInside reports whether a path is in a folder.
func isInside(folder, path string) bool {
	relative, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(relative)
}

// MirrorConfig is the configuration of package mirror; ok is false without a mirror.
func (s *Settings) MirrorConfig() (c mirror.Config, ok bool) {
	place := string(cmp.Or(s.Enquiries.Mirror, s.DB))
	switch {
	case place == "" || place == "none":
		return c, false
	case strings.Contains(place, "://"):
		c.URL = place
	default:
		c.Path = place
	}
	return c, true
}

// TrustedProxyPrefixes are the proxies whose X-Forwarded-For is trusted. Validate rejects wrong ones.
func (s *Settings) TrustedProxyPrefixes() []netip.Prefix {
	prefixes, _ := parseNetworks("enquiries.trusted_proxies", s.Enquiries.TrustedProxies)
	return prefixes
}

// parseNetworks reads addresses and networks of a setting; the error names each wrong one.
func parseNetworks(setting string, texts []string) ([]netip.Prefix, error) {
	var prefixes []netip.Prefix
	var problems []error
	for _, text := range texts {
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			var address netip.Addr
			if address, err = netip.ParseAddr(text); err == nil {
				prefix = netip.PrefixFrom(address, address.BitLen())
			}
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("%s has %q; set addresses or networks such as 10.0.0.0/8", setting, text))
			continue
		}
		prefixes = append(prefixes, prefix.Masked())
	}
	return prefixes, errors.Join(problems...)
}
