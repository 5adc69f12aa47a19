package wordpress

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// requestPage requests one page of a list. perPage is halved until the CMS accepts it, for this list and
// for later ones; a server may send less on a page than was asked for.
func (c *Client) requestPage(
	ctx context.Context, lang i18n.Lang, endpoint string, params Params, page int, perPage *int,
) (*response, error) {
	if largest := int(c.largestPage.Load()); largest > 0 && *perPage <= maxPerPage {
		*perPage = min(*perPage, largest)
	}
	for {
		got, err := c.request(ctx, lang, endpoint, params.with(map[string]any{"page": page, "per_page": *perPage}), "")
		if err != nil || *perPage <= 1 || !refusesPageSize(got) {
			return got, err
		}
		*perPage /= 2
		if *perPage < maxPerPage {
			c.largestPage.Store(int32(*perPage))
		}
	}
}

// refusesPageSize reports a refusal of a parameter that is that of per_page, as far as it is named.
func refusesPageSize(got *response) bool {
	if got.status != http.StatusBadRequest || codeOf(got) != "rest_invalid_param" {
		return false
	}
	body, _, err := parse(got.body)
	named := body.at("data", "params")
	return err == nil && (!named.isObject() || named.has("per_page"))
}

// isPastEnd reports the answer of WordPress to a page past the end of a list.
func isPastEnd(got *response, page int) bool {
	return page > 1 && got.status == http.StatusBadRequest && codeOf(got) == codeInvalidPage
}

// included requests the entities of an include list, however many the CMS sends on a page.
func (c *Client) included(ctx context.Context, lang i18n.Lang, endpoint string, params Params, ids []int) ([]node, error) {
	params = c.embedded(ctx, endpoint, params)
	wanted := make(map[int]bool, len(ids))
	for _, id := range ids {
		wanted[id] = true
	}
	var items []node
	for _, own := range c.endpointsOf(ctx, endpoint) {
		left := slices.DeleteFunc(slices.Clone(ids), func(id int) bool { return !wanted[id] })
		if len(left) == 0 {
			break
		}
		found, err := c.includedAt(ctx, lang, own, params, left, wanted)
		if err != nil {
			return nil, err
		}
		items = append(items, found...)
	}
	return items, nil
}

// includedAt requests the entities of one endpoint and takes them out of wanted.
func (c *Client) includedAt(
	ctx context.Context, lang i18n.Lang, endpoint string, params Params, ids []int, wanted map[int]bool,
) ([]node, error) {
	params = params.with(map[string]any{"include": joinIDs(ids)})
	var items []node
	perPage := min(len(ids), maxPerPage)
	for page := 1; page <= len(ids); page++ {
		got, err := c.requestPage(ctx, lang, endpoint, params, page, &perPage)
		if err != nil {
			return nil, err
		}
		if isPastEnd(got, page) {
			break
		}
		if err := c.failureOf(ctx, lang, endpoint, got); err != nil {
			return nil, err
		}
		tree, err := got.parse()
		if err != nil {
			return nil, err
		}
		list, isList := tree.value.([]any)
		if !isList {
			return nil, fmt.Errorf("%w: the response of %s is not a list", content.ErrUnreachable, endpoint)
		}
		found := 0
		for _, value := range list {
			if id := (node{value}).at("id").integer(); wanted[id] {
				delete(wanted, id)
				items = append(items, node{value})
				found++
			}
		}
		_, pages := Totals(got.header, 0)
		isLast := pages > 0 && page >= pages || pages == 0 && len(list) < defaultPerPage
		if isLast || found == 0 || len(wanted) == 0 {
			break
		}
	}
	return items, nil
}

// ErrClosed reports a part of the API that the CMS does not give to visitors, while its root answers.
var ErrClosed = errors.New("a part of the API is closed to visitors")

// failureOf returns the error of a response, nil for 2xx. Where the root of the API answers and this
// part alone does not, it is ErrClosed.
func (c *Client) failureOf(ctx context.Context, lang i18n.Lang, endpoint string, got *response) error {
	failure := got.err()
	if failure == nil {
		return nil
	}
	refusal, blocked := errors.AsType[*APIError](failure)
	if !blocked || !isRefused(got.status) || !c.isAlive(ctx, lang) {
		return failure
	}
	refusal.closed = true
	refusal.Problem = "/" + trimSlash(endpoint) + " is closed to visitors, and the root of the API is not"
	refusal.Remedy = "this part is missing on the site; to have it, allow it in the plugin or firewall that hides it"
	return refusal
}

func trimSlash(endpoint string) string {
	if endpoint != "" && endpoint[0] == '/' {
		return endpoint[1:]
	}
	return endpoint
}

func isRefused(status int) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusGone:
		return true
	}
	return false
}

// isAlive reports whether the root of the API in lang answers. It is asked once in identityRetry. A client that
// does not adapt never asks.
func (c *Client) isAlive(ctx context.Context, lang i18n.Lang) bool {
	if !c.config.Adapt {
		return false
	}
	alive, err := c.alive.Do(ctx, lang, func(ctx context.Context) (proof, error) {
		if last, known := c.proofs.Load(lang); known && c.config.Now().Before(last.(proof).until) {
			return last.(proof), nil
		}
		got, err := c.requestAt(ctx, c.known.Load().base(c.config, lang), identityEndpoint, identityParams, "")
		found := proof{until: c.config.Now().Add(identityRetry)}
		if err == nil && got.err() == nil {
			root, err := got.parse()
			found.ok = err == nil && isRoot(root)
		}
		c.proofs.Store(lang, found)
		return found, nil
	})
	return err == nil && alive.ok
}

// proof says whether the root of an API answered.
type proof struct {
	ok    bool
	until time.Time
}

// isPartMissing reports that a list does not exist or is closed: it has no entities for this site.
func isPartMissing(err error) bool { return errors.Is(err, errNoRoute) || errors.Is(err, ErrClosed) }
