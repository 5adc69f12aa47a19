package upstream

import (
	"cmp"
	"errors"
	"log/slog"
	"time"
)

// Config configures a Source. A zero value means the default that the comment names.
type Config struct {
	// Fresh is how long a response is served without a call; 0 means 10 s.
	Fresh time.Duration
	// Stale is the age up to which a response is served when the source fails; 0 means 24 h.
	Stale time.Duration
	// StaleWhileRevalidate is how long after Fresh site data is served at once while it is
	// revalidated in the background; 0 means 5 min.
	StaleWhileRevalidate time.Duration
	// MaxWait is how long a caller waits for a new response when a stale one is cached;
	// 0 means 1.5 s.
	MaxWait time.Duration
	// Timeout bounds one call; 0 means 30 s. The source has timeouts of its own.
	Timeout time.Duration
	// OpenFor is how long the circuit breaker stays open; 0 means 5 s.
	OpenFor time.Duration
	// MaxCalls bounds the concurrent calls with different keys; 0 means 64.
	MaxCalls int
	// MaxEntities bounds the cache; 0 means 20,000 entities.
	MaxEntities int
	// RedirectTTL is how long a redirect look-up is cached; 0 means 10 min.
	RedirectTTL time.Duration
	// MaxLookups bounds the concurrent redirect look-ups; 0 means 4.
	MaxLookups int

	Log *slog.Logger     // nil means slog.Default()
	Now func() time.Time // nil means time.Now
}

// Validate reports every setting that cannot work.
func (c Config) Validate() error {
	var problems []error
	for _, d := range []time.Duration{c.Fresh, c.Stale, c.StaleWhileRevalidate, c.MaxWait, c.Timeout, c.OpenFor, c.RedirectTTL} {
		if d < 0 {
			problems = append(problems, errors.New("upstream: a duration is negative; use 0 for the default"))
			break
		}
	}
	if c.MaxCalls < 0 || c.MaxEntities < 0 || c.MaxLookups < 0 {
		problems = append(problems, errors.New("upstream: a limit is negative; use 0 for the default"))
	}
	if c = c.withDefaults(); c.Stale < c.Fresh {
		problems = append(problems, errors.New("upstream: the stale time is shorter than the fresh time; increase it"))
	}
	return errors.Join(problems...)
}

func (c Config) withDefaults() Config {
	c.Fresh = cmp.Or(c.Fresh, 10*time.Second)
	c.Stale = cmp.Or(c.Stale, 24*time.Hour)
	c.StaleWhileRevalidate = cmp.Or(c.StaleWhileRevalidate, 5*time.Minute)
	c.MaxWait = cmp.Or(c.MaxWait, 1500*time.Millisecond)
	c.Timeout = cmp.Or(c.Timeout, 30*time.Second)
	c.OpenFor = cmp.Or(c.OpenFor, 5*time.Second)
	c.MaxCalls = cmp.Or(c.MaxCalls, 64)
	c.MaxEntities = cmp.Or(c.MaxEntities, 20_000)
	c.RedirectTTL = cmp.Or(c.RedirectTTL, 10*time.Minute)
	c.MaxLookups = cmp.Or(c.MaxLookups, 4)
	c.Log = cmp.Or(c.Log, slog.Default())
	if c.Now == nil {
		c.Now = time.Now
	}
	return c
}
