package instagram

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strings"
	"time"
)

// Config sets the source of the feed and its limits.
type Config struct {
	// URL is the address of the feed as JSON {"data":[…]}; "" means Address.
	URL string
	// Token is the long-lived access token of the account; only the host of URL receives it.
	Token string
	// TokenFile stores the renewed token.
	TokenFile string
	// Originals is the folder of original pictures; the copies are in its subfolder instagram.
	Originals string
	// Hosts are the hosts of pictures, subdomains included, beside the host of URL; nil
	// means those of Instagram.
	Hosts []string
	// Posts is the number of stored posts, at most 30; 0 means 12.
	Posts int
	// Every is the interval of the refreshes, at least a minute; 0 means an hour.
	Every time.Duration
	// Timeout is the timeout of one request; 0 means 20 s.
	Timeout time.Duration
	// Now is the clock; nil means time.Now.
	Now func() time.Time
	// Log receives failures; nil means slog.Default.
	Log *slog.Logger
}

// DefaultPosts is the number of stored posts without a setting.
const DefaultPosts = 12

// Address is the feed of the Instagram API with the fields of a post.
const Address = "https://graph.instagram.com/me/media?fields=id,caption,media_type,media_url,thumbnail_url,permalink"

const (
	maxPosts = 30
	minEvery = time.Minute
)

var instagramHosts = []string{"cdninstagram.com", "fbcdn.net"}

// Enabled reports whether a feed is configured.
func (c Config) Enabled() bool { return c.URL != "" || c.Token != "" }

// Validate reports all problems of the configuration.
func (c Config) Validate() error {
	if !c.Enabled() {
		return nil
	}
	var problems []error
	address, err := url.Parse(c.address())
	switch {
	case err != nil || address.Host == "" || address.Scheme != "https" && address.Scheme != "http":
		problems = append(problems,
			errors.New("instagram.url must be the URL of a feed; leave it out and set the token to use the API of Instagram"))
	case address.Scheme == "http" && !isLocal(address.Hostname()):
		problems = append(problems, errors.New("instagram.url must begin with https://, because the request contains the token"))
	}
	if c.Posts < 0 || c.Posts > maxPosts {
		problems = append(problems, fmt.Errorf("instagram.posts is %d; it must be 1 to %d", c.Posts, maxPosts))
	}
	if c.Every < 0 || c.Every > 0 && c.Every < minEvery {
		problems = append(problems,
			fmt.Errorf("instagram.every is %v; it must be at least %v, or Instagram blocks the account", c.Every, minEvery))
	}
	for _, host := range c.Hosts {
		if host == "" || strings.ContainsAny(host, "/:*?# ") {
			problems = append(problems, fmt.Errorf("instagram.hosts has %q; set host names such as cdninstagram.com", host))
		}
	}
	return errors.Join(problems...)
}

func (c Config) withDefaults() Config {
	c.URL = c.address()
	c.Posts = cmp.Or(c.Posts, DefaultPosts)
	c.Every = cmp.Or(c.Every, time.Hour)
	c.Timeout = cmp.Or(c.Timeout, 20*time.Second)
	if c.Hosts == nil {
		c.Hosts = instagramHosts
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	c.Log = cmp.Or(c.Log, slog.Default())
	return c
}

func (c Config) address() string { return cmp.Or(c.URL, Address) }

// isLocal reports whether a host is a loopback or private address.
func isLocal(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && (ip.IsLoopback() || ip.IsPrivate())
}
