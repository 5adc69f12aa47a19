package restapi

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"
	_ "time/tzdata"

	"estate/internal/content"
)

// Config configures the API.
type Config struct {
	// SiteURL is the public address of the site, its folder included.
	SiteURL string
	// Zone is the time zone of the dates; nil means Europe/Madrid.
	Zone *time.Location
	// PostTypes are the types of configured post types by endpoint: {"events": "event"}.
	PostTypes map[string]content.Type
	// Taxonomies are the names of configured taxonomies by endpoint: {"areas": "area"}.
	Taxonomies map[string]string
	// ShowHiddenPrices includes the amount of prices on ask, which visitors never see. For
	// a replica that nobody else can reach.
	ShowHiddenPrices bool
	// Timeout bounds the time of one request; 0 means ten seconds.
	Timeout time.Duration
	// Log receives errors of the source; nil means slog.Default.
	Log *slog.Logger
}

// Validate reports every setting that cannot work.
func (c Config) Validate() error {
	var problems []error
	site, err := url.Parse(c.SiteURL)
	if err != nil || site.Host == "" || site.Scheme != "http" && site.Scheme != "https" {
		problems = append(problems, fmt.Errorf("site address %q: give one such as https://www.example.com", c.SiteURL))
	}
	for _, endpoint := range slices.Concat(slices.Collect(maps.Keys(c.PostTypes)), slices.Collect(maps.Keys(c.Taxonomies))) {
		if endpoint == "" || strings.ContainsAny(endpoint, "/?#") || endpoint != strings.ToLower(endpoint) {
			problems = append(problems, fmt.Errorf("endpoint %q: write one lower-case word", endpoint))
		}
	}
	if c.Timeout < 0 {
		problems = append(problems, errors.New("timeout must not be negative: leave it 0 for the default"))
	}
	return errors.Join(problems...)
}

func (c Config) withDefaults() (Config, error) {
	if c.Zone == nil {
		zone, err := time.LoadLocation(content.DefaultZone)
		if err != nil {
			return c, fmt.Errorf("time zone of the site: %w", err)
		}
		c.Zone = zone
	}
	c.Timeout = cmp.Or(c.Timeout, 10*time.Second)
	c.Log = cmp.Or(c.Log, slog.Default())
	c.SiteURL = strings.TrimRight(c.SiteURL, "/")
	return c, nil
}
