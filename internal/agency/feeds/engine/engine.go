package engine

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"sync"
	"sync/atomic"
	"time"

	"estate/internal/agency/feeds"
	"estate/internal/store"
)

// Feed is one feed and what is wanted of it.
type Feed struct {
	Name   string // lower-case letters, digits and hyphens; part of stored names
	Kind   string // for people
	Host   string // for people
	Source feeds.Source
	Every  time.Duration // 0 means an hour
	// FullEvery is the time between complete runs, which find removed listings; 0 means a day.
	FullEvery time.Duration

	OwnOnly  bool         // leave out listings of other agencies
	Shared   bool         // all listings are those of other agencies
	Modes    []feeds.Mode // empty means all
	MinPrice int          // of sales, in whole units; 0 means any
	Towns    []string     // empty means all

	Exact       bool     // own positions are exact
	NoPictures  bool     // fetch none
	PrivateHost []string // picture hosts that may have http and private addresses
	// MaxRemoved is the largest share of a feed that is removed at once; nil means DefaultMaxRemoved. At 0 a person
	// must accept every removal.
	MaxRemoved *float64
}

// DefaultMaxRemoved is the largest share of a feed that is removed without a person.
const DefaultMaxRemoved = 0.05

var feedName = regexp.MustCompile(`^[a-z0-9-]{1,40}$`)

// Validate reports what is wrong with the settings of a feed.
func (f *Feed) Validate() error {
	if !feedName.MatchString(f.Name) {
		return fmt.Errorf("the name of a feed is %q; use lower-case letters, digits and hyphens", f.Name)
	}
	if f.MaxRemoved != nil && (*f.MaxRemoved < 0 || *f.MaxRemoved > 1) {
		return fmt.Errorf("feed %s: the share of removals must be between 0 and 1", f.Name)
	}
	return nil
}

func (f Feed) withDefaults() Feed {
	f.Every = cmp.Or(f.Every, time.Hour)
	f.FullEvery = cmp.Or(f.FullEvery, 24*time.Hour)
	f.MaxRemoved = cmp.Or(f.MaxRemoved, new(DefaultMaxRemoved))
	return f
}

// Config is what all feeds share.
type Config struct {
	Feeds []Feed // the first one that offers a property owns it
	Terms string // file of the agency's table of terms; it may be missing
	// Adopt lets a feed take over properties of the store that come from no feed and have the same
	// reference. It is false where another system owns them: a replica of WordPress.
	Adopt bool
	// Rates are the euros of one unit of other currencies, by code: {"GBP": 1.17}.
	Rates     map[string]float64
	Originals string                                            // folder of the pictures
	Guard     func(string, http.RoundTripper) http.RoundTripper // limits requests for pictures; nil means none
	Now       func() time.Time
	Log       *slog.Logger
}

// Engine brings feeds into a store. It is safe for concurrent use; each feed has one run at a time.
type Engine struct {
	cfg   Config
	store *store.Store

	writing sync.Mutex   // held while a run compares and writes, not while it waits for its source
	written atomic.Int64 // batches of all runs
}

// New returns the errors of the feeds.
func New(cfg Config, st *store.Store) (*Engine, error) {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	var problems []error
	seen := map[string]bool{}
	for i := range cfg.Feeds {
		cfg.Feeds[i] = cfg.Feeds[i].withDefaults()
		problems = append(problems, cfg.Feeds[i].Validate())
		if seen[cfg.Feeds[i].Name] {
			problems = append(problems, fmt.Errorf("two feeds have the name %s", cfg.Feeds[i].Name))
		}
		seen[cfg.Feeds[i].Name] = true
	}
	return &Engine{cfg: cfg, store: st}, errors.Join(problems...)
}

// ErrUnknownFeed reports a name that no feed has.
var ErrUnknownFeed = errors.New("no feed has this name; `estate feeds status` lists them")

func (e *Engine) feed(name string) (*Feed, error) {
	for i := range e.cfg.Feeds {
		if e.cfg.Feeds[i].Name == name {
			return &e.cfg.Feeds[i], nil
		}
	}
	return nil, fmt.Errorf("%q: %w", name, ErrUnknownFeed)
}
