package server

import (
	"encoding/json"
	"net/http"
	"strconv"

	"estate/internal/platform/httpheader"
	"estate/internal/site/ssr"
)

// minCompressed is the size in bytes below which a body is not worth compressing.
const minCompressed = 512

// writeBody sends body as it is.
func writeBody(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	w.Header()["Content-Length"] = []string{strconv.Itoa(len(body))}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // an error means that the client closed the connection
	}
}

// writeCompressed sends a body that was made for this request, with gzip where the client
// accepts it.
func (s *Server) writeCompressed(w http.ResponseWriter, r *http.Request, status int, body []byte) error {
	h := w.Header()
	if h["Vary"] == nil {
		h["Vary"] = varyEncoding
	}
	if len(body) < minCompressed || r.Method == http.MethodHead || !acceptsGzip(r) {
		writeBody(w, r, status, body)
		return nil
	}
	h.Set("Content-Encoding", "gzip")
	writeBody(w, r, status, ssr.Gzip(body))
	return nil
}

func acceptsGzip(r *http.Request) bool {
	accept := httpheader.ParseAcceptEncoding(r.Header.Get("Accept-Encoding"))
	return accept.Prefers(accept.Gzip)
}

// writeWithETag sends a body with an ETag, or 304 to a client that has it already.
func (s *Server) writeWithETag(w http.ResponseWriter, r *http.Request, body []byte) error {
	etag := httpheader.WeakETag(body)
	w.Header().Set("ETag", etag)
	if httpheader.MatchesETag(r.Header, etag) {
		w.Header()["Vary"] = varyEncoding
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	return s.writeCompressed(w, r, http.StatusOK, body)
}

// writeJSON sends a value that no cache may keep.
func writeJSON(w http.ResponseWriter, r *http.Request, status int, value any) error {
	body, err := json.Marshal(value)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	writeBody(w, r, status, append(body, '\n'))
	return nil
}

// plainError sends a sentence that no cache may keep.
func plainError(w http.ResponseWriter, status int, text string) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text + "\n"))
}
