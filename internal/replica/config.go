package replica

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"time"

	"estate/internal/backoff"
	"estate/internal/content"
)

// Config says how closely a replica follows. Zero values mean what the comments name.
type Config struct {
	// Address names the CMS. A store that was copied from elsewhere is refused.
	Address string
	// PostTypes are the types of configured post types by endpoint.
	PostTypes map[string]content.Type
	// Taxonomies are the names of configured taxonomies by endpoint.
	Taxonomies map[string]string
	// Poll is how often the CMS is asked for what changed; 0 means 30 s.
	Poll time.Duration
	// Reconcile is how often everything is compared; 0 means 10 min.
	Reconcile time.Duration
	// Refresh is how often everything is taken again, also what seems unchanged,
	// for plugins that change content without saying so; 0 means 24 h.
	Refresh time.Duration
	// Overlap is how far a poll looks back beyond the last one; 0 means 5 min.
	Overlap time.Duration
	// Collapse is the share of a list that may be gone at once, 0 to 1, before
	// somebody has to confirm it; 0 means 0.3.
	MaxDeletedShare float64
	// Few is the size up to which a list may disappear without that; 0 means 10.
	UnguardedSize int
	// Chunk is how many entities are asked for at a time; 0 means 50.
	BatchSize int
	// Parallel is how many questions are under way at a time; 0 means 3.
	MaxParallel int
	// InitialBackoff and MaxBackoff bound the wait before an entity that failed, or
	// a CMS that does not answer, is asked again; 0 means 2 s and 1 h.
	InitialBackoff, MaxBackoff time.Duration
	// Queue bounds the changes that a webhook has told and that wait; 0 means 5,000.
	MaxNotices int

	// Lease waits for the right to follow the CMS, which one of several nodes has;
	// nil means that there is one node.
	Lease func(context.Context) (held context.Context, release func(), err error)

	Log *slog.Logger     // nil means slog.Default()
	Now func() time.Time // nil means time.Now
	// Jitter spreads a pause so that several sites do not ask at the same moment;
	// nil means up to a fifth less.
	Jitter func(time.Duration) time.Duration
}

// Validate reports every setting that cannot work.
func (c Config) Validate() error {
	var problems []error
	for _, d := range []time.Duration{c.Poll, c.Reconcile, c.Refresh, c.Overlap, c.InitialBackoff, c.MaxBackoff} {
		if d < 0 {
			problems = append(problems, errors.New("replica: no time may be negative; leave it 0 for the default"))
			break
		}
	}
	if c.MaxDeletedShare < 0 || c.MaxDeletedShare > 1 {
		problems = append(problems, errors.New("replica: the share that may be gone is 0 to 1, such as 0.3"))
	}
	if c.UnguardedSize < 0 || c.BatchSize < 0 || c.BatchSize > 100 || c.MaxParallel < 0 || c.MaxNotices < 0 {
		problems = append(problems, errors.New("replica: no limit may be negative, and a chunk holds 100 at most"))
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
		c.Jitter = func(d time.Duration) time.Duration {
			return backoff.Jitter(d, 0.2)
		}
	}
	return c
}

// kind is one list of the CMS.
type kind struct {
	endpoint string
	typ      content.Type
	// shared content carries all languages itself; the rest has one each.
	shared bool
}

// kinds are all lists, in the order in which visitors miss them.
func (c Config) kinds() []kind {
	all := []kind{
		{"pages", content.TypePage, false},
		{"properties", content.TypeProperty, true},
		{"developments", content.TypeDevelopment, true},
		{"posts", content.TypePost, false},
	}
	for _, endpoint := range slices.Sorted(maps.Keys(c.PostTypes)) {
		all = append(all, kind{endpoint, c.PostTypes[endpoint], false})
	}
	return append(all, kind{"media", content.TypeAttachment, true})
}
