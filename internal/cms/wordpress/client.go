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
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"estate/internal/content"
	"estate/internal/content/cmsurl"
	"estate/internal/content/i18n"
	"estate/internal/platform/coalesce"
)

// Client is a client of a remote WordPress. It is safe for concurrent use.
type Client struct {
	config Config
	themes Themes
	links  Links
	get    *http.Client // API requests; redirects within the host only
	head   *http.Client // no redirects
	follow *http.Client // redirects within the CMS only
	calls  *coalesce.Group[string, *response]
	known  atomic.Pointer[known]
	// identities coalesces requests for the identity.
	identities *coalesce.Group[string, *known]
	media      mediaCache
	languages  languages
	// serving coalesces requests for how a language is served.
	serving     *coalesce.Group[i18n.Lang, served]
	homes       atomic.Pointer[homesBases]
	findHomes   *coalesce.Group[string, *homesBases]
	alive       *coalesce.Group[i18n.Lang, proof] // coalesces requests for the root of an API
	proofs      sync.Map                          // language → proof
	largestPage atomic.Int32                      // number of entities that the CMS accepts on a page, 0 for maxPerPage
	unknown     unknownTargets
	discouraged atomic.Pointer[discouraged]
	busy        atomic.Pointer[BusyError] // the last 429
	choices     sync.Map                  // name of an optional endpoint → endpointChoice, see firstEndpoint
}

var _ content.Source = (*Client)(nil)

// New returns a client. It sends no request. It fails when config is not valid.
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
	client := &Client{
		config: config,
		themes: config.Themes.extended(),
		links:  links,
		get:    &http.Client{Transport: transport, CheckRedirect: staysOnHost},
		head:   &http.Client{Transport: transport, CheckRedirect: neverFollow},
		follow: &http.Client{Transport: transport, CheckRedirect: links.staysOnCMS},
		calls:  coalesce.NewGroup[string, *response](config.Timeout, 0),

		identities: coalesce.NewGroup[string, *known](3*config.Timeout, 0), // several addresses may be tried
		findHomes:  coalesce.NewGroup[string, *homesBases](config.Timeout, 0),
		alive:      coalesce.NewGroup[i18n.Lang, proof](config.Timeout, 0),
		serving:    coalesce.NewGroup[i18n.Lang, served](3*config.Timeout, 0),
	}
	client.known.Store(&known{names: client.names(Identity{})})
	return client, nil
}

// NewTransport returns a transport with limits on connections, times and header sizes.
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

// staysOnHost follows redirects of the API within its host only, so that no credential is
// sent to another one.
func staysOnHost(next *http.Request, via []*http.Request) error {
	if len(via) > 3 || next.URL.Host != via[0].URL.Host {
		return http.ErrUseLastResponse
	}
	return nil
}

// response is a response of the API with any status.
type response struct {
	status     int
	statusText string
	header     http.Header
	body       []byte
	names      cmsurl.Rewriter // of the CMS in the body
	address    string          // that was requested
	single     bool            // one record was requested, not a list
	client     *Client         // counts what precedes the JSON; nil counts nothing
}

// err returns the error of the status, nil for 2xx. It is an APIError when WordPress itself did not
// answer.
func (r *response) err() error {
	if !r.isAnswer() {
		return r.diagnose()
	}
	if err := StatusError(r.status, r.statusText); err != nil {
		return err
	}
	return nil
}

// request sends one GET. Equal requests in flight are coalesced.
func (c *Client) request(ctx context.Context, lang i18n.Lang, endpoint string, params Params, auth content.Credential) (*response, error) {
	endpoint = c.homesEndpoint(ctx, endpoint)
	identified := make(chan *known, 1)
	identify := func() {
		k, _ := c.identify(ctx) // after a failure the last known identity is used
		identified <- k
	}
	used := c.known.Load()
	if c.config.Now().Before(used.until) {
		identify()
	} else {
		go identify() // beside the request: a page should not wait for one after the other
	}
	got, err := c.requestAt(ctx, used.base(c.config, lang), endpoint, params, auth)
	k := <-identified
	if k.api != used.api && (err != nil || !got.isREST()) { // the API was found elsewhere
		got, err = c.requestAt(ctx, k.base(c.config, lang), endpoint, params, auth)
	}
	if err != nil {
		return nil, err
	}
	named := *got // callers share the response
	named.names, named.single = k.names, isSingle(endpoint)
	return &named, nil
}

func (c *Client) requestAt(ctx context.Context, base, endpoint string, params Params, auth content.Credential) (*response, error) {
	call := NewCall(base, endpoint, params, auth)
	return c.calls.Do(ctx, call.URL+"\n"+string(auth), func(ctx context.Context) (*response, error) { return c.send(ctx, call) })
}

// isREST reports whether the REST API answered.
func (r *response) isREST() bool {
	if !r.isAnswer() {
		return false
	}
	_, _, err := parse(r.body)
	return err == nil
}

