package restapi

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"estate/internal/platform/httpheader"
)

const exposedHeaders = "X-WP-Total, X-WP-TotalPages, Link"

// write sends the response or the error of a handler.
func (a *API) write(w http.ResponseWriter, r *http.Request, found *response, err error) {
	if err != nil {
		if errors.Is(err, context.Canceled) && r.Context().Err() != nil {
			return // the client left
		}
		found = a.failure(r, err)
	}
	var body bytes.Buffer
	if err := encode(&body, found.body); err != nil {
		a.cfg.Log.ErrorContext(r.Context(), "REST response cannot be encoded", "path", r.URL.Path, "err", err)
		body.Reset()
		found = &response{status: http.StatusInternalServerError}
		_ = encode(&body, internal().body()) // texts and numbers never fail
	}
	text := a.absoluteFiles(body.Bytes())
	a.setHeaders(w.Header(), r, found)
	if found.status == 0 && r.Method != http.MethodOptions {
		tag := entityTag(text, w.Header())
		w.Header().Set("ETag", tag)
		if httpheader.MatchesETag(r.Header, tag) {
			w.Header().Del("Content-Type")
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(max(found.status, http.StatusOK))
	if r.Method != http.MethodHead {
		_, _ = w.Write(text) // an error means that the client left
	}
}

// absoluteFiles makes the addresses of the site's own files absolute, in fields and in the
// attributes of markup, as WordPress does.
func (a *API) absoluteFiles(text []byte) []byte {
	return bytes.ReplaceAll(text, []byte(`"/media/`), []byte(`"`+a.cfg.SiteURL+`/media/`))
}

// failure returns the response for an error. An error that is no problem is logged.
func (a *API) failure(r *http.Request, err error) *response {
	p, known := errors.AsType[*problem](err)
	switch {
	case known:
	case errors.Is(err, context.DeadlineExceeded):
		p = timedOut()
	default:
		a.cfg.Log.ErrorContext(r.Context(), "REST request failed", "path", r.URL.Path, "err", err)
		p = internal()
	}
	return &response{status: p.status, body: p.body(), list: p.list, allow: p.allow || p.status == http.StatusBadRequest}
}

func (a *API) setHeaders(h http.Header, r *http.Request, found *response) {
	h.Set("Content-Type", "application/json; charset=UTF-8")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Access-Control-Expose-Headers", exposedHeaders)
	h.Set("Access-Control-Allow-Headers", "Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type")
	// Any site may read what is public. No Access-Control-Allow-Credentials: no response depends on a cookie.
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Allow-Methods", "OPTIONS, GET, HEAD")
	if found.list != nil {
		h.Set("X-WP-Total", strconv.Itoa(found.list.total))
		h.Set("X-WP-TotalPages", strconv.Itoa(found.list.pages))
	}
	if found.allow {
		h.Set("Allow", "GET")
	}
	links := found.links
	if len(links) == 0 {
		lang, _, _ := a.cut(r.URL.Path)
		links = []string{"<" + a.base(lang) + `>; rel="https://api.w.org/"`}
	}
	h.Set("Link", strings.Join(links, ", "))
	h.Set("Cache-Control", "no-cache")
	if r.Header.Get("Authorization") != "" {
		h.Set("Cache-Control", "no-store, private")
	}
}

// entityTag is a strong ETag of the body and of the headers of a list.
func entityTag(body []byte, h http.Header) string {
	sum := sha256.New()
	sum.Write(body)
	for _, name := range []string{"X-WP-Total", "X-WP-TotalPages", "Link"} {
		sum.Write([]byte("\n" + h.Get(name)))
	}
	return `"` + hex.EncodeToString(sum.Sum(nil)[:12]) + `"`
}
