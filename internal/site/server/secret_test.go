package server

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"estate/internal/agency/channels"
)

func TestAddressesWithASecretAreRecognised(t *testing.T) {
	for raw, want := range map[string]bool{
		"/enquiry/alert/confirm/?t=ab":      true,
		"/es/enquiry/alert/end/?t=ab":       true,
		"/es/enquiry/alert/confirm?t=ab":    true,
		"/ENQUIRY/Alert/confirm/?t=ab":      true,
		"/enquiry/alert/%63onfirm/?t=ab":    true,
		"/enquiry/alert/property/?id=1&t=a": true,
		"/enquiry/alert/?s_type=15":         false,
		"/enquiry/":                         false,
		"/properties/?t=ab":                 false,
	} {
		if got := hasSecret(raw); got != want {
			t.Errorf("%s: %v, want %v", raw, got, want)
		}
	}
}

func TestTokensOfChannelsAreNotLogged(t *testing.T) {
	var out bytes.Buffer
	s := &Server{log: slog.New(slog.NewTextHandler(&out, nil))}
	s.cfg.fillDefaults()
	s.parts.Channels = func(string) (channels.File, bool) { panic("a bug") }
	handler := s.withIdentity(s.withRecovery(newRouter([]httpRoute{{pattern: channelsPath + "{token}/{file}", handler: s.handler(s.serveChannel)}})))
	const token = "5ecre7token"
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, channelsPath+token+"/kyero.xml", nil))
	if w.Code != http.StatusInternalServerError || out.Len() == 0 || strings.Contains(out.String(), token) {
		t.Errorf("status %d, log %q; want 500 and a line without the token", w.Code, out.String())
	}
}
