package app

import (
	"io"
	"maps"
	"net"
	"net/http"
	"reflect"
	"testing"
	"time"

	"estate/internal/app/config"
)

// serveAsInProduction serves a site on connections with the limits and hooks of the program.
func serveAsInProduction(t *testing.T, app *App, s config.Settings) (url string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	web := app.httpServer(app.connections(s), app.server.Handler(), nil)
	served := make(chan error, 1)
	go func() { served <- web.Serve(listener) }()
	t.Cleanup(func() {
		_ = web.Close()
		<-served
	})
	return "http://" + listener.Addr().String()
}

// TestACachedPageHasTheHeadersOfANewOne: for every form of the request on one connection.
func TestACachedPageHasTheHeadersOfANewOne(t *testing.T) {
	for name, change := range map[string]func(*config.Settings){
		"alone":        nil,
		"https":        func(s *config.Settings) { s.SiteURL = "https://www.example.test" },
		"behind a CDN": func(s *config.Settings) { s.CDN.Enabled = true },
	} {
		var settings config.Settings
		app, _ := startSite(t, func(s *config.Settings) {
			if change != nil {
				change(s)
			}
			s.Render.Timeout = config.Duration(time.Minute) // a fallback document is not cached
			settings = *s
		})
		url := serveAsInProduction(t, app, settings)
		client := &http.Client{Transport: &http.Transport{DisableCompression: true, MaxConnsPerHost: 1}}
		t.Cleanup(client.CloseIdleConnections)
		ask := func(method, link string, header http.Header) (*http.Response, string) {
			t.Helper()
			request, err := http.NewRequestWithContext(t.Context(), method, url+link, nil)
			if err != nil {
				t.Fatal(err)
			}
			maps.Copy(request.Header, header)
			response, err := client.Do(request)
			if err != nil {
				t.Fatalf("%s: %s %s: %v", name, method, link, err)
			}
			defer func() { _ = response.Body.Close() }()
			body, err := io.ReadAll(response.Body)
			if err != nil {
				t.Fatalf("%s: %s %s: %v", name, method, link, err)
			}
			return response, string(body)
		}
		for _, link := range []string{"/properties/", "/es/properties/?price_to=900000", "/about/"} {
			first, text := ask(http.MethodGet, link, nil)
			if first.Header.Get("Etag") == "" || first.Header.Get("Content-Security-Policy") == "" {
				t.Fatalf("%s: %s is not cached: %v", name, link, first.Header)
			}
			for _, c := range []struct {
				method   string
				header   http.Header
				status   int
				encoding string
			}{
				{method: http.MethodGet, status: http.StatusOK},
				{method: http.MethodHead, status: http.StatusOK},
				{method: http.MethodGet, header: http.Header{"Accept-Encoding": {"br"}}, status: http.StatusOK, encoding: "br"},
				{method: http.MethodGet, header: http.Header{"Accept-Encoding": {"gzip"}}, status: http.StatusOK, encoding: "gzip"},
				{method: http.MethodGet, header: http.Header{"If-None-Match": {first.Header.Get("Etag")}}, status: http.StatusNotModified},
				{method: http.MethodGet, header: http.Header{"If-None-Match": {`"another"`}}, status: http.StatusOK},
				{method: http.MethodGet, status: http.StatusOK},
			} {
				got, body := ask(c.method, link, c.header)
				want := first.Header.Clone()
				if c.encoding != "" {
					want.Set("Content-Encoding", c.encoding)
				}
				if c.status == http.StatusNotModified {
					want.Del("Content-Type") // a 304 has no body to describe
				}
				for _, h := range []http.Header{want, got.Header} {
					h.Del("Date")
					h.Del("Content-Length")
				}
				if got.StatusCode != c.status || !reflect.DeepEqual(got.Header, want) {
					t.Errorf("%s: %s %s with %v: status %d, headers\n%v, want\n%v", name, c.method, link, c.header, got.StatusCode, got.Header, want)
				}
				if c.method == http.MethodGet && c.status == http.StatusOK && c.encoding == "" && body != text {
					t.Errorf("%s: %s with %v has another body", name, link, c.header)
				}
			}
		}
	}
}
