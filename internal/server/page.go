package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"estate/internal/content"
	"estate/internal/httpheader"
	"estate/internal/ssr"
	"estate/internal/view"
)

// serveLink answers a link with a document.
func (s *Server) serveLink(w http.ResponseWriter, r *http.Request) error {
	raw := rawLink(r)
	generation := s.parts.Generation() // before the answer: what changes meanwhile makes it old
	before, known := s.links.entries.GetIfPresent(raw)
	if known && before.generation == generation && s.cfg.Now().Before(before.until) {
		if page, ok := s.parts.Pages.Cached(before.key); ok {
			return s.writePage(w, r, before, page)
		}
	}
	a, err := s.answer(r.Context(), raw, content.FirstRedirect)
	if known && isOutage(a, err) {
		// Content may have changed, but nobody can tell: better the page of before
		// than none.
		if page, ok := s.parts.Pages.Cached(before.key); ok {
			return s.writePage(w, r, before, page)
		}
	}
	switch {
	case err != nil:
		return err
	case a.redirect != nil:
		writeRedirect(w, a)
		return nil
	}
	data, err := json.Marshal(a.view)
	if err != nil {
		return fmt.Errorf("write view: %w", err)
	}
	if a.private {
		return s.writePrivate(w, r, a.view, data)
	}
	entry := &linkEntry{
		generation: generation, until: s.cfg.Now().Add(entryLife),
		status: a.view.Status, robots: a.view.Head.Robots, key: ssr.PageKey(data, []byte(s.cfg.Build)),
	}
	page, err := s.page(r.Context(), entry.key, a.view, data)
	if err != nil {
		return err
	}
	if page.ETag != "" && len(raw) <= longestCachedLink && entry.status == http.StatusOK {
		s.links.entries.Set(strings.Clone(raw), entry)
	}
	return s.writePage(w, r, entry, page)
}

// isOutage reports an answer that lacks its content because the source is away.
func isOutage(a answer, err error) bool {
	if err != nil {
		return errors.Is(err, content.ErrUnreachable)
	}
	return !a.private && a.view != nil && a.view.Status == http.StatusBadGateway
}

func writeRedirect(w http.ResponseWriter, a answer) {
	if a.private {
		keepPrivate(w.Header())
	}
	w.Header().Set("Location", a.redirect.Location)
	w.WriteHeader(redirectStatus(a.redirect))
}

// page is the finished page of a view: one that an equal view has made already, or a new one.
func (s *Server) page(ctx context.Context, key ssr.Key, v *view.View, data []byte) (*ssr.Page, error) {
	page, err := s.parts.Pages.Get(ctx, key, func(ctx context.Context) ([]byte, bool, error) {
		doc, drawn := s.document(ctx, v, data)
		return doc, drawn, nil
	})
	if err != nil {
		return nil, fmt.Errorf("make page: %w", err)
	}
	return page, nil
}

// document draws a view. When no worker can answer in time it goes out without
// HTML: the browser draws the same view, and a reader without script gets a summary.
func (s *Server) document(ctx context.Context, v *view.View, data []byte) (doc []byte, drawn bool) {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.RenderWait)
	defer cancel()
	rendering, err := s.parts.Renderer.Render(ctx, data)
	if err != nil {
		s.log.WarnContext(ctx, "page goes out undrawn", "screen", v.Screen, "err", err)
		rendering = ssr.Rendering{}
	}
	var b bytes.Buffer
	b.Grow(len(data) + len(rendering.HTML) + 8<<10)
	d := document{view: v, json: data, rendering: rendering, files: s.bundleFor(sources(v))}
	d.write(&b)
	return b.Bytes(), rendering.HTML != nil
}

// sources are the source files whose chunks a view needs at once: its words and
// its first sections.
func sources(v *view.View) []string {
	sources := append(make([]string, 0, view.EarlySections+1), "src/i18n/"+string(v.Lang)+".ts")
	for _, section := range v.Content {
		kind := string(section.SectionKind())
		source := "src/sections/" + kind + "/" + kind + ".tsx"
		if slices.Contains(sources, source) {
			continue
		}
		if len(sources) > view.EarlySections {
			break
		}
		sources = append(sources, source)
	}
	return sources
}

// Header values as shared slices: a hit sets them without allocating.
var (
	typeHTML       = []string{"text/html; charset=utf-8"}
	cacheChecked   = []string{"no-cache"}
	cacheNothing   = []string{"no-store"}
	retryAfter     = []string{"30"}
	varyEncoding   = []string{"Accept-Encoding"}
	encodingValues = map[string][]string{"br": {"br"}, "zstd": {"zstd"}, "gzip": {"gzip"}}
)

func (s *Server) writePage(w http.ResponseWriter, r *http.Request, entry *linkEntry, page *ssr.Page) error {
	h := w.Header()
	h["Content-Type"] = typeHTML
	h["Vary"] = varyEncoding
	h["Cache-Control"] = cacheChecked
	if entry.robots != "" && strings.Contains(entry.robots, "noindex") {
		h["X-Robots-Tag"] = []string{entry.robots}
	}
	if entry.status == http.StatusBadGateway {
		h["Retry-After"] = retryAfter
	}
	if etag := page.ETag; etag != "" && entry.status == http.StatusOK {
		h["Etag"] = []string{etag}
		if httpheader.MatchesETag(r.Header, etag) {
			w.WriteHeader(http.StatusNotModified)
			return nil
		}
	} else {
		h["Cache-Control"] = cacheNothing
	}
	body, encoding := page.Best(r.Header.Get("Accept-Encoding"))
	if encoding != "" {
		h["Content-Encoding"] = encodingValues[encoding]
	}
	writeBody(w, r, entry.status, body)
	return nil
}

// writePrivate answers a preview: drawn for this request alone, kept nowhere.
func (s *Server) writePrivate(w http.ResponseWriter, r *http.Request, v *view.View, data []byte) error {
	doc, _ := s.document(r.Context(), v, data)
	h := w.Header()
	h["Content-Type"] = typeHTML
	keepPrivate(h)
	writeBody(w, r, v.Status, doc)
	return nil
}
