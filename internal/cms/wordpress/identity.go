package wordpress

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"

	"estate/internal/content/cmsurl"
	"estate/internal/content/i18n"
)

// Identity is what a WordPress says of itself in the root of its API.
type Identity struct {
	// Home is the address of its site (home_url), Address that of its files (site_url). Both may
	// differ from the address at which the API is read: a CMS behind a proxy or in an internal
	// network has another name there.
	Home, Address string
	// Zone is its time zone, nil when it sends none.
	Zone *time.Location
	// Namespaces are the namespaces of its API.
	Namespaces []string
}

const (
	identityTTL      = 10 * time.Minute
	identityRetry    = 30 * time.Second // after a failure
	identityEndpoint = "/"
)

var identityParams = Params{"_fields": "home,url,timezone_string,gmt_offset,namespaces"}

// known is the last known identity with what follows from it.
type known struct {
	identity Identity
	names    cmsurl.Rewriter // all names of the CMS → its configured address
	api      string          // address of the API, "" for the configured one
	until    time.Time       // when to request it again
}

// Identity returns what the CMS says of itself. It is cached for ten minutes. On an error it
// returns the last known identity as well.
func (c *Client) Identity(ctx context.Context) (Identity, error) {
	k, err := c.identify(ctx)
	return k.identity, err
}

// identify returns the identity of the CMS, after a failure the last known one. Concurrent calls
// share one request.
func (c *Client) identify(ctx context.Context) (*known, error) {
	last := c.known.Load()
	if c.config.Now().Before(last.until) {
		return last, nil
	}
	next, err := c.identities.Do(ctx, "", func(ctx context.Context) (*known, error) { return c.readIdentity(ctx, last.api) })
	if err != nil {
		if ctx.Err() == nil {
			next := *last
			next.until = c.config.Now().Add(identityRetry)
			c.known.Store(&next)
		}
		return last, err
	}
	return next, nil
}

// readIdentity reads the root of the API, keeps what follows from it and its problems. api is the
// address of the API that was found last, "" for the configured one.
func (c *Client) readIdentity(ctx context.Context, api string) (*known, error) {
	root, api, err := c.findRoot(ctx, api)
	if err != nil {
		if blocked, ok := errors.AsType[*APIError](err); ok {
			c.addProblem(Problem{Kind: ProblemBlocked, Address: blocked.Address, Problem: blocked.answer(), Remedy: blocked.Remedy})
		}
		return nil, err
	}
	next := &known{identity: identityOf(root), api: api, until: c.config.Now().Add(identityTTL)}
	next.names = c.names(next.identity)
	c.known.Store(next)
	c.config.Problems.end(ProblemBlocked)
	if api == "" {
		c.config.Problems.end(ProblemPermalinks)
	} else {
		c.addProblem(c.otherAddress(api))
	}
	if home, differs := next.identity.Differs(c.config.CMSURL); differs {
		c.addProblem(Problem{
			Kind: ProblemAddress, Address: c.config.CMSURL, Recovered: true,
			Problem: "the WordPress gives itself the address " + home + "; both are treated as the CMS",
			Remedy:  "if this site reaches it at its own address, set cms.url to it",
		})
	} else {
		c.config.Problems.end(ProblemAddress)
	}
	return next, nil
}

// base returns the base address of the API in a language: the configured one, or where it was found.
func (k *known) base(config Config, lang i18n.Lang) string {
	config.API = cmp.Or(k.api, config.API)
	return config.base(lang)
}

func (c *Client) addProblem(found Problem) { c.config.Problems.add(found, c.config.Now()) }

// Problems returns what is in the way of the API.
func (c *Client) Problems() []Problem { return c.config.Problems.List() }

func identityOf(root node) Identity {
	identity := Identity{Home: root.at("home").text(), Address: root.at("url").text(), Zone: zoneOf(root)}
	for _, name := range root.at("namespaces").list() {
		identity.Namespaces = append(identity.Namespaces, name.text())
	}
	return identity
}

// zoneOf returns the time zone of the CMS: a name, else an offset in hours.
func zoneOf(root node) *time.Location {
	if name := root.at("timezone_string").text(); name != "" {
		if zone, err := time.LoadLocation(name); err == nil {
			return zone
		}
	}
	offset := root.at("gmt_offset")
	if offset.text() == "" {
		return nil
	}
	return time.FixedZone("", int(offset.decimal()*3600))
}

// names returns the Rewriter of all names of the CMS. Its address of files is left out when it is
// a folder of another name: WordPress in a folder of its own.
func (c *Client) names(identity Identity) cmsurl.Rewriter {
	names := []string{c.config.CMSURL}
	if identity.Home != "" {
		names = append(names, identity.Home)
	}
	inFolder := false
	for _, name := range names {
		path, below := cmsurl.ParseBase(name).Below(identity.Address)
		inFolder = inFolder || below && path != "/"
	}
	if !inFolder {
		names = append(names, identity.Address)
	}
	return cmsurl.NewRewriter(c.config.CMSURL, names...)
}

// HasPlugin reports whether the CMS has the agency's plugin.
func (i Identity) HasPlugin() bool { return slices.Contains(i.Namespaces, pluginNamespace) }

// pluginNamespace is the namespace of the agency's plugin.
const pluginNamespace = "estate/v1"

// Differs returns the address that the CMS gives itself, without a final slash, when it is not the
// one at which its API is read.
func (i Identity) Differs(cmsURL string) (string, bool) {
	home := strings.TrimRight(i.Home, "/")
	return home, home != "" && !strings.EqualFold(home, strings.TrimRight(cmsURL, "/"))
}

// canonical gives every address of the CMS in a response its configured name.
func canonical(names cmsurl.Rewriter, value any) any {
	switch value := value.(type) {
	case string:
		return names.Text(value)
	case []any:
		for i := range value {
			value[i] = canonical(names, value[i])
		}
	case map[string]any:
		for key := range value {
			value[key] = canonical(names, value[key])
		}
	}
	return value
}

// canonicalURL gives an address of the CMS its configured name.
func (c *Client) canonicalURL(ctx context.Context, address *url.URL) *url.URL {
	k, _ := c.identify(ctx) // without the identity the address stays
	text := address.String()
	renamed := k.names.Text(text)
	if renamed == text {
		return address
	}
	parsed, err := url.Parse(renamed)
	if err != nil {
		return address
	}
	return parsed
}
