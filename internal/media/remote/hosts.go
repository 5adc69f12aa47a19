package remote

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Guard returns what limits and protects the requests to a host, around the transport that
// sends them.
type Guard func(host string, transport http.RoundTripper) http.RoundTripper

// Config sets the allowed hosts and the limits.
type Config struct {
	// Hosts are fetched by https from public IP addresses: exact names, with the port if it is not 443.
	Hosts []string
	// PrivateHosts are also fetched by http and from private IP addresses.
	PrivateHosts []string
	// MaxBytes limits one response; 0 means 32 MB.
	MaxBytes int64
	// Types are the accepted media types; "video/" accepts every video type. nil means pictures only.
	Types []string
	// MaxConns bounds the connections to one host; 0 means 4.
	MaxConns int
	// Timeout limits one fetch; 0 means 20 s.
	Timeout time.Duration
	// Authorization maps hosts to the Authorization header of requests to them.
	Authorization map[string]string
	// Guard limits the requests; nil means no limits.
	Guard Guard
	// Signed keeps the query of a URL, for hosts whose URLs are signed (Instagram).
	Signed bool
}

// Validate returns all errors of the configuration, joined.
func (c *Config) Validate() error {
	var errs []error
	for _, host := range slices.Concat(c.Hosts, c.PrivateHosts) {
		u, err := url.Parse("https://" + host)
		if err != nil || u.Host != host || host == "" || strings.ToLower(host) != host {
			errs = append(errs, fmt.Errorf("media host %q: use a host name in lower case, with a port if needed, and nothing else", host))
		}
	}
	return errors.Join(errs...)
}

// Hosts decides which URLs may be fetched.
type Hosts struct {
	public, private []string
	signed          bool
}

// NewHosts returns the hosts of cfg.
func NewHosts(cfg Config) Hosts { return Hosts{cfg.Hosts, cfg.PrivateHosts, cfg.Signed} }

// Allowed returns the normal form of a URL that may be fetched: https (private hosts may keep
// http), no query unless URLs are signed, no fragment, no credentials.
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
		// A CMS often writes http although its host has https.
		clean.Scheme = "https"
	default:
		return nil, false
	}
	if !strings.HasPrefix(clean.Path, "/") || strings.Contains(clean.Path, "/../") || strings.ContainsRune(clean.Path, '\\') {
		return nil, false
	}
	return clean, true
}

// isPrivate reports whether a host may have a private IP address.
func (h Hosts) isPrivate(host string) bool { return slices.Contains(h.private, host) }
