package server

import (
	"net/http"

	"estate/internal/platform/worker"
)

// serveHealth answers /healthz: the process runs.
func (s *Server) serveHealth(w http.ResponseWriter, r *http.Request) error {
	return writeJSON(w, r, http.StatusOK, map[string]string{"status": "ok"})
}

// readiness is the response of /readyz. Missing render workers only degrade the site: pages
// are sent without rendered HTML.
type readiness struct {
	Status     string         `json:"status"` // ready, degraded or copying
	Generation uint64         `json:"generation"`
	Content    string         `json:"content,omitempty"` // problem of the source
	Rendering  *worker.Status `json:"rendering,omitempty"`
	// Problems are the kinds of what needs a person; the operator's page has them with their remedies.
	Problems []string `json:"problems,omitempty"`
}

// serveReady answers /readyz: 200 once there is content, 503 with Retry-After during the
// first full sync of a replica.
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
	if s.parts.Problems != nil {
		ready.Problems = s.parts.Problems()
		if len(ready.Problems) > 0 {
			ready.Status = "degraded"
		}
	}
	if s.parts.Ready != nil && !s.parts.Ready() {
		ready.Status = "copying"
		w.Header()["Retry-After"] = retryAfter
		return writeJSON(w, r, http.StatusServiceUnavailable, ready)
	}
	return writeJSON(w, r, http.StatusOK, ready)
}
