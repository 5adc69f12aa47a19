package operator

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"estate/internal/platform/attempts"
)

const token = "a token of the test"

type state struct{ Mode string }

func (state) Headline() (text, class string) { return "No problems", "good-text" }

// page creates a page with a fixed status.
func page(t *testing.T, cfg Config) *Page {
	t.Helper()
	cfg.Status = func(context.Context) Status { return state{Mode: "replica"} }
	p, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// send serves a request.
func send(p *Page, r *http.Request) *http.Response {
	w := httptest.NewRecorder()
	p.ServeHTTP(w, r)
	return w.Result()
}

// form is a POST request of a form.
func form(path string, values url.Values, cookies ...*http.Cookie) *http.Request {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(values.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for _, cookie := range cookies {
		r.AddCookie(cookie)
	}
	return r
}

func TestActionsNeedTheToken(t *testing.T) {
	did := ""
	p := page(t, Config{Token: token, Actions: map[string]func(string) string{"accept": func(what string) string { did = what; return "done" }}})
	status := func(r *http.Request) int { return send(p, r).StatusCode }

	if got := status(httptest.NewRequest("GET", "/", nil)); got != http.StatusOK {
		t.Errorf("static page: %d, want 200", got)
	}
	if got := status(httptest.NewRequest("GET", "/status.json", nil)); got != http.StatusUnauthorized {
		t.Errorf("status without a token: %d, want 401", got)
	}
	if got := status(form("/do/accept", url.Values{"what": {"properties"}})); got != http.StatusUnauthorized || did != "" {
		t.Errorf("action without a token: %d, did %q; want 401 and no action", got, did)
	}
	forged := &http.Cookie{Name: cookieName, Value: strings.Repeat("0", 64)}
	if got := status(form("/do/accept", nil, forged)); got != http.StatusUnauthorized {
		t.Errorf("forged cookie: %d, want 401", got)
	}
	if got := status(form("/login", url.Values{"token": {"a token of the tesT"}})); got != http.StatusUnauthorized {
		t.Errorf("wrong token: %d, want 401", got)
	}
	response := send(p, form("/login", url.Values{"token": {token}}))
	cookies := response.Cookies()
	if response.StatusCode != http.StatusSeeOther || len(cookies) != 1 {
		t.Fatalf("login: %d with %d cookies, want 303 with one", response.StatusCode, len(cookies))
	}
	if c := cookies[0]; !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || strings.Contains(c.Value, token) {
		t.Errorf("cookie %+v; want HttpOnly and SameSite=Strict, without the token", c)
	}
	if got := status(form("/do/accept", url.Values{"what": {"properties"}}, cookies...)); got != http.StatusOK || did != "properties" {
		t.Errorf("action with the session: %d, did %q", got, did)
	}
	if got := status(form("/do/other", nil, cookies...)); got != http.StatusNotFound {
		t.Errorf("unknown action: %d, want 404", got)
	}
	foreign := form("/do/accept", nil, cookies...)
	foreign.Header.Set("Sec-Fetch-Site", "cross-site")
	if got := status(foreign); got != http.StatusForbidden {
		t.Errorf("form of another site: %d, want 403", got)
	}
	bearer := httptest.NewRequest("GET", "/status.json", nil)
	bearer.Header.Set("Authorization", "Bearer "+token)
	if got := send(p, bearer); got.StatusCode != http.StatusOK || got.Header.Get("Content-Type") != "application/json" {
		t.Errorf("bearer token: %d %s", got.StatusCode, got.Header.Get("Content-Type"))
	}
}

// Guesses are delayed, and lock nobody out: not even an operator who has the address of the guesser.
func TestTokenAttemptsAreDelayed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := page(t, Config{Token: token})
		try := func(token, from string) (status int, took time.Duration) {
			r, began := form("/login", url.Values{"token": {token}}), time.Now()
			r.RemoteAddr = cmp.Or(from, r.RemoteAddr)
			return send(p, r).StatusCode, time.Since(began)
		}
		for range attempts.Free {
			if status, took := try("guess", ""); status != http.StatusUnauthorized || took > 0 {
				t.Fatalf("a wrong token: %d after %s", status, took)
			}
		}
		if status, took := try("guess", ""); status != http.StatusUnauthorized || took != attempts.FirstDelay {
			t.Errorf("a guess after %d wrong tokens: %d after %s, want 401 after %s", attempts.Free, status, took, attempts.FirstDelay)
		}
		if status, took := try(token, ""); status != http.StatusSeeOther || took != attempts.FirstDelay {
			t.Errorf("the operator at the address of the guesser: %d after %s, want 303 after %s", status, took, attempts.FirstDelay)
		}
		if status, took := try(token, "198.51.100.9:1234"); status != http.StatusSeeOther || took > 0 {
			t.Errorf("the operator at another address: %d after %s, want 303 at once", status, took)
		}
		left, leave := context.WithCancel(t.Context())
		leave()
		if got := send(p, form("/login", url.Values{"token": {token}}).WithContext(left)); got.StatusCode == http.StatusSeeOther {
			t.Error("a client that left before the delay learns that its token is right")
		}
		time.Sleep(attempts.Window)
		if status, took := try(token, ""); status != http.StatusSeeOther || took > 0 {
			t.Errorf("a minute later: %d after %s, want 303 at once", status, took)
		}
	})
}

