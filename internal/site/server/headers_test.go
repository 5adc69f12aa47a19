package server

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestSitesOfHTTPSStayThere(t *testing.T) {
	for _, tt := range []struct{ site, setting, want string }{
		{"https://www.example.com", "", "max-age=31536000; includeSubDomains"},
		{"https://www.example.com", "max-age=31536000", "max-age=31536000"},
		{"http://127.0.0.1:8080", "", ""},
	} {
		w := httptest.NewRecorder()
		headers := securityHeaders("", (&Config{SiteURL: tt.site, HSTS: tt.setting}).transportSecurity())
		withHeaders(headers, http.NotFoundHandler()).ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
		if got := w.Header().Get("Strict-Transport-Security"); got != tt.want {
			t.Errorf("%s, setting %q: Strict-Transport-Security %q, want %q", tt.site, tt.setting, got, tt.want)
		}
	}
}
