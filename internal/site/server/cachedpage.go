package server

import (
	"maps"
	"net/http"
	"time"

	"estate/internal/site/ssr"
)

// withCachedPages answers the requests for cached pages. It comes before the other middleware, and does
// what a cached page needs of it: headers, recovery, the log of slow requests.
func (s *Server) withCachedPages(headers http.Header, next http.Handler) http.Handler {
	if s.cfg.Tracer != nil {
		return next // a request may be traced from its beginning
	}
	lines := headLines(headers)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			next.ServeHTTP(w, r)
			return
		}
		start := s.cfg.Now()
		entry, page := s.cachedPage(rawLink(r), start)
		if page == nil {
			next.ServeHTTP(w, r)
			return
		}
		defer func() {
			if cause := recover(); cause != nil {
				r, _ = s.identified(r)
				s.panicked(w, r, cause)
			}
		}()
		if !s.writeJoinedPage(w, r, lines, entry, page) {
			maps.Copy(w.Header(), headers)
			_ = s.writePage(w, r, entry, page) // nil for a cached page
		}
		if took := s.cfg.Now().Sub(start); took > slowRequest {
			r, _ = s.identified(r)
			s.logSlow(r, took)
		}
	})
}

// cachedPage returns what is known about a link, and its page if that is current.
func (s *Server) cachedPage(raw string, now time.Time) (*linkEntry, *ssr.Page) {
	generation := s.parts.Generation() // read first: a later change makes the entry outdated
	entry, _ := s.links.entries.GetIfPresent(raw)
	if entry == nil || entry.generation != generation || !now.Before(entry.until) {
		return entry, nil
	}
	page, _ := s.parts.Pages.Cached(entry.key)
	return entry, page
}

// writeJoinedPage sends a page with a head of prepared lines: net/http copies, sorts and checks all headers of
// each response, a seventh of the processor time of a cached page. It returns false for a
// request that needs another response, or a connection that does not join writes.
func (s *Server) writeJoinedPage(w http.ResponseWriter, r *http.Request, lines []byte, entry *linkEntry, page *ssr.Page) bool {
	conn := joiningConnOf(r)
	if conn == nil || r.Method != http.MethodGet || r.Header["If-None-Match"] != nil {
		return false
	}
	body, encoding := page.Best(r.Header.Get("Accept-Encoding"))
	h := w.Header()
	h["Content-Type"] = typeHTML
	if encoding != "" {
		h["Content-Encoding"] = encodingValues[encoding]
	}
	conn.fields = fieldLines{lines, s.linesOf(entry, page.ETag)}
	writeBody(w, r, entry.status, body)
	return true
}

// linesOf are the lines of the headers of a page.
func (s *Server) linesOf(entry *linkEntry, etag string) []byte {
	if lines := entry.lines.Load(); lines != nil {
		return *lines
	}
	h := http.Header{}
	s.setPageHeaders(h, entry, etag)
	lines := headLines(h)
	entry.lines.Store(&lines)
	return lines
}
