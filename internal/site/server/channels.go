package server

import (
	"errors"
	"io/fs"
	"net/http"
	"os"
	"strings"

	"estate/internal/agency/channels"
	"estate/internal/platform/httpheader"
)

// channelsPath begins the addresses of files for portals. The token is secret: the address is never
// printed in a page, a feed or the sitemap.
const channelsPath = channels.Path

// serveChannel sends the last complete file of a channel.
func (s *Server) serveChannel(w http.ResponseWriter, r *http.Request) error {
	file, ok := s.parts.Channels(r.PathValue("token"))
	if !ok {
		http.Error(w, "There is no such file.", http.StatusNotFound)
		return nil
	}
	h := w.Header()
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Cache-Control", "private, no-cache")
	h.Set("Vary", "Accept-Encoding")
	path, etag, encoding := file.Path, file.ETag, ""
	if acceptsGzip(r) { // other bytes, so another strong ETag: a range must not continue the other file
		path, etag, encoding = file.Compressed, strings.TrimSuffix(file.ETag, `"`)+`-gzip"`, "gzip"
	}
	h.Set("ETag", etag)
	if httpheader.MatchesETag(r.Header, etag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	h.Set("Content-Type", file.Type)
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	opened, err := os.Open(path)
	if err != nil {
		h.Del("Content-Encoding")
		if errors.Is(err, fs.ErrNotExist) { // replaced in this moment
			h.Set("Retry-After", "1")
			http.Error(w, "The file is being replaced. Try again.", http.StatusServiceUnavailable)
			return nil
		}
		return err
	}
	defer func() { _ = opened.Close() }()
	http.ServeContent(w, r, "", file.At, opened)
	return nil
}