func TestSessionsEnd(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	p := page(t, Config{Token: token, Now: func() time.Time { return now }})
	login := func() *http.Cookie { return send(p, form("/login", url.Values{"token": {token}})).Cookies()[0] }
	status := func(cookie *http.Cookie) int {
		r := httptest.NewRequest("GET", "/status.json", nil)
		r.AddCookie(cookie)
		return send(p, r).StatusCode
	}
	first, second := login(), login()
	if first.Value == second.Value {
		t.Error("two sessions have the same cookie")
	}
	send(p, form("/logout", nil, first))
	if got := status(first); got != http.StatusUnauthorized {
		t.Errorf("a copied cookie after the logout: %d, want 401", got)
	}
	if got := status(second); got != http.StatusOK {
		t.Errorf("another session after that logout: %d, want 200", got)
	}
	now = now.Add(sessionLifetime)
	if got := status(second); got != http.StatusUnauthorized {
		t.Errorf("a session after %s: %d, want 401", sessionLifetime, got)
	}
}

func TestIdleAndFormerSessionsEnd(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	p := page(t, Config{Token: token, Now: func() time.Time { return now }})
	login := func(cookies ...*http.Cookie) *http.Cookie {
		return send(p, form("/login", url.Values{"token": {token}}, cookies...)).Cookies()[0]
	}
	status := func(cookie *http.Cookie) int {
		r := httptest.NewRequest("GET", "/status.json", nil)
		r.AddCookie(cookie)
		return send(p, r).StatusCode
	}
	used, idle := login(), login()
	for range 4 {
		now = now.Add(sessionIdle / 2)
		if got := status(used); got != http.StatusOK {
			t.Errorf("a session in use: %d, want 200", got)
		}
	}
	if got := status(idle); got != http.StatusUnauthorized {
		t.Errorf("an idle session: %d, want 401", got)
	}
	again := login(used)
	if got := status(used); got != http.StatusUnauthorized {
		t.Errorf("the session before another sign-in of its browser: %d, want 401", got)
	}
	other := login()
	out := send(p, form("/logout", url.Values{"all": {"yes"}}, again))
	if status(again) != http.StatusUnauthorized || status(other) != http.StatusUnauthorized {
		t.Error("a session is open after all were ended")
	}
	if !strings.Contains(out.Header.Get("Clear-Site-Data"), "storage") {
		t.Error("the logout clears no data of the browser")
	}
	last := login()
	send(p, form("/logout", url.Values{"all": {"yes"}}, &http.Cookie{Name: cookieName, Value: "forged"}))
	if got := status(last); got != http.StatusOK {
		t.Errorf("a session after a forged logout of all: %d, want 200", got)
	}
}

