package config

import (
	"fmt"
	"net"
	"net/netip"
	"strings"
)

// Admin protects the operator's page on the admin address.
type Admin struct {
	Token    Secret   `toml:"token"`    // none: the page is closed; better set as ESTATE_ADMIN_TOKEN
	Hosts    []string `toml:"hosts"`    // names of the admin address, beside its IP address and localhost
	Networks []string `toml:"networks"` // loopback; networks that read metrics and profiles without the token
}

func (a *Admin) fillDefaults() {
	if a.Networks == nil {
		a.Networks = []string{"127.0.0.0/8", "::1"}
	}
}

// AdminHosts are the names of the admin address: those of the setting and its own.
func (s *Settings) AdminHosts() []string {
	var hosts []string
	for _, host := range s.Admin.Hosts {
		hosts = append(hosts, strings.ToLower(host))
	}
	if host, _, err := net.SplitHostPort(s.AdminAddr); err == nil && host != "" {
		hosts = append(hosts, strings.ToLower(host))
	}
	return hosts
}

// AdminNetworks are the networks that read metrics and profiles. Validate rejects wrong ones.
func (s *Settings) AdminNetworks() []netip.Prefix {
	prefixes, _ := parseNetworks("admin.networks", s.Admin.Networks)
	return prefixes
}

func (a *Admin) validate() error {
	if n := len(a.Token); n > 0 && n < MinSecretLength {
		return fmt.Errorf("admin.token has %d characters; it must have at least %d", n, MinSecretLength)
	}
	_, err := parseNetworks("admin.networks", a.Networks)
	return err
}
