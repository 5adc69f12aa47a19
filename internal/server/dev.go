package server

import (
	"net/http"
	"net/http/httputil"
	"net/url"
)

// vite stands in for the built assets while somebody develops: modules come
// from Vite's server, through this one, so that there is one address.
type vite struct {
	proxy *httputil.ReverseProxy
	at    string
}

// preamble lets React's hot reload in before the first module runs.
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
			plainError(w, http.StatusBadGateway, "Vite does not answer at "+address+": start it with `npm run -w web dev`, or use `make dev`. ("+err.Error()+")")
		},
	}
	return v, nil
}

func (v *vite) ServeHTTP(w http.ResponseWriter, r *http.Request) { v.proxy.ServeHTTP(w, r) }

func servePreamble(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/javascript")
	writeBody(w, r, http.StatusOK, []byte(preamble))
}

// bundleFor names the unbuilt entry; its imports and styles follow by themselves.
func (v *vite) bundleFor([]string) bundle {
	return bundle{script: "/" + clientEntry, before: []string{preamblePath, "/@vite/client"}}
}
