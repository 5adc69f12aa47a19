package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"estate/internal/content"
	"estate/internal/platform/httpheader"
	"estate/internal/site/compose"
	"estate/internal/site/limits"
	"estate/internal/site/ssr"
)

// serveLink answers a link with a document.
func (s *Server) serveLink(w http.ResponseWriter, r *http.Request) error {
	raw := rawLink(r)
	generation := s.parts.Generation() // read first: a later change makes the entry outdated
	cached, page := s.cachedPage(raw, s.cfg.Now())
	if page != nil {
		return s.writePage(w, r, cached, page)
	}
	w, r, end, ok := s.limits.Admit(w, r, limits.OfPage(r))
	if !ok {
		return nil
	}
	defer end()
	result, err := s.resolveLink(r.Context(), raw, content.FirstRedirect)
	if cached != nil && isOutage(result, err) {
		// The source is unreachable: the stale page is better than none.
		if page, ok := s.parts.Pages.Cached(cached.key); ok {
			return s.writePage(w, r, cached, page)
		}
	}
	switch {
	case err != nil:
		return err
	case result.redirect != nil:
		s.writeRedirect(w, &result)
		return nil
	}
	if result.private && result.page.View.Preview {
		return s.writePrivate(w, r, result.page)
	}
	entry := &linkEntry{
		generation: generation, until: s.cfg.Now().Add(linkLifetime),
		status: result.page.View.Status, robots: result.page.View.Head.Robots, key: ssr.PageKey(result.page.JSON, []byte(s.cfg.Build)),
		surrogate: s.surrogateOf(&result),
	}
	if page, err = s.page(r.Context(), entry.key, result.page); err != nil {
		return err
	}
	if result.private {
		return s.writeRefusedPreview(w, r, entry, page)
	}
	if page.ETag != "" && len(raw) <= maxCachedLinkBytes && entry.status == http.StatusOK {
		s.links.entries.Set(strings.Clone(raw), entry)
	}
	return s.writePage(w, r, entry, page)
}

// isOutage reports whether the source was unreachable.
func isOutage(result linkResult, err error) bool {
	if err != nil {
		return errors.Is(err, content.ErrUnreachable)
	}
	return !result.private && result.page != nil && result.page.View.Status == http.StatusBadGateway
}

func (s *Server) writeRedirect(w http.ResponseWriter, result *linkResult) {
	if result.private {
		setPrivate(w.Header())
	} else if sur := s.surrogateOf(result); sur.keys != nil {
		w.Header()[s.cfg.CDN.KeyHeader] = sur.keys // a CDN may keep a 301 by its own rules
	}
	w.Header().Set("Location", result.redirect.Location)
	w.WriteHeader(redirectStatus(result.redirect))
}

// page returns the cached page of an equal view, or a new one.
func (s *Server) page(ctx context.Context, key ssr.Key, composed *compose.Encoded) (*ssr.Page, error) {
	build := func(ctx context.Context) (doc []byte, cacheable bool, err error) {
		defer limits.Hold(ctx)()
		doc, cacheable = s.document(ctx, composed)
		return doc, cacheable, nil
	}
	page, err := s.parts.Pages.Get(ctx, key, build)
	if err != nil {
		return nil, fmt.Errorf("make page: %w", err)
	}
	return page, nil
}

// Header values as shared slices: a cache hit sets them without an allocation.
var (
	typeHTML        = []string{"text/html; charset=utf-8"}
	cacheRevalidate = []string{"no-cache"}
	cacheNoStore    = []string{"no-store"}
	retryAfter      = []string{"30"}
	varyEncoding    = []string{"Accept-Encoding"}
	encodingValues  = map[string][]string{"br": {"br"}, "zstd": {"zstd"}, "gzip": {"gzip"}}
)

func (s *Server) writePage(w http.ResponseWriter, r *http.Request, entry *linkEntry, page *ssr.Page) error {
	h := w.Header()
	h["Content-Type"] = typeHTML
	s.setPageHeaders(h, entry, page.ETag)
	if entry.status == http.StatusOK && httpheader.MatchesETag(r.Header, page.ETag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	writeEncoded(w, r, entry.status, page)
	return nil
}

// setPageHeaders sets the headers of a page beside those of its body.
func (s *Server) setPageHeaders(h http.Header, entry *linkEntry, etag string) {
	h["Vary"] = varyEncoding
	h["Cache-Control"] = cacheRevalidate
	if entry.robots != "" && strings.Contains(entry.robots, "noindex") {
		h["X-Robots-Tag"] = []string{entry.robots}
	}
	if entry.status == http.StatusBadGateway {
		h["Retry-After"] = retryAfter
	}
	if etag == "" || entry.status != http.StatusOK {
		h["Cache-Control"] = cacheNoStore
		return
	}
	h["Etag"] = []string{etag}
	s.setCacheable(h, entry.surrogate)
}

// writeRefusedPreview sends a public page to a request whose credential opened nothing. The
// page may be a cached one; the response is private, because its address has a credential.
func (s *Server) writeRefusedPreview(w http.ResponseWriter, r *http.Request, entry *linkEntry, page *ssr.Page) error {
	h := w.Header()
	h["Content-Type"] = typeHTML
	h["Vary"] = varyEncoding
	setPrivate(h)
	writeEncoded(w, r, entry.status, page)
	return nil
}

// writeEncoded sends a page in the best encoding that the client accepts.
func writeEncoded(w http.ResponseWriter, r *http.Request, status int, page *ssr.Page) {
	body, encoding := page.Best(r.Header.Get("Accept-Encoding"))
	if encoding != "" {
		w.Header()["Content-Encoding"] = encodingValues[encoding]
	}
	writeBody(w, r, status, body)
}

// writePrivate sends a preview, rendered for this request and not cached.
func (s *Server) writePrivate(w http.ResponseWriter, r *http.Request, composed *compose.Encoded) error {
	doc, _ := s.document(r.Context(), composed)
	h := w.Header()
	h["Content-Type"] = typeHTML
	setPrivate(h)
	writeBody(w, r, composed.View.Status, doc)
	return nil
}
