package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"estate/internal/content"
	"estate/internal/shareddict"
	"estate/internal/view"
)

// viewBuffers are reused: a response is large and needed only until it is sent.
var viewBuffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// serveView sends the View of a link as JSON. A redirect is JSON too, because fetch would follow
// a real one silently. The status of an error is in the View.
func (s *Server) serveView(w http.ResponseWriter, r *http.Request) error {
	// Redirects of the CMS are followed to their end, so that a click needs one request.
	result, err := s.resolveLink(r.Context(), strings.TrimPrefix(rawLink(r), viewPrefix), content.LastRedirect)
	if err != nil {
		return err
	}
	body := viewBuffers.Get().(*bytes.Buffer)
	defer viewBuffers.Put(body)
	body.Reset()
	if err := writeViewResponse(body, result); err != nil {
		return fmt.Errorf("write view: %w", err)
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Cache-Control", "no-cache")
	if result.view != nil && result.view.Status == http.StatusBadGateway {
		h["Retry-After"] = retryAfter
	}
	if result.private {
		setPrivate(h)
	} else {
		s.setCacheable(h, s.surrogateOf(&result))
	}
	if !result.private {
		if dictionary, ok := s.parts.Dictionaries.Of(w, r); ok && dictionary.IsSample() {
			if packed := dictionary.Pack(body.Bytes()); packed != nil {
				h["Content-Encoding"] = encodingValues[shareddict.Encoding]
				writeBody(w, r, http.StatusOK, packed)
				return nil
			}
		}
	}
	return s.writeCompressed(w, r, http.StatusOK, body.Bytes())
}

// writeViewResponse writes a view.ViewResponse. The View is JSON already.
func writeViewResponse(body *bytes.Buffer, result linkResult) error {
	if result.redirect == nil {
		body.WriteString(`{"view":`)
		body.Write(result.data)
		body.WriteString("}\n")
		return nil
	}
	to := view.Redirect{Status: redirectStatus(result.redirect), Location: result.redirect.Location, External: result.redirect.External}
	return json.NewEncoder(body).Encode(view.ViewResponse{Redirect: &to})
}
