package server

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"
)

// serveJoined serves a handler on connections that join writes.
func serveJoined(t *testing.T, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewUnstartedServer(handler)
	server.Listener = JoinWrites(server.Listener)
	server.Config.ConnContext = JoinWritesContext
	server.Start()
	t.Cleanup(server.Close)
	return server.URL
}

// The head has about 200 bytes, net/http's buffer 4096: around this size a response is
// written in one part, in two parts, or at the end of the handler.
func TestResponsesOfEverySizeAreCompleteOnOneConnection(t *testing.T) {
	full := bytes.Repeat([]byte("Marbella. "), 10_000)
	address := serveJoined(t, func(w http.ResponseWriter, r *http.Request) {
		size, _ := strconv.Atoi(r.URL.Query().Get("size"))
		writeBody(w, r, http.StatusOK, full[:size])
	})
	sizes := []int{0, 1, 2047, 2048, 2049, 8191, 8192, 8193, 50_000, 100_000}
	for size := 3700; size <= 4200; size += 7 {
		sizes = append(sizes, size)
	}
	client := &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	for _, size := range sizes {
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodGet} {
			request, err := http.NewRequestWithContext(t.Context(), method, fmt.Sprintf("%s/?size=%d", address, size), nil)
			if err != nil {
				t.Fatal(err)
			}
			response, err := client.Do(request)
			if err != nil {
				t.Fatalf("%s of %d bytes: %v", method, size, err)
			}
			body, err := io.ReadAll(response.Body)
			_ = response.Body.Close()
			want := full[:size]
			if method == http.MethodHead {
				want = nil
			}
			if err != nil || !bytes.Equal(body, want) {
				t.Errorf("%s of %d bytes: %d came, %v", method, size, len(body), err)
			}
		}
	}
}

// TestFieldsFollowTheStatusLine: of one response only, whatever its size.
func TestFieldsFollowTheStatusLine(t *testing.T) {
	full := bytes.Repeat([]byte("Marbella. "), 10_000)
	address := serveJoined(t, func(w http.ResponseWriter, r *http.Request) {
		size, _ := strconv.Atoi(r.URL.Query().Get("size"))
		if r.URL.Path == "/fields" {
			joiningConnOf(r).fields = fieldLines{[]byte("X-First: 1\r\n"), []byte("X-Second: 2\r\nX-Third: 3\r\n")}
		}
		writeBody(w, r, http.StatusOK, full[:size])
	})
	client := &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{MaxConnsPerHost: 1}}
	defer client.CloseIdleConnections()
	for _, size := range []int{0, 1, 2047, 2048, 3700, 3800, 3900, 4000, 4100, 8193, 100_000} {
		for path, want := range map[string]string{"/fields": "1 2 3", "/": "  "} {
			response, err := client.Get(fmt.Sprintf("%s%s?size=%d", address, path, size)) //nolint:noctx // the client has a timeout
			if err != nil {
				t.Fatalf("%s, %d bytes: %v", path, size, err)
			}
			body, err := io.ReadAll(response.Body)
			_ = response.Body.Close()
			h := response.Header
			if got := h.Get("X-First") + " " + h.Get("X-Second") + " " + h.Get("X-Third"); err != nil || got != want || !bytes.Equal(body, full[:size]) {
				t.Errorf("%s, %d bytes: fields %q, want %q, body of %d bytes, %v", path, size, got, want, len(body), err)
			}
		}
	}
}

func TestAPanicDuringAResponseReleasesTheHeldPart(t *testing.T) {
	address := serveJoined(t, func(w http.ResponseWriter, r *http.Request) {
		joinWrites(r, func() {
			_, _ = io.WriteString(w, strings.Repeat("a", 4000))
			panic(http.ErrAbortHandler)
		})
	})
	client := &http.Client{Timeout: 10 * time.Second}
	response, err := client.Get(address) //nolint:noctx // the client has a timeout
	if err == nil {
		_, err = io.ReadAll(response.Body)
		_ = response.Body.Close()
	}
	if err == nil || strings.Contains(err.Error(), "Client.Timeout") {
		t.Errorf("the client waits, or takes the response for complete: %v", err)
	}
}

func BenchmarkWrittenPage(b *testing.B) {
	page := bytes.Repeat([]byte("Marbella. "), 1400)
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { writeBody(w, r, http.StatusOK, page) })
	for _, way := range []struct {
		name   string
		listen func(net.Listener) net.Listener
	}{{"plain", func(l net.Listener) net.Listener { return l }}, {"joined", JoinWrites}} {
		b.Run(way.name, func(b *testing.B) {
			server := httptest.NewUnstartedServer(handler)
			server.Listener = way.listen(server.Listener)
			server.Config.ConnContext = JoinWritesContext
			server.Start()
			defer server.Close()
			for b.Loop() {
				response, err := server.Client().Get(server.URL) //nolint:noctx // the benchmark ends it
				if err != nil {
					b.Fatal(err)
				}
				_, _ = io.Copy(io.Discard, response.Body)
				_ = response.Body.Close()
			}
		})
	}
}
