package api

import (
	"net/http"
	"strings"

	"estate/internal/studio/account"
)

// Handler answers below Path, and passes requests on to closed as long as there is no account and the request is not for
// the link of the first owner. With a nil closed they are answered with 404.
func (a *API) Handler(closed http.Handler) http.Handler {
	if closed == nil {
		closed = http.NotFoundHandler()
	}
	headers := a.headers()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		open, err := a.isOpen(r)
		for name, value := range headers {
			w.Header().Set(name, value)
		}
		switch {
		case err != nil:
			a.fail(w, r, &call{lang: languageOf(r)}, err)
		case !open:
			for name := range headers {
				w.Header().Del(name)
			}
			closed.ServeHTTP(w, r)
		default:
			a.mux.ServeHTTP(w, r)
		}
	})
}

// headers are those of every response of the studio; they replace those of the site's pages.
func (a *API) headers() map[string]string {
	site := ""
	if origin := a.cfg.SiteOrigin; origin != "" {
		site = " " + origin
	}
	policy := []string{
		"default-src 'none'", "script-src 'self'", "style-src 'self'", "font-src 'self'", "img-src 'self' blob: data:" + site,
		"connect-src 'self'", "frame-src 'self'" + site, "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
		// The second policy is that of the editor of texts, for what is pasted.
		"require-trusted-types-for 'script'", "trusted-types estate ProseMirrorClipboard",
	}
	return map[string]string{
		"Content-Security-Policy":      strings.Join(policy, "; "),
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Permissions-Policy": "publickey-credentials-get=(self), publickey-credentials-create=(self), " +
			"camera=(), microphone=(), geolocation=(), payment=()",
		"Referrer-Policy":        "same-origin",
		"X-Content-Type-Options": "nosniff",
		"X-Robots-Tag":           "noindex",
	}
}

// isOpen reports whether the studio answers a request: there is an account, or there is a link of the first owner and the
// request is for its page, or for files and calls of that.
func (a *API) isOpen(r *http.Request) (bool, error) {
	empty, err := a.cfg.Accounts.Empty(r.Context())
	if err != nil || !empty {
		return true, err
	}
	at := strings.TrimPrefix(r.URL.Path, Path)
	if at != string(account.PurposeSetup)+"/" && !strings.HasPrefix(at, "assets/") && !strings.HasPrefix(at, "api/link") {
		return false, nil
	}
	return a.cfg.Accounts.HasSetupLink(r.Context())
}