// send sends a request. Without an HTTP response it fails with content.ErrUnreachable.
func (c *Client) send(ctx context.Context, call Call) (*response, error) {
	if err := c.busyError(); err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, escapeInvalid(c.pastCaches(call.URL)), nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", content.ErrUnreachable, err)
	}
	request.Header = call.Header.Clone()
	c.authorize(request)
	request.Header.Set("Accept", "application/json") // otherwise a PHP error is HTML
	request.Header.Set("Cache-Control", "no-cache")
	request.Header.Set("Pragma", "no-cache") // of HTTP/1.0 caches
	received, err := c.get.Do(request)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", content.ErrUnreachable, err)
	}
	defer func() { _ = received.Body.Close() }()
	if err := c.noteBusy(call.URL, received); err != nil {
		return nil, err
	}
	body, err := io.ReadAll(io.LimitReader(received.Body, c.config.MaxBodyBytes+1))
	if err != nil {
		return nil, fmt.Errorf("%w: read %s: %w", content.ErrUnreachable, call.URL, err)
	}
	if int64(len(body)) > c.config.MaxBodyBytes {
		return nil, fmt.Errorf("%w: the response of %s exceeds %d bytes", content.ErrUnreachable, call.URL, c.config.MaxBodyBytes)
	}
	c.noteCache(call.URL, received.Header)
	return &response{
		status: received.StatusCode, statusText: statusText(received), header: received.Header, body: body, address: call.URL,
		client: c,
	}, nil
}

// isSingle reports whether an endpoint is that of one record: posts/7, posts/7/revisions.
func isSingle(endpoint string) bool {
	endpoint = strings.TrimSuffix(endpoint, "/revisions")
	_, err := strconv.Atoi(endpoint[strings.LastIndexByte(endpoint, '/')+1:])
	return err == nil
}

// authorize adds the credential of the CMS to a request without one.
func (c *Client) authorize(request *http.Request) {
	if c.config.Authorization != "" && request.Header.Get("Authorization") == "" && strings.EqualFold(request.URL.Host, c.links.cms.Host) {
		request.Header.Set("Authorization", c.config.Authorization)
	}
}

// escapeInvalid escapes the bytes that are not allowed in a request line: some servers close
// the connection on non-ASCII characters. The rest is raw URL text and stays.
func escapeInvalid(address string) string {
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

// statusText returns the reason phrase. HTTP/2 sends none, then it is the standard one.
func statusText(response *http.Response) string {
	_, text, _ := strings.Cut(response.Status, " ")
	if text == "" {
		return http.StatusText(response.StatusCode)
	}
	return text
}

// parse parses the JSON body and gives all addresses of the CMS in it its configured name.
func (r *response) parse() (node, error) {
	tree, before, err := parse(r.body)
	if err != nil {
		return node{}, fmt.Errorf("%w (%w)", r.diagnose(), err)
	}
	if len(before) > 0 && r.client != nil {
		r.client.addProblem(textBefore(r.address, before))
	}
	return node{canonical(r.names, tree.value)}, nil
}

// parse parses a JSON body. HTML and truncated bodies fail with content.ErrUnreachable. What PHP
// prints before the JSON, such as a byte order mark or a notice, is skipped and returned.
func parse(body []byte) (tree node, before []byte, err error) {
	value, err := decodeJSON(body)
	if err != nil {
		var found bool
		if value, before, found = afterNotice(body); !found {
			return node{}, nil, fmt.Errorf("%w: parse JSON: %w", content.ErrUnreachable, err)
		}
	}
	return node{value}, before, nil
}

func decodeJSON(body []byte) (tree any, err error) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	err = decoder.Decode(&tree)
	return tree, err
}

// maxNoticeStarts bounds the places that are tried as the start of the JSON.
const maxNoticeStarts = 50

// afterNotice decodes the JSON that ends a body after other output of PHP.
func afterNotice(body []byte) (tree any, before []byte, found bool) {
	rest := body
	for range maxNoticeStarts {
		start := bytes.IndexAny(rest, "{[")
		if start < 0 {
			return nil, nil, false
		}
		rest = rest[start:]
		if json.Valid(rest) {
			tree, err := decodeJSON(rest)
			return tree, body[:len(body)-len(rest)], err == nil
		}
		rest = rest[1:]
	}
	return nil, nil, false
}

// fetch sends a request and parses its response, which must be 2xx.
func (c *Client) fetch(
	ctx context.Context, lang i18n.Lang, endpoint string, params Params, auth content.Credential,
) (node, http.Header, error) {
	got, err := c.request(ctx, lang, endpoint, params, auth)
	if err != nil {
		return node{}, nil, err
	}
	if err := c.failureOf(ctx, lang, endpoint, got); err != nil {
		return node{}, nil, err
	}
	tree, err := got.parse()
	return tree, got.header, err
}

// isMissing reports an error with status 404, 401 or 403, and a part that is closed.
func isMissing(err error) bool {
	if errors.Is(err, ErrClosed) {
		return true
	}
	failure, known := errors.AsType[*content.Error](err)
	return known &&
		(failure.Status == http.StatusNotFound || failure.Status == http.StatusUnauthorized || failure.Status == http.StatusForbidden)
}

// escapeQuery encodes plain text for a parameter.
func escapeQuery(text string) string { return url.QueryEscape(text) }
