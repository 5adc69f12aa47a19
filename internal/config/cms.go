package config

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"
)

// cmsSettings tell where content comes from when it is not the embedded store.
type CMS struct {
	URL  string `toml:"url"`  // none
	Mode string `toml:"mode"` // replica; also live
	API  string `toml:"api"`  // {url}/wp-json/
	// Secret is shared with the CMS's plugin: it signs what both tell each other.
	Secret Secret `toml:"secret"` // none: no webhook

	Timeout Duration `toml:"timeout"` // 10s for one question
	Fresh   Duration `toml:"fresh"`   // 10s an answer is given again without asking
	Stale   Duration `toml:"stale"`   // 24h an answer is kept for when the CMS fails

	Parallel  int `toml:"parallel"`   // 8 requests under way at a time
	PerSecond int `toml:"per_second"` // 50 requests a second

	Poll      Duration `toml:"poll"`      // 30s between questions for what changed
	Reconcile Duration `toml:"reconcile"` // 10m between comparisons of everything
	Refresh   Duration `toml:"refresh"`   // 24h until everything is taken anew
	// Collapse is the share of a list that may disappear at once before somebody
	// has to confirm it.
	Collapse float64 `toml:"collapse"` // 0.3
}

// The ways that content may come from a remote CMS.
const (
	ModeLive    = "live"
	ModeReplica = "replica"
)

func (c *CMS) fillDefaults() {
	if cms, found := strings.CutSuffix(strings.TrimRight(c.API, "/"), "/wp-json"); found && c.URL == "" {
		c.URL = cms
	}
	setDefault(&c.Timeout, Duration(10*time.Second))
	setDefault(&c.Fresh, Duration(10*time.Second))
	setDefault(&c.Stale, Duration(24*time.Hour))
	setDefault(&c.Parallel, 8)
	setDefault(&c.PerSecond, 50)
	setDefault(&c.Poll, Duration(30*time.Second))
	setDefault(&c.Reconcile, Duration(10*time.Minute))
	setDefault(&c.Refresh, Duration(24*time.Hour))
	setDefault(&c.Collapse, 0.3)
}

func (c *CMS) validate() error {
	var problems []error
	if c.Mode != "" && c.Mode != ModeLive && c.Mode != ModeReplica {
		problems = append(problems, fmt.Errorf("cms.mode is %q; it must be replica or live", c.Mode))
	}
	if n := len(c.Secret); n > 0 && n < MinSecretLength {
		problems = append(problems, fmt.Errorf("cms.secret has %d characters; it needs %d at least, the same as in WordPress", n, MinSecretLength))
	}
	if c.Parallel < 1 || c.PerSecond < 1 {
		problems = append(problems, fmt.Errorf("cms.parallel is %d and cms.per_second %d; both must be 1 at least", c.Parallel, c.PerSecond))
	}
	if c.Collapse <= 0 || c.Collapse > 1 {
		problems = append(problems, fmt.Errorf("cms.collapse is %v; it must be a share such as 0.3", c.Collapse))
	}
	for _, t := range []struct {
		name  string
		value Duration
	}{{"timeout", c.Timeout}, {"fresh", c.Fresh}, {"stale", c.Stale}, {"poll", c.Poll}, {"reconcile", c.Reconcile}, {"refresh", c.Refresh}} {
		if t.value <= 0 {
			problems = append(problems, fmt.Errorf("cms.%s must be longer than nothing, such as 10s", t.name))
		}
	}
	if c.Stale < c.Fresh {
		problems = append(problems, fmt.Errorf("cms.stale (%v) is shorter than cms.fresh (%v); make it longer",
			time.Duration(c.Stale), time.Duration(c.Fresh)))
	}
	return errors.Join(problems...)
}

// isLive reports that content comes from the CMS, request by request.
func (c *CMS) IsLive() bool { return c.Mode == ModeLive && c.Address() != nil }

// isReplica reports that the store is kept equal to a CMS: what an address alone means.
func (c *CMS) IsReplica() bool { return c.Mode != ModeLive && c.Address() != nil }

// address is where the CMS is, nil where nothing usable is set.
func (c *CMS) Address() *url.URL {
	text := c.URL
	if text == "" {
		text = c.API
	}
	address, err := url.Parse(text)
	if err != nil || address.Host == "" || address.Scheme != "http" && address.Scheme != "https" {
		return nil
	}
	return address
}

// name is the CMS's address without what does not tell it from another.
func (c *CMS) Name() string {
	address := *c.Address()
	address.User, address.RawQuery, address.Fragment = nil, "", ""
	address.Host = strings.ToLower(address.Host)
	return strings.TrimRight(address.String(), "/")
}
