package operator

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
)

const token = "a token of the test"

func page(t *testing.T, cfg Config) *Page {
	t.Helper()
	cfg.Status = func(context.Context) any { return map[string]string{"mode": "replica"} }
	p, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func ask(p *Page, r *http.Request) *http.Response {
	w := httptest.NewRecorder()
	p.ServeHTTP(w, r)
	return w.Result()
}

func form(path string, values url.Values, cookies ...*http.Cookie) *http.Request {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(values.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for _, cookie := range cookies {
		r.AddCookie(cookie)
	}
	return r
}

func TestOnlyTheTokenOpensThePage(t *testing.T) {
	did := ""
	p := page(t, Config{Token: token, Actions: map[string]func(string) string{"accept": func(what string) string { did = what; return "done" }}})
	status := func(r *http.Request) int { return ask(p, r).StatusCode }

	if got := status(httptest.NewRequest("GET", "/", nil)); got != http.StatusOK {
		t.Errorf("the page itself: %d, want 200: it holds nothing", got)
	}
	if got := status(httptest.NewRequest("GET", "/status.json", nil)); got != http.StatusUnauthorized {
		t.Errorf("status for a stranger: %d, want 401", got)
	}
	if got := status(form("/do/accept", url.Values{"what": {"properties"}})); got != http.StatusUnauthorized || did != "" {
		t.Errorf("an action of a stranger: %d, did %q; want 401 and nothing", got, did)
	}
	forged := &http.Cookie{Name: cookieName, Value: strings.Repeat("0", 64)}
	if got := status(form("/do/accept", nil, forged)); got != http.StatusUnauthorized {
		t.Errorf("a forged cookie: %d, want 401", got)
	}
	if got := status(form("/login", url.Values{"token": {"a token of the tesT"}})); got != http.StatusUnauthorized {
		t.Errorf("a wrong token: %d, want 401", got)
	}
	response := ask(p, form("/login", url.Values{"token": {token}}))
	cookies := response.Cookies()
	if response.StatusCode != http.StatusSeeOther || len(cookies) != 1 {
		t.Fatalf("the token: %d with %d cookies, want 303 with one", response.StatusCode, len(cookies))
	}
	if c := cookies[0]; !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || strings.Contains(c.Value, token) {
		t.Errorf("the cookie is %+v; want one that no script and no other site gets, without the token", c)
	}
	if got := status(form("/do/accept", url.Values{"what": {"properties"}}, cookies...)); got != http.StatusOK || did != "properties" {
		t.Errorf("an action of the operator: %d, did %q", got, did)
	}
	if got := status(form("/do/other", nil, cookies...)); got != http.StatusNotFound {
		t.Errorf("an unknown action: %d, want 404", got)
	}
	foreign := form("/do/accept", nil, cookies...)
	foreign.Header.Set("Sec-Fetch-Site", "cross-site")
	if got := status(foreign); got != http.StatusForbidden {
		t.Errorf("a form of another site: %d, want 403", got)
	}
	bearer := httptest.NewRequest("GET", "/status.json", nil)
	bearer.Header.Set("Authorization", "Bearer "+token)
	if got := ask(p, bearer); got.StatusCode != http.StatusOK || got.Header.Get("Content-Type") != "application/json" {
		t.Errorf("a program with the token: %d %s", got.StatusCode, got.Header.Get("Content-Type"))
	}
}

func TestTokensCannotBeTriedForEver(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	p := page(t, Config{Token: token, Now: func() time.Time { return now }})
	for range mostTries {
		ask(p, form("/login", url.Values{"token": {"guess"}}))
	}
	if got := ask(p, form("/login", url.Values{"token": {token}})); got.StatusCode != http.StatusTooManyRequests {
		t.Errorf("after %d tries: %d, want 429", mostTries, got.StatusCode)
	}
	now = now.Add(time.Minute)
	if got := ask(p, form("/login", url.Values{"token": {token}})); got.StatusCode != http.StatusSeeOther {
		t.Errorf("a minute later: %d, want 303", got.StatusCode)
	}
}

func TestWithoutATokenThePageSaysHowToSetOne(t *testing.T) {
	p := page(t, Config{})
	for _, r := range []*http.Request{httptest.NewRequest("GET", "/status.json", nil), form("/login", url.Values{"token": {""}})} {
		if got := ask(p, r); got.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %d, want 403", r.URL.Path, got.StatusCode)
		}
	}
}

func TestThePageRunsNoForeignScript(t *testing.T) {
	got := ask(page(t, Config{Token: token}), httptest.NewRequest("GET", "/", nil))
	if csp := got.Header.Get("Content-Security-Policy"); !strings.Contains(csp, "default-src 'none'") || strings.Contains(csp, "unsafe") {
		t.Errorf("policy is %q", csp)
	}
}
