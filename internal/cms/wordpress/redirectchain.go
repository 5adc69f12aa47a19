package wordpress

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
)

// maxRedirects is the longest chain of redirects that is followed.
const maxRedirects = 5

// lookup is the result of a redirect look-up.
type lookup struct {
	status int
	target *url.URL
	// unresolved reports a redirect without a readable target: target is then the requested
	// address, and the CMS itself redirects the visitor.
	unresolved bool
}

// firstRedirect returns the CMS's own redirect (routing §9.3).
func (c *Client) firstRedirect(ctx context.Context, address string) (lookup, bool) {
	response, err := c.sendHead(ctx, c.head, address)
	if err != nil {
		return lookup{}, false
	}
	target := response.redirectTarget()
	return lookup{status: response.StatusCode, target: target}, target != nil
}

// lastRedirect returns the end of the chain of redirects (routing §9.6). It sends requests to
// the host of the CMS only: a redirect must not make the site request any host it names.
func (c *Client) lastRedirect(ctx context.Context, address string) (lookup, bool) {
	response, err := c.sendHead(ctx, c.follow, address)
	if err == nil {
		return lookup{status: http.StatusMovedPermanently, target: response.Request.URL}, response.redirected
	}
	if other, ok := errors.AsType[*otherHostError](err); ok {
		return lookup{status: http.StatusMovedPermanently, target: other.target}, true
	}
	if errors.Is(err, errTooManyRedirects) {
		return lookup{}, false
	}
	response, err = c.sendHead(ctx, c.head, address)
	if err != nil || !isRedirect(response.StatusCode) {
		return lookup{}, false
	}
	if target := response.redirectTarget(); target != nil {
		return lookup{status: http.StatusMovedPermanently, target: target}, true
	}
	target, err := url.Parse(address)
	return lookup{status: http.StatusMovedPermanently, target: target, unresolved: true}, err == nil
}

// headResponse is the response to a HEAD request.
type headResponse struct {
	*http.Response
	redirected bool // its address differs from the requested one
}

func (c *Client) sendHead(ctx context.Context, client *http.Client, address string) (headResponse, error) {
	ctx, cancel := context.WithTimeout(ctx, c.config.Timeout/3)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodHead, escapeInvalid(address), nil)
	if err != nil {
		return headResponse{}, err
	}
	c.authorize(request)
	response, err := client.Do(request)
	if err != nil {
		return headResponse{}, err
	}
	_ = response.Body.Close()
	return headResponse{response, response.Request.URL.String() != request.URL.String()}, nil
}

// redirectTarget returns the target of a redirect, nil for other responses.
func (r headResponse) redirectTarget() *url.URL {
	if !isRedirect(r.StatusCode) {
		return nil
	}
	target, err := r.Location()
	if err != nil {
		return nil
	}
	return target
}

func isRedirect(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

var errTooManyRedirects = errors.New("too many redirects within the CMS")

// otherHostError ends a chain whose next redirect leads to another host.
type otherHostError struct{ target *url.URL }

func (e *otherHostError) Error() string {
	return "the redirect leads to " + e.target.Host + ", away from the CMS"
}

// staysOnCMS is an http.Client.CheckRedirect that follows maxRedirects redirects within the CMS.
func (l Links) staysOnCMS(next *http.Request, past []*http.Request) error {
	if !strings.EqualFold(next.URL.Host, l.cms.Host) {
		return &otherHostError{next.URL}
	}
	if len(past) >= maxRedirects {
		return errTooManyRedirects
	}
	return nil
}
