package server

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"golang.org/x/time/rate"
)

func TestRefusalsAreReported(t *testing.T) {
	var reasons []string
	s := &Server{cfg: Config{Refused: func(reason string, client netip.Prefix) { reasons = append(reasons, reason+" "+client.String()) }}}
	s.cfg.fillDefaults()
	s.parts.CMS = &CMS{Secret: strings.Repeat("s", 32)}
	request := httptest.NewRequest(http.MethodPost, "/_cms/changed", strings.NewReader("{}"))
	request.RemoteAddr = "203.0.113.9:1234"
	s.acceptNotices(httptest.NewRecorder(), request)
	limiter := newRateLimiter(RateLimit{Burst: 1, PerHour: 1})
	limiter.all = rate.NewLimiter(0, 0)
	s.limited(limiter)(http.NotFoundHandler()).ServeHTTP(httptest.NewRecorder(), request)
	want := "invalid signature of the plugin 203.0.113.9/32, too many requests of the plugin 203.0.113.9/32"
	if got := strings.Join(reasons, ", "); got != want {
		t.Errorf("reported %q, want %q", got, want)
	}
}
