package server

import (
	"bytes"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"estate/internal/site/limits"
)

// TestAFailureNamesItsRequest: an operator finds the lines of a failed request by the id that the
// visitor read, or that the proxy logged.
func TestAFailureNamesItsRequest(t *testing.T) {
	for _, c := range []struct {
		peer, given string
		want        string // "" for a random id
	}{
		{"127.0.0.1:5000", "proxy-7f3a", "proxy-7f3a"},
		{"203.0.113.9:5000", "forged-1", ""},
		{"127.0.0.1:5000", "", ""},
	} {
		var out bytes.Buffer
		s := &Server{log: slog.New(slog.NewTextHandler(&out, nil)), cfg: Config{Limits: limits.Config{TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}, Now: time.Now}}
		failing := s.withIdentity(s.withRecovery(s.handler(func(http.ResponseWriter, *http.Request) error { return errors.New("broken") })))
		r := httptest.NewRequest(http.MethodGet, "/properties/?name=Ann", nil)
		r.RemoteAddr = c.peer
		r.Header.Set("X-Request-Id", c.given)
		w := httptest.NewRecorder()
		failing.ServeHTTP(w, r)
		id := w.Header().Get("X-Request-Id")
		if w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), "Error "+id+".") {
			t.Errorf("%v: status %d, id %q, %s", c, w.Code, id, w.Body)
		}
		if c.want != "" && id != c.want || c.want == "" && (len(id) != 12 || id == c.given) {
			t.Errorf("%v: id %q", c, id)
		}
		if !strings.Contains(out.String(), "request failed") || strings.Contains(out.String(), "Ann") {
			t.Errorf("%v: log %s", c, out.String())
		}
	}
}
