package server

import (
	"errors"
	"net/http"

	"estate/internal/media"
)

// A picture's address outlives its original, so browsers keep it for a day and
// then ask with its ETag.
const pictureCache = "public, max-age=86400, stale-while-revalidate=604800"

// servePicture answers with a rendition, made on the first request.
func (s *Server) servePicture(w http.ResponseWriter, r *http.Request) error {
	rendition, err := s.parts.Pictures.Open(r.Context(), r.URL.Path)
	switch {
	case errors.Is(err, media.ErrNotFound):
		plainError(w, http.StatusNotFound, "There is no such picture.")
		return nil
	case errors.Is(err, media.ErrRefused):
		plainError(w, http.StatusUnprocessableEntity, "This picture cannot be shown.")
		return nil
	case errors.Is(err, media.ErrBusy), errors.Is(err, media.ErrUnavailable):
		w.Header().Set("Retry-After", "5")
		plainError(w, http.StatusServiceUnavailable, "This picture is not ready yet.")
		return nil
	case err != nil:
		return err
	}
	defer func() { _ = rendition.Close() }() // it was only read
	h := w.Header()
	h.Set("Content-Type", rendition.ContentType)
	h.Set("Cache-Control", pictureCache)
	h.Set("ETag", rendition.ETag)
	if rendition.Policy != "" {
		h.Set("Content-Security-Policy", rendition.Policy)
	}
	http.ServeContent(w, r, "", rendition.Modified, rendition)
	return nil
}
