package wordpress

import (
	"bufio"
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// recordedHost is the host of the CMS in testdata. It is replaced by that of the test server.
const recordedHost = "http://cms.test"

// cms is a fake WordPress that replays the recordings in testdata, by request and credential:
// "editor" and "reader".
type cms struct {
	*httptest.Server
	responses map[string]*http.Response
	bodies    map[string][]byte

	mu       sync.Mutex
	received []string
}

// newCMS serves the recordings; extra handlers take precedence.
func newCMS(t *testing.T, extra map[string]http.HandlerFunc) *cms {
	t.Helper()
	c := &cms{responses: map[string]*http.Response{}, bodies: map[string][]byte{}}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/es/wp-json/" { // the proof of the language
			_, _ = w.Write([]byte(`{"namespaces":["wp/v2"]}`))
			return
		}
		if r.URL.Path != "/wp-json/" { // the identity, requested beside others
			c.mu.Lock()
			c.received = append(c.received, r.Method+" "+r.URL.RequestURI())
			c.mu.Unlock()
		}
		if handle := extra[r.URL.Path]; handle != nil {
			handle(w, r)
			return
		}
		c.replay(w, r)
	}))
	t.Cleanup(c.Close)
	files, err := filepath.Glob("testdata/*.http")
	if err != nil || len(files) == 0 {
		t.Fatalf("no recordings: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for part := range strings.SplitSeq("\n"+string(text), "\n>>> ") {
			c.record(t, file, part)
		}
	}
	return c
}

func (c *cms) record(t *testing.T, file, part string) {
	t.Helper()
	request, recorded, found := strings.Cut(strings.TrimSpace(part), "\n")
	if !found {
		return
	}
	head, body, _ := strings.Cut(recorded, "\n\n")
	response, err := http.ReadResponse(bufio.NewReader(strings.NewReader(strings.ReplaceAll(head, "\n", "\r\n")+"\r\n\r\n")), nil)
	if err != nil {
		t.Fatalf("%s: %s: %v", file, request, err)
	}
	c.responses[request] = response
	c.bodies[request] = bytes.ReplaceAll([]byte(body), []byte(recordedHost), []byte(c.URL))
}

func (c *cms) replay(w http.ResponseWriter, r *http.Request) {
	key := r.URL.RequestURI()
	if credential := r.Header.Get("Authorization"); credential != "" {
		key = "[" + credential + "] " + key
	}
	response := c.responses[key]
	if response == nil {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write([]byte(`{"code":"rest_no_route","message":"No route was found matching the URL and request method.","data":{"status":404}}`))
		return
	}
	for name, values := range response.Header {
		w.Header()[name] = values
	}
	w.WriteHeader(response.StatusCode)
	_, _ = w.Write(c.bodies[key])
}

func (c *cms) requests() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]string{}, c.received...)
}

// client returns a client of the recorded CMS for a site on another host.
func (c *cms) client(t *testing.T, change func(*Config)) *Client {
	t.Helper()
	config := Config{SiteURL: "https://www.example.test", CMSURL: c.URL, Timeout: 5 * time.Second}
	if change != nil {
		change(&config)
	}
	client, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func respondWith(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}
