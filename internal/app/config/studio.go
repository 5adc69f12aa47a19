package config

import (
	"fmt"
	"net/netip"
	"net/url"
	"strings"

	"estate/internal/platform/redact"
)

// Studio is where the office edits the site.
type Studio struct {
	Off bool `toml:"off"` // the site has no studio
	// Address is an origin of its own, such as https://studio.example.com; none: /studio/ on the site's address.
	Address string `toml:"address"`
}

// StudioHost is the host of the studio's own address, "" when it is on the site's.
func (s *Settings) StudioHost() string {
	at, err := url.Parse(s.Studio.Address)
	if err != nil {
		return ""
	}
	return strings.ToLower(at.Host)
}

// StudioOrigins are the addresses (scheme://host) of the studio, the one of links first. A site on the loopback address has
// the name localhost, because passkeys need a name.
func (s *Settings) StudioOrigins() []string {
	if s.Studio.Address != "" {
		return []string{strings.TrimSuffix(s.Studio.Address, "/")}
	}
	at, err := url.Parse(s.SiteURL)
	if err != nil {
		return nil
	}
	origins := []string{at.Scheme + "://" + at.Host}
	if ip, err := netip.ParseAddr(at.Hostname()); err == nil && ip.IsLoopback() {
		local := *at
		local.Host = "localhost"
		if port := at.Port(); port != "" {
			local.Host += ":" + port
		}
		origins = append([]string{local.Scheme + "://" + local.Host}, origins...)
	}
	return origins
}

// studioRemedy ends the sentence of a conflict.
const studioRemedy = `set [studio] address to a name of its own, such as "https://studio.example.com", or take the scripts out`

// StudioConflict says why the studio cannot be on the site's address, with the remedy; "" if it can: any script of an origin
// can use the sessions of that origin.
func (s *Settings) StudioConflict() string {
	var tables []string
	if s.Chat.Script != "" {
		tables = append(tables, "[chat]")
	}
	if s.Analytics.Script != "" {
		tables = append(tables, "[analytics]")
	}
	if s.Studio.Off || s.Studio.Address != "" || len(tables) == 0 {
		return ""
	}
	return fmt.Sprintf("scripts of %s run on the site's address and could act as the users of the studio: %s", strings.Join(tables, " and "),
		studioRemedy)
}

func (s *Settings) validateStudio() error {
	if s.Studio.Address == "" {
		return nil
	}
	at, err := url.Parse(s.Studio.Address)
	if err != nil || at.Scheme != "http" && at.Scheme != "https" || at.Host == "" || at.User != nil ||
		strings.Trim(at.Path, "/") != "" || at.RawQuery != "" {
		return fmt.Errorf("studio.address is %q; it must be an address without a path, such as https://studio.example.com",
			redact.URL(s.Studio.Address))
	}
	site, err := url.Parse(s.SiteURL)
	if err == nil && strings.EqualFold(site.Host, at.Host) {
		return fmt.Errorf("studio.address is the site's own; leave it out, or give the studio a name of its own")
	}
	if len(s.Domains) == 0 {
		return nil
	}
	if at.Scheme != "https" || at.Port() != "" || !domainName.MatchString(s.StudioHost()) {
		return fmt.Errorf("studio.address is %q; with domains it must be https with a host name and without a port", redact.URL(s.Studio.Address))
	}
	for _, domain := range s.Domains {
		if domain == s.StudioHost() {
			return fmt.Errorf("domains has %q, the name of the studio; leave it out there: studio.address is enough for its certificate", domain)
		}
	}
	return nil
}
