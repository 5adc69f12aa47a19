package server

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
)

// writeTagged sends a body whose ETag is its hash; who has it already gets 304.
func (s *Server) writeTagged(w http.ResponseWriter, r *http.Request, body []byte) error {
	sum := sha256.Sum256(body)
	// Weak: the compressed body is another one with the same meaning.
	etag := `W/"` + hex.EncodeToString(sum[:12]) + `"`
	w.Header().Set("ETag", etag)
	if knowsTag(r, etag) {
		w.Header()["Vary"] = varyEncoding
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	return s.writeCompressed(w, r, http.StatusOK, body)
}

// knowsTag reports whether the client named this ETag, whatever its strength.
func knowsTag(r *http.Request, etag string) bool {
	opaque := strings.TrimPrefix(etag, "W/")
	for tag := range strings.SplitSeq(strings.Join(r.Header.Values("If-None-Match"), ","), ",") {
		tag = strings.TrimSpace(tag)
		if tag == "*" || strings.TrimPrefix(tag, "W/") == opaque {
			return true
		}
	}
	return false
}
