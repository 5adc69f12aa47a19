package server

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"estate/internal/clientaddr"
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

// withRecovery turns a panic into a 500 and a log line. The response has no stack trace.
func withRecovery(log *slog.Logger, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			cause := recover()
			if cause == nil {
				return
			}
			if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) {
				panic(cause) // net/http's way to abort a response
			}
			id := errorID()
			log.ErrorContext(r.Context(), "request panicked", "id", id, "path", truncate(r.URL.Path), "cause", cause, "stack", string(debug.Stack()))
			plainError(w, http.StatusInternalServerError, "Something went wrong. Error "+id+".")
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

// errorID is a random identifier of a log line, which the response shows.
func errorID() string {
	var b [6]byte
	_, _ = rand.Read(b[:]) // crypto/rand never fails on the systems Go supports
	return hex.EncodeToString(b[:])
}

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
