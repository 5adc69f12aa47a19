package wordpress

import (
	"context"
	"errors"
	"net/http"
	"time"

	"estate/internal/i18n"
)

// errNoRoute tells that a CMS does not have an endpoint at all.
var errNoRoute = errors.New("the CMS has no such endpoint")

// fetchRoute is fetch for endpoints that plugins bring. One that exists and has
// found nothing may say so with a 404 as well; its answer is then empty.
func (c *Client) fetchRoute(ctx context.Context, lang i18n.Lang, endpoint string, params Params) (node, http.Header, error) {
	got, err := c.ask(ctx, lang, endpoint, params, "")
	if err != nil {
		return node{}, nil, err
	}
	err = got.failure()
	if !isMissing(err) {
		if err != nil {
			return node{}, nil, err
		}
		tree, err := read(got.body)
		return tree, got.header, err
	}
	body, unreadable := read(got.body)
	if code := body.at("code").text(); unreadable != nil || code == "" || code == "rest_no_route" || got.status != http.StatusNotFound {
		return node{}, nil, errNoRoute
	}
	return node{}, got.header, nil
}

// choice is which of several endpoints a CMS has.
type choice struct {
	endpoint string // "" when it has none
	until    time.Time
}

// choiceHolds is how long a CMS is believed to lack an endpoint.
const choiceHolds = 10 * time.Minute

// firstOf asks the endpoints in turn until the CMS has one, and remembers which.
// Having none of them is a zero answer.
func firstOf[T any](c *Client, family string, endpoints []string, ask func(endpoint string) (T, error)) (T, error) {
	var none T
	if known, ok := c.chosen.Load(family); ok {
		switch known := known.(choice); {
		case known.endpoint != "":
			endpoints = []string{known.endpoint}
		case c.config.Now().Before(known.until):
			return none, nil
		}
	}
	for _, endpoint := range endpoints {
		found, err := ask(endpoint)
		if errors.Is(err, errNoRoute) {
			continue
		}
		if err == nil {
			c.chosen.Store(family, choice{endpoint: endpoint})
		}
		return found, err
	}
	c.chosen.Store(family, choice{until: c.config.Now().Add(choiceHolds)})
	return none, nil
}
