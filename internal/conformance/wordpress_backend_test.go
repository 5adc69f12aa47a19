package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"

	"estate/internal/cms/wordpress"
)

// The fixtures of the cases: site, CMS and API.
const (
	fixtureSite = "https://www.example.test"
	fixtureCMS  = "https://cms.example.test"
)

// backend is a fake CMS: it responds to the requests of one case from its map and
// records them.
type backend struct {
	responses map[string][]backendResponse

	mu       sync.Mutex
	requests []string
	auth     map[string]any
	unknown  []string
	used     map[string]int
	followed map[string]bool // a HEAD that follows redirects failed; the next one does not follow
}

type backendResponse struct {
	Status       int               `json:"status"`
	StatusText   string            `json:"status_text"`
	Headers      map[string]string `json:"headers"`
	Body         json.RawMessage   `json:"body"`
	Location     string            `json:"location"`
	NetworkError bool              `json:"network_error"`
	// For a HEAD of a browser: the address after following redirects, and the response
	// to a second HEAD that does not follow, sent when the first one failed.
	RedirectedTo string `json:"redirected_to"`
	Manual       string `json:"manual"`
}

// newBackend reads a case's map of requests. A value is one response, or a list of
// responses used one after the other.
func newBackend(raw map[string]json.RawMessage) (*backend, error) {
	b := &backend{responses: map[string][]backendResponse{}, auth: map[string]any{}, used: map[string]int{}, followed: map[string]bool{}}
	for request, value := range raw {
		responses := make([]backendResponse, 1)
		var err error
		if bytes.HasPrefix(bytes.TrimSpace(value), []byte("[")) {
			err = read(value, &responses)
		} else {
			err = read(value, &responses[0])
		}
		if err != nil {
			return nil, err
		}
		b.responses[sortedRequest(request)] = responses
	}
	return b, nil
}

// RoundTrip responds to a request.
func (b *backend) RoundTrip(r *http.Request) (*http.Response, error) {
	request := notation(r.Method, r.URL.String())
	if strings.Contains(request, "_fields=home,url,") { // the names of the CMS, which no case has
		return nil, errNoResponse
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.requests = append(b.requests, request)
	b.auth[request] = nil
	if value := r.Header.Get("Authorization"); value != "" {
		b.auth[request] = value
	}
	responses := b.responses[request]
	if len(responses) == 0 {
		b.unknown = append(b.unknown, request)
		return nil, errors.New("the case has no response to " + request)
	}
	response := responses[min(b.used[request], len(responses)-1)]
	if response.Manual != "" && !b.followed[request] {
		b.followed[request] = true
		return nil, errNoResponse
	}
	b.used[request]++
	b.followed[request] = false
	switch {
	case response.Manual == "opaqueredirect":
		return backendResponse{Status: http.StatusFound}.response(r), nil // without a location that a browser could read
	case response.Manual == "opaque":
		return backendResponse{}.response(r), nil
	case response.NetworkError:
		return nil, errNoResponse
	}
	return response.response(r), nil
}

var errNoResponse = errors.New("no HTTP response, as the case wants it")

func (a backendResponse) response(r *http.Request) *http.Response {
	status, text := a.Status, a.StatusText
	if status == 0 {
		status = http.StatusOK
	}
	if text == "" && status == http.StatusOK {
		text = "OK"
	}
	header := http.Header{}
	for name, value := range a.Headers {
		header.Set(name, value)
	}
	if a.Location != "" {
		header.Set("Location", a.Location)
	}
	body := []byte(a.Body)
	if text := ""; json.Unmarshal(a.Body, &text) == nil {
		body = []byte(text) // text in place of JSON: HTML, or nothing
	}
	if end, err := url.Parse(a.RedirectedTo); err == nil && a.RedirectedTo != "" {
		r = r.Clone(r.Context())
		r.URL = end
	}
	return &http.Response{
		StatusCode: status, Status: strings.TrimSpace(strconv.Itoa(status) + " " + text), Header: header, Request: r,
		Body: io.NopCloser(bytes.NewReader(body)), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}
}

var beyondASCII = regexp.MustCompile(`[^!-~]`)

// notation is a request as the cases write it: GETs relative to the API root of
// either language, HEADs absolute.
func notation(method, address string) string {
	if method == http.MethodGet {
		for _, root := range []string{fixtureCMS + "/wp-json", fixtureCMS + "/es/wp-json"} {
			if rest, found := strings.CutPrefix(address, root); found {
				address = rest
				break
			}
		}
	}
	return sortedRequest(method + " " + address)
}

// sortedRequest sorts the query keys of a request and percent-encodes letters outside
// ASCII, which a case may have in its addresses.
func sortedRequest(request string) string {
	method, address, _ := strings.Cut(request, " ")
	request = method + " " + beyondASCII.ReplaceAllStringFunc(address, url.PathEscape)
	path, query, found := strings.Cut(request, "?")
	if !found {
		return request
	}
	pairs := strings.Split(query, "&")
	sort.Strings(pairs)
	return path + "?" + strings.Join(pairs, "&")
}

// check compares the requests with those that the case wants. Fewer requests are
// allowed; other requests, or another order, are not. Without wanted requests all that
// the backend's map has are allowed.
func (b *backend) check(want []string, wantAuth map[string]any, inOrder bool) []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var faults []string
	for _, request := range b.unknown {
		faults = append(faults, "request without a response in the case: "+request)
	}
	left := make([]string, len(want))
	for i, request := range want {
		left[i] = sortedRequest(request)
	}
	for _, request := range b.requests {
		if want == nil {
			break
		}
		i := slices.Index(left, request)
		if i < 0 {
			faults = append(faults, "unwanted, or in the wrong order: "+request)
			continue
		}
		if inOrder {
			left = left[i+1:]
		} else {
			left = slices.Delete(left, i, i+1)
		}
	}
	for _, request := range slices.Sorted(maps.Keys(wantAuth)) {
		got, sent := b.auth[sortedRequest(request)]
		if sent && got != wantAuth[request] {
			faults = append(faults, "Authorization of "+request+" differs from what the case wants")
		}
	}
	return faults
}

// newCMS builds the product's client over a backend.
func newCMS(b *backend, s sourceSettings) (*wordpress.Client, error) {
	endpoints := map[string]string{}
	for _, taxonomy := range s.Taxonomies {
		endpoints[taxonomy.Taxonomy] = taxonomy.Endpoint
	}
	return wordpress.New(wordpress.Config{
		SiteURL: fixtureSite, CMSURL: fixtureCMS, Subdirectory: s.Subdirectory,
		Params: s.Params, TermEndpoints: endpoints, Transport: b,
	})
}
