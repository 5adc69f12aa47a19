package config

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"estate/internal/cms/wordpress"
)

// CMS sets the WordPress that provides the content. Without a URL the embedded store does.
type CMS struct {
	URL  string `toml:"url"`  // none
	Mode string `toml:"mode"` // replica; or live
	API  string `toml:"api"`  // {url}/wp-json/
	// User and Password are sent by Basic authentication with every request to the CMS, for a CMS
	// that a web server protects. The url may hold them too.
	User     string `toml:"user"`     // none
	Password Secret `toml:"password"` // none
	// Secret is shared with the plugin of the CMS and signs the messages between both.
	Secret Secret `toml:"secret"` // none: no webhook

	Timeout Duration `toml:"timeout"` // 10s; of one request
	// Rates are the euros of one unit of other currencies: { GBP = 1.17 }. A price in a currency
	// without a rate is not shown. They apply to the CMS and to feeds.
	Rates map[string]float64 `toml:"rates"` // none

	// Properties are the REST bases of the post types of homes: "property" of /wp-json/wp/v2/property.
	Properties []string `toml:"properties"` // properties, else the post types that the CMS has
	// Fields and Taxonomies are names under which the CMS keeps fields and taxonomies of homes, beside the known names
	// of themes: { price = ["my_price"] }.
	Fields     map[string][]string `toml:"fields"`     // none
	Taxonomies map[string][]string `toml:"taxonomies"` // none

	// PageTimeout bounds all requests of one page in live mode.
	PageTimeout Duration `toml:"page_timeout"` // 8s

	Fresh Duration `toml:"fresh"` // 10s; live mode: lifetime of a cached response
	Stale Duration `toml:"stale"` // 24h; live mode: how long a cached response is served when the CMS fails

	Parallel  int `toml:"parallel"`   // 8 requests in flight
	PerSecond int `toml:"per_second"` // 50 requests a second

	Poll      Duration `toml:"poll"`      // 30s; interval of the polls for changes
	Reconcile Duration `toml:"reconcile"` // 10m; interval of the reconciliations
	Refresh   Duration `toml:"refresh"`   // 24h; interval of the full syncs
	// Collapse is the largest share of a list that is deleted without the
	// confirmation of an operator, above 0 and at most 1.
	Collapse float64 `toml:"collapse"` // 0.3
}

// The modes of CMS.Mode.
const (
	ModeLive    = "live"
	ModeReplica = "replica"
)

func (c *CMS) fillDefaults() {
	if cms, found := strings.CutSuffix(strings.TrimRight(c.API, "/"), "/wp-json"); found && c.URL == "" {
		c.URL = cms
	}
	c.URL, c.API = c.cutCredentials(c.URL), c.cutCredentials(c.API)
	setDefault(&c.Timeout, Duration(10*time.Second))
	setDefault(&c.PageTimeout, Duration(8*time.Second))
	setDefault(&c.Fresh, Duration(10*time.Second))
	setDefault(&c.Stale, Duration(24*time.Hour))
	setDefault(&c.Parallel, 8)
	setDefault(&c.PerSecond, 50)
	setDefault(&c.Poll, Duration(30*time.Second))
	setDefault(&c.Reconcile, Duration(10*time.Minute))
	setDefault(&c.Refresh, Duration(24*time.Hour))
	setDefault(&c.Collapse, 0.3)
}

// cutCredentials moves user and password of an address to their own settings, which win.
func (c *CMS) cutCredentials(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.User == nil {
		return address
	}
	password, _ := u.User.Password()
	if c.User == "" {
		c.User = u.User.Username()
	}
	setDefault(&c.Password, Secret(password))
	u.User = nil
	return u.String()
}

// Authorization is the Authorization header of requests to the CMS, "" without a user.
func (c *CMS) Authorization() string {
	if c.User == "" {
		return ""
	}
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(c.User+":"+string(c.Password)))
}

func (c *CMS) validate() error {
	var problems []error
	report := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	if c.Mode != "" && c.Mode != ModeLive && c.Mode != ModeReplica {
		report("cms.mode is %q; it must be replica or live", c.Mode)
	}
	if n := len(c.Secret); n > 0 && n < MinSecretLength {
		report("cms.secret has %d characters; it must have at least %d, the same as in WordPress", n, MinSecretLength)
	}
	if c.User == "" && c.Password != "" {
		report("cms.password is set without cms.user; set both")
	}
	if c.Parallel < 1 || c.PerSecond < 1 {
		report("cms.parallel is %d and cms.per_second %d; both must be at least 1", c.Parallel, c.PerSecond)
	}
	if c.Collapse <= 0 || c.Collapse > 1 {
		report("cms.collapse is %v; it must be above 0 and at most 1, such as 0.3", c.Collapse)
	}
	for currency, rate := range c.Rates {
		if rate <= 0 || currency != strings.ToUpper(currency) || len(currency) != 3 {
			report("cms.rates has %s = %v; write the code of a currency and the euros of one unit, such as GBP = 1.17", currency, rate)
		}
	}
	fields, taxonomies := wordpress.ThemeFields()
	for _, names := range []struct {
		setting string
		own     map[string][]string
		known   []string
	}{{"fields", c.Fields, fields}, {"taxonomies", c.Taxonomies, taxonomies}} {
		for name := range names.own {
			if !slices.Contains(names.known, name) {
				report("cms.%s has %q; use %s", names.setting, name, strings.Join(names.known, ", "))
			}
		}
	}
	for _, t := range []struct {
		name  string
		value Duration
	}{
		{"timeout", c.Timeout},
		{"page_timeout", c.PageTimeout},
		{"fresh", c.Fresh},
		{"stale", c.Stale},
		{"poll", c.Poll},
		{"reconcile", c.Reconcile},
		{"refresh", c.Refresh},
	} {
		if t.value <= 0 {
			report("cms.%s must be a positive duration, such as 10s", t.name)
		}
	}
	if c.Stale < c.Fresh {
		report("cms.stale (%v) is shorter than cms.fresh (%v); increase it", time.Duration(c.Stale), time.Duration(c.Fresh))
	}
	return errors.Join(problems...)
}

// IsLive reports that content is read from the CMS, request by request.
func (c *CMS) IsLive() bool { return c.Mode == ModeLive && c.Address() != nil }

// IsReplica reports that the store is a copy of the CMS, the default with a URL.
func (c *CMS) IsReplica() bool { return c.Mode != ModeLive && c.Address() != nil }

// Address is the parsed URL of the CMS, nil without a usable one.
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

// Name identifies the CMS: its URL in normal form, without credentials and query.
// The Address must not be nil.
func (c *CMS) Name() string {
	address := *c.Address()
	address.User, address.RawQuery, address.Fragment = nil, "", ""
	address.Host = strings.ToLower(address.Host)
	return strings.TrimRight(address.String(), "/")
}

// decoding names the settings by which responses of the CMS become content.
func (c *CMS) decoding() string {
	if len(c.Rates) == 0 && len(c.Properties) == 0 && len(c.Fields) == 0 && len(c.Taxonomies) == 0 {
		return ""
	}
	return fmt.Sprint("rates ", c.Rates, c.Properties, c.Fields, c.Taxonomies) // fmt sorts maps
}
