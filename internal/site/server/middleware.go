package server

import (
	"io"
	"maps"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"estate/internal/platform/clientaddr"
	"estate/internal/platform/tracing"
	"estate/internal/site/compose"
	"estate/internal/site/sitemap"
)

// securityHeaders are the headers of every response. hsts is the value of
// Strict-Transport-Security, "" for none.
func securityHeaders(csp, hsts string) http.Header {
	h := http.Header{
		"Content-Security-Policy": {csp},
		"X-Content-Type-Options":  {"nosniff"},
		"Referrer-Policy":         {"strict-origin-when-cross-origin"},
		"Permissions-Policy":      {"camera=(), microphone=(), geolocation=(), payment=()"},
	}
	if hsts != "" {
		h["Strict-Transport-Security"] = []string{hsts}
	}
	return h
}

// withHeaders sets headers of every response. A connection ends after a body in chunks: net/http drops a length that
// stands beside them, and a proxy that believed the length takes what follows for another request. No browser sends
// forms in chunks.
func withHeaders(headers http.Header, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		maps.Copy(w.Header(), headers)
		if len(r.TransferEncoding) > 0 {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// withIdentity gives a request its id and, if it is sampled, its trace. A trusted proxy may name
// both: X-Request-Id and traceparent.
func (s *Server) withIdentity(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given, isTrusted := r.Header.Get("X-Request-Id"), false
		if given != "" || s.cfg.Tracer != nil {
			isTrusted = clientaddr.In(s.cfg.Limits.TrustedProxies, clientaddr.Peer(r.RemoteAddr))
		}
		if !isTrusted {
			given = ""
		}
		r = r.WithContext(tracing.WithRequest(r.Context(), given))
		if strings.HasPrefix(r.URL.Path, channelsPath) { // a span has the path, and this one has a secret
			next.ServeHTTP(w, r)
			return
		}
		ctx, end := s.cfg.Tracer.Request(r, isTrusted)
		if end == nil {
			next.ServeHTTP(w, r)
			return
		}
		traced := &statusWriter{ResponseWriter: w, status: http.StatusOK}
		defer func() { end(traced.status) }()
		next.ServeHTTP(traced, r.WithContext(ctx))
	})
}

// statusWriter keeps the status of a response.
type statusWriter struct {
	http.ResponseWriter
	status int
}

// WriteHeader is called by handlers.
func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// ReadFrom keeps sendfile for files.
func (w *statusWriter) ReadFrom(r io.Reader) (int64, error) { return io.Copy(w.ResponseWriter, r) }

// Unwrap is called by http.ResponseController.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// failed answers 500 with the id of the request, which its log lines have.
func failed(w http.ResponseWriter, r *http.Request, text string) {
	id := tracing.RequestID(r.Context())
	w.Header().Set("X-Request-Id", id)
	plainError(w, http.StatusInternalServerError, text+" Error "+id+".")
}

// withRecovery turns a panic into a 500 and a log line. The response has no stack trace.
func (s *Server) withRecovery(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			switch cause := recover(); cause {
			case nil:
			case http.ErrAbortHandler: // net/http's way to abort a response
				panic(cause)
			default:
				s.log.ErrorContext(r.Context(), "request panicked", "path", loggedPath(r.URL.Path), "cause", cause, "stack", string(debug.Stack()))
				failed(w, r, "Something went wrong.")
			}
		}()
		next.ServeHTTP(w, r)
	})
}

// withTimes logs slow requests and observes all.
func (s *Server) withTimes(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := s.cfg.Now()
		recorder := &statusWriter{ResponseWriter: w, status: http.StatusOK}
		if s.cfg.Observe != nil {
			w = recorder
		}
		next.ServeHTTP(w, r)
		took := s.cfg.Now().Sub(start)
		if s.cfg.Observe != nil {
			s.cfg.Observe(requestKind(r.URL.Path), recorder.status, took)
		}
		if took > slowRequest {
			s.log.WarnContext(r.Context(), "slow request", "method", r.Method, "path", loggedPath(r.URL.Path), "took", took)
		}
	})
}

// kindPrefixes are the kinds of requests by the beginning of their path, for metrics.
var kindPrefixes = []struct{ prefix, kind string }{
	{viewPrefix, "view"},
	{compose.MapPrefix, "map"},
	{suggestPrefix, "suggestions"},
	{compose.TilesPrefix, "tile"},
	{"/media/", "media"},
	{"/assets/", "file"},
	{"/locales/", "file"},
	{"/favicon", "file"},
	{"/apple-touch-icon", "file"},
	{"/_cms/", "cms"},
	{channelsPath, "channel"},
	{studioPath, "studio"},
	{"/healthz", "health"},
	{"/readyz", "health"},
	{"/robots.txt", "crawler"},
	{sitemap.Index, "crawler"},
	{sitemap.Folder, "crawler"},
}

// requestKind is the kind of a request; a link of the site is a page.
func requestKind(path string) string {
	for _, k := range kindPrefixes {
		if strings.HasPrefix(path, k.prefix) {
			return k.kind
		}
	}
	switch {
	case strings.Contains(path, "/wp-json"):
		return "rest"
	case strings.HasSuffix(path, compose.EnquiryPath):
		return "enquiry"
	case strings.HasSuffix(path, feedSuffix):
		return "crawler"
	}
	return "page"
}

// slowRequest is the duration above which a request is logged.
const slowRequest = 2 * time.Second
