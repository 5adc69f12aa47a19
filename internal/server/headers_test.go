package server

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestSitesOfHTTPSStayThere(t *testing.T) {
	for secure, want := range map[bool]string{true: "max-age=31536000", false: ""} {
		w := httptest.NewRecorder()
		withSecurityHeaders("", secure, http.NotFoundHandler()).ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
		if got := w.Header().Get("Strict-Transport-Security"); got != want {
			t.Errorf("site with https %v: Strict-Transport-Security %q, want %q", secure, got, want)
		}
	}
}
