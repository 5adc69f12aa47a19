package remote

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"
)

// host starts a CMS that responds by path, and returns its host and port.
func host(t *testing.T, answer http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	return strings.TrimPrefix(server.URL, "http://")
}

func fetch(t *testing.T, c *Client, address string, since time.Time) (string, bool, error) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	var body bytes.Buffer
	changed, err := c.Fetch(t.Context(), u, since, &body)
	return body.String(), changed, err
}

func TestFetchAcceptsPicturesOnly(t *testing.T) {
	other := host(t, func(w http.ResponseWriter, r *http.Request) { t.Error("a host that is not allowed was asked") })
	written := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	cms := host(t, func(w http.ResponseWriter, r *http.Request) {
		picture := func() { w.Header().Set("Content-Type", "image/jpeg") }
		switch r.URL.Path {
		case "/a.jpg":
			picture()
			http.ServeContent(w, r, "", written, strings.NewReader("a picture"))
		case "/moved.jpg":
			http.Redirect(w, r, "/a.jpg", http.StatusFound)
		case "/round.jpg":
			http.Redirect(w, r, "/round.jpg", http.StatusFound)
		case "/away.jpg":
			http.Redirect(w, r, "http://"+other+"/a.jpg", http.StatusFound)
		case "/file.jpg":
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		case "/page.jpg":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<h1>Log in</h1>")
		case "/none.jpg":
			w.Header()["Content-Type"] = nil
			fmt.Fprint(w, "bytes")
		case "/long.jpg":
			picture()
			w.Header().Set("Content-Length", "1000000")
			fmt.Fprint(w, strings.Repeat("x", 1_000_000))
		case "/endless.jpg":
			picture()
			for r.Context().Err() == nil {
				if _, err := fmt.Fprint(w, strings.Repeat("x", 1000)); err != nil {
					return
				}
			}
		case "/broken.jpg":
			w.WriteHeader(http.StatusInternalServerError)
		case "/gone.jpg":
			w.WriteHeader(http.StatusGone)
		default:
			http.NotFound(w, r)
		}
	})
	c := New(Config{PrivateHosts: []string{cms}, MaxBytes: 100_000})
	defer c.Close()
	tests := []struct {
		path, body string
		err        error
	}{
		{path: "/a.jpg", body: "a picture"},
		{path: "/moved.jpg", body: "a picture"},
		{path: "/a.jpg?size=1", body: "a picture"},
		{path: "/missing.jpg", err: ErrNotFound},
		{path: "/gone.jpg", err: ErrNotFound},
		{path: "/round.jpg", err: ErrRefused},
		{path: "/away.jpg", err: ErrRefused},
		{path: "/file.jpg", err: ErrRefused},
		{path: "/page.jpg", err: ErrRefused},
		{path: "/none.jpg", err: ErrRefused},
		{path: "/long.jpg", err: ErrRefused},
		{path: "/endless.jpg", err: ErrRefused},
	}
	for _, tt := range tests {
		t.Run(tt.path, func(t *testing.T) {
			body, _, err := fetch(t, c, "http://"+cms+tt.path, time.Time{})
			if !errors.Is(err, tt.err) || (tt.err == nil && body != tt.body) {
				t.Errorf("Fetch = %.40q, %v, want %q, %v", body, err, tt.body, tt.err)
			}
		})
	}
	t.Run("an outage is neither", func(t *testing.T) {
		if _, _, err := fetch(t, c, "http://"+cms+"/broken.jpg", time.Time{}); err == nil || errors.Is(err, ErrRefused) || errors.Is(err, ErrNotFound) {
			t.Errorf("error = %v, want one that says nothing about the picture", err)
		}
	})
	t.Run("an unchanged picture is not sent again", func(t *testing.T) {
		if body, changed, err := fetch(t, c, "http://"+cms+"/a.jpg", written.Add(time.Hour)); err != nil || changed || body != "" {
			t.Errorf("Fetch = %q, changed %v, %v, want nothing", body, changed, err)
		}
	})
	t.Run("hosts that are not listed", func(t *testing.T) {
		for _, address := range []string{"http://" + other + "/a.jpg", "file:///etc/passwd", "http://" + cms + "@" + other + "/a.jpg", "//x/a.jpg", ""} {
			if _, _, err := fetch(t, c, address, time.Time{}); !errors.Is(err, ErrRefused) {
				t.Errorf("Fetch(%q) error = %v, want ErrRefused", address, err)
			}
		}
	})
}

func TestPublicHostAtAPrivateAddressIsRefused(t *testing.T) {
	c := New(Config{Hosts: []string{"localhost:9", "127.0.0.1:9", "[::1]:9"}})
	defer c.Close()
	for _, address := range []string{"https://localhost:9/a.jpg", "https://127.0.0.1:9/a.jpg", "https://[::1]:9/a.jpg"} {
		if _, _, err := fetch(t, c, address, time.Time{}); !errors.Is(err, ErrRefused) {
			t.Errorf("Fetch(%s) error = %v, want ErrRefused", address, err)
		}
	}
}

func TestSlowHostEndsWithTheCaller(t *testing.T) {
	cms := host(t, func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	c := New(Config{PrivateHosts: []string{cms}})
	defer c.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	u := &url.URL{Scheme: "http", Host: cms, Path: "/a.jpg"}
	if _, err := c.Fetch(ctx, u, time.Time{}, &bytes.Buffer{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error = %v, want the caller's deadline", err)
	}
}

func TestPublicAddresses(t *testing.T) {
	for text, want := range map[string]bool{
		"93.184.216.34": true, "2606:2800:220:1::1": true,
		"127.0.0.1": false, "10.0.0.1": false, "172.16.5.4": false, "192.168.1.1": false, "169.254.169.254": false,
		"0.0.0.0": false, "100.64.0.1": false, "224.0.0.1": false, "255.255.255.255": false, "198.18.0.1": false,
		"::1": false, "::": false, "fe80::1": false, "fc00::1": false, "ff02::1": false,
		"::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false, "64:ff9b::7f00:1": false, "2002:7f00:1::": false,
	} {
		if got := isPublic(netip.MustParseAddr(text)); got != want {
			t.Errorf("isPublic(%s) = %v, want %v", text, got, want)
		}
	}
}

func TestHostsAreNamesOnly(t *testing.T) {
	good := Config{Hosts: []string{"cms.example", "cms.example:8443"}, PrivateHosts: []string{"127.0.0.1:9000", "[::1]:80", "wordpress"}}
	if err := good.Validate(); err != nil {
		t.Errorf("Validate = %v, want nothing", err)
	}
	for _, host := range []string{"", "https://cms.example", "cms.example/", "CMS.example", "user@cms.example", "cms.example?x", "a b"} {
		cfg := Config{Hosts: []string{host}}
		if cfg.Validate() == nil {
			t.Errorf("Validate accepts the host %q", host)
		}
	}
}
