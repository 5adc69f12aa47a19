package api

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"golang.org/x/text/language"

	"estate/internal/content/i18n"
	"estate/internal/platform/backoff"
	"estate/internal/platform/fairqueue"
	"estate/internal/studio/account"
)

// accountRoutes are the calls of sessions, links, the user's own account and of users.
func (a *API) accountRoutes() []route {
	const get, post, patch, del = http.MethodGet, http.MethodPost, http.MethodPatch, http.MethodDelete
	return []route{
		{method: post, path: "session/password", handle: a.signInByPassword},
		{method: post, path: "session/passkey/start", handle: a.startPasskeySignIn},
		{method: post, path: "session/passkey/finish", handle: a.signInByPasskey},
		{method: get, path: "session", role: account.RoleAgent, handle: a.getSession},
		{method: del, path: "session", role: account.RoleAgent, handle: a.signOut},
		{method: post, path: "session/strong", role: account.RoleAgent, handle: a.confirmByPassword},
		{method: post, path: "session/strong/passkey/start", role: account.RoleAgent, handle: a.startPasskeyConfirmation},
		{method: post, path: "session/strong/passkey/finish", role: account.RoleAgent, handle: a.confirmByPasskey},

		{method: post, path: "link", handle: a.getLink},
		{method: post, path: "link/passkey/start", handle: a.startLinkPasskey},
		{method: post, path: "link/passkey/finish", handle: a.finishLinkPasskey},
		{method: post, path: "link/password", handle: a.chooseLinkPassword},
		{method: post, path: "link/totp", handle: a.confirmLink},

		{method: get, path: "account", role: account.RoleAgent, handle: a.getAccount},
		{method: patch, path: "account", role: account.RoleAgent, handle: a.changeAccount},
		{method: post, path: "account/passkeys/start", role: account.RoleAgent, strong: true, handle: a.startPasskey},
		{method: post, path: "account/passkeys/finish", role: account.RoleAgent, strong: true, handle: a.finishPasskey},
		{method: del, path: "account/passkeys/{id}", role: account.RoleAgent, strong: true, handle: a.removePasskey},
		{method: del, path: "account/sessions/{id}", role: account.RoleAgent, handle: a.endSession},
		{method: del, path: "account/sessions", role: account.RoleAgent, handle: a.endSessions},
		{method: post, path: "account/password", role: account.RoleAgent, strong: true, handle: a.changePassword},
		{method: post, path: "account/totp", role: account.RoleAgent, strong: true, handle: a.confirmPassword},

		{method: get, path: "users", role: account.RoleOwner, handle: a.listUsers},
		{method: post, path: "users", role: account.RoleOwner, strong: true, handle: a.invite},
		{method: patch, path: "users/{id}", role: account.RoleOwner, strong: true, handle: a.changeUser},
		{method: del, path: "users/{id}", role: account.RoleOwner, strong: true, handle: a.removeUser},
		{method: post, path: "users/{id}/recover", role: account.RoleOwner, strong: true, handle: a.recoverUser},
	}
}

// maxSignIns bounds the sign-ins of one client that are in progress; the rest is refused, because each may be delayed.
const maxSignIns = 4

// retryBusy is the time after which a refused sign-in is of use, in seconds.
const retryBusy = 10

// guarded runs an attempt to prove an identity: it is delayed after failures of the same account or client, and a failure is counted
// and logged. account is the mail address or the id of the account, "" for none.
func (a *API) guarded(r *http.Request, c *call, accountKey string, attempt func(context.Context) error) error {
	release, err := a.signIns.Acquire(r.Context(), fairqueue.Ticket{Client: c.client})
	if errors.Is(err, fairqueue.ErrOverloaded) {
		return &Problem{Type: ProblemTooMany, RetryAfter: retryBusy}
	}
	if err != nil {
		return err
	}
	defer release()
	keys := []string{"client " + c.client.String()}
	if accountKey != "" && len(accountKey) <= maxAccountKey {
		keys = append(keys, "account "+account.Mailbox(accountKey))
	}
	if delay := a.attempts.Delay(keys...); delay > 0 {
		if err := backoff.Sleep(r.Context(), delay); err != nil {
			return err
		}
	}
	err = attempt(r.Context())
	switch {
	case errors.Is(err, account.ErrWrong):
		a.attempts.Fail(keys...)
		a.audit(r, c, "studio: a sign-in failed", "call", r.URL.Path)
		return &Problem{Type: ProblemWrong}
	case errors.Is(err, account.ErrBusy):
		return &Problem{Type: ProblemTooMany, RetryAfter: retryBusy}
	}
	return err
}

