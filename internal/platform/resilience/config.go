package resilience

import (
	"cmp"
	"errors"
	"log/slog"
	"net/http"
	"time"
)

// Config sets the limits of one host. A zero value means the default that the comment names.
type Config struct {
	// MaxParallel is the size of the bulkhead: concurrent requests, response bodies included; 0 means 8.
	MaxParallel int
	// MaxPerSecond is the rate limit in requests per second; 0 means 50.
	MaxPerSecond int
	// MaxWait is how long a request waits for a slot and for the rate limit; 0 means 5 s.
	MaxWait time.Duration
	// MaxAttempts is the number of attempts of an idempotent request; 0 means 3.
	MaxAttempts int
	// InitialBackoff and MaxBackoff bound the exponential backoff with jitter between
	// attempts; 0 means 100 ms and 1 s.
	InitialBackoff, MaxBackoff time.Duration
	// FailureThreshold is the number of consecutive failures that opens the circuit breaker; 0 means 8.
	FailureThreshold int
	// OpenFor is how long the circuit breaker stays open; 0 means 5 s. Then one trial request is sent.
	OpenFor time.Duration

	Log *slog.Logger // nil means slog.Default()
	// Transport sends the requests; nil means http.DefaultTransport.
	Transport http.RoundTripper
}

// Validate reports every setting that cannot work.
func (c Config) Validate() error {
	var problems []error
	if c.MaxParallel < 0 || c.MaxPerSecond < 0 || c.MaxAttempts < 0 || c.FailureThreshold < 0 {
		problems = append(problems, errors.New("resilience: a limit is negative; use 0 for the default"))
	}
	if c.MaxWait < 0 || c.InitialBackoff < 0 || c.MaxBackoff < 0 || c.OpenFor < 0 {
		problems = append(problems, errors.New("resilience: a duration is negative; use 0 for the default"))
	}
	if c = c.withDefaults(); c.MaxBackoff < c.InitialBackoff {
		problems = append(problems, errors.New("resilience: MaxBackoff is shorter than InitialBackoff; increase it"))
	}
	return errors.Join(problems...)
}

func (c Config) withDefaults() Config {
	c.MaxParallel = cmp.Or(c.MaxParallel, 8)
	c.MaxPerSecond = cmp.Or(c.MaxPerSecond, 50)
	c.MaxWait = cmp.Or(c.MaxWait, 5*time.Second)
	c.MaxAttempts = cmp.Or(c.MaxAttempts, 3)
	c.InitialBackoff = cmp.Or(c.InitialBackoff, 100*time.Millisecond)
	c.MaxBackoff = cmp.Or(c.MaxBackoff, max(time.Second, c.InitialBackoff))
	c.FailureThreshold = cmp.Or(c.FailureThreshold, 8)
	c.OpenFor = cmp.Or(c.OpenFor, 5*time.Second)
	c.Log = cmp.Or(c.Log, slog.Default())
	if c.Transport == nil {
		c.Transport = http.DefaultTransport
	}
	return c
}
