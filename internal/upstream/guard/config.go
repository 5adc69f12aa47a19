package guard

import (
	"cmp"
	"errors"
	"log/slog"
	"net/http"
	"time"
)

// Config says what a host is asked to bear. Zero values mean what the comments name.
type Config struct {
	// Parallel bounds the requests under way, their bodies included; 0 means 8.
	Parallel int
	// PerSecond bounds the requests of a second; 0 means 50.
	PerSecond int
	// Wait is how long a request waits for its turn; 0 means 5 s.
	Wait time.Duration
	// Attempts is how often a question is asked that fails; 0 means 3.
	Attempts int
	// FirstPause and LongestPause bound the wait between attempts, which doubles
	// and is spread; 0 means 100 ms and 1 s.
	FirstPause, LongestPause time.Duration
	// Failures in a row leave the host alone; 0 means 8.
	Failures int
	// Open is how long it is left alone; 0 means 5 s. Then one request tries.
	Open time.Duration

	Log *slog.Logger // nil means slog.Default()
	// Transport sends the requests; nil means http.DefaultTransport.
	Transport http.RoundTripper
}

// Validate reports every setting that cannot work.
func (c Config) Validate() error {
	var problems []error
	if c.Parallel < 0 || c.PerSecond < 0 || c.Attempts < 0 || c.Failures < 0 {
		problems = append(problems, errors.New("guard: no limit may be negative; leave it 0 for the default"))
	}
	if c.Wait < 0 || c.FirstPause < 0 || c.LongestPause < 0 || c.Open < 0 {
		problems = append(problems, errors.New("guard: no time may be negative; leave it 0 for the default"))
	}
	if c = c.withDefaults(); c.LongestPause < c.FirstPause {
		problems = append(problems, errors.New("guard: the longest pause is shorter than the first; make it longer"))
	}
	return errors.Join(problems...)
}

func (c Config) withDefaults() Config {
	c.Parallel = cmp.Or(c.Parallel, 8)
	c.PerSecond = cmp.Or(c.PerSecond, 50)
	c.Wait = cmp.Or(c.Wait, 5*time.Second)
	c.Attempts = cmp.Or(c.Attempts, 3)
	c.FirstPause = cmp.Or(c.FirstPause, 100*time.Millisecond)
	c.LongestPause = cmp.Or(c.LongestPause, max(time.Second, c.FirstPause))
	c.Failures = cmp.Or(c.Failures, 8)
	c.Open = cmp.Or(c.Open, 5*time.Second)
	c.Log = cmp.Or(c.Log, slog.Default())
	if c.Transport == nil {
		c.Transport = http.DefaultTransport
	}
	return c
}
