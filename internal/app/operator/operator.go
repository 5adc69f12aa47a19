package operator

import (
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"embed"
	"encoding/json"
	"errors"
	"html/template"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"estate/internal/platform/attempts"
	"estate/internal/platform/backoff"
	"estate/internal/platform/clientaddr"
)

//go:embed static
var static embed.FS

// Config provides the state and the actions of the page.
type Config struct {
	// Token is the token of the operator. Without one the page only explains how to set it.
	Token string
	// Status returns the state of the site, which static/page.html shows and /status.json encodes.
	Status func(context.Context) Status
	// Properties returns the properties and portals of a filter; nil without portals.
	Properties func(context.Context, Filter) any
	// Actions are the operator's actions by name. They receive the value of the form field
	// "what" and return a message for the operator.
	Actions map[string]func(what string) string
	// Hosts are the names by which the admin address may be reached, beside its IP address.
	Hosts []string
	// Networks may read what Private protects without the token.
	Networks []netip.Prefix
	Log      *slog.Logger     // of sign-ins and refusals; nil means slog.Default
	Now      func() time.Time // nil means time.Now
}

// Status is the state of the site.
type Status interface {
	// Headline says what is most important; the class is "bad-text", "good-text" or "".
	Headline() (text, class string)
}

const (
	noToken      = "No token is set: set [admin] token or ESTATE_ADMIN_TOKEN to at least 16 characters and restart the site."
	cookieName   = "estate_operator"
	hostPrefix   = "__Host-" // browsers accept such a cookie by https from this host only
	maxFormBytes = 4 << 10
	policy       = "default-src 'none'; object-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; " +
		"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

// Page is the handler of the operator's page at the root of the admin address.
type Page struct {
	cfg      Config
	template *template.Template
	mux      *http.ServeMux
	sameSite *http.CrossOriginProtection

	attempts *attempts.Counter
	sessions *sessions
}

// New creates the page. Config.Status is required.
func New(cfg Config) (*Page, error) {
	if cfg.Status == nil {
		return nil, errors.New("operator: Config.Status is missing")
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	cfg.Log = cmp.Or(cfg.Log, slog.Default())
	files, err := fs.Sub(static, "static")
	if err != nil {
		return nil, err
	}
	p := &Page{
		cfg: cfg, mux: http.NewServeMux(), sameSite: http.NewCrossOriginProtection(), attempts: attempts.New(cfg.Now),
		sessions: newSessions(cfg.Now),
	}
	if p.template, err = parseTemplate(cfg.Now); err != nil {
		return nil, err
	}
	p.mux.HandleFunc("GET /{$}", p.show)
	p.mux.Handle("GET /operator.js", http.FileServerFS(files))
	p.mux.Handle("GET /operator.css", http.FileServerFS(files))
	p.mux.HandleFunc("POST /login", p.login)
	p.mux.HandleFunc("POST /logout", p.logout)
	p.mux.HandleFunc("GET /status.json", p.authenticated(p.status))
	p.mux.HandleFunc("POST /do/{action}", p.authenticated(p.do))
	return p, nil
}

// ServeHTTP implements http.Handler.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	if err := p.sameSite.Check(r); err != nil {
		p.refused(r, "form of another site")
		reply(w, http.StatusForbidden, "This form belongs to another site.")
		return
	}
	p.mux.ServeHTTP(w, r)
}

// authenticated passes on requests with the session cookie or the bearer token.
func (p *Page) authenticated(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		switch {
		case p.cfg.Token == "":
			reply(w, http.StatusForbidden, noToken)
		case p.isAuthenticated(r):
			next(w, r)
		default:
			p.refused(r, "no session")
			reply(w, http.StatusUnauthorized, "Log in with the token first.")
		}
	}
}

func (p *Page) isAuthenticated(r *http.Request) bool {
	if token, found := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); found {
		return p.checkToken(r, token)
	}
	cookie, err := r.Cookie(cookieNameOf(r))
	return err == nil && p.sessions.isOpen(cookie.Value)
}