// maxAccountKey bounds the keys of counted accounts: no account has a longer mail address.
const maxAccountKey = 254

func (a *API) signInByPassword(w http.ResponseWriter, r *http.Request, c *call) error {
	var body PasswordSignIn
	if err := decode(r, &body); err != nil {
		return err
	}
	var user account.User
	err := a.guarded(r, c, body.Mail, func(ctx context.Context) (err error) {
		user, err = a.cfg.Accounts.VerifyPassword(ctx, c.client, body.Mail, body.Password, body.Code)
		return err
	})
	if errors.Is(err, account.ErrCodeNeeded) {
		return &Problem{Type: ProblemCodeNeeded}
	}
	if err != nil {
		return err
	}
	return a.signIn(w, r, c, user, "password", false)
}

func (a *API) startPasskeySignIn(w http.ResponseWriter, r *http.Request, c *call) error {
	party, err := a.party(r, c)
	if err != nil {
		return err
	}
	ceremony, err := a.cfg.Accounts.BeginSignIn(r.Context(), party)
	if err != nil {
		return err
	}
	return answer(w, Ceremony(ceremony))
}

func (a *API) signInByPasskey(w http.ResponseWriter, r *http.Request, c *call) error {
	party, body, err := a.ceremony(r, c)
	if err != nil {
		return err
	}
	var user account.User
	err = a.guarded(r, c, "", func(ctx context.Context) (err error) {
		user, err = a.cfg.Accounts.FinishSignIn(ctx, party, body.ID, body.Credential)
		return err
	})
	if err != nil {
		return err
	}
	return a.signIn(w, r, c, user, "passkey", body.Keep)
}

// ceremony reads the end of a passkey ceremony.
func (a *API) ceremony(r *http.Request, c *call) (account.Party, CeremonyResult, error) {
	var body CeremonyResult
	if err := decode(r, &body); err != nil {
		return account.Party{}, body, err
	}
	party, err := a.party(r, c)
	return party, body, err
}

// signIn starts the session of a user, ends the one that the browser had, and answers it.
func (a *API) signIn(w http.ResponseWriter, r *http.Request, c *call, user account.User, by string, keep bool) error {
	if cookie, err := r.Cookie(a.cookieName(r)); err == nil {
		if former, err := a.cfg.Accounts.Session(r.Context(), cookie.Value); err == nil {
			if err := a.cfg.Accounts.EndSession(r.Context(), former.User.ID, former.ID); err != nil {
				return err
			}
		}
	}
	device := a.device(r, c)
	device.Keep = keep
	token, session, err := a.cfg.Accounts.StartSession(r.Context(), user.ID, device)
	if err != nil {
		return err
	}
	c.user = session.User
	a.audit(r, c, "studio: a user signed in", "by", by)
	a.open(w, r, c, token, session)
	return answer(w, a.sessionOf(r, c))
}

// open makes a session that of the call, and gives its token to the browser.
func (a *API) open(w http.ResponseWriter, r *http.Request, c *call, token string, session account.Session) {
	c.user, c.session, c.lang = session.User, session, session.User.Lang
	age := 0
	if session.Keep {
		age = int(session.Ends.Sub(a.cfg.Now()) / time.Second)
	}
	http.SetCookie(w, a.cookie(r, token, age))
}

func (a *API) device(r *http.Request, c *call) account.Device {
	return account.Device{Agent: strings.ToValidUTF8(r.UserAgent(), ""), Network: c.client.String()}
}

func (a *API) getSession(w http.ResponseWriter, r *http.Request, c *call) error {
	return answer(w, a.sessionOf(r, c))
}

func (a *API) signOut(w http.ResponseWriter, r *http.Request, c *call) error {
	if err := a.cfg.Accounts.EndSession(r.Context(), c.user.ID, c.session.ID); err != nil {
		return err
	}
	a.audit(r, c, "studio: a user signed out")
	a.close(w, r)
	return answer(w, nil)
}

// close removes the cookie and what the browser keeps of the studio. Its cookies stay: the site's own are among them.
func (a *API) close(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, a.cookie(r, "", -1))
	w.Header().Set("Clear-Site-Data", `"storage"`)
}

func (a *API) confirmByPassword(w http.ResponseWriter, r *http.Request, c *call) error {
	var body PasswordSignIn
	if err := decode(r, &body); err != nil {
		return err
	}
	err := a.guarded(r, c, c.user.Mail, func(ctx context.Context) error {
		_, err := a.cfg.Accounts.VerifyPassword(ctx, c.client, c.user.Mail, body.Password, body.Code)
		return err
	})
	if errors.Is(err, account.ErrCodeNeeded) {
		return &Problem{Type: ProblemCodeNeeded}
	}
	if err != nil {
		return err
	}
	return a.renew(w, r, c)
}

