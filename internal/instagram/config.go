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

// Config says where the feed comes from and what it may cost.
type Config struct {
	// URL answers with {"data":[…]}; "" means the network's own address.
	URL string
	// Token is the account's long-lived key; it goes to the host of URL alone.
	Token string
	// TokenFile keeps the key that the network gave in exchange for Token.
	TokenFile string
	// Originals is the folder of the site's pictures; copies lie in instagram/ below it.
	Originals string
	// Hosts, and all names below them, are where pictures may come from, besides
	// the feed's own host; nil means the network's.
	Hosts []string
	// Posts is how many are kept, 30 at most; 0 means 12.
	Posts int
	// Every is how often the feed is asked for; 0 means an hour.
	Every time.Duration
	// Timeout bounds one question; 0 means 20 s.
	Timeout time.Duration
	// Now is the clock; nil means time.Now.
	Now func() time.Time
	// Log takes failures; nil means slog.Default.
	Log *slog.Logger
}

// Address is the network's own feed; fields are those that a post needs.
const Address = "https://graph.instagram.com/me/media?fields=id,caption,media_type,media_url,thumbnail_url,permalink"

const (
	mostPosts     = 30
	shortestEvery = time.Minute
)

var networkHosts = []string{"cdninstagram.com", "fbcdn.net"}

// Enabled reports whether there is a feed to keep at all.
func (c Config) Enabled() bool { return c.URL != "" || c.Token != "" }

// Validate tells everything that is wrong with the configuration.
func (c Config) Validate() error {
	if !c.Enabled() {
		return nil
	}
	var problems []error
	address, err := url.Parse(c.address())
	switch {
	case err != nil || address.Host == "" || address.Scheme != "https" && address.Scheme != "http":
		problems = append(problems, errors.New("instagram.url must be an address that answers with the feed; leave it out and set the token for the network's own"))
	case address.Scheme == "http" && !isNear(address.Hostname()):
		problems = append(problems, errors.New("instagram.url must begin with https://: the token crosses a public network"))
	}
	if c.Posts < 0 || c.Posts > mostPosts {
		problems = append(problems, fmt.Errorf("instagram.posts is %d; it must be 1 to %d", c.Posts, mostPosts))
	}
	if c.Every < 0 || c.Every > 0 && c.Every < shortestEvery {
		problems = append(problems, fmt.Errorf("instagram.every is %v; it must be %v or more, or the network shuts the account out", c.Every, shortestEvery))
	}
	for _, host := range c.Hosts {
		if host == "" || strings.ContainsAny(host, "/:*?# ") {
			problems = append(problems, fmt.Errorf("instagram.hosts holds %q; give names such as cdninstagram.com", host))
		}
	}
	return errors.Join(problems...)
}

func (c Config) withDefaults() Config {
	c.URL = c.address()
	c.Posts = cmp.Or(c.Posts, 12)
	c.Every = cmp.Or(c.Every, time.Hour)
	c.Timeout = cmp.Or(c.Timeout, 20*time.Second)
	if c.Hosts == nil {
		c.Hosts = networkHosts
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	c.Log = cmp.Or(c.Log, slog.Default())
	return c
}

func (c Config) address() string { return cmp.Or(c.URL, Address) }

// isNear reports whether a host is this machine or on a private network.
func isNear(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && (ip.IsLoopback() || ip.IsPrivate())
}
