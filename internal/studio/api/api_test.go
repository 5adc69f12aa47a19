package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/pquerna/otp/totp"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/sanitize"
	"estate/internal/platform/clientaddr"
	"estate/internal/studio/account"
	"estate/internal/studio/edit"
	"estate/internal/studio/upload"
	"estate/internal/tests/passkeytest"
)

const (
	origin   = "https://www.example.com"
	password = "seven quiet lanterns"
)

// studio is a studio with a client of it.
type studio struct {
	*API
	t        *testing.T
	handler  http.Handler
	accounts *account.Store
	now      time.Time
	log      bytes.Buffer
	cookies  map[string]string
	remote   string
}

// testFiles are a client build.
func testFiles() fstest.MapFS {
	return fstest.MapFS{
		".vite/manifest.json": {Data: []byte(`{"src/main.tsx": {"file": "assets/main-1.js"}, "style.css": {"file": "assets/style-1.css"},
			"jost.woff2": {"file": "assets/jost-1.woff2"}}`)},
		"assets/main-1.js":    {Data: []byte("console.log(1)")},
		"assets/main-1.js.br": {Data: []byte("compressed")},
		"assets/style-1.css":  {Data: []byte("body{}")},
	}
}

func newStudio(t *testing.T) *studio {
	t.Helper()
	s := &studio{t: t, now: time.Date(2026, 11, 26, 9, 0, 0, 0, time.UTC), cookies: map[string]string{}, remote: "203.0.113.9:4000"}
	var err error
	s.accounts, err = account.Open(t.Context(), account.Place{Path: filepath.Join(t.TempDir(), "accounts.db")}, func() time.Time { return s.now })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.accounts.Close() })
	// Without content of its own, and with every call.
	sanitizer, err := sanitize.New(sanitize.Config{SiteURL: origin})
	if err != nil {
		t.Fatal(err)
	}
	editing, err := edit.New(edit.Config{Mode: edit.ModeLive, Sanitizer: sanitizer})
	if err != nil {
		t.Fatal(err)
	}
	s.API, err = New(Config{
		Edit: editing, Uploads: &upload.Service{}, Preview: func(http.ResponseWriter, *http.Request, content.Source, string) error { return nil },
		Accounts: s.accounts, Origins: []string{origin}, Files: testFiles(), Now: func() time.Time { return s.now },
		Site: func(context.Context, i18n.Lang) SiteInfo { return SiteInfo{Name: "Casa Agency", URL: origin} },
		Log:  slog.New(slog.NewTextHandler(&s.log, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	s.handler = s.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "a page of the site", http.StatusNotFound) }))
	return s
}

