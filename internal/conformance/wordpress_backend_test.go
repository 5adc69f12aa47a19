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

	"estate/internal/wordpress"
)

// The fixtures of the cases: site, CMS and API.
const (
	fixtureSite = "https://www.example.test"
	fixtureCMS  = "https://cms.example.test"
)

// backend answers the requests of one case from its map, and notes them all.
type backend struct {
	answers map[string][]backendAnswer

	mu       sync.Mutex
	requests []string
	auth     map[string]any
	unknown  []string
	used     map[string]int
	followed map[string]bool // the following HEAD failed; the next one does not follow
}

type backendAnswer struct {
	Status       int               `json:"status"`
	StatusText   string            `json:"status_text"`
	Headers      map[string]string `json:"headers"`
	Body         json.RawMessage   `json:"body"`
	Location     string            `json:"location"`
	NetworkError bool              `json:"network_error"`
	// Of a HEAD that a browser sends: where it ended by following, and what a
	// second one gives that does not follow after the first one failed.
	RedirectedTo string `json:"redirected_to"`
	Manual       string `json:"manual"`
}

// newBackend reads a case's map of requests; a value is one answer or a list of
// answers used in turn.
func newBackend(raw map[string]json.RawMessage) (*backend, error) {
	b := &backend{answers: map[string][]backendAnswer{}, auth: map[string]any{}, used: map[string]int{}, followed: map[string]bool{}}
	for request, value := range raw {
		answers := make([]backendAnswer, 1)
		var err error
		if bytes.HasPrefix(bytes.TrimSpace(value), []byte("[")) {
			err = read(value, &answers)
		} else {
			err = read(value, &answers[0])
		}
		if err != nil {
			return nil, err
		}
		b.answers[sortedRequest(request)] = answers
	}
	return b, nil
}

// RoundTrip plays the CMS.
func (b *backend) RoundTrip(r *http.Request) (*http.Response, error) {
	request := notation(r.Method, r.URL.String())
	b.mu.Lock()
	defer b.mu.Unlock()
	b.requests = append(b.requests, request)
	b.auth[request] = nil
	if value := r.Header.Get("Authorization"); value != "" {
		b.auth[request] = value
	}
	answers := b.answers[request]
	if len(answers) == 0 {
		b.unknown = append(b.unknown, request)
		return nil, errors.New("the case has no answer to " + request)
	}
	answer := answers[min(b.used[request], len(answers)-1)]
	if answer.Manual != "" && !b.followed[request] {
		b.followed[request] = true
		return nil, errNoAnswer
	}
	b.used[request]++
	b.followed[request] = false
	switch {
	case answer.Manual == "opaqueredirect":
		return backendAnswer{Status: http.StatusFound}.response(r), nil // where to nobody can read
	case answer.Manual == "opaque":
		return backendAnswer{}.response(r), nil
	case answer.NetworkError:
		return nil, errNoAnswer
	}
	return answer.response(r), nil
}

var errNoAnswer = errors.New("no HTTP answer, as the case wants it")

func (a backendAnswer) response(r *http.Request) *http.Response {
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
		body = []byte(text) // no list and no entity: a page of HTML, or nothing
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

// notation writes a request as the cases do: GETs relative to the API root of
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

// sortedRequest sorts the query keys of a request and spells what cannot travel
// in an address as clients do: a case may write a letter beyond ASCII as it is.
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

// check compares what was asked with what the case wants. Asking less is
// welcome; asking something else, or in another order, is not. A case that says
// nothing of its requests leaves them to the backend's map.
func (b *backend) check(want []string, wantAuth map[string]any, inOrder bool) []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var complaints []string
	for _, request := range b.unknown {
		complaints = append(complaints, "asked what the case does not answer: "+request)
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
			complaints = append(complaints, "unwanted or out of turn: "+request)
			continue
		}
		if inOrder {
			left = left[i+1:]
		} else {
			left = slices.Delete(left, i, i+1)
		}
	}
	for _, request := range slices.Sorted(maps.Keys(wantAuth)) {
		got, asked := b.auth[sortedRequest(request)]
		if asked && got != wantAuth[request] {
			complaints = append(complaints, "Authorization of "+request+" differs from what the case wants")
		}
	}
	return complaints
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
