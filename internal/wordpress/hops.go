package wordpress

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
)

// mostHops is the longest chain that is followed; browsers give up at twenty.
const mostHops = 5

// hop is where a look-up was sent.
type hop struct {
	status int
	target *url.URL
	// unread says that nobody could read where to: target is the address that was
	// asked, and the CMS itself sends the visitor on.
	unread bool
}

// firstHop is the CMS's own answer (routing §9.3).
func (c *Client) firstHop(ctx context.Context, asked string) (hop, bool) {
	response, err := c.askHead(ctx, c.head, asked)
	if err != nil {
		return hop{}, false
	}
	target := response.redirectsTo()
	return hop{status: response.StatusCode, target: target}, target != nil
}

// lastHop is where a browser ends that follows (routing §9.6). It goes on within
// the CMS alone: a link that leads there is followed on the visitor's behalf, and
// must not make us ask whatever host it names.
func (c *Client) lastHop(ctx context.Context, asked string) (hop, bool) {
	response, err := c.askHead(ctx, c.follow, asked)
	if err == nil {
		return hop{status: http.StatusMovedPermanently, target: response.Request.URL}, response.moved
	}
	if left, ok := errors.AsType[*leftCMS](err); ok {
		return hop{status: http.StatusMovedPermanently, target: left.to}, true
	}
	if errors.Is(err, errEndless) {
		return hop{}, false
	}
	response, err = c.askHead(ctx, c.head, asked)
	if err != nil || !isRedirect(response.StatusCode) {
		return hop{}, false
	}
	if target := response.redirectsTo(); target != nil {
		return hop{status: http.StatusMovedPermanently, target: target}, true
	}
	target, err := url.Parse(asked)
	return hop{status: http.StatusMovedPermanently, target: target, unread: true}, err == nil
}

// headAnswer is the answer to a HEAD.
type headAnswer struct {
	*http.Response
	moved bool // it is of another address than the one asked
}

func (c *Client) askHead(ctx context.Context, client *http.Client, address string) (headAnswer, error) {
	ctx, cancel := context.WithTimeout(ctx, c.config.Timeout/3)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodHead, sendable(address), nil)
	if err != nil {
		return headAnswer{}, err
	}
	response, err := client.Do(request)
	if err != nil {
		return headAnswer{}, err
	}
	_ = response.Body.Close()
	return headAnswer{response, response.Request.URL.String() != request.URL.String()}, nil
}

// redirectsTo is where the answer sends its reader, nil where it does not.
func (a headAnswer) redirectsTo() *url.URL {
	if !isRedirect(a.StatusCode) {
		return nil
	}
	target, err := a.Location()
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

var errEndless = errors.New("the CMS sends this link from one address to the next")

// leftCMS ends a chain whose next hop is on another host: the visitor's own
// browser goes there, or our site answers it.
type leftCMS struct{ to *url.URL }

func (l *leftCMS) Error() string { return "the link leads to " + l.to.Host + ", away from the CMS" }

// staysOnCMS is the rule for following: hops within the CMS, a few of them.
func (l Links) staysOnCMS(next *http.Request, past []*http.Request) error {
	if !strings.EqualFold(next.URL.Host, l.cms.Host) {
		return &leftCMS{next.URL}
	}
	if len(past) >= mostHops {
		return errEndless
	}
	return nil
}