func (a *API) startPasskeyConfirmation(w http.ResponseWriter, r *http.Request, c *call) error {
	party, err := a.party(r, c)
	if err != nil {
		return err
	}
	ceremony, err := a.cfg.Accounts.BeginStrong(r.Context(), party, c.user)
	if err != nil {
		return err
	}
	return answer(w, Ceremony(ceremony))
}

func (a *API) confirmByPasskey(w http.ResponseWriter, r *http.Request, c *call) error {
	party, body, err := a.ceremony(r, c)
	if err != nil {
		return err
	}
	err = a.guarded(r, c, c.user.Mail, func(ctx context.Context) error {
		return a.cfg.Accounts.FinishStrong(ctx, party, c.user, body.ID, body.Credential)
	})
	if err != nil {
		return err
	}
	return a.renew(w, r, c)
}

// renew answers a new session in place of the one whose user was verified again.
func (a *API) renew(w http.ResponseWriter, r *http.Request, c *call) error {
	token, session, err := a.cfg.Accounts.Renew(r.Context(), c.session)
	if err != nil {
		return err
	}
	a.audit(r, c, "studio: a user was verified again")
	a.open(w, r, c, token, session)
	return answer(w, a.sessionOf(r, c))
}

// sessionOf describes the session of a call to its browser.
func (a *API) sessionOf(r *http.Request, c *call) Session {
	return Session{
		User: userOf(c.user), StrongUntil: c.session.StrongUntil, Ends: c.session.Ends, Build: a.files.build,
		Site: a.cfg.Site(r.Context(), c.lang), PasskeysWork: a.passkeysWork(r),
	}
}

// userOf is what everybody may know of a user.
func userOf(u account.User) User {
	return User{ID: u.ID, Mail: u.Mail, Name: u.Name, Lang: u.Lang, Role: Role(u.Role), Author: u.Author}
}

// party is the site to the passkeys at the address of a request.
func (a *API) party(r *http.Request, c *call) (account.Party, error) {
	if !a.passkeysWork(r) {
		return account.Party{}, &Problem{Type: ProblemInvalid, Title: i18n.Words.T(c.lang, "studio.noPasskeys")}
	}
	scheme := "http://"
	if a.isSecure(r) {
		scheme = "https://"
	}
	return account.Party{Host: hostname(r.Host), Origin: scheme + r.Host, Name: a.cfg.Site(r.Context(), c.lang).Name}, nil
}

// passkeysWork reports whether passkeys are possible at the address of a request: they belong to a domain name of the
// studio, by https, or to localhost.
func (a *API) passkeysWork(r *http.Request) bool {
	if hostname(r.Host) == "localhost" {
		return true
	}
	if _, err := netip.ParseAddr(hostname(r.Host)); err == nil || !a.isSecure(r) {
		return false
	}
	return a.isOwnHost(r.Host)
}

func (a *API) isOwnHost(host string) bool {
	for _, origin := range a.cfg.Origins {
		if at, err := url.Parse(origin); err == nil && strings.EqualFold(at.Host, host) {
			return true
		}
	}
	return false
}

func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.Trim(host, "[]"))
}

const (
	cookieName = "estate_studio"
	hostPrefix = "__Host-" // browsers accept such a cookie by https from this host only
)

// isSecure reports whether the browser sent a request by https, which a proxy may have received.
func (a *API) isSecure(r *http.Request) bool {
	return r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" ||
		a.isOwnHost(r.Host) && strings.HasPrefix(a.cfg.Origins[0], "https://")
}

func (a *API) cookieName(r *http.Request) string {
	if a.isSecure(r) {
		return hostPrefix + cookieName
	}
	return cookieName
}

// cookie is the cookie of a session; age is its Max-Age in seconds: 0 ends it with the browser, a negative one deletes it.
func (a *API) cookie(r *http.Request, value string, age int) *http.Cookie {
	return &http.Cookie{
		Name: a.cookieName(r), Value: value, Path: "/", MaxAge: age, HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: a.isSecure(r),
	}
}

// languageOf is the language of a browser before its user is known.
func languageOf(r *http.Request) i18n.Lang {
	tags, _, err := language.ParseAcceptLanguage(r.Header.Get("Accept-Language"))
	if err != nil {
		return i18n.Fallback
	}
	for _, tag := range tags {
		base, _ := tag.Base()
		if lang := i18n.Lang(base.String()); lang.IsFilled() {
			return lang
		}
	}
	return i18n.Fallback
}
