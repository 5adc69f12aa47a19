package wordpress

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"estate/internal/content/i18n"
)

// ErrNoAPI reports that no API address is set (specification §8.13).
//
//nolint:revive,staticcheck // the sentence of specification §8.13
var ErrNoAPI = errors.New("Add the URL of your WordPress REST API in state.source.api.")

// Config configures a Client. A zero value means the default that the comment names.
type Config struct {
	// SiteURL is the address of the site; its path is the folder of site links.
	SiteURL string
	// CMSURL is the address of WordPress; "" means SiteURL.
	CMSURL string
	// API is the base address of the REST API; "" means CMSURL with Prefix.
	API string
	// Prefix is the REST prefix; "" means wp-json.
	Prefix string
	// Subdirectory is the folder of site links; "" means the path of SiteURL.
	Subdirectory string
	// OptionPrefix marks reserved query keys; "" means frontity_.
	OptionPrefix string
	// Params are added to every content request and win over its own.
	Params map[string]any
	// TermEndpoints maps names of configured taxonomies to their endpoints. Category and tag
	// are known; any other taxonomy is requested under its own name.
	TermEndpoints map[string]string
	// Authorization is the Authorization header of requests to the CMS that have no credential of
	// their own: that of a CMS behind a password; "" for none.
	Authorization string
	// Problems collects what is in the way of the API; nil means a collection of the client.
	Problems *Problems
	// CacheKey returns the value of a query parameter by which a cache before the API takes each
	// request for a new one; nil sends none.
	CacheKey func() string
	// Adapt lets the client find out what this CMS has (languages, post type of homes, pages of lists, where unknown
	// addresses lead), take a missing part for an empty one, and obey Retry-After. Without it the requests and
	// failures are those of docs/routing.md alone.
	Adapt bool
	// Properties are the REST bases of the post types of homes; none means properties, else what the types of the
	// CMS tell.
	Properties []string
	// Themes are names of fields and taxonomies beside the known ones.
	Themes Themes
	// Rates are the euros of one unit of other currencies, by code: {"GBP": 1.17}.
	Rates map[string]float64
	// Timeout bounds one request; 0 means 10 s. A HEAD request has a third of it.
	Timeout time.Duration
	// MaxBodyBytes bounds a response body; 0 means 16 MiB.
	MaxBodyBytes int64
	// Transport sends the requests; nil means NewTransport().
	Transport http.RoundTripper
	// Now returns the time; nil means time.Now.
	Now func() time.Time
}

const (
	defaultPrefix       = "wp-json"
	defaultOptionPrefix = "frontity_"
	defaultTimeout      = 10 * time.Second
	defaultMaxBodyBytes = 16 << 20
	namespace           = "wp/v2/"
)

// Validate reports every address that cannot work.
func (c Config) Validate() error {
	var problems []error
	if c.API == "" && c.CMSURL == "" && c.SiteURL == "" {
		problems = append(problems, ErrNoAPI)
	}
	for _, address := range []struct{ name, value string }{
		{"API", c.API}, {"CMS URL", c.CMSURL}, {"site URL", c.SiteURL},
	} {
		if address.value == "" {
			continue
		}
		parsed, err := url.Parse(address.value)
		if err != nil || parsed.Host == "" || (parsed.Scheme != "http" && parsed.Scheme != "https") {
			problems = append(problems,
				fmt.Errorf("%s %q is not an address: write http(s)://host/folder. %w", address.name, address.value, ErrNoAPI))
		}
	}
	if c.Timeout < 0 || c.MaxBodyBytes < 0 {
		problems = append(problems, errors.New("timeout or body size is negative; use 0 for the default"))
	}
	return errors.Join(problems...)
}

func (c Config) withDefaults() Config {
	c.Prefix = cmp.Or(strings.Trim(c.Prefix, "/"), defaultPrefix)
	c.CMSURL = cmp.Or(c.CMSURL, cmsOf(c.API, c.Prefix), c.SiteURL)
	c.SiteURL = cmp.Or(c.SiteURL, c.CMSURL)
	c.CMSURL = strings.TrimRight(c.CMSURL, "/")
	c.API = cmp.Or(c.API, c.CMSURL+"/"+c.Prefix+"/")
	c.API = strings.TrimRight(c.API, "/") + "/"
	c.OptionPrefix = cmp.Or(c.OptionPrefix, defaultOptionPrefix)
	c.Timeout = cmp.Or(c.Timeout, defaultTimeout)
	c.MaxBodyBytes = cmp.Or(c.MaxBodyBytes, defaultMaxBodyBytes)
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Problems == nil {
		c.Problems = NewProblems(nil)
	}
	return c
}

// cmsOf derives the address of the CMS from that of its API, "" when api does not end with prefix.
func cmsOf(api, prefix string) string {
	if folder, _, plain := strings.Cut(api, plainQuery); plain {
		return strings.TrimRight(strings.TrimSuffix(folder, "index.php"), "/")
	}
	cms, found := strings.CutSuffix(strings.TrimRight(api, "/"), "/"+prefix)
	if !found {
		return ""
	}
	return cms
}

// base returns the base address of the API in a language: the CMS serves Spanish under /es.
func (c Config) base(lang i18n.Lang) string {
	prefix := lang.Prefix()
	if prefix == "" {
		return c.API
	}
	if cms := cmsOf(c.API, c.Prefix); cms != "" {
		if isPlain(c.API) {
			return cms + prefix + "/" + plainQuery + "/"
		}
		return cms + prefix + "/" + c.Prefix + "/"
	}
	address, err := url.Parse(c.API)
	if err != nil {
		return c.API
	}
	address.Path = prefix + address.Path
	return address.String()
}
