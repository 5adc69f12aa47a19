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

// Config says what the page shows and does.
type Config struct {
	// Token opens the page. Without one it only says how to set one.
	Token string
	// Status tells how the site is; it is written as JSON.
	Status func(context.Context) any
	// Actions are what an operator may do, by name. They get what the form says
	// and answer with a sentence.
	Actions map[string]func(what string) string
	Now     func() time.Time // nil means time.Now
}

const (
	cookieName = "estate_operator"
	// mostTries bounds the tokens tried a minute.
	mostTries   = 10
	largestForm = 4 << 10
	policy      = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

// Page answers below the root of the admin address.
type Page struct {
	cfg      Config
	mux      *http.ServeMux
	sameSite *http.CrossOriginProtection

	mu    sync.Mutex
	tries int
	since time.Time
}

// New builds the page. Status is needed.
func New(cfg Config) (*Page, error) {
	if cfg.Status == nil {
		return nil, errors.New("operator: nothing tells how the site is; set Status")
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
	p.mux.HandleFunc("GET /status.json", p.known(p.status))
	p.mux.HandleFunc("POST /do/{action}", p.known(p.do))
	return p, nil
}

// ServeHTTP is http.Handler's.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	if err := p.sameSite.Check(r); err != nil {
		answer(w, http.StatusForbidden, "This form belongs to another site.")
		return
	}
	p.mux.ServeHTTP(w, r)
}

// known lets those through who have shown the token, by cookie or as a bearer.
func (p *Page) known(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		switch {
		case p.cfg.Token == "":
			answer(w, http.StatusForbidden, "No token is set: write one of 16 characters or more into [admin] token, or ESTATE_ADMIN_TOKEN, and start again.")
		case p.isKnown(r):
			next(w, r)
		default:
			answer(w, http.StatusUnauthorized, "Show the token first.")
		}
	}
}

func (p *Page) isKnown(r *http.Request) bool {
	if token, found := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); found {
		return p.tryOne() && p.fits(token)
	}
	cookie, err := r.Cookie(cookieName)
	return err == nil && subtle.ConstantTimeCompare([]byte(cookie.Value), []byte(p.session())) == 1
}

// fits compares in a time that tells nothing, the length included.
func (p *Page) fits(token string) bool {
	a, b := sha256.Sum256([]byte(token)), sha256.Sum256([]byte(p.cfg.Token))
	if subtle.ConstantTimeCompare(a[:], b[:]) != 1 {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tries = 0
	return true
}

// session is what a browser keeps in place of the token.
func (p *Page) session() string {
	mac := hmac.New(sha256.New, []byte(p.cfg.Token))
	mac.Write([]byte("estate operator session"))
	return hex.EncodeToString(mac.Sum(nil))
}

// tryOne counts a try and reports whether there is one left this minute.
func (p *Page) tryOne() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := p.cfg.Now(); now.Sub(p.since) >= time.Minute {
		p.since, p.tries = now, 0
	}
	p.tries++
	return p.tries <= mostTries
}

func (p *Page) login(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, largestForm)
	switch {
	case p.cfg.Token == "":
		answer(w, http.StatusForbidden, "No token is set: write one of 16 characters or more into [admin] token, or ESTATE_ADMIN_TOKEN, and start again.")
	case !p.tryOne():
		w.Header().Set("Retry-After", "60")
		answer(w, http.StatusTooManyRequests, "Too many tries. Wait a minute.")
	case !p.fits(r.PostFormValue("token")):
		answer(w, http.StatusUnauthorized, "That is not the token.")
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
		answer(w, http.StatusInternalServerError, "The state of the site cannot be written: "+err.Error())
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(body) // an error here means that the operator left
}

func (p *Page) do(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, largestForm)
	action, known := p.cfg.Actions[r.PathValue("action")]
	if !known {
		answer(w, http.StatusNotFound, "There is no such action.")
		return
	}
	answer(w, http.StatusOK, action(r.PostFormValue("what")))
}

func answer(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text + "\n"))
}
