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
	// Renewing is how long after its fresh time an answer that furnishes every
	// page is still given at once, while a new one is asked for; 0 means 5 min.
	Renewing time.Duration
	// Patience is how long a visitor waits for a new answer where an older one is
	// known; 0 means 1.5 s.
	Patience time.Duration
	// Timeout bounds one question; 0 means 30 s. The source has bounds of its own.
	Timeout time.Duration
	// Pause is how long a source that fails is left alone; 0 means 5 s.
	Pause time.Duration
	// Questions bounds the different questions under way; 0 means 64.
	Questions int
	// Entities bounds what is remembered; 0 means 20,000 entities.
	Entities int
	// RedirectLife is how long a redirect look-up is remembered; 0 means 10 min.
	RedirectLife time.Duration
	// Lookups bounds the redirect look-ups under way; 0 means 4.
	Lookups int

	Log *slog.Logger     // nil means slog.Default()
	Now func() time.Time // nil means time.Now
}

// Validate reports every setting that cannot work.
func (c Config) Validate() error {
	var problems []error
	for _, d := range []time.Duration{c.Fresh, c.Stale, c.Renewing, c.Patience, c.Timeout, c.Pause, c.RedirectLife} {
		if d < 0 {
			problems = append(problems, errors.New("upstream: no time may be negative; leave it 0 for the default"))
			break
		}
	}
	if c.Questions < 0 || c.Entities < 0 || c.Lookups < 0 {
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
	c.Renewing = cmp.Or(c.Renewing, 5*time.Minute)
	c.Patience = cmp.Or(c.Patience, 1500*time.Millisecond)
	c.Timeout = cmp.Or(c.Timeout, 30*time.Second)
	c.Pause = cmp.Or(c.Pause, 5*time.Second)
	c.Questions = cmp.Or(c.Questions, 64)
	c.Entities = cmp.Or(c.Entities, 20_000)
	c.RedirectLife = cmp.Or(c.RedirectLife, 10*time.Minute)
	c.Lookups = cmp.Or(c.Lookups, 4)
	c.Log = cmp.Or(c.Log, slog.Default())
	if c.Now == nil {
		c.Now = time.Now
	}
	return c
}
