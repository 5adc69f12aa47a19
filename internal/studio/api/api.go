package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"runtime/debug"
	"slices"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/platform/attempts"
	"estate/internal/platform/clientaddr"
	"estate/internal/platform/fairqueue"
	"estate/internal/studio/account"
	"estate/internal/studio/edit"
	"estate/internal/studio/inbox"
	"estate/internal/studio/upload"
)

// Path is where the studio is; everything below it belongs to the studio.
const Path = "/studio/"

const apiPath = Path + "api/"

// Config provides what the studio needs. Zero values mean what the comments name.
type Config struct {
	Accounts *account.Store
	Edit     *edit.Service // nil has no calls about content
	// Preview answers a link of the site with other content; nil has no previews.
	Preview func(w http.ResponseWriter, r *http.Request, source content.Source, link string) error
	// Site describes the site to the front end, in the language of the user.
	Site func(ctx context.Context, lang i18n.Lang) SiteInfo
	// Authors are the people of the content, to whom users are joined; nil knows none.
	Authors func(ctx context.Context, lang i18n.Lang) ([]Choice, error)
	Inbox   *inbox.Service  // nil: there are no enquiries to show
	Uploads *upload.Service // nil takes no files
	// Origins are the addresses (scheme://host) at which people open the studio, the one of links first.
	Origins []string
	// SiteOrigin is the address of the site (scheme://host) where it is another one than the studio's, for pictures and
	// previews; else "".
	SiteOrigin string
	// Client returns the address of a request's client; nil means the peer of the connection.
	Client func(*http.Request) netip.Addr
	// Files are the client build of the studio; nil means the one of this program.
	Files fs.FS
	Log   *slog.Logger     // nil means slog.Default
	Now   func() time.Time // nil means time.Now
}

// API answers everything below Path.
type API struct {
	cfg        Config
	log        *slog.Logger
	mux        *http.ServeMux
	sameOrigin *http.CrossOriginProtection
	attempts   *attempts.Counter
	signIns    *fairqueue.Queue // sign-ins that are in progress
	files      *files
}

// route is one call below /studio/api/. A call without a session, from another origin or with a role that is too low ends
// before its handler.
type route struct {
	method, path string       // path as net/http's patterns: "entities/{type}/{id}/changes"
	role         account.Role // the lowest role; "" for calls without a session
	strong       bool         // needs a factor that is at most 15 minutes old
	handle       func(w http.ResponseWriter, r *http.Request, c *call) error
}

// call is who makes a call. The user is the zero one for a route without a role.
type call struct {
	user    account.User
	session account.Session
	lang    i18n.Lang // of the texts of the answer
	client  netip.Prefix
}

// New creates the studio. Config.Accounts, Config.Site and Config.Origins are required.
func New(cfg Config) (*API, error) {
	if cfg.Accounts == nil || cfg.Site == nil || len(cfg.Origins) == 0 {
		return nil, errors.New("studio: Config.Accounts, Config.Site or Config.Origins is missing")
	}
	cfg.Log = cmp.Or(cfg.Log, slog.Default())
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Client == nil {
		cfg.Client = func(r *http.Request) netip.Addr { return clientaddr.Peer(r.RemoteAddr) }
	}
	a := &API{
		cfg: cfg, log: cfg.Log, mux: http.NewServeMux(), sameOrigin: http.NewCrossOriginProtection(), attempts: attempts.New(cfg.Now),
		signIns: fairqueue.New(fairqueue.Config{PerClient: maxSignIns, MaxWaiting: maxSignIns}),
	}
	var err error
	if a.files, err = newFiles(cfg.Files); err != nil {
		return nil, err
	}
	for _, origin := range cfg.Origins {
		if err := a.sameOrigin.AddTrustedOrigin(origin); err != nil {
			return nil, fmt.Errorf("studio: address %q: %w", origin, err)
		}
	}
	for _, one := range a.routes() {
		a.mux.HandleFunc(one.method+" "+apiPath+one.path, a.serve(one))
	}
	a.mux.HandleFunc(Path, readOnly(a.serveDocument))
	a.mux.HandleFunc(Path+"assets/", readOnly(a.files.serve))
	a.mux.HandleFunc(apiPath, func(w http.ResponseWriter, r *http.Request) {
		a.fail(w, r, &call{lang: languageOf(r)}, &Problem{Type: ProblemNotFound})
	})
	return a, nil
}

// routes is every call below /studio/api/.
func (a *API) routes() []route {
	return slices.Concat(a.accountRoutes(), a.editRoutes(), a.formRoutes(), a.draftRoutes(), a.previewRoutes(), a.uploadRoutes(),
		a.inboxRoutes())
}

func readOnly(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "Allowed methods: GET, HEAD.", http.StatusMethodNotAllowed)
			return
		}
		next(w, r)
	}
}

// serve is the handler of a route.
func (a *API) serve(one route) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		c := &call{lang: languageOf(r), client: clientaddr.Prefix(a.cfg.Client(r))}
		defer a.recoverFrom(w, r, c)
		err := a.admit(r, one, c)
		if err == nil {
			err = one.handle(w, r, c)
		}
		if err != nil {
			a.fail(w, r, c, err)
		}
	}
}

// admit fills the call, or refuses it.
func (a *API) admit(r *http.Request, one route, c *call) error {
	if !a.isSameOrigin(r) {
		return &Problem{Type: ProblemForbidden}
	}
	if one.role == "" {
		return nil
	}
	cookie, err := r.Cookie(a.cookieName(r))
	if err != nil {
		return &Problem{Type: ProblemSignedOut}
	}
	c.session, err = a.cfg.Accounts.Session(r.Context(), cookie.Value)
	switch {
	case errors.Is(err, account.ErrUnknown):
		return &Problem{Type: ProblemSignedOut}
	case err != nil:
		return err
	}
	c.user, c.lang = c.session.User, c.session.User.Lang
	switch {
	case !c.user.Role.AtLeast(one.role):
		a.audit(r, c, "studio: a call was refused", "reason", "role", "call", one.method+" "+one.path)
		return &Problem{Type: ProblemForbidden}
	case one.strong && !a.cfg.Now().Before(c.session.StrongUntil):
		return &Problem{Type: ProblemStrong}
	}
	return nil
}

// isSameOrigin refuses calls of other sites, reading ones too: nothing but the studio's own pages has a reason to make one.
func (a *API) isSameOrigin(r *http.Request) bool {
	changing := *r
	changing.Method = http.MethodPost // the check lets every GET pass
	return a.sameOrigin.Check(&changing) == nil
}

// audit logs an event of security, without secrets and personal data: a user by id, a client by its prefix.
func (a *API) audit(r *http.Request, c *call, message string, attrs ...any) {
	attrs = append(attrs, "user", c.user.ID, "client", c.client.String())
	a.log.WarnContext(r.Context(), message, attrs...) //nolint:sloglint // constant at each caller
}

// recoverFrom turns a panic into a problem and a log line.
func (a *API) recoverFrom(w http.ResponseWriter, r *http.Request, c *call) {
	switch cause := recover(); cause {
	case nil:
	case http.ErrAbortHandler: // net/http's way to abort a response
		panic(cause)
	default:
		a.log.ErrorContext(r.Context(), "studio: a call panicked", "path", r.URL.Path, "cause", cause, "stack", string(debug.Stack()))
		a.write(w, c, &Problem{Type: ProblemInternal})
	}
}
