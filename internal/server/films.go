package server

import (
	"net/http"
	"strings"
	"time"

	"estate/internal/media"
)

// fileCache is that of pictures: a name is given once.
const fileCache = pictureCache

// filmTimeout lets a slow line take a film; it is bounded all the same.
const filmTimeout = 30 * time.Minute

// serveMedia answers below /media/: most is pictures.
func (s *Server) serveMedia(w http.ResponseWriter, r *http.Request) error {
	if media.IsFile(r.URL.Path) {
		return s.serveFile(w, r)
	}
	return s.servePicture(w, r)
}

// serveFile sends a film, a sound or a document as it lies there, in parts where
// the browser asks for parts.
func (s *Server) serveFile(w http.ResponseWriter, r *http.Request) error {
	file, info, kind, err := s.parts.Pictures.File(r.URL.Path)
	if err != nil {
		plainError(w, http.StatusNotFound, "There is no such file.")
		return nil
	}
	defer func() { _ = file.Close() }() // it was only read
	// Where the connection knows no deadlines, the server's own holds.
	_ = http.NewResponseController(w).SetWriteDeadline(s.cfg.Now().Add(filmTimeout))
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", fileCache)
	if !strings.HasPrefix(kind, "application/") {
		h.Set("X-Robots-Tag", "noindex")
	}
	http.ServeContent(w, r, "", info.ModTime(), file)
	return nil
}