// refused logs a refused request.
func (p *Page) refused(r *http.Request, reason string) {
	p.cfg.Log.WarnContext(r.Context(), "admin: a request was refused", "reason", reason, "path", r.URL.Path, "from", r.RemoteAddr)
}

// checkToken compares in constant time, independent of the length. A wrong token counts
// against the address that sent it. Who leaves before the end of the delay learns nothing.
func (p *Page) checkToken(r *http.Request, token string) bool {
	client := clientaddr.Prefix(clientaddr.Peer(r.RemoteAddr)).String()
	if delay := p.attempts.Delay(client); delay > 0 && backoff.Sleep(r.Context(), delay) != nil {
		return false
	}
	a, b := sha256.Sum256([]byte(token)), sha256.Sum256([]byte(p.cfg.Token))
	if subtle.ConstantTimeCompare(a[:], b[:]) == 1 {
		return true
	}
	p.attempts.Fail(client)
	p.refused(r, "wrong token")
	return false
}

func (p *Page) login(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxFormBytes)
	switch {
	case p.cfg.Token == "":
		reply(w, http.StatusForbidden, noToken)
	case !p.checkToken(r, r.PostFormValue("token")):
		reply(w, http.StatusUnauthorized, "The token is wrong.")
	default:
		p.cfg.Log.InfoContext(r.Context(), "admin: an operator signed in", "from", r.RemoteAddr)
		if former, err := r.Cookie(cookieNameOf(r)); err == nil {
			p.sessions.end(former.Value)
		}
		http.SetCookie(w, p.cookie(r, p.sessions.start(), int(sessionLifetime.Seconds())))
		http.Redirect(w, r, "/", http.StatusSeeOther)
	}
}

func (p *Page) logout(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxFormBytes)
	cookie, err := r.Cookie(cookieNameOf(r))
	switch {
	case err != nil || !p.sessions.isOpen(cookie.Value): // there is nothing to end
	case r.PostFormValue("all") != "":
		p.sessions.endAll()
		p.cfg.Log.InfoContext(r.Context(), "admin: an operator ended all sessions", "from", r.RemoteAddr)
	default:
		p.sessions.end(cookie.Value)
		p.cfg.Log.InfoContext(r.Context(), "admin: an operator signed out", "from", r.RemoteAddr)
	}
	w.Header().Set("Clear-Site-Data", `"cache", "storage"`)
	http.SetCookie(w, p.cookie(r, "", -1))
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// isSecure reports whether the browser sent the request by https.
func isSecure(r *http.Request) bool {
	return r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https"
}

func cookieNameOf(r *http.Request) string {
	if isSecure(r) {
		return hostPrefix + cookieName
	}
	return cookieName
}

func (p *Page) cookie(r *http.Request, value string, age int) *http.Cookie {
	return &http.Cookie{
		Name: cookieNameOf(r), Value: value, Path: "/", MaxAge: age, HttpOnly: true, SameSite: http.SameSiteStrictMode,
		Secure: isSecure(r),
	}
}

// status sends the state as JSON.
func (p *Page) status(w http.ResponseWriter, r *http.Request) {
	body, err := json.Marshal(p.cfg.Status(r.Context()))
	if err != nil {
		reply(w, http.StatusInternalServerError, "The state cannot be encoded: "+err.Error())
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(body) // the client closed the connection
}

func (p *Page) do(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxFormBytes)
	action, known := p.cfg.Actions[r.PathValue("action")]
	if !known {
		reply(w, http.StatusNotFound, "Unknown action.")
		return
	}
	p.cfg.Log.InfoContext(r.Context(), "admin: an operator acted", "action", r.PathValue("action"), "what", r.PostFormValue("what"), "from",
		r.RemoteAddr)
	reply(w, http.StatusOK, action(r.PostFormValue("what")))
}

func reply(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text + "\n"))
}
