package server

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"testing"
	"time"

	"estate/internal/cms/replica"
	"estate/internal/platform/signature"
)

const cmsSecret = "a secret of the test"

var cmsNow = time.Date(2026, 5, 6, 12, 0, 0, 0, time.UTC)

// signer sets the signature of a request, as the CMS's plugin does.
type signer func(r *http.Request, purpose, secret string, at time.Time, body string)

func sign(r *http.Request, purpose, secret string, at time.Time, body string) {
	r.Header.Set(signature.Header, signature.Sign(secret, at, []byte(purpose+"\n"), []byte(body)))
}

// signOld signs as the plugin before version 1.1.0 does.
func signOld(r *http.Request, purpose, secret string, at time.Time, body string) {
	stamp := strconv.FormatInt(at.Unix(), 10)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(purpose + "\n" + stamp + "\n" + body))
	r.Header.Set("X-Estate-Timestamp", stamp)
	r.Header.Set(signature.Header, "sha256="+hex.EncodeToString(mac.Sum(nil)))
}

func (sign signer) call(method, path, purpose, secret string, at time.Time, body string) *http.Request {
	r := httptest.NewRequest(method, path, bytes.NewReader([]byte(body)))
	r.Header.Set("Content-Type", "application/json")
	sign(r, purpose, secret, at, body)
	return r
}

func cmsServer(accepted *[]replica.Notice) *Server {
	s := &Server{
		cfg:   Config{Now: func() time.Time { return cmsNow }},
		links: newLinkCache(),
		parts: Parts{Generation: func() uint64 { return 1 }, CMS: &CMS{
			Secret: cmsSecret,
			Notify: func(notices []replica.Notice) int { *accepted = append(*accepted, notices...); return len(notices) },
			Status: func() any { return map[string]string{"mode": "replica"} },
		}},
	}
	s.setLimits(false)
	return s
}

func TestNoticesAreAcceptedOnlyWithASignature(t *testing.T) { testNotices(t, sign) }

func TestNoticesOfAnOldPluginAreAccepted(t *testing.T) { testNotices(t, signOld) }

func testNotices(t *testing.T, plugin signer) {
	good := `{"changes":[{"type":"properties","id":12},{"type":"options","id":0}]}`
	many := `{"changes":[` + strings.TrimSuffix(strings.Repeat(`{"type":"posts","id":1},`, 501), ",") + `]}`
	for _, tt := range []struct {
		name    string
		request *http.Request
		status  int
		changes int
	}{
		{"signed", plugin.call("POST", "/_cms/changed", purposeNotices, cmsSecret, cmsNow, good), 202, 2},
		{"four minutes ago", plugin.call("POST", "/_cms/changed", purposeNotices, cmsSecret, cmsNow.Add(-4*time.Minute), good), 202, 2},
		{"six minutes ago", plugin.call("POST", "/_cms/changed", purposeNotices, cmsSecret, cmsNow.Add(-6*time.Minute), good), 401, 0},
		{"six minutes ahead", plugin.call("POST", "/_cms/changed", purposeNotices, cmsSecret, cmsNow.Add(6*time.Minute), good), 401, 0},
		{"another secret", plugin.call("POST", "/_cms/changed", purposeNotices, "another secret, also long", cmsNow, good), 401, 0},
		{"another purpose", plugin.call("POST", "/_cms/changed", purposeStatus, cmsSecret, cmsNow, good), 401, 0},
		{"no signature", httptest.NewRequest("POST", "/_cms/changed", strings.NewReader(good)), 401, 0},
		{"no JSON", plugin.call("POST", "/_cms/changed", purposeNotices, cmsSecret, cmsNow, "<html>"), 400, 0},
		{"too many", plugin.call("POST", "/_cms/changed", purposeNotices, cmsSecret, cmsNow, many), 400, 0},
		{"too large", plugin.call("POST", "/_cms/changed", purposeNotices, cmsSecret, cmsNow, `{"changes":[]`+strings.Repeat(" ", 70<<10)+"}"), 413, 0},
		{"a number below zero", plugin.call("POST", "/_cms/changed", purposeNotices, cmsSecret, cmsNow, `{"changes":[{"type":"posts","id":-1}]}`), 400, 0},
		{"GET", plugin.call("GET", "/_cms/changed", purposeNotices, cmsSecret, cmsNow, ""), 405, 0},
		{"unknown address", plugin.call("POST", "/_cms/other", purposeNotices, cmsSecret, cmsNow, good), 404, 0},
		{"status, signed", plugin.call("GET", "/_cms/status", purposeStatus, cmsSecret, cmsNow, ""), 200, 0},
		{"status, unsigned", httptest.NewRequest("GET", "/_cms/status", nil), 401, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var accepted []replica.Notice
			w := httptest.NewRecorder()
			cmsServer(&accepted).Handler().ServeHTTP(w, tt.request)
			if w.Code != tt.status || len(accepted) != tt.changes {
				t.Errorf("status %d, %d changes accepted; want %d and %d (%s)", w.Code, len(accepted), tt.status, tt.changes, w.Body)
			}
			if tt.status == 202 && w.Body.String() != fmt.Sprintf(`{"accepted":%d}`, tt.changes) {
				t.Errorf("answer is %s", w.Body)
			}
		})
	}
}

func TestTheRateLimitOfThePluginAnswers429(t *testing.T) {
	var accepted []replica.Notice
	s := cmsServer(&accepted)
	for range pluginBurst {
		s.Handler().ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("POST", "/_cms/changed", strings.NewReader("{}")))
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, signer(sign).call("POST", "/_cms/changed", purposeNotices, cmsSecret, cmsNow, `{"changes":[]}`))
	if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" {
		t.Errorf("status %d, Retry-After %q; want 429 with a time", w.Code, w.Header().Get("Retry-After"))
	}
}

func TestRefusalsAreReported(t *testing.T) {
	var accepted []replica.Notice
	s, reports := cmsServer(&accepted), map[string]int{}
	s.cfg.Limits.Refused = func(reason string, client netip.Prefix) { reports[reason+" "+client.String()]++ }
	s.setLimits(false)
	for range pluginBurst + 1 {
		request := httptest.NewRequest(http.MethodPost, "/_cms/changed", strings.NewReader("{}"))
		request.RemoteAddr = "203.0.113.9:1234"
		s.Handler().ServeHTTP(httptest.NewRecorder(), request)
	}
	want := map[string]int{"invalid signature of the plugin 203.0.113.9/32": pluginBurst, "too many requests of the plugin 203.0.113.9/32": 1}
	if !maps.Equal(reports, want) {
		t.Errorf("reported %v, want %v", reports, want)
	}
}

func TestWithoutASecretThereIsNoAddressForNotices(t *testing.T) {
	var accepted []replica.Notice
	s := cmsServer(&accepted)
	s.parts.CMS.Secret = ""
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, signer(sign).call("POST", "/_cms/changed", purposeNotices, "", cmsNow, `{"changes":[]}`))
	if w.Code != http.StatusNotFound {
		t.Errorf("status %d, want 404", w.Code)
	}
}
