package api

import (
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/text/language"

	"estate/internal/content/i18n"
	"estate/internal/studio/account"
)

// accountRoutes are the calls of sessions, links, the user's own account and of users.
func (a *API) accountRoutes() []route {
	return []route{
		{method: http.MethodGet, path: "session", role: account.RoleAgent, handle: a.getSession},
	}
}

func (a *API) getSession(w http.ResponseWriter, r *http.Request, c *call) error {
	return answer(w, a.sessionOf(r, c))
}

// sessionOf describes the session of a call to its browser.
func (a *API) sessionOf(r *http.Request, c *call) Session {
	return Session{
		User: userOf(c.user), StrongUntil: c.session.StrongUntil, Ends: c.session.Ends, Site: a.cfg.Site(r.Context(), c.lang),
	}
}

// userOf is what everybody may know of a user.
func userOf(u account.User) User {
	return User{ID: u.ID, Mail: u.Mail, Name: u.Name, Lang: u.Lang, Role: Role(u.Role), Author: u.Author}
}

const (
	cookieName = "estate_studio"
	hostPrefix = "__Host-" // browsers accept such a cookie by https from this host only
)

// isSecure reports whether the browser sent a request by https, which a proxy may have received.
func (a *API) isSecure(r *http.Request) bool {
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		return true
	}
	for _, origin := range a.cfg.Origins {
		if at, err := url.Parse(origin); err == nil && at.Host == r.Host && at.Scheme == "https" {
			return true
		}
	}
	return false
}

func (a *API) cookieName(r *http.Request) string {
	if a.isSecure(r) {
		return hostPrefix + cookieName
	}
	return cookieName
}

// cookie is the cookie of a session; age is its Max-Age in seconds: 0 ends it with the browser, a negative one deletes it.
// Its path is / also without https, where a proxy may change the path of the studio's address.
func (a *API) cookie(r *http.Request, value string, age int) *http.Cookie {
	return &http.Cookie{
		Name: a.cookieName(r), Value: value, Path: "/", MaxAge: age, HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: a.isSecure(r),
	}
}

// preferred is the language of the studio that an Accept-Language header prefers.
func preferred(header string) i18n.Lang {
	tags, _, err := language.ParseAcceptLanguage(header)
	if err != nil {
		return i18n.Fallback
	}
	for _, tag := range tags {
		base, _ := tag.Base()
		if lang := i18n.Lang(strings.ToLower(base.String())); lang.IsFilled() {
			return lang
		}
	}
	return i18n.Fallback
}
