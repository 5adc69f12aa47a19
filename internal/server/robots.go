package server

import "net/http"

// serveRobots keeps crawlers off what is no page of its own.
func (s *Server) serveRobots(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	writeBody(w, r, http.StatusOK, []byte("User-agent: *\nDisallow: "+viewPrefix+"\nDisallow: /favorites/\nDisallow: /es/favorites/\n"))
	return nil
}
