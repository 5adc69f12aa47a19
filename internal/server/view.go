package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"estate/internal/content"
	"estate/internal/view"
)

// viewBuffers are reused: an answer is large and gone as soon as it is sent.
var viewBuffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// serveView answers a link as data. A redirect is data too: the browser would
// follow a real one unseen. The status of a failure is in the view.
func (s *Server) serveView(w http.ResponseWriter, r *http.Request) error {
	// What was clicked leads to its end in one answer.
	a, err := s.answer(r.Context(), strings.TrimPrefix(rawLink(r), viewPrefix), content.LastRedirect)
	if err != nil {
		return err
	}
	out := view.Answer{View: a.view}
	if a.redirect != nil {
		out.Redirect = &view.Redirect{Status: redirectStatus(a.redirect), Location: a.redirect.Location, External: a.redirect.External}
	}
	body := viewBuffers.Get().(*bytes.Buffer)
	defer viewBuffers.Put(body)
	body.Reset()
	if err := json.NewEncoder(body).Encode(out); err != nil {
		return fmt.Errorf("write view: %w", err)
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Cache-Control", "no-cache")
	if a.view != nil && a.view.Status == http.StatusBadGateway {
		h["Retry-After"] = retryAfter
	}
	if a.private {
		keepPrivate(h)
	}
	return s.writeCompressed(w, r, http.StatusOK, body.Bytes())
}
