package server

import (
	"net/http"
	"net/http/httputil"
	"net/url"

	"estate/internal/site/document"
)

// vite replaces the built assets in development: it proxies Vite's server, so that the site
// has one address.
type vite struct {
	proxy *httputil.ReverseProxy
	at    string
}

// preamble installs React's hot reload before the first module runs.
const preamble = `import { injectIntoGlobalHook } from "/@react-refresh";
injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;
`

func newVite(address string) (*vite, error) {
	target, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	v := &vite{at: address}
	v.proxy = &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) },
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
			plainError(w, http.StatusBadGateway,
				"Vite does not respond at "+address+": start it with `npm run -w web dev`, or use `make dev`. ("+err.Error()+")")
		},
	}
	return v, nil
}

func (v *vite) ServeHTTP(w http.ResponseWriter, r *http.Request) { v.proxy.ServeHTTP(w, r) }

func servePreamble(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/javascript")
	writeBody(w, r, http.StatusOK, []byte(preamble))
}

// filesFor returns the entry's source; Vite adds its imports and styles.
func (v *vite) filesFor([]string) document.Files {
	return document.Files{Script: "/" + clientEntry, Before: []string{preamblePath, "/@vite/client"}}
}
