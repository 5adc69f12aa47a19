package server

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"
)

// secured adds the headers every answer carries.
func secured(csp string, next http.Handler) http.Handler {
	policy := []string{csp}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h["Content-Security-Policy"] = policy
		h["X-Content-Type-Options"] = nosniff
		h["Referrer-Policy"] = referrerPolicy
		h["X-Frame-Options"] = denyFrames
		h["Permissions-Policy"] = permissions
		next.ServeHTTP(w, r)
	})
}

// Header values as shared slices: a cached page sets them without allocating.
var (
	nosniff        = []string{"nosniff"}
	referrerPolicy = []string{"strict-origin-when-cross-origin"}
	denyFrames     = []string{"SAMEORIGIN"}
	permissions    = []string{"camera=(), microphone=(), geolocation=(), payment=()"}
)

// recovered turns a panic into a 500 and a log line; the visitor gets no stack.
func recovered(log *slog.Logger, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			cause := recover()
			if cause == nil {
				return
			}
			if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) {
				panic(cause) // net/http's own way to end an answer
			}
			id := errorID()
			log.ErrorContext(r.Context(), "request panicked", "id", id, "path", clip(r.URL.Path), "cause", cause, "stack", string(debug.Stack()))
			plainError(w, http.StatusInternalServerError, "Something went wrong. Error "+id+".")
		}()
		next.ServeHTTP(w, r)
	})
}

// logged mentions answers that took long.
func logged(log *slog.Logger, now func() time.Time, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := now()
		next.ServeHTTP(w, r)
		if took := now().Sub(start); took > slowRequest {
			log.WarnContext(r.Context(), "slow request", "method", r.Method, "path", clip(r.URL.Path), "took", took)
		}
	})
}

// slowRequest is how long an answer may take before the log mentions it.
const slowRequest = 2 * time.Second

// errorID is a short random name by which an answer is found in the log.
func errorID() string {
	var b [6]byte
	_, _ = rand.Read(b[:]) // crypto/rand never fails on the systems Go supports
	return hex.EncodeToString(b[:])
}

// clip keeps log lines short whatever a client sends. The query is never
// logged: it may hold a preview credential.
func clip(path string) string {
	const longest = 200
	if len(path) > longest {
		return path[:longest] + "…"
	}
	return path
}

// limited answers 429 to a client that has used up its rate limit.
func (s *Server) limited(limiter *rateLimiter) middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !limiter.allow(s.clientAddress(r), s.cfg.Now()) {
				w.Header().Set("Retry-After", "60")
				plainError(w, http.StatusTooManyRequests, "Too many calls. Come back in a minute.")
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}
