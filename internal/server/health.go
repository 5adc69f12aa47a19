package server

import (
	"net/http"

	"estate/internal/worker"
)

// serveHealth tells that the process lives.
func (s *Server) serveHealth(w http.ResponseWriter, r *http.Request) error {
	return writeJSON(w, r, http.StatusOK, map[string]string{"status": "ok"})
}

// readiness is what /readyz reports. Lost render workers degrade the site, they
// do not stop it: pages go out undrawn.
type readiness struct {
	Status     string         `json:"status"` // ready, degraded or copying
	Generation uint64         `json:"generation"`
	Content    string         `json:"content,omitempty"` // what is wrong with its source now
	Rendering  *worker.Status `json:"rendering,omitempty"`
}

// serveReady tells that content is loaded. The server starts only then, but for
// a replica that was never filled: it shows its visitors an error until it is.
func (s *Server) serveReady(w http.ResponseWriter, r *http.Request) error {
	ready := readiness{Status: "ready", Generation: s.parts.Generation()}
	if s.parts.Workers == nil {
		ready.Status = "degraded"
	} else {
		status := s.parts.Workers()
		ready.Rendering = &status
		if status.Up < status.Workers {
			ready.Status = "degraded"
		}
	}
	if s.parts.Healthy != nil {
		if err := s.parts.Healthy(); err != nil {
			ready.Status, ready.Content = "degraded", err.Error()
		}
	}
	if s.parts.Ready != nil && !s.parts.Ready() {
		ready.Status = "copying"
		w.Header()["Retry-After"] = retryAfter
		return writeJSON(w, r, http.StatusServiceUnavailable, ready)
	}
	return writeJSON(w, r, http.StatusOK, ready)
}
