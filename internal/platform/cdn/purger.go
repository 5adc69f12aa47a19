package cdn

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"estate/internal/platform/backoff"
	"estate/internal/platform/signature"
)

// Config is the receiver of purges. Zero values mean what the comments name.
type Config struct {
	URL string // https, or http on this machine or a private network; required
	// KeyHeader is the header of a request with its keys, as in responses; Surrogate-Key.
	KeyHeader string
	// Field is the name of the list of keys in the JSON body; keys.
	Field string
	// Token is sent in TokenHeader; in Authorization as "Bearer {Token}". "" means none.
	Token, TokenHeader string
	// Secret signs the body (X-Estate-Signature); "" means no signature.
	Secret  string
	Timeout time.Duration  // of one attempt; 10 s
	Retry   backoff.Policy // after a failure; 1 s, doubled up to 5 min
	// Collect is the time that changes are collected before they are purged, so that a purge never
	// comes before the new content; 200 ms.
	Collect time.Duration
	// Repeat is the time after which keys are purged again: a response that was made before the
	// change may reach the cache after the first purge; 10 s.
	Repeat time.Duration
	Log    *slog.Logger     // nil means slog.Default
	Now    func() time.Time // nil means time.Now
}

// Limits of a purge.
const (
	maxRequestKeys = 30  // Cloudflare's limit of one request
	maxKeys        = 300 // with more keys the whole site is purged
)

// Validate joins all problems of the configuration.
func (c *Config) Validate() error {
	target, err := url.Parse(c.URL)
	switch {
	case err != nil || target.Host == "" || target.Scheme != "https" && target.Scheme != "http":
		return errors.New("cdn.purge_url must be an address such as https://api.example.com/purge")
	case target.Scheme == "http" && !isPrivateHost(target.Hostname()):
		return errors.New("cdn.purge_url must begin with https://: the token crosses a public network")
	}
	return nil
}

// isPrivateHost reports whether a host is this machine or an address of a private network.
func isPrivateHost(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && (ip.IsLoopback() || ip.IsPrivate())
}

// Changes is the queue of a Purger. It is kept by the content itself, so it survives a restart.
type Changes interface {
	// Pending returns the keys of all changes since the last call of done, without order.
	Pending(ctx context.Context) (keys []string, done func(context.Context) error, err error)
}

// Purger sends purges until they succeed. The memory of its queue is bounded: beyond maxKeys keys
// the whole site is purged.
type Purger struct {
	cfg     Config
	changes Changes
	client  *http.Client
	wake    chan struct{}
}

