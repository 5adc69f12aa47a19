package wordpress

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/net/html"
)

const (
	// plainQuery is the query of an API without rewrite rules: ?rest_route=/wp/v2/posts.
	plainQuery = "?rest_route="
	// apiRelation is the link relation by which pages of a WordPress name its API.
	apiRelation = "https://api.w.org/"
	// maxRootBytes bounds the page that is read to find the API.
	maxRootBytes = 1 << 20
)

// isPlain reports a base address without rewrite rules.
func isPlain(base string) bool { return strings.Contains(base, plainQuery) }

// readRoot requests the root of the API at base. It fails with an APIError when another program
// answers there.
func (c *Client) readRoot(ctx context.Context, base string) (node, error) {
	got, err := c.send(ctx, NewCall(base, identityEndpoint, identityParams, ""))
	if err != nil {
		return node{}, err
	}
	if err := got.err(); err != nil {
		return node{}, err
	}
	return got.parse()
}

// findRoot reads the root of the API: at its configured address, else where it was found last, else
// where the pages of the CMS say that it is. api is "" for the configured address. Its error is
// that of the configured address.
func (c *Client) findRoot(ctx context.Context, last string) (root node, api string, err error) {
	root, err = c.readRoot(ctx, c.config.API)
	if blocked, ok := errors.AsType[*APIError](err); !ok || !blocked.mayBeElsewhere() {
		return root, "", err
	}
	if last != "" {
		if root, failure := c.readRoot(ctx, last); failure == nil && isRoot(root) {
			return root, last, nil
		}
	}
	for _, candidate := range c.apiCandidates(ctx) {
		if found, failure := c.readRoot(ctx, candidate); failure == nil && isRoot(found) {
			return found, candidate, nil
		}
	}
	return node{}, "", err
}

// mayBeElsewhere reports whether the response says nothing about the API: it may have another
// address. A refusal is respected and not bypassed by another address.
func (e *APIError) mayBeElsewhere() bool {
	return e.Status != http.StatusUnauthorized && e.Status != http.StatusForbidden
}

func isRoot(root node) bool { return len(root.at("namespaces").list()) > 0 }

// apiCandidates returns addresses at which the API may be: the one that the front page of the CMS
// names, and that of a WordPress with plain permalinks.
func (c *Client) apiCandidates(ctx context.Context) []string {
	plain := c.config.CMSURL + "/" + plainQuery + "/"
	named, err := c.namedAPI(ctx)
	if named == "" || err != nil || named == c.config.API || named == plain {
		return []string{plain}
	}
	return []string{named, plain}
}

// namedAPI reads the front page of the CMS and returns the address of the API that its Link header
// or its head names, at the configured host; "" for none. A page that is not found names it too.
func (c *Client) namedAPI(ctx context.Context) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.config.CMSURL+"/", nil)
	if err != nil {
		return "", err
	}
	c.authorize(request)
	received, err := c.follow.Do(request)
	if err != nil {
		return "", err
	}
	defer func() { _ = received.Body.Close() }()
	found := linkOf(received.Header.Values("Link"))
	if found == "" {
		found = linkInHead(io.LimitReader(received.Body, maxRootBytes))
	}
	if found == "" {
		return "", nil
	}
	return c.atCMS(received.Request.URL, found)
}

// atCMS returns an address with scheme and host of the configured CMS: the API is read there, under
// whatever name the CMS gives itself, and credentials go nowhere else.
func (c *Client) atCMS(page *url.URL, address string) (string, error) {
	found, err := page.Parse(address)
	if err != nil {
		return "", err
	}
	found.Scheme, found.Host, found.User, found.Fragment = c.links.cms.Scheme, c.links.cms.Host, nil, ""
	return found.String(), nil
}

// linkOf returns the address of the API in Link headers.
func linkOf(headers []string) string {
	for _, header := range headers {
		for part := range strings.SplitSeq(header, ",") {
			target, params, found := strings.Cut(strings.TrimSpace(part), ">")
			if found && strings.HasPrefix(target, "<") && strings.Contains(params, apiRelation) {
				return target[1:]
			}
		}
	}
	return ""
}

// linkInHead returns the address of the API in the link elements of a page.
func linkInHead(page io.Reader) string {
	for tokens := html.NewTokenizer(page); ; {
		switch tokens.Next() {
		case html.ErrorToken:
			return ""
		case html.StartTagToken, html.SelfClosingTagToken:
			token := tokens.Token()
			if token.Data == "body" {
				return ""
			}
			if token.Data == "link" && attribute(token, "rel") == apiRelation {
				return attribute(token, "href")
			}
		}
	}
}

func attribute(token html.Token, name string) string {
	for _, attr := range token.Attr {
		if attr.Key == name {
			return attr.Val
		}
	}
	return ""
}

// otherAddress returns the problem of an API that was found at another address than the configured
// one.
func (c *Client) otherAddress(api string) Problem {
	found := Problem{Kind: ProblemPermalinks, Address: api, Recovered: true}
	if isPlain(api) {
		found.Problem = "there is no REST API at " + c.config.API + "; it is read at " + api
		found.Remedy = "in WordPress set Settings, Permalinks to Post name; if that is set already, have the web server pass /wp-json/ to " +
			"WordPress"
		return found
	}
	found.Problem = "the REST API is not at " + c.config.API + "; it is read at " + api
	found.Remedy = "set cms.api to " + api
	return found
}
