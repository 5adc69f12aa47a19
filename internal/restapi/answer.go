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

	"estate/internal/httpheader"
)

// answer is what a handler has found out.
type answer struct {
	status int // 0 means 200
	body   any
	list   *totals  // of a list
	links  []string // of the header; none means the link to the API itself
	allow  bool     // the route may be asked with GET by this visitor
}

// totals is the size of a list.
type totals struct{ total, pages int }

func totalsOf(total, perPage int) totals { return totals{total, (total + perPage - 1) / perPage} }

const exposedHeaders = "X-WP-Total, X-WP-TotalPages, Link"

// write sends an answer, or what a handler failed with.
func (a *API) write(w http.ResponseWriter, r *http.Request, found *answer, err error) {
	if err != nil {
		if errors.Is(err, context.Canceled) && r.Context().Err() != nil {
			return // the client left; nobody reads an answer
		}
		found = a.failure(r, err)
	}
	var body bytes.Buffer
	if err := encode(&body, found.body); err != nil {
		a.cfg.Log.ErrorContext(r.Context(), "REST answer cannot be written", "path", r.URL.Path, "err", err)
		body.Reset()
		found = &answer{status: http.StatusInternalServerError}
		_ = encode(&body, internal().body()) // plain texts and numbers
	}
	text := a.withFiles(body.Bytes())
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
		_, _ = w.Write(text) // an error here means that the client left
	}
}

// withFiles writes the addresses of the site's own files out in full, in fields and
// in the attributes of markup, as WordPress does: who reads the API is elsewhere.
func (a *API) withFiles(text []byte) []byte {
	return bytes.ReplaceAll(text, []byte(`"/media/`), []byte(`"`+a.cfg.SiteURL+`/media/`))
}

// failure turns a handler's error into an answer; what is no problem is logged.
func (a *API) failure(r *http.Request, err error) *answer {
	p, known := errors.AsType[*problem](err)
	switch {
	case known:
	case errors.Is(err, context.DeadlineExceeded):
		p = takesTooLong()
	default:
		a.cfg.Log.ErrorContext(r.Context(), "REST request failed", "path", r.URL.Path, "err", err)
		p = internal()
	}
	return &answer{status: p.status, body: p.body(), list: p.list, allow: p.allow || p.status == http.StatusBadRequest}
}

func (a *API) setHeaders(h http.Header, r *http.Request, found *answer) {
	h.Set("Content-Type", "application/json; charset=UTF-8")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Access-Control-Expose-Headers", exposedHeaders)
	h.Set("Access-Control-Allow-Headers", "Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type")
	h.Add("Vary", "Origin")
	if origin := r.Header.Get("Origin"); isOrigin(origin) {
		// No credentials: nothing here depends on a cookie, and a token is sent on purpose.
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Access-Control-Allow-Methods", "OPTIONS, GET, HEAD")
	}
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

// isOrigin reports whether an Origin header is one that a browser sends.
func isOrigin(origin string) bool {
	if len(origin) > 300 || strings.ContainsAny(origin, " \t,<>\"'") {
		return false
	}
	return origin == "null" || strings.HasPrefix(origin, "http://") || strings.HasPrefix(origin, "https://")
}

// entityTag names an answer by its body and what its headers say of the list.
func entityTag(body []byte, h http.Header) string {
	sum := sha256.New()
	sum.Write(body)
	for _, name := range []string{"X-WP-Total", "X-WP-TotalPages", "Link"} {
		sum.Write([]byte("\n" + h.Get(name)))
	}
	return `"` + hex.EncodeToString(sum.Sum(nil)[:12]) + `"`
}

// pageLinks are the neighbours of a list's page, "" at its ends. WordPress
// takes the page before to be the last one at most, even where that is none.
func (c *call) pageLinks(page int, list totals) []string {
	var links []string
	add := func(n int, rel string) {
		address := c.base(c.lang) + strings.TrimPrefix(strings.ToLower(c.path), "/") + "?" + c.query.withPage(strconv.Itoa(n), c.route.params)
		links = append(links, "<"+address+`>; rel="`+rel+`"`)
	}
	if page > 1 {
		add(min(page-1, list.pages), "prev")
	}
	if page < list.pages {
		add(page+1, "next")
	}
	return links
}

// finish makes an answer of a list's page.
func (c *call) finish(items []item, page int, list totals) *answer {
	bodies := make([]object, len(items))
	for i, one := range items {
		bodies[i] = c.whole(one)
	}
	return &answer{body: bodies, list: &list, links: c.pageLinks(page, list), allow: true}
}

// single makes an answer of one item. Its page on the site, if any, is told.
func (c *call) single(one item, page string) *answer {
	found := &answer{body: c.whole(one), allow: true}
	if page != "" {
		found.links = []string{"<" + page + `>; rel="alternate"; type=text/html`}
	}
	return found
}
