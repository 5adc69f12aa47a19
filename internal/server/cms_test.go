package server

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"
)

const cmsSecret = "a secret of the test"

var cmsNow = time.Date(2026, 5, 6, 12, 0, 0, 0, time.UTC)

// plugin signs calls as the CMS's plugin does.
func pluginCall(method, path, purpose, secret string, at time.Time, body string) *http.Request {
	r := httptest.NewRequest(method, path, bytes.NewReader([]byte(body)))
	r.Header.Set("Content-Type", "application/json")
	stamp := strconv.FormatInt(at.Unix(), 10)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(purpose + "\n" + stamp + "\n" + body))
	r.Header.Set("X-Estate-Timestamp", stamp)
	r.Header.Set("X-Estate-Signature", "sha256="+hex.EncodeToString(mac.Sum(nil)))
	return r
}

func cmsServer(told *[]CMSChange) *Server {
	return &Server{
		cfg: Config{Now: func() time.Time { return cmsNow }}, pluginCalls: newRateLimiter(pluginRateLimit),
		parts: Parts{CMS: &CMS{
			Secret:  cmsSecret,
			Changed: func(changes []CMSChange) int { *told = append(*told, changes...); return len(changes) },
			Status:  func() any { return map[string]string{"mode": "replica"} },
		}},
	}
}

func TestTheWebhookTakesSignedChangesAlone(t *testing.T) {
	good := `{"changes":[{"type":"properties","id":12},{"type":"options","id":0}]}`
	many := `{"changes":[` + strings.TrimSuffix(strings.Repeat(`{"type":"posts","id":1},`, 501), ",") + `]}`
	for _, tt := range []struct {
		name    string
		request *http.Request
		status  int
		told    int
	}{
		{"signed", pluginCall("POST", "/_cms/changed", purposeChanged, cmsSecret, cmsNow, good), 202, 2},
		{"four minutes ago", pluginCall("POST", "/_cms/changed", purposeChanged, cmsSecret, cmsNow.Add(-4*time.Minute), good), 202, 2},
		{"six minutes ago", pluginCall("POST", "/_cms/changed", purposeChanged, cmsSecret, cmsNow.Add(-6*time.Minute), good), 401, 0},
		{"six minutes ahead", pluginCall("POST", "/_cms/changed", purposeChanged, cmsSecret, cmsNow.Add(6*time.Minute), good), 401, 0},
		{"another secret", pluginCall("POST", "/_cms/changed", purposeChanged, "another secret, also long", cmsNow, good), 401, 0},
		{"another purpose", pluginCall("POST", "/_cms/changed", purposeStatus, cmsSecret, cmsNow, good), 401, 0},
		{"no signature", httptest.NewRequest("POST", "/_cms/changed", strings.NewReader(good)), 401, 0},
		{"no JSON", pluginCall("POST", "/_cms/changed", purposeChanged, cmsSecret, cmsNow, "<html>"), 400, 0},
		{"too many", pluginCall("POST", "/_cms/changed", purposeChanged, cmsSecret, cmsNow, many), 400, 0},
		{"too large", pluginCall("POST", "/_cms/changed", purposeChanged, cmsSecret, cmsNow, `{"changes":[]`+strings.Repeat(" ", 70<<10)+"}"), 413, 0},
		{"a number below zero", pluginCall("POST", "/_cms/changed", purposeChanged, cmsSecret, cmsNow, `{"changes":[{"type":"posts","id":-1}]}`), 400, 0},
		{"asked and not told", pluginCall("GET", "/_cms/changed", purposeChanged, cmsSecret, cmsNow, ""), 405, 0},
		{"elsewhere", pluginCall("POST", "/_cms/other", purposeChanged, cmsSecret, cmsNow, good), 404, 0},
		{"status, signed", pluginCall("GET", "/_cms/status", purposeStatus, cmsSecret, cmsNow, ""), 200, 0},
		{"status, unsigned", httptest.NewRequest("GET", "/_cms/status", nil), 401, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var told []CMSChange
			w := httptest.NewRecorder()
			cmsServer(&told).Handler().ServeHTTP(w, tt.request)
			if w.Code != tt.status || len(told) != tt.told {
				t.Errorf("status %d, %d changes told; want %d and %d (%s)", w.Code, len(told), tt.status, tt.told, w.Body)
			}
			if tt.status == 202 && w.Body.String() != fmt.Sprintf(`{"accepted":%d}`, tt.told) {
				t.Errorf("answer is %s", w.Body)
			}
		})
	}
}

func TestACallerThatFloodsIsToldToWait(t *testing.T) {
	var told []CMSChange
	s := cmsServer(&told)
	for range pluginRateLimit.Burst {
		s.Handler().ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("POST", "/_cms/changed", strings.NewReader("{}")))
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, pluginCall("POST", "/_cms/changed", purposeChanged, cmsSecret, cmsNow, `{"changes":[]}`))
	if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" {
		t.Errorf("status %d, Retry-After %q; want 429 with a time", w.Code, w.Header().Get("Retry-After"))
	}
}

func TestWithoutASecretThereIsNoWebhook(t *testing.T) {
	var told []CMSChange
	s := cmsServer(&told)
	s.parts.CMS.Secret = ""
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, pluginCall("POST", "/_cms/changed", purposeChanged, "", cmsNow, `{"changes":[]}`))
	if w.Code != http.StatusNotFound {
		t.Errorf("status %d, want 404", w.Code)
	}
}