func TestCookieBelongsToTheHost(t *testing.T) {
	p := page(t, Config{Token: token})
	for proto, want := range map[string]string{"": cookieName, "https": "__Host-" + cookieName} {
		r := form("/login", url.Values{"token": {token}})
		r.Header.Set("X-Forwarded-Proto", proto)
		cookie := send(p, r).Cookies()[0]
		if cookie.Name != want || cookie.Secure != (proto == "https") || !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode || cookie.Path != "/" || cookie.Domain != "" || len(cookie.Value) < 26 {
			t.Errorf("cookie by %q: %+v", proto, cookie)
		}
	}
}

func TestAdminAddressAnswersToKnownHosts(t *testing.T) {
	p := page(t, Config{Token: token, Hosts: []string{"admin.example.com"}})
	site := p.CheckHost(p)
	for host, want := range map[string]int{
		"127.0.0.1:9090": 200, "[::1]:9090": 200, "localhost:9090": 200, "Admin.example.com": 200, "rebound.attacker.test:9090": 421, "": 421,
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Host = host
		w := httptest.NewRecorder()
		site.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("Host %q: %d, want %d", host, w.Code, want)
		}
	}
}

func TestMetricsNeedANetworkOrTheToken(t *testing.T) {
	p := page(t, Config{Token: token, Networks: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}})
	metrics := p.Private(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }))
	for _, tt := range []struct {
		from, bearer string
		want         int
	}{
		{"10.1.2.3:1", "", 200}, {"[::ffff:10.1.2.3]:1", "", 200}, {"203.0.113.1:1", "", 401}, {"203.0.113.1:1", token, 200}, {"203.0.113.1:1", "guess", 401},
	} {
		r := httptest.NewRequest("GET", "/metrics", nil)
		r.RemoteAddr = tt.from
		if tt.bearer != "" {
			r.Header.Set("Authorization", "Bearer "+tt.bearer)
		}
		w := httptest.NewRecorder()
		metrics.ServeHTTP(w, r)
		if w.Code != tt.want {
			t.Errorf("from %s with token %q: %d, want %d", tt.from, tt.bearer, w.Code, tt.want)
		}
	}
}

func TestSignInsAndRefusalsAreLogged(t *testing.T) {
	var log strings.Builder
	p := page(t, Config{Token: token, Log: slog.New(slog.NewTextHandler(&log, nil))})
	send(p, form("/login", url.Values{"token": {"a wrong guess"}}))
	send(p, form("/login", url.Values{"token": {token}}))
	for _, line := range []string{"wrong token", "signed in"} {
		if !strings.Contains(log.String(), line) {
			t.Errorf("the log lacks %q:\n%s", line, &log)
		}
	}
	if strings.Contains(log.String(), "guess") || strings.Contains(log.String(), token) {
		t.Errorf("the log contains a token:\n%s", &log)
	}
}

func TestPageWithoutATokenIsClosed(t *testing.T) {
	p := page(t, Config{})
	for _, r := range []*http.Request{httptest.NewRequest("GET", "/status.json", nil), form("/login", url.Values{"token": {""}})} {
		if got := send(p, r); got.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %d, want 403", r.URL.Path, got.StatusCode)
		}
	}
}

func TestPolicyForbidsForeignScripts(t *testing.T) {
	got := send(page(t, Config{Token: token}), httptest.NewRequest("GET", "/", nil))
	if csp := got.Header.Get("Content-Security-Policy"); !strings.Contains(csp, "default-src 'none'") || strings.Contains(csp, "unsafe") {
		t.Errorf("policy %q", csp)
	}
}

func TestLongTokensAreAccepted(t *testing.T) {
	long := strings.Repeat("ñ€ =+", 20)
	p := page(t, Config{Token: long})
	if got := send(p, form("/login", url.Values{"token": {long}})); got.StatusCode != http.StatusSeeOther {
		t.Errorf("a token of 100 characters: %d, want 303", got.StatusCode)
	}
	if got := send(p, form("/login", url.Values{"token": {long[:len(long)-1]}})); got.StatusCode != http.StatusUnauthorized {
		t.Errorf("a token that lacks its end: %d, want 401", got.StatusCode)
	}
}