// send makes a request of the studio's own pages.
func (s *studio) send(method, path string, body any, change ...func(*http.Request)) *http.Response {
	s.t.Helper()
	text := []byte(nil)
	switch body := body.(type) {
	case nil:
	case string:
		text = []byte(body)
	default:
		var err error
		if text, err = json.Marshal(body); err != nil {
			s.t.Fatal(err)
		}
	}
	r := httptest.NewRequest(method, origin+path, bytes.NewReader(text))
	r.RemoteAddr = s.remote
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	for name, value := range s.cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	for _, fn := range change {
		fn(r)
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	for _, cookie := range w.Result().Cookies() {
		s.cookies[cookie.Name] = cookie.Value
		if cookie.MaxAge < 0 {
			delete(s.cookies, cookie.Name)
		}
	}
	return w.Result()
}

// call makes a call, wants its status and type of problem, and reads its answer.
func (s *studio) call(method, path string, body any, status int, problem ProblemType, into any) *http.Response {
	s.t.Helper()
	response := s.send(method, "/studio/api/"+path, body)
	var text bytes.Buffer
	_, _ = text.ReadFrom(response.Body)
	var p Problem
	_ = json.Unmarshal(text.Bytes(), &p)
	if response.StatusCode != status || p.Type != problem && problem != "" {
		s.t.Fatalf("%s %s: %d %s, want %d %s", method, path, response.StatusCode, &text, status, problem)
	}
	if response.Header.Get("Cache-Control") != "no-store" {
		s.t.Errorf("%s %s: Cache-Control %q, want no-store", method, path, response.Header.Get("Cache-Control"))
	}
	if into != nil {
		if err := json.Unmarshal(text.Bytes(), into); err != nil {
			s.t.Fatalf("%s %s: %v: %s", method, path, err, &text)
		}
	}
	return response
}

// signedIn makes a user and signs in as that user.
func (s *studio) signedIn(mail string, role account.Role) account.User {
	s.t.Helper()
	u, err := s.accounts.Add(s.t.Context(), account.User{Mail: mail, Name: "Ana Ruiz", Role: role, Lang: i18n.LangES})
	if err != nil {
		s.t.Fatal(err)
	}
	s.signInAs(u)
	return u
}

func (s *studio) signInAs(u account.User) {
	s.t.Helper()
	token, _, err := s.accounts.StartSession(s.t.Context(), u.ID, account.Device{})
	if err != nil {
		s.t.Fatal(err)
	}
	s.cookies = map[string]string{hostPrefix + cookieName: token}
}

func clientOf(address string) netip.Prefix { return clientaddr.Prefix(netip.MustParseAddr(address)) }

// TestEveryRouteIsGuarded covers the whole table, with the routes that are added later.
func TestEveryRouteIsGuarded(t *testing.T) {
	s := newStudio(t)
	users := map[account.Role]account.User{}
	for _, role := range account.Roles {
		users[role] = s.signedIn(string(role)+"@example.com", role)
	}
	routes := s.routes()
	if len(routes) < 40 {
		t.Fatalf("%d routes", len(routes))
	}
	for _, one := range routes {
		path := "/studio/api/" + strings.NewReplacer("{", "", "}", "").Replace(one.path)
		check := func(name string, status int, problem ProblemType, change ...func(*http.Request)) {
			t.Helper()
			response := s.send(one.method, path, nil, change...)
			var p Problem
			_ = json.NewDecoder(response.Body).Decode(&p)
			if response.StatusCode != status || p.Type != problem || p.Title == "" || response.Header.Get("Content-Type") != "application/problem+json" {
				t.Errorf("%s %s %s: %d %+v, want %d %s", one.method, one.path, name, response.StatusCode, p, status, problem)
			}
		}
		s.signInAs(users[account.RoleOwner])
		check("from another site", http.StatusForbidden, ProblemForbidden, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") })
		check("from another name of the domain", http.StatusForbidden, ProblemForbidden, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "same-site") })
		check("from an older browser at another site", http.StatusForbidden, ProblemForbidden, func(r *http.Request) {
			r.Header.Del("Sec-Fetch-Site")
			r.Header.Set("Origin", "https://evil.example")
		})
		if one.role == "" {
			continue
		}
		s.cookies = nil
		check("without a session", http.StatusUnauthorized, ProblemSignedOut)
		s.cookies = map[string]string{hostPrefix + cookieName: "guess"}
		check("with a guessed session", http.StatusUnauthorized, ProblemSignedOut)
		for _, role := range account.Roles {
			if !role.AtLeast(one.role) {
				s.signInAs(users[role])
				check("as "+string(role), http.StatusForbidden, ProblemForbidden)
			}
		}
		if one.strong {
			s.signInAs(users[account.RoleOwner])
			s.now = s.now.Add(15 * time.Minute)
			check("15 minutes after the factor", http.StatusForbidden, ProblemStrong)
		}
	}
}

func TestBodiesAreBounded(t *testing.T) {
	s := newStudio(t)
	s.signedIn("ana@example.com", account.RoleAgent)
	for name, tt := range map[string]struct {
		body   string
		status int
	}{
		"unknown field": {`{"name": "Ana", "role": "owner"}`, http.StatusBadRequest},
		"two values":    {`{"name": "Ana"}{}`, http.StatusBadRequest},
		"no JSON":       {`name=Ana`, http.StatusBadRequest},
		"empty":         {``, http.StatusBadRequest},
		"too large":     {`{"name": "` + strings.Repeat("a", maxBody) + `"}`, http.StatusRequestEntityTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			s.t = t
			s.call("PATCH", "account", tt.body, tt.status, ProblemInvalid, nil)
		})
	}
	s.t = t
	s.call("GET", "none", nil, http.StatusNotFound, ProblemNotFound, nil)
}

