package main

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"
)

// cmsSettings tell where content comes from when it is not the embedded store.
type cmsSettings struct {
	URL  string `toml:"url"`  // none
	Mode string `toml:"mode"` // live
	API  string `toml:"api"`  // {url}/wp-json/

	Timeout duration `toml:"timeout"` // 10s for one question
	Fresh   duration `toml:"fresh"`   // 10s an answer is given again without asking
	Stale   duration `toml:"stale"`   // 24h an answer is kept for when the CMS fails
}

// The ways that content may come from a remote CMS.
const (
	modeLive    = "live"
	modeReplica = "replica"
)

var errReplica = errors.New("cms: replica mode is not part of this version; use --cms-mode live")

func (c *cmsSettings) fillDefaults() {
	if cms, found := strings.CutSuffix(strings.TrimRight(c.API, "/"), "/wp-json"); found && c.URL == "" {
		c.URL = cms
	}
	setDefault(&c.Timeout, duration(10*time.Second))
	setDefault(&c.Fresh, duration(10*time.Second))
	setDefault(&c.Stale, duration(24*time.Hour))
}

func (c *cmsSettings) validate() error {
	var problems []error
	switch {
	case c.Mode == modeLive:
	case c.Mode == modeReplica, c.Mode == "" && (c.URL != "" || c.API != ""):
		problems = append(problems, errReplica)
	case c.Mode != "":
		problems = append(problems, fmt.Errorf("cms.mode is %q; it must be live", c.Mode))
	}
	for _, t := range []struct {
		name  string
		value duration
	}{{"timeout", c.Timeout}, {"fresh", c.Fresh}, {"stale", c.Stale}} {
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
func (c *cmsSettings) isLive() bool { return c.Mode == modeLive && c.address() != nil }

// address is where the CMS is, nil where nothing usable is set.
func (c *cmsSettings) address() *url.URL {
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

// MarshalText writes a duration as it is read.
func (d duration) MarshalText() ([]byte, error) {
	text := time.Duration(d).String()
	for _, zeros := range []string{"m0s", "h0m"} { // 24h rather than 24h0m0s
		if strings.HasSuffix(text, zeros) {
			text = text[:len(text)-len(zeros)+1]
		}
	}
	return []byte(text), nil
}
