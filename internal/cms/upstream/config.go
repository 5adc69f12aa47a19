package upstream

import (
	"cmp"
	"errors"
	"log/slog"
	"time"
)

const (
	// staleWhileRevalidate is how long after Fresh site data is served at once while it is revalidated in the background.
	staleWhileRevalidate = 5 * time.Minute
	callTimeout          = 30 * time.Second // of one call; the source has timeouts of its own
	maxCalls             = 64               // concurrent calls with different keys
	maxEntities          = 20_000           // in the cache
	redirectLifetime     = 10 * time.Minute // of a cached redirect look-up
)

// Config configures a Source. A zero value means the default that the comment names.
type Config struct {
	// Fresh is how long a response is served without a call; 0 means 10 s.
	Fresh time.Duration
	// Stale is the age up to which a response is served when the source fails; 0 means 24 h.
	Stale time.Duration
	// MaxWait is how long a caller waits for a new response when a stale one is cached;
	// 0 means 1.5 s.
	MaxWait time.Duration
	// OpenFor is how long the circuit breaker stays open; 0 means 5 s.
	OpenFor time.Duration
	// MaxLookups bounds the concurrent redirect look-ups; 0 means 4.
	MaxLookups int

	Log *slog.Logger     // nil means slog.Default()
	Now func() time.Time // nil means time.Now
}

// Validate reports every setting that cannot work.
func (c Config) Validate() error {
	var problems []error
	for _, d := range []time.Duration{c.Fresh, c.Stale, c.MaxWait, c.OpenFor} {
		if d < 0 {
			problems = append(problems, errors.New("upstream: a duration is negative; use 0 for the default"))
			break
		}
	}
	if c.MaxLookups < 0 {
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
	c.MaxWait = cmp.Or(c.MaxWait, 1500*time.Millisecond)
	c.OpenFor = cmp.Or(c.OpenFor, 5*time.Second)
	c.MaxLookups = cmp.Or(c.MaxLookups, 4)
	c.Log = cmp.Or(c.Log, slog.Default())
	if c.Now == nil {
		c.Now = time.Now
	}
	return c
}
