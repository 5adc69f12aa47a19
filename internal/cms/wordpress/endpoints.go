package wordpress

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"estate/internal/content/i18n"
)

// errNoRoute reports that the CMS does not have an endpoint.
var errNoRoute = errors.New("the CMS has no such endpoint")

// fetchOptional is fetch for endpoints of plugins. It fails with errNoRoute when the CMS lacks
// the endpoint. A 404 of an endpoint that exists means "not found": the tree is then empty.
func (c *Client) fetchOptional(ctx context.Context, lang i18n.Lang, endpoint string, params Params) (node, error) {
	got, err := c.request(ctx, lang, endpoint, params, "")
	if err != nil {
		return node{}, err
	}
	return c.optional(ctx, lang, endpoint, got)
}

func (c *Client) optional(ctx context.Context, lang i18n.Lang, endpoint string, got *response) (node, error) {
	switch code := codeOf(got); {
	case got.status == http.StatusNotFound && (code == "" || code == codeNoRoute):
		return node{}, errNoRoute
	case got.status == http.StatusNotFound:
		return node{}, nil
	case (got.status == http.StatusUnauthorized || got.status == http.StatusForbidden) && strings.HasPrefix(code, "rest_"):
		return node{}, errNoRoute
	}
	if err := c.failureOf(ctx, lang, endpoint, got); err != nil {
		if errors.Is(err, ErrClosed) {
			return node{}, errNoRoute
		}
		return node{}, err
	}
	return got.parse()
}

// endpointChoice is the one of several endpoints that the CMS has.
type endpointChoice struct {
	endpoint string    // "" when it has none
	until    time.Time // when to look for it again
}

// missingTTL is how long a missing endpoint is not requested again.
const missingTTL = 10 * time.Minute

// firstEndpoint calls fetch with each endpoint until the CMS has one, and remembers it. It
// returns the zero value when the CMS has none.
func firstEndpoint[T any](c *Client, name string, endpoints []string, fetch func(endpoint string) (T, error)) (T, error) {
	var none T
	if known, ok := c.choices.Load(name); ok {
		switch known := known.(endpointChoice); {
		case known.endpoint != "":
			endpoints = []string{known.endpoint}
		case c.config.Now().Before(known.until):
			return none, nil
		}
	}
	for _, endpoint := range endpoints {
		found, err := fetch(endpoint)
		if errors.Is(err, errNoRoute) {
			continue
		}
		if err == nil {
			c.choices.Store(name, endpointChoice{endpoint: endpoint})
		}
		return found, err
	}
	c.choices.Store(name, endpointChoice{until: c.config.Now().Add(missingTTL)})
	return none, nil
}
