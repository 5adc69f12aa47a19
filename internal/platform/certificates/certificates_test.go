package certificates

import (
	"crypto/tls"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func manager(t *testing.T) *Manager {
	t.Helper()
	m, err := New(Config{Domains: []string{"www.example.com", "example.com"}, Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestRequestsWithoutTLSAreRedirectedToTheSite(t *testing.T) {
	handler := manager(t).HTTPHandler()
	for _, tt := range []struct {
		method, target, host string
		status               int
		location             string
	}{
		{"GET", "/es/propiedades/?page=2", "www.example.com", 301, "https://www.example.com/es/propiedades/?page=2"},
		{"GET", "/a", "example.com:80", 301, "https://www.example.com/a"},
		{"POST", "/_enquiry", "www.example.com", 308, "https://www.example.com/_enquiry"},
		{"GET", "//evil.example/a", "www.example.com", 301, "https://www.example.com//evil.example/a"},
		{"GET", "/a", "evil.example", 301, "https://www.example.com/a"},
		{"OPTIONS", "*", "www.example.com", 308, "https://www.example.com/"},
		{"GET", "/wp-json/wp/v2/posts", "www.example.com", 403, ""},
		{"GET", "/es/WP-JSON", "www.example.com", 403, ""},
		{"POST", "/_cms/changed", "www.example.com", 403, ""},
		{"GET", "/about/wp-jsonp/", "www.example.com", 301, "https://www.example.com/about/wp-jsonp/"},
		{"GET", "/.well-known/acme-challenge/unknown", "evil.example", 403, ""},
	} {
		t.Run(tt.method+" "+tt.host+tt.target, func(t *testing.T) {
			request := httptest.NewRequest(tt.method, tt.target, nil)
			request.Host = tt.host
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, request)
			if w.Code != tt.status || w.Header().Get("Location") != tt.location {
				t.Errorf("got %d %q, want %d %q", w.Code, w.Header().Get("Location"), tt.status, tt.location)
			}
		})
	}
}

// A client with an older version of TLS is refused for its version, another one for the name that it asks for.
func TestOldVersionsOfTLSAreRefused(t *testing.T) {
	for version, want := range map[uint16]string{tls.VersionTLS11: "unsupported versions", tls.VersionTLS12: "not configured", tls.VersionTLS13: "not configured"} {
		client, server := net.Pipe()
		old := &tls.Config{ServerName: "other.example", MinVersion: tls.VersionTLS10, MaxVersion: version} //nolint:gosec // an old client
		go func() {
			_ = tls.Client(client, old).Handshake()
			_ = client.Close()
		}()
		err := tls.Server(server, manager(t).TLSConfig()).Handshake()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("TLS %x: %v, want %q", version, err, want)
		}
		_ = server.Close()
	}
}

func TestOtherDomainsRedirectToTheFirst(t *testing.T) {
	handler := manager(t).Canonical(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("page")) }))
	for host, location := range map[string]string{"www.example.com": "", "EXAMPLE.com:443": "https://www.example.com/about/?a=b"} {
		request := httptest.NewRequest(http.MethodGet, "/about/?a=b", nil)
		request.Host = host
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, request)
		if got := w.Header().Get("Location"); got != location || (location == "") != (w.Body.String() == "page") {
			t.Errorf("%s: location %q, body %q; want location %q", host, got, w.Body, location)
		}
	}
}

func TestAnUnusableRootFileIsNamed(t *testing.T) {
	file := t.TempDir() + "/none.pem"
	_, err := New(Config{Domains: []string{"www.example.com"}, Folder: t.TempDir(), CA: file})
	if err == nil || !strings.Contains(err.Error(), "acme.ca") || !strings.Contains(err.Error(), file) {
		t.Errorf("got %v; it must name the setting and the file", err)
	}
}
