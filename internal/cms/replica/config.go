package replica

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"estate/internal/content"
	"estate/internal/platform/backoff"
)

// Config configures a Replica. A zero value means the default that the comment names.
type Config struct {
	// Address is the address of the CMS. A store that was copied from another address is refused.
	Address string
	// PostTypes maps endpoints of configured post types to their content types.
	PostTypes map[string]content.Type
	// Taxonomies maps endpoints of configured taxonomies to their names.
	Taxonomies map[string]string
	// Poll is the interval of polls for recent changes; 0 means 30 s.
	Poll time.Duration
	// Reconcile is the interval of reconciliations; 0 means 10 min.
	Reconcile time.Duration
	// Refresh is the interval at which a reconciliation fetches everything, equal
	// modification times included, because plugins change content without setting them;
	// 0 means 24 h.
	Refresh time.Duration
	// Decoding names the settings by which responses become content. When it changes, the next
	// reconciliation fetches everything.
	Decoding string
	// Overlap is how far a poll looks back before the previous one; 0 means 5 min.
	Overlap time.Duration
	// MaxDeletedShare is the share of a list, 0 to 1, that may be deleted at once without
	// confirmation by an operator; 0 means 0.3.
	MaxDeletedShare float64
	// UnguardedSize is the size up to which a list may lose any number of entities
	// without confirmation; 0 means 10.
	UnguardedSize int
	// BatchSize is the number of entities per request, 100 at most; 0 means 50.
	BatchSize int
	// MaxParallel is the number of concurrent requests; 0 means 3.
	MaxParallel int
	// InitialBackoff and MaxBackoff bound the delay before an entity that failed, or a CMS
	// that is down, is requested again; 0 means 2 s and 1 h.
	InitialBackoff, MaxBackoff time.Duration
	// MaxNotices bounds the queue of webhook notices; 0 means 5,000.
	MaxNotices int

	// Lease waits for the right to follow the CMS, which one of several nodes holds.
	// held ends when the lease is lost. nil means that there is one node.
	Lease func(context.Context) (held context.Context, release func(), err error)

	Log *slog.Logger     // nil means slog.Default()
	Now func() time.Time // nil means time.Now
	// Jitter randomizes intervals and backoff, so that several sites do not send at the
	// same moment; nil means up to 20 % less.
	Jitter func(time.Duration) time.Duration
}

// Validate reports every setting that cannot work.
func (c Config) Validate() error {
	var problems []error
	for _, d := range []time.Duration{c.Poll, c.Reconcile, c.Refresh, c.Overlap, c.InitialBackoff, c.MaxBackoff} {
		if d < 0 {
			problems = append(problems, errors.New("replica: a duration is negative; use 0 for the default"))
			break
		}
	}
	if c.MaxDeletedShare < 0 || c.MaxDeletedShare > 1 {
		problems = append(problems, errors.New("replica: the share that may be deleted at once must be 0 to 1, for example 0.3"))
	}
	if c.UnguardedSize < 0 || c.BatchSize < 0 || c.BatchSize > 100 || c.MaxParallel < 0 || c.MaxNotices < 0 {
		problems = append(problems, errors.New("replica: a limit is negative, or the batch size exceeds 100"))
	}
	return errors.Join(problems...)
}

func (c Config) withDefaults() Config {
	c.Poll = cmp.Or(c.Poll, 30*time.Second)
	c.Reconcile = cmp.Or(c.Reconcile, 10*time.Minute)
	c.Refresh = cmp.Or(c.Refresh, 24*time.Hour)
	c.Overlap = cmp.Or(c.Overlap, 5*time.Minute)
	c.MaxDeletedShare = cmp.Or(c.MaxDeletedShare, 0.3)
	c.UnguardedSize = cmp.Or(c.UnguardedSize, 10)
	c.BatchSize = cmp.Or(c.BatchSize, 50)
	c.MaxParallel = cmp.Or(c.MaxParallel, 3)
	c.InitialBackoff = cmp.Or(c.InitialBackoff, 2*time.Second)
	c.MaxBackoff = cmp.Or(c.MaxBackoff, time.Hour)
	c.MaxNotices = cmp.Or(c.MaxNotices, 5000)
	c.Log = cmp.Or(c.Log, slog.Default())
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Lease == nil {
		c.Lease = func(ctx context.Context) (context.Context, func(), error) { return ctx, func() {}, nil }
	}
	if c.Jitter == nil {
		c.Jitter = func(d time.Duration) time.Duration { return backoff.Jitter(d, 0.2) }
	}
	return c
}

// backoff returns the delay after a number of consecutive failures.
func (c Config) backoff(initial time.Duration, failures int) time.Duration {
	return c.Jitter(backoff.Policy{Initial: initial, Max: c.MaxBackoff}.Delay(failures))
}
