package upstream

import (
	"cmp"
	"errors"
	"log/slog"
	"time"
)

// Config says how long answers hold. Zero values mean what the comments name.
type Config struct {
	// Fresh is how long an answer is given again without asking; 0 means 10 s.
	Fresh time.Duration
	// Stale is how long an answer is kept for when the source fails; 0 means 24 h.
	Stale time.Duration
	// StaleWhileRevalidate is how long after its fresh time an answer that furnishes every
	// page is still given at once, while a new one is asked for; 0 means 5 min.
	StaleWhileRevalidate time.Duration
	// MaxWait is how long a visitor waits for a new answer where an older one is
	// known; 0 means 1.5 s.
	MaxWait time.Duration
	// Timeout bounds one question; 0 means 30 s. The source has bounds of its own.
	Timeout time.Duration
	// OpenFor is how long a source that fails is left alone; 0 means 5 s.
	OpenFor time.Duration
	// MaxCalls bounds the different questions under way; 0 means 64.
	MaxCalls int
	// MaxEntities bounds what is remembered; 0 means 20,000 entities.
	MaxEntities int
	// RedirectTTL is how long a redirect look-up is remembered; 0 means 10 min.
	RedirectTTL time.Duration
	// MaxLookups bounds the redirect look-ups under way; 0 means 4.
	MaxLookups int

	Log *slog.Logger     // nil means slog.Default()
	Now func() time.Time // nil means time.Now
}

// Validate reports every setting that cannot work.
func (c Config) Validate() error {
	var problems []error
	for _, d := range []time.Duration{c.Fresh, c.Stale, c.StaleWhileRevalidate, c.MaxWait, c.Timeout, c.OpenFor, c.RedirectTTL} {
		if d < 0 {
			problems = append(problems, errors.New("upstream: no time may be negative; leave it 0 for the default"))
			break
		}
	}
	if c.MaxCalls < 0 || c.MaxEntities < 0 || c.MaxLookups < 0 {
		problems = append(problems, errors.New("upstream: no limit may be negative; leave it 0 for the default"))
	}
	if c = c.withDefaults(); c.Stale < c.Fresh {
		problems = append(problems, errors.New("upstream: the stale time is shorter than the fresh time; make it longer"))
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
