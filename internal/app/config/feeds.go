package config

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"estate/internal/agency/feeds/engine"
	"estate/internal/agency/feeds/resales"
	"estate/internal/platform/redact"
)

// The kinds of feeds.
const (
	FeedKyero   = "kyero"
	FeedResales = "resales"
	FeedCSV     = "csv"
)

// Feed is a source of properties beside the CMS or the embedded store. Of two feeds with the same
// property the first one owns it.
type Feed struct {
	Name string `toml:"name"` // lower-case letters, digits and hyphens; it never changes
	Kind string `toml:"kind"` // kyero, resales or csv
	// Address is the address of the file, or its path. It may hold a key and is never printed.
	Address string `toml:"address"` // of resales: the live service
	// User and Password are those of the web server of the file, of resales p1 and p2. Better set
	// as ESTATE_FEED_{NAME}_USER and ESTATE_FEED_{NAME}_PASSWORD, or in files.
	User         Secret   `toml:"user"`
	Password     Secret   `toml:"password"`
	PasswordFile string   `toml:"password_file"` // file with the password
	Every        Duration `toml:"every"`         // 1h
	FullEvery    Duration `toml:"full_every"`    // 24h; complete comparison, which finds removed properties
	// MaxRemoved is the largest share that is removed without a person, 0 for none.
	MaxRemoved *float64 `toml:"max_removed"` // 0.05

	OwnOnly  bool     `toml:"own_only"`  // leave out properties of other agencies
	Shared   bool     `toml:"shared"`    // all are properties of other agencies
	Mode     string   `toml:"mode"`      // sale, month, week or day: the offer of properties whose feed names none; none
	Modes    []string `toml:"modes"`     // sale, month, week, day; all
	MinPrice int      `toml:"min_price"` // of sales; none
	Towns    []string `toml:"towns"`     // all

	ExactPositions bool     `toml:"exact_positions"` // own positions are shown exactly
	NoPictures     bool     `toml:"no_pictures"`     // fetch no pictures
	PrivateHosts   []string `toml:"private_hosts"`   // picture hosts with http or private addresses

	// The settings of resales.
	Filters         []string `toml:"filters"`          // 1; predefined filters (1 to 4) or ids of the API
	OwnFilters      []string `toml:"own_filters"`      // searches with own properties only; else the field OwnProperty decides
	NewDevelopments string   `toml:"new_developments"` // include; or exclude, only
	Languages       []string `toml:"languages"`        // en, es
	Sandbox         bool     `toml:"sandbox"`          // the test data of the service
	PerSecond       float64  `toml:"per_second"`       // 2.5 requests a second
	RegisterLeads   bool     `toml:"register_leads"`   // send enquiries about its properties back
}

var feedName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)

// readFeedSecrets takes credentials from the environment and from files.
func (s *Settings) readFeedSecrets() error {
	var problems []error
	for i := range s.Feeds {
		f := &s.Feeds[i]
		override(&f.Address, os.Getenv(FeedVariable(f.Name, "ADDRESS")))
		override(&f.User, Secret(os.Getenv(FeedVariable(f.Name, "USER"))))
		override(&f.Password, Secret(os.Getenv(FeedVariable(f.Name, "PASSWORD"))))
		if f.PasswordFile != "" && f.Password == "" {
			text, err := os.ReadFile(f.PasswordFile)
			if err != nil {
				problems = append(problems, fmt.Errorf("feeds: password_file of %s: %w", f.Name, err))
			}
			f.Password = Secret(strings.TrimSpace(string(text)))
		}
	}
	return errors.Join(problems...)
}

// fillFeeds sets the defaults, so that `estate check` prints what is in effect.
func (s *Settings) fillFeeds() {
	for i := range s.Feeds {
		f := &s.Feeds[i]
		setDefault(&f.Every, Duration(time.Hour))
		setDefault(&f.FullEvery, Duration(24*time.Hour))
		setDefault(&f.MaxRemoved, new(engine.DefaultMaxRemoved))
		if f.Kind == FeedResales {
			setDefault(&f.NewDevelopments, "include")
			setDefault(&f.PerSecond, 2.5)
		}
	}
}

func (s *Settings) validateFeeds() error {
	var problems []error
	report := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	seen := map[string]bool{}
	for i := range s.Feeds {
		f := &s.Feeds[i]
		problems = append(problems, f.problems()...)
		if seen[f.Name] {
			report("feeds: two have the name %s", f.Name)
		}
		seen[f.Name] = true
		switch {
		case f.Kind == FeedResales && (f.User == "" || f.Password == ""):
			report("feed %s: user (p1) and password (p2) of the Web API are missing; set %s and %s", f.Name, FeedVariable(f.Name, "USER"),
				FeedVariable(f.Name, "PASSWORD"))
		case f.Kind != FeedResales && f.Address == "":
			report("feed %s: address is missing; set the address or the path of the file, or %s", f.Name, FeedVariable(f.Name, "ADDRESS"))
		}
	}
	if len(s.Feeds) > 0 && s.CMS.IsLive() {
		report("feeds need a store: use cms.mode = %q, or no CMS", ModeReplica)
	}
	return errors.Join(problems...)
}

// problems are the mistakes of a feed beside missing credentials.
func (f *Feed) problems() []error {
	var problems []error
	report := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	if !feedName.MatchString(f.Name) {
		report("feeds: name is %q; use up to 40 lower-case letters, digits and hyphens", f.Name)
	}
	switch f.Kind {
	case FeedKyero, FeedCSV:
	case FeedResales:
		if err := (&resales.Config{Agent: "p1", Key: "p2", NewDevelopments: f.NewDevelopments, Languages: f.Languages}).Validate(); err != nil {
			report("feed %s: %w", f.Name, err)
		}
	default:
		report("feed %s: kind is %q; use kyero, resales or csv", f.Name, f.Kind)
	}
	if strings.Contains(f.Address, "://") {
		if u, err := url.Parse(f.Address); err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
			report("feed %s: address must be a path or begin with https:// or http://", f.Name)
		}
	}
	known := []string{"sale", "month", "week", "day"}
	for _, mode := range f.Modes {
		if !slices.Contains(known, mode) {
			report("feed %s: modes has %q; use sale, month, week, day", f.Name, mode)
		}
	}
	if f.Mode != "" && !slices.Contains(known, f.Mode) {
		report("feed %s: mode is %q; use sale, month, week or day", f.Name, f.Mode)
	}
	if f.MaxRemoved != nil && (*f.MaxRemoved < 0 || *f.MaxRemoved > 1) || f.Every < 0 || f.FullEvery < 0 || f.MinPrice < 0 || f.PerSecond < 0 {
		report("feed %s: max_removed must be between 0 and 1; every, full_every, min_price and per_second must not be negative", f.Name)
	}
	if f.Every > 0 && time.Duration(f.Every) < time.Minute {
		report("feed %s: every must be a minute at least", f.Name)
	}
	return problems
}

// withoutSecrets is a copy of the feeds that may be printed.
func withoutSecrets(feeds []Feed) []Feed {
	shown := slices.Clone(feeds)
	for i := range shown {
		if strings.Contains(shown[i].Address, "://") {
			shown[i].Address = redact.Address(shown[i].Address)
		}
	}
	return shown
}

// FeedsDir is the folder of the copies of feeds.
func (s *Settings) FeedsDir() string { return filepath.Join(s.Data, "feeds") }

// FeedTermsFile is the agency's table of terms.
func (s *Settings) FeedTermsFile() string {
	if s.FeedTerms != "" {
		return s.FeedTerms
	}
	return filepath.Join(s.FeedsDir(), "terms.csv")
}
