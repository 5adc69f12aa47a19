package server

import (
	"errors"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"estate/internal/clientaddr"
	"estate/internal/tracing"
)

// withSecurityHeaders sets the headers of every response. hsts is the value of
// Strict-Transport-Security, "" for none.
func withSecurityHeaders(csp, hsts string, next http.Handler) http.Handler {
	policy, transport := []string{csp}, []string{hsts}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h["Content-Security-Policy"] = policy
		h["X-Content-Type-Options"] = nosniff
		h["Referrer-Policy"] = referrerPolicy
		h["Permissions-Policy"] = permissions
		if hsts != "" {
			h["Strict-Transport-Security"] = transport
		}
		next.ServeHTTP(w, r)
	})
}

// Header values as shared slices: a cache hit sets them without an allocation.
var (
	nosniff        = []string{"nosniff"}
	referrerPolicy = []string{"strict-origin-when-cross-origin"}
	permissions    = []string{"camera=(), microphone=(), geolocation=(), payment=()"}
)

// withIdentity gives a request its id and, if it is sampled, its trace. A trusted proxy may name
// both: X-Request-Id and traceparent.
func (s *Server) withIdentity(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given, isTrusted := r.Header.Get("X-Request-Id"), false
		if given != "" || s.cfg.Tracer != nil {
			isTrusted = clientaddr.In(s.cfg.TrustedProxies, clientaddr.Peer(r.RemoteAddr))
		}
		if !isTrusted {
			given = ""
		}
		r = r.WithContext(tracing.WithRequest(r.Context(), given))
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
			cause := recover()
			if cause == nil {
				return
			}
			if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) {
				panic(cause) // net/http's way to abort a response
			}
			s.log.ErrorContext(r.Context(), "request panicked", "path", truncate(r.URL.Path), "cause", cause, "stack", string(debug.Stack()))
			failed(w, r, "Something went wrong.")
		}()
		next.ServeHTTP(w, r)
	})
}

// withSlowLog logs slow requests.
func withSlowLog(log *slog.Logger, now func() time.Time, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := now()
		next.ServeHTTP(w, r)
		if took := now().Sub(start); took > slowRequest {
			log.WarnContext(r.Context(), "slow request", "method", r.Method, "path", truncate(r.URL.Path), "took", took)
		}
	})
}

// slowRequest is the duration above which a request is logged.
const slowRequest = 2 * time.Second

// truncate keeps log lines short. The query is never logged: it may hold the credential of a
// preview.
func truncate(path string) string {
	const maxBytes = 200
	if len(path) > maxBytes {
		return path[:maxBytes] + "…"
	}
	return path
}

// refused reports a request that was refused.
func (s *Server) refused(r *http.Request, reason string) {
	if s.cfg.Refused != nil {
		s.cfg.Refused(reason, clientaddr.Prefix(s.clientAddress(r)))
	}
}

// limited answers 429 to a client that has used up its rate limit.
func (s *Server) limited(limiter *rateLimiter) middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !limiter.allow(s.clientAddress(r), s.cfg.Now()) {
				s.refused(r, "too many requests of the plugin")
				w.Header().Set("Retry-After", "60")
				plainError(w, http.StatusTooManyRequests, "Too many requests. Retry in a minute.")
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}
