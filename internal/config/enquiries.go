package config

import (
	"errors"
	"fmt"
	"net/netip"
	"time"
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
	return errors.Join(problems...)
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
