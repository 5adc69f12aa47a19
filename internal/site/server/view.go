package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"estate/internal/content"
	"estate/internal/site/view"
)

// serveView sends the View of a link as JSON. A redirect is JSON too, because fetch would follow
// a real one silently. The status of an error is in the View.
func (s *Server) serveView(w http.ResponseWriter, r *http.Request) error {
	// Redirects of the CMS are followed to their end, so that a click needs one request.
	result, err := s.resolveLink(r.Context(), strings.TrimPrefix(rawLink(r), viewPrefix), content.LastRedirect)
	if err != nil {
		return err
	}
	var body []byte
	if result.redirect == nil {
		body = slices.Concat([]byte(`{"view":`), result.page.JSON, []byte("}\n")) // a view.ViewResponse
	} else if body, err = redirectResponse(&result); err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Cache-Control", "no-cache")
	if result.page != nil && result.page.View.Status == http.StatusBadGateway {
		h["Retry-After"] = retryAfter
	}
	if result.private {
		setPrivate(h)
	} else {
		s.setCacheable(h, s.surrogateOf(&result))
	}
	return s.writeCompressed(w, r, http.StatusOK, body)
}

// redirectResponse is a view.ViewResponse with a redirect.
func redirectResponse(result *linkResult) ([]byte, error) {
	to := view.Redirect{Status: redirectStatus(result.redirect), Location: result.redirect.Location, External: result.redirect.External}
	body, err := json.Marshal(view.ViewResponse{Redirect: &to})
	if err != nil {
		return nil, fmt.Errorf("write redirect: %w", err)
	}
	return append(body, '\n'), nil
}
