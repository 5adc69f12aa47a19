package remote

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Errors of Fetch. Any other error is an outage: a retry may succeed.
var (
	// ErrNotFound reports that the host has no such file.
	ErrNotFound = errors.New("the host has no such file")
	// ErrRefused reports a response from another host, of another type, or that is too large.
	ErrRefused = errors.New("remote original refused")
)

const (
	fetchTimeout = 20 * time.Second
	maxRedirects = 3
)

var pictures = []string{"image/avif", "image/webp", "image/png", "image/jpeg", "image/gif", "image/svg+xml", "image/"}

// Client fetches originals. It is safe for concurrent use.
type Client struct {
	hosts Hosts
	types []string
	max   int64
	auth  map[string]string
	http  *http.Client
	// stream has no limit on the time of a body.
	stream *http.Client
	conns  *http.Transport // of both
}

// New returns a client for the hosts of cfg.
func New(cfg Config) *Client {
	c := &Client{hosts: NewHosts(cfg), types: cfg.Types, max: cmp.Or(cfg.MaxBytes, 32<<20), auth: cfg.Authorization}
	if c.types == nil {
		c.types = pictures
	}
	c.conns = &http.Transport{
		DialContext:            c.dial,
		TLSHandshakeTimeout:    5 * time.Second,
		ResponseHeaderTimeout:  10 * time.Second,
		IdleConnTimeout:        30 * time.Second,
		MaxIdleConnsPerHost:    4,
		MaxConnsPerHost:        cmp.Or(cfg.MaxConns, 4),
		MaxResponseHeaderBytes: 64 << 10,
		ForceAttemptHTTP2:      true,
	}
	var transport http.RoundTripper = c.conns
	if cfg.Guard != nil {
		guarded := guardedTransport{}
		for _, host := range slices.Concat(cfg.Hosts, cfg.PrivateHosts) {
			guarded[host] = cfg.Guard(host, c.conns)
		}
		transport = guarded
	}
	c.http = &http.Client{Timeout: cmp.Or(cfg.Timeout, fetchTimeout), CheckRedirect: c.checkRedirect, Transport: transport}
	c.stream = &http.Client{CheckRedirect: c.checkRedirect, Transport: transport}
	return c
}

// guardedTransport holds the guard of each host: an outage of one does not stop the others.
type guardedTransport map[string]http.RoundTripper

// RoundTrip sends a request to an allowed host.
func (t guardedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	guard, ok := t[r.URL.Host]
	if !ok {
		return nil, fmt.Errorf("%w: its host is not among those allowed", ErrRefused)
	}
	return guard.RoundTrip(r)
}

// Close closes idle connections.
func (c *Client) Close() { c.conns.CloseIdleConnections() }

func (c *Client) dial(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := net.Dialer{Timeout: 5 * time.Second}
	host := strings.TrimSuffix(strings.TrimSuffix(address, ":443"), ":80")
	if !c.hosts.isPrivate(address) && !c.hosts.isPrivate(host) {
		dialer.Control = refusePrivate
	}
	return dialer.DialContext(ctx, network, address)
}

// checkRedirect follows up to maxRedirects redirects within the host. A picture at another host
// is another picture.
func (c *Client) checkRedirect(next *http.Request, via []*http.Request) error {
	if len(via) > maxRedirects {
		return fmt.Errorf("%w: more than %d redirects", ErrRefused, maxRedirects)
	}
	first := via[0].URL
	if next.URL.Host != first.Host || next.URL.Scheme != first.Scheme {
		return fmt.Errorf("%w: it redirects to %s", ErrRefused, next.URL.Redacted())
	}
	return nil
}

// accept returns the Accept header: single types have a higher weight than ranges.
func (c *Client) accept() string {
	types := make([]string, len(c.types))
	for i, t := range c.types {
		types[i] = t
		if strings.HasSuffix(t, "/") {
			types[i] = t + "*;q=0.5"
		}
	}
	return strings.Join(types, ",")
}

// pageType is no type of a file: a login page may stand in place of one.
const pageType = "application/xhtml+xml"

func (c *Client) accepts(kind string) bool {
	return kind != pageType && slices.ContainsFunc(c.types, func(t string) bool {
		return kind == t || strings.HasSuffix(t, "/") && strings.HasPrefix(kind, t)
	})
}

// Fetch writes the file at u into w. If the host answers that it has not changed since the given
// time (zero means no condition), changed is false and nothing is written.
func (c *Client) Fetch(ctx context.Context, u *url.URL, since time.Time, w io.Writer) (changed bool, err error) {
	u, ok := c.hosts.Allowed(u)
	if !ok {
		return false, fmt.Errorf("%w: its host is not among those allowed", ErrRefused)
	}
	req, err := c.request(ctx, u)
	if err != nil {
		return false, err
	}
	if !since.IsZero() {
		req.Header.Set("If-Modified-Since", since.UTC().Format(http.TimeFormat))
	}
	res, err := c.http.Do(req)
	if err != nil {
		return false, fmt.Errorf("fetch remote original: %w", err)
	}
	defer res.Body.Close()
	if res.StatusCode == http.StatusNotModified && !since.IsZero() {
		return false, nil
	}
	if err := statusError(res.StatusCode); err != nil {
		return false, err
	}
	return true, c.copy(w, res)
}

// request returns a GET request with the credential of its host.
func (c *Client) request(ctx context.Context, u *url.URL) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	req.Header.Set("Accept", c.accept())
	req.Header.Set("User-Agent", "estate-media/1")
	if auth := c.auth[u.Host]; auth != "" {
		req.Header.Set("Authorization", auth)
	}
	return req, nil
}

func statusError(status int) error {
	switch status {
	case http.StatusOK:
		return nil
	case http.StatusNotFound, http.StatusGone:
		return fmt.Errorf("%w: status %d", ErrNotFound, status)
	}
	return fmt.Errorf("fetch remote original: status %d", status)
}

// copy copies the body if its type and its size are allowed.
func (c *Client) copy(w io.Writer, res *http.Response) error {
	kind, _, err := mime.ParseMediaType(res.Header.Get("Content-Type"))
	if err != nil || !c.accepts(kind) {
		return fmt.Errorf("%w: its type is %.60q", ErrRefused, res.Header.Get("Content-Type"))
	}
	if res.ContentLength > c.max {
		return fmt.Errorf("%w: %d bytes exceed the limit of %d", ErrRefused, res.ContentLength, c.max)
	}
	n, err := io.Copy(w, io.LimitReader(res.Body, c.max+1))
	if err != nil {
		return fmt.Errorf("read remote original: %w", err)
	}
	if n > c.max {
		return fmt.Errorf("%w: it exceeds the limit of %d bytes", ErrRefused, c.max)
	}
	return nil
}
