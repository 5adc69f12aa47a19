package operator

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"strings"
	"sync"
	"time"
)

//go:embed static
var static embed.FS

// Config provides the state and the actions of the page.
type Config struct {
	// Token is the token of the operator. Without one the page only explains how to set it.
	Token string
	// Status returns the state of the site, encoded as JSON.
	Status func(context.Context) any
	// Actions are the operator's actions by name. They receive the value of the form field
	// "what" and return a message for the operator.
	Actions map[string]func(what string) string
	Now     func() time.Time // nil means time.Now
}

const (
	cookieName   = "estate_operator"
	maxAttempts  = 10 // token attempts a minute
	maxFormBytes = 4 << 10
	policy       = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

// Page is the handler of the operator's page at the root of the admin address.
type Page struct {
	cfg      Config
	mux      *http.ServeMux
	sameSite *http.CrossOriginProtection

	mu       sync.Mutex
	attempts int
	since    time.Time
}

// New creates the page. Config.Status is required.
func New(cfg Config) (*Page, error) {
	if cfg.Status == nil {
		return nil, errors.New("operator: Config.Status is missing")
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	files, err := fs.Sub(static, "static")
	if err != nil {
		return nil, err
	}
	p := &Page{cfg: cfg, mux: http.NewServeMux(), sameSite: http.NewCrossOriginProtection()}
	p.mux.Handle("GET /{$}", http.FileServerFS(files))
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
			reply(w, http.StatusForbidden, "No token is set: set [admin] token or ESTATE_ADMIN_TOKEN to at least 16 characters and restart the site.")
		case p.isAuthenticated(r):
			next(w, r)
		default:
			reply(w, http.StatusUnauthorized, "Log in with the token first.")
		}
	}
}

func (p *Page) isAuthenticated(r *http.Request) bool {
	if token, found := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); found {
		return p.countAttempt() && p.checkToken(token)
	}
	cookie, err := r.Cookie(cookieName)
	return err == nil && subtle.ConstantTimeCompare([]byte(cookie.Value), []byte(p.session())) == 1
}

// checkToken compares in constant time, independent of the length. A correct token resets
// the number of attempts.
func (p *Page) checkToken(token string) bool {
	a, b := sha256.Sum256([]byte(token)), sha256.Sum256([]byte(p.cfg.Token))
	if subtle.ConstantTimeCompare(a[:], b[:]) != 1 {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.attempts = 0
	return true
}

// session is the value of the cookie, derived from the token.
func (p *Page) session() string {
	mac := hmac.New(sha256.New, []byte(p.cfg.Token))
	mac.Write([]byte("estate operator session"))
	return hex.EncodeToString(mac.Sum(nil))
}

// countAttempt counts a token attempt and reports whether it is within the limit.
func (p *Page) countAttempt() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := p.cfg.Now(); now.Sub(p.since) >= time.Minute {
		p.since, p.attempts = now, 0
	}
	p.attempts++
	return p.attempts <= maxAttempts
}

func (p *Page) login(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxFormBytes)
	switch {
	case p.cfg.Token == "":
		reply(w, http.StatusForbidden, "No token is set: set [admin] token or ESTATE_ADMIN_TOKEN to at least 16 characters and restart the site.")
	case !p.countAttempt():
		w.Header().Set("Retry-After", "60")
		reply(w, http.StatusTooManyRequests, "Too many attempts. Wait a minute.")
	case !p.checkToken(r.PostFormValue("token")):
		reply(w, http.StatusUnauthorized, "The token is wrong.")
	default:
		http.SetCookie(w, p.cookie(r, p.session(), 12*60*60))
		http.Redirect(w, r, "/", http.StatusSeeOther)
	}
}

func (p *Page) logout(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, p.cookie(r, "", -1))
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

func (p *Page) cookie(r *http.Request, value string, age int) *http.Cookie {
	return &http.Cookie{
		Name: cookieName, Value: value, Path: "/", MaxAge: age, HttpOnly: true, SameSite: http.SameSiteStrictMode,
		Secure: r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https",
	}
}

func (p *Page) status(w http.ResponseWriter, r *http.Request) {
	body, err := json.Marshal(p.cfg.Status(r.Context()))
	if err != nil {
		reply(w, http.StatusInternalServerError, "The state of the site cannot be encoded: "+err.Error())
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
	reply(w, http.StatusOK, action(r.PostFormValue("what")))
}

func reply(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text + "\n"))
}