// NewPurger returns the errors of Config.Validate.
func NewPurger(cfg Config, changes Changes) (*Purger, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg.KeyHeader, cfg.Field = cmp.Or(cfg.KeyHeader, "Surrogate-Key"), cmp.Or(cfg.Field, "keys")
	cfg.TokenHeader = cmp.Or(cfg.TokenHeader, "Authorization")
	cfg.Timeout, cfg.Repeat = cmp.Or(cfg.Timeout, 10*time.Second), cmp.Or(cfg.Repeat, 10*time.Second)
	cfg.Collect = cmp.Or(cfg.Collect, 200*time.Millisecond)
	cfg.Retry = cmp.Or(cfg.Retry, backoff.Policy{Initial: time.Second, Max: 5 * time.Minute, Jitter: 0.5})
	cfg.Log = cmp.Or(cfg.Log, slog.Default())
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	client := &http.Client{
		Timeout: cfg.Timeout,
		// A redirect would send the token to an address that nobody configured.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return &Purger{cfg: cfg, changes: changes, client: client, wake: make(chan struct{}, 1)}, nil
}

// Wake tells that there may be changes. It never blocks.
func (p *Purger) Wake() {
	select {
	case p.wake <- struct{}{}:
	default: // already told
	}
}

// Run purges what is pending, then after each Wake, until ctx ends. Failures are logged and
// retried, never returned.
func (p *Purger) Run(ctx context.Context) error {
	var (
		failures int
		again    []string         // keys to repeat
		retry    <-chan time.Time // after a failure
		repeat   <-chan time.Time
	)
	attempt := func(purge func() error) {
		retry = nil
		if err := purge(); err != nil && ctx.Err() == nil {
			failures++
			delay := p.cfg.Retry.Delay(failures)
			p.cfg.Log.WarnContext(ctx, "the CDN was not purged", "retry_in", delay, "failures", failures, "err", err)
			retry = time.After(delay)
			return
		}
		failures = 0
	}
	purgePending := func() error {
		keys, done, err := p.changes.Pending(ctx)
		if err != nil {
			return fmt.Errorf("read changes: %w", err)
		}
		if err := p.purge(ctx, keys); err != nil {
			return err
		}
		if len(keys) > 0 {
			again = append(again, keys...)
			if repeat == nil {
				repeat = time.After(p.cfg.Repeat)
			}
		}
		return done(ctx)
	}
	attempt(purgePending)
	for {
		wake := p.wake
		if retry != nil {
			wake = nil // the backoff holds for new changes too
		}
		select {
		case <-ctx.Done():
			return nil
		case <-wake:
			if backoff.Sleep(ctx, p.cfg.Collect) == nil {
				attempt(purgePending)
			}
		case <-retry:
			attempt(purgePending)
		case <-repeat:
			keys := again
			again, repeat = nil, nil
			if err := p.purge(ctx, keys); err != nil && ctx.Err() == nil {
				again, repeat = keys, time.After(p.cfg.Retry.Delay(1)+p.cfg.Repeat)
			}
		}
	}
}

// purge sends the requests of the keys.
func (p *Purger) purge(ctx context.Context, keys []string) error {
	keys = slices.Clone(keys)
	slices.Sort(keys)
	keys = slices.Compact(keys)
	if len(keys) > maxKeys || slices.Contains(keys, KeySite) {
		keys = []string{KeySite}
	}
	for part := range slices.Chunk(keys, maxRequestKeys) {
		if err := p.send(ctx, part); err != nil {
			return err
		}
	}
	return nil
}

func (p *Purger) send(ctx context.Context, keys []string) error {
	body, err := json.Marshal(map[string][]string{p.cfg.Field: keys})
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, p.cfg.URL, bytes.NewReader(body))
	if err != nil {
		return errors.New("cdn.purge_url is not a valid address")
	}
	h := request.Header
	h.Set("Content-Type", "application/json")
	h.Set("User-Agent", "Estate")
	h.Set(p.cfg.KeyHeader, JoinKeys(p.cfg.KeyHeader, keys))
	if p.cfg.Token != "" {
		token := p.cfg.Token
		if p.cfg.TokenHeader == "Authorization" {
			token = "Bearer " + token
		}
		h.Set(p.cfg.TokenHeader, token)
	}
	if p.cfg.Secret != "" {
		h.Set(signature.Header, signature.Sign(p.cfg.Secret, p.cfg.Now(), body))
	}
	response, err := p.client.Do(request)
	if err != nil {
		if failed, ok := errors.AsType[*url.Error](err); ok {
			err = failed.Err // without the address, which may hold a credential
		}
		return fmt.Errorf("purge: %w", err)
	}
	defer func() { _ = response.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 64<<10)) // so that the connection can be reused
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return fmt.Errorf("the receiver of purges responded %s", response.Status)
	}
	return nil
}

// JoinKeys is the value of a header with keys: separated by commas in Cache-Tag, as Cloudflare
// and Akamai read it, by spaces in others.
func JoinKeys(header string, keys []string) string {
	if strings.EqualFold(header, "Cache-Tag") || strings.EqualFold(header, "Edge-Cache-Tag") {
		return strings.Join(keys, ",")
	}
	return strings.Join(keys, " ")
}
