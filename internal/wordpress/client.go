package wordpress

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"estate/internal/content"
	"estate/internal/i18n"
)

// Client asks a remote WordPress. It is safe for concurrent use.
type Client struct {
	config  Config
	links   Links
	get     *http.Client
	head    *http.Client
	follow  *http.Client
	flights singleflight.Group
	chosen  sync.Map // endpoint family → choice, see firstOf
}

var _ content.Source = (*Client)(nil)

// New builds a client; nothing is asked yet.
func New(config Config) (*Client, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	config = config.withDefaults()
	links, err := NewLinks(config)
	if err != nil {
		return nil, err
	}
	transport := config.Transport
	if transport == nil {
		transport = NewTransport()
	}
	return &Client{
		config: config,
		links:  links,
		get:    &http.Client{Transport: transport, CheckRedirect: staysOnHost},
		head:   &http.Client{Transport: transport, CheckRedirect: neverFollow},
		follow: &http.Client{Transport: transport, CheckRedirect: links.staysOnCMS},
	}, nil
}

// NewTransport sends requests with bounds on what a host may cost.
func NewTransport() http.RoundTripper {
	return &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            (&net.Dialer{Timeout: 5 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		ForceAttemptHTTP2:      true,
		MaxIdleConns:           32,
		MaxIdleConnsPerHost:    16,
		MaxConnsPerHost:        32,
		IdleConnTimeout:        90 * time.Second,
		TLSHandshakeTimeout:    5 * time.Second,
		ResponseHeaderTimeout:  time.Minute,
		MaxResponseHeaderBytes: 1 << 18,
	}
}

func neverFollow(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// staysOnHost lets the API move within its host only, so that no credential and
// no question leaves it.
func staysOnHost(next *http.Request, via []*http.Request) error {
	if len(via) > 3 || next.URL.Host != via[0].URL.Host {
		return http.ErrUseLastResponse
	}
	return nil
}

// answer is what the API said, whatever the status.
type answer struct {
	status     int
	statusText string
	header     http.Header
	body       []byte
}

// failure is the error that the answer's status means, nil for 2xx.
func (a *answer) failure() error {
	if err := StatusError(a.status, a.statusText); err != nil {
		return err
	}
	return nil
}

// ask sends one GET. Equal questions that are under way share an answer.
func (c *Client) ask(ctx context.Context, lang i18n.Lang, endpoint string, params Params, auth content.Credential) (*answer, error) {
	call := NewCall(c.config.base(lang), endpoint, params, auth)
	shared := c.flights.DoChan(call.URL+"\n"+string(auth), func() (any, error) {
		own, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.config.Timeout)
		defer cancel()
		return c.send(own, call)
	})
	select {
	case result := <-shared:
		if result.Err != nil {
			return nil, result.Err
		}
		return result.Val.(*answer), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// send makes the request. Whatever is no HTTP answer is ErrUnreachable.
func (c *Client) send(ctx context.Context, call Call) (*answer, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, sendable(call.URL), nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", content.ErrUnreachable, err)
	}
	request.Header = call.Header.Clone()
	request.Header.Set("Accept", "application/json") // else a PHP failure answers in HTML
	response, err := c.get.Do(request)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", content.ErrUnreachable, err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, c.config.MaxBody+1))
	if err != nil {
		return nil, fmt.Errorf("%w: read %s: %w", content.ErrUnreachable, call.URL, err)
	}
	if int64(len(body)) > c.config.MaxBody {
		return nil, fmt.Errorf("%w: %s answers with more than %d bytes, raise the limit if that is right", content.ErrUnreachable, call.URL, c.config.MaxBody)
	}
	return &answer{response.StatusCode, statusText(response), response.Header, body}, nil
}

// sendable escapes the bytes that no request line may hold: some servers hang up
// on letters beyond ASCII. Everything else is raw URL text already.
func sendable(address string) string {
	var b strings.Builder
	for i := range len(address) {
		switch c := address[i]; {
		case c <= ' ' || c >= 0x7f || strings.IndexByte(`"<>#`, c) >= 0:
			fmt.Fprintf(&b, "%%%02X", c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// statusText is the text beside the status code; HTTP/2 sends none.
func statusText(response *http.Response) string {
	_, text, _ := strings.Cut(response.Status, " ")
	if text == "" {
		return http.StatusText(response.StatusCode)
	}
	return text
}

// read parses a body. HTML, a cut body and the like are no usable answer.
func read(body []byte) (node, error) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var tree any
	if err := decoder.Decode(&tree); err != nil {
		return node{}, fmt.Errorf("%w: read JSON: %w", content.ErrUnreachable, err)
	}
	return node{tree}, nil
}

// fetch asks and reads an answer that must be 2xx.
func (c *Client) fetch(ctx context.Context, lang i18n.Lang, endpoint string, params Params, auth content.Credential) (node, http.Header, error) {
	got, err := c.ask(ctx, lang, endpoint, params, auth)
	if err != nil {
		return node{}, nil, err
	}
	if err := got.failure(); err != nil {
		return node{}, nil, err
	}
	tree, err := read(got.body)
	return tree, got.header, err
}

// isMissing reports that an answer says: there is no such thing here.
func isMissing(err error) bool {
	failure, known := errors.AsType[*content.Error](err)
	return known && (failure.Status == http.StatusNotFound || failure.Status == http.StatusUnauthorized || failure.Status == http.StatusForbidden)
}

// queryText encodes plain text for a parameter.
func queryText(text string) string { return url.QueryEscape(text) }