func TestTheFirstOwnerByPasskey(t *testing.T) {
	s := newStudio(t)
	closed := func(path string) bool { return s.send("GET", path, nil).StatusCode == http.StatusNotFound }
	if !closed("/studio/") || !closed("/studio/setup/") || !closed("/studio/api/session") || !closed("/studio/assets/main-1.js") {
		t.Error("the studio answers before there is an account or a link")
	}
	token, _, err := s.accounts.NewSetupLink(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if closed("/studio/setup/") || closed("/studio/assets/main-1.js") {
		t.Error("the page of the link does not answer")
	}
	if !closed("/studio/") || !closed("/studio/users/") || !closed("/studio/api/session") || !closed("/studio/invite/") {
		t.Error("more than the page of the link answers")
	}
	s.call("POST", "link", Token{Token: "guess"}, http.StatusGone, ProblemLinkEnded, nil)
	var info LinkInfo
	s.call("POST", "link", Token{Token: token}, http.StatusOK, "", &info)
	if info.Purpose != LinkSetup || info.Role != RoleOwner || !info.PasskeysWork || info.Site.Name != "Casa Agency" {
		t.Errorf("the link: %+v", info)
	}
	s.call("POST", "link/passkey/start", Token{Token: token, Person: &Person{Mail: "ana", Name: "Ana", Lang: "en"}}, 422, ProblemInvalid, nil)
	var ceremony Ceremony
	person := &Person{Mail: "ana@example.com", Name: "Ana", Lang: "es"}
	s.call("POST", "link/passkey/start", Token{Token: token, Person: person}, http.StatusOK, "", &ceremony)
	key := passkeytest.New(t, origin)
	result := CeremonyResult{ID: ceremony.ID, Credential: key.Create(ceremony.Options), Link: token, Person: person}
	var done LinkDone
	response := s.call("POST", "link/passkey/finish", result, http.StatusOK, "", &done)
	if done.Session.User.Role != RoleOwner || done.Session.User.Lang != "es" {
		t.Errorf("the owner: %+v", done.Session.User)
	}
	cookie := response.Header.Get("Set-Cookie")
	for _, want := range []string{"__Host-estate_studio=", "Path=/", "HttpOnly", "Secure", "SameSite=Strict"} {
		if !strings.Contains(cookie, want) {
			t.Errorf("cookie %q lacks %s", cookie, want)
		}
	}
	s.call("POST", "link", Token{Token: token}, http.StatusGone, ProblemLinkEnded, nil)
	s.call("GET", "users", nil, http.StatusOK, "", nil)

	s.call("DELETE", "session", nil, http.StatusNoContent, "", nil)
	s.call("GET", "session", nil, http.StatusUnauthorized, ProblemSignedOut, nil)
	s.call("POST", "session/passkey/start", "{}", http.StatusOK, "", &ceremony)
	var session Session
	response = s.call("POST", "session/passkey/finish", CeremonyResult{ID: ceremony.ID, Credential: key.Get(ceremony.Options), Keep: true}, http.StatusOK, "", &session)
	if !session.Ends.Equal(s.now.Add(14*24*time.Hour)) || !strings.Contains(response.Header.Get("Set-Cookie"), "Max-Age=1209600") {
		t.Errorf("a kept session ends %s: %s", session.Ends, response.Header.Get("Set-Cookie"))
	}
	former := s.cookies[hostPrefix+cookieName]
	s.now = s.now.Add(time.Hour)
	s.call("POST", "users", Invitation{Mail: "b@example.com", Name: "B", Lang: "en", Role: RoleAgent}, http.StatusForbidden, ProblemStrong, nil)
	s.call("POST", "session/strong/passkey/start", "{}", http.StatusOK, "", &ceremony)
	s.call("POST", "session/strong/passkey/finish", CeremonyResult{ID: ceremony.ID, Credential: key.Get(ceremony.Options)}, http.StatusOK, "", &session)
	if s.cookies[hostPrefix+cookieName] == former {
		t.Error("the token of the session stays after the user was verified again")
	}
	var link Link
	s.call("POST", "users", Invitation{Mail: "b@example.com", Name: "B", Lang: "en", Role: RoleAgent}, http.StatusOK, "", &link)
	if !strings.HasPrefix(link.URL, origin+"/studio/invite/#") {
		t.Errorf("the invitation: %s", link.URL)
	}
	if log := s.log.String(); strings.Contains(log, "ana@example.com") || strings.Contains(log, token) || strings.Contains(log, former) ||
		!strings.Contains(log, "a user signed in") || !strings.Contains(log, "203.0.113.9/32") {
		t.Errorf("the log has personal data or secrets, or lacks events:\n%s", log)
	}
}

func TestSignInByPasswordAndSignOut(t *testing.T) {
	s := newStudio(t)
	token, _, err := s.accounts.NewSetupLink(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	person := Person{Mail: "ana@example.com", Name: "Ana", Lang: "en"}
	var problem Problem
	s.call("POST", "link/password", LinkPassword{Token: token, Person: person, Password: "CasaAgency2026"}, 422, ProblemInvalid, &problem)
	if len(problem.Fields) != 1 || problem.Fields[0].Path != "password" || problem.Fields[0].Text == "" {
		t.Errorf("the agency's name as a password: %+v", problem)
	}
	var secret TOTPSecret
	s.call("POST", "link/password", LinkPassword{Token: token, Person: person, Password: password}, http.StatusOK, "", &secret)
	if !strings.HasPrefix(secret.URI, "otpauth://totp/Casa%20Agency:ana@example.com?") {
		t.Errorf("address of the secret: %s", secret.URI)
	}
	current := func() string {
		code, err := totp.GenerateCode(secret.Secret, s.now)
		if err != nil {
			t.Fatal(err)
		}
		return code
	}
	s.call("POST", "link/totp", LinkCode{Token: token, Code: "000000"}, http.StatusUnauthorized, ProblemWrong, nil)
	var done LinkDone
	s.call("POST", "link/totp", LinkCode{Token: token, Code: current()}, http.StatusOK, "", &done)
	if len(done.Codes) != 10 {
		t.Errorf("%d recovery codes", len(done.Codes))
	}
	response := s.call("DELETE", "session", nil, http.StatusNoContent, "", nil)
	if got := response.Header.Get("Clear-Site-Data"); got != `"storage"` {
		t.Errorf("Clear-Site-Data %q", got)
	}
	s.now = s.now.Add(time.Minute)
	s.call("POST", "session/password", PasswordSignIn{Mail: "ana@example.com", Password: password}, http.StatusUnauthorized, ProblemCodeNeeded, nil)
	var wrong, unknown Problem
	s.call("POST", "session/password", PasswordSignIn{Mail: "ana@example.com", Password: "x"}, http.StatusUnauthorized, ProblemWrong, &wrong)
	s.call("POST", "session/password", PasswordSignIn{Mail: "b@example.com", Password: "x"}, http.StatusUnauthorized, ProblemWrong, &unknown)
	if wrong.Title != unknown.Title {
		t.Errorf("an unknown account is told apart: %q, %q", wrong.Title, unknown.Title)
	}
	var session Session
	s.call("POST", "session/password", PasswordSignIn{Mail: "ana@example.com", Password: password, Code: current(), Keep: true}, http.StatusOK, "", &session)
	if !session.Ends.Equal(s.now.Add(12 * time.Hour)) {
		t.Errorf("a session by password ends %s, want after 12 h", session.Ends)
	}
	s.now = s.now.Add(time.Hour)
	s.call("POST", "session/strong", PasswordSignIn{Password: password, Code: current()}, http.StatusOK, "", &session)
	if !session.StrongUntil.Equal(s.now.Add(15 * time.Minute)) {
		t.Errorf("strong until %s", session.StrongUntil)
	}
	s.call("POST", "account/password", NewPassword{Password: "nine quiet lanterns"}, http.StatusNoContent, "", nil)
	var own Account
	s.call("GET", "account", nil, http.StatusOK, "", &own)
	if len(own.Sessions) != 1 || !own.Sessions[0].Current || own.Codes != 10 || !own.User.HasTOTP {
		t.Errorf("the account: %+v", own)
	}
	s.call("DELETE", "account/sessions", nil, http.StatusNoContent, "", nil)
	s.call("GET", "session", nil, http.StatusUnauthorized, ProblemSignedOut, nil)
}

// Guesses of a password are delayed, and lock out neither the user nor who shares the client's address.
func TestPasswordAttemptsAreDelayed(t *testing.T) {
	s := newStudio(t)
	s.signedIn("ana@example.com", account.RoleOwner)
	synctest.Test(t, func(t *testing.T) {
		try := func(key string) (took time.Duration, err error) {
			began := time.Now()
			err = s.guarded(httptest.NewRequest("POST", "/studio/api/session/password", nil), &call{}, key, func(context.Context) error {
				return account.ErrWrong
			})
			return time.Since(began), err
		}
		for range 10 {
			if took, err := try("ana@example.com"); took > 0 || err == nil {
				t.Fatalf("a wrong password: %s, %v", took, err)
			}
		}
		if took, _ := try("ANA@example.com"); took != 3*time.Second {
			t.Errorf("after 10 wrong passwords: %s, want 3 s", took)
		}
		began := time.Now()
		err := s.guarded(httptest.NewRequest("POST", "/", nil), &call{client: clientOf("198.51.100.1")}, "ana@example.com", func(context.Context) error { return nil })
		if err != nil || time.Since(began) != 3*time.Second {
			t.Errorf("the right password at another client: %v after %s, want success after 3 s", err, time.Since(began))
		}
		began = time.Now()
		err = s.guarded(httptest.NewRequest("POST", "/", nil), &call{client: clientOf("198.51.100.1")}, "b@example.com", func(context.Context) error { return nil })
		if err != nil || time.Since(began) != 0 {
			t.Errorf("another account at another client: %v after %s, want success at once", err, time.Since(began))
		}
	})
}

func TestASignInFloodIsRefused(t *testing.T) {
	s := newStudio(t)
	synctest.Test(t, func(t *testing.T) {
		hold := make(chan struct{})
		results := make(chan error, 20)
		for range 20 {
			go func() {
				results <- s.guarded(httptest.NewRequest("POST", "/", nil), &call{client: clientOf("198.51.100.1")}, "", func(context.Context) error {
					<-hold
					return nil
				})
			}()
		}
		synctest.Wait()
		refused := 0
		for len(results) > 0 {
			p := (*Problem)(nil)
			if err := <-results; !errors.As(err, &p) || p.Type != ProblemTooMany || p.RetryAfter == 0 {
				t.Errorf("%v, want too-many with a time", err)
			}
			refused++
		}
		if refused != 20-2*maxSignIns {
			t.Errorf("%d of 20 sign-ins at once are refused, want %d", refused, 20-2*maxSignIns)
		}
		if err := s.guarded(httptest.NewRequest("POST", "/", nil), &call{client: clientOf("198.51.100.2")}, "", func(context.Context) error { return nil }); err != nil {
			t.Errorf("another client meanwhile: %v", err)
		}
		close(hold)
	})
}

func TestOwnersManageUsers(t *testing.T) {
	s := newStudio(t)
	owner := s.signedIn("owner@example.com", account.RoleOwner)
	var link Link
	s.call("POST", "users", Invitation{Mail: "ana@example.com", Name: "Ana", Lang: "en", Role: RoleAgent, Author: 4}, http.StatusOK, "", &link)
	s.call("POST", "users", Invitation{Mail: "ANA@example.com", Name: "Ana", Lang: "en", Role: RoleAgent}, 422, ProblemInvalid, nil)
	s.call("POST", "users", Invitation{Mail: "c@example.com", Name: "C", Lang: "en", Role: "admin"}, 422, ProblemInvalid, nil)
	var list Users
	s.call("GET", "users", nil, http.StatusOK, "", &list)
	if len(list.Users) != 2 || list.Users[0].Mail != "ana@example.com" || !list.Users[0].Pending || list.Users[0].Author != 4 {
		t.Fatalf("users: %+v", list.Users)
	}
	id := list.Users[0].ID
	var changed User
	s.call("PATCH", "users/"+id, UserChange{Role: RoleEditor, Author: new(0)}, http.StatusOK, "", &changed)
	if changed.Role != RoleEditor || changed.Author != 0 {
		t.Errorf("changed: %+v", changed)
	}
	var again Link
	s.call("POST", "users/"+id+"/recover", "{}", http.StatusOK, "", &again)
	_, token, _ := strings.Cut(link.URL, "#")
	s.call("POST", "link", Token{Token: token}, http.StatusGone, ProblemLinkEnded, nil)
	s.call("PATCH", "users/none", UserChange{Role: RoleEditor}, http.StatusNotFound, ProblemNotFound, nil)
	s.call("DELETE", "users/"+id, nil, http.StatusNoContent, "", nil)
	s.call("DELETE", "users/"+id, nil, http.StatusNotFound, ProblemNotFound, nil)
	_ = owner
}

func TestDocumentAndFilesOfTheStudio(t *testing.T) {
	s := newStudio(t)
	s.signedIn("ana@example.com", account.RoleAgent)
	s.cookies = nil
	for _, path := range []string{"/studio/", "/studio/properties/", "/studio/invite/"} {
		response := s.send("GET", path, nil, func(r *http.Request) { r.Header.Set("Accept-Language", "es-ES,es;q=0.9") })
		var body bytes.Buffer
		_, _ = body.ReadFrom(response.Body)
		for _, want := range []string{`lang="es"`, `src="/studio/assets/main-1.js"`, `href="/studio/assets/style-1.css"`, `crossorigin href="/studio/assets/jost-1.woff2"`, `id="root"`, "noindex", "<title>Estudio · Casa Agency"} {
			if !strings.Contains(body.String(), want) {
				t.Errorf("%s lacks %s", path, want)
			}
		}
		if strings.Contains(body.String(), "<style") || strings.Count(body.String(), "<script") != 1 {
			t.Errorf("%s has inline code:\n%s", path, &body)
		}
		policy := response.Header.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types estate", "base-uri 'none'"} {
			if !strings.Contains(policy, want) {
				t.Errorf("policy of %s lacks %s", path, want)
			}
		}
		if strings.Contains(policy, "unsafe") {
			t.Errorf("policy of %s: %s", path, policy)
		}
		for name, want := range map[string]string{
			"Cache-Control": "no-store", "X-Robots-Tag": "noindex", "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := response.Header.Get(name); got != want {
				t.Errorf("%s: %s %q, want %q", path, name, got, want)
			}
		}
	}
	response := s.send("GET", "/studio/assets/main-1.js", nil, func(r *http.Request) { r.Header.Set("Accept-Encoding", "gzip, br") })
	if response.StatusCode != 200 || response.Header.Get("Content-Encoding") != "br" || !strings.Contains(response.Header.Get("Cache-Control"), "immutable") {
		t.Errorf("a file: %d %v", response.StatusCode, response.Header)
	}
	for _, missing := range []string{"/studio/assets/none.js", "/studio/assets/../.vite/manifest.json", "/studio/assets/%2e%2e/.vite/manifest.json", "/studio/assets/"} {
		if response := s.send("GET", missing, nil); response.StatusCode == 200 && response.Header.Get("Content-Type") != "text/html; charset=utf-8" {
			t.Errorf("%s: %d %s", missing, response.StatusCode, response.Header.Get("Content-Type"))
		}
	}
}
