package remote

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Config says who may be asked, and for how much.
type Config struct {
	// Hosts are reached by https at public addresses: exact names, with the port where it is not 443.
	Hosts []string
	// PrivateHosts may also be reached by http and at private addresses.
	PrivateHosts []string
	// MaxBytes bounds one answer; 0 means 32 MB.
	MaxBytes int64
	// Types are the media types of what may be fetched, "video/" standing for all of
	// a kind; nil means pictures alone.
	Types []string
	// Timeout bounds one fetch; 0 means 20 s.
	Timeout time.Duration
	// Signed keeps the query of an address: that of a network's pictures is its key.
	Signed bool
}

// Validate tells everything that is wrong with the configuration.
func (c *Config) Validate() error {
	var errs []error
	for _, host := range slices.Concat(c.Hosts, c.PrivateHosts) {
		u, err := url.Parse("https://" + host)
		if err != nil || u.Host != host || host == "" || strings.ToLower(host) != host {
			errs = append(errs, fmt.Errorf("media host %q: give a host name in lower case, with a port if needed, and nothing else", host))
		}
	}
	return errors.Join(errs...)
}

// Hosts decides which addresses may be fetched.
type Hosts struct {
	public, private []string
	signed          bool
}

// NewHosts reads the hosts of cfg.
func NewHosts(cfg Config) Hosts { return Hosts{cfg.Hosts, cfg.PrivateHosts, cfg.Signed} }

// Allowed returns the one spelling of an address that may be fetched: https
// (http stays for private hosts), no query unless it is signed, no fragment, no credentials.
func (h Hosts) Allowed(u *url.URL) (*url.URL, bool) {
	if (u.Scheme != "https" && u.Scheme != "http") || u.User != nil || u.Opaque != "" {
		return nil, false
	}
	clean := &url.URL{Scheme: u.Scheme, Host: strings.ToLower(u.Host), Path: u.Path, RawPath: u.RawPath}
	if h.signed {
		clean.RawQuery = u.RawQuery
	}
	clean.Host = strings.TrimSuffix(clean.Host, map[string]string{"https": ":443", "http": ":80"}[u.Scheme])
	switch {
	case slices.Contains(h.private, clean.Host):
	case slices.Contains(h.public, clean.Host):
		// A CMS often writes http where it answers https as well.
		clean.Scheme = "https"
	default:
		return nil, false
	}
	if !strings.HasPrefix(clean.Path, "/") || strings.Contains(clean.Path, "/../") || strings.ContainsRune(clean.Path, '\\') {
		return nil, false
	}
	return clean, true
}

// isPrivate tells whether a host may be reached at private addresses.
func (h Hosts) isPrivate(host string) bool { return slices.Contains(h.private, host) }
