package server

import (
	"errors"
	"mime"
	"net/http"
	"strings"
	"time"

	"estate/internal/media"
	"estate/internal/platform/fairqueue"
	"estate/internal/platform/tracing"
	"estate/internal/site/limits"
)

// mediaCache lets browsers keep a picture or file for a day and then revalidate it: the
// address stays when the original changes.
const mediaCache = "public, max-age=86400, stale-while-revalidate=604800"

// fileTimeout bounds the transfer of a film over a slow connection.
const fileTimeout = 30 * time.Minute

// transparentPixel is a GIF of one pixel.
const transparentPixel = "GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff" +
	"!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"

// serveMedia answers below /media/: pictures and other files.
func (s *Server) serveMedia(w http.ResponseWriter, r *http.Request) error {
	if media.IsFile(r.URL.Path) {
		return s.serveFile(w, r)
	}
	return s.servePicture(w, r)
}

// serveFile sends a film, a sound or a document unchanged, or the requested range of it.
func (s *Server) serveFile(w http.ResponseWriter, r *http.Request) error {
	file, err := s.parts.Pictures.File(fairqueue.WithTicket(r.Context(), s.limits.Ticket(r)), r.URL.Path)
	if moved, ok := errors.AsType[*media.MovedError](err); ok {
		redirectMedia(w, moved.To)
		return nil
	}
	switch {
	case errors.Is(err, media.ErrNotFound), errors.Is(err, media.ErrRefused):
		plainError(w, http.StatusNotFound, "There is no such file.")
		return nil
	case err != nil:
		s.log.WarnContext(r.Context(), "a file of the CMS is not available", "path", r.URL.Path, "err", err)
		w.Header().Set("Retry-After", "30")
		plainError(w, http.StatusBadGateway, "This file is not available at the moment.")
		return nil
	}
	defer func() { _ = file.Close() }() // it was only read
	// Without support for deadlines the server's timeout applies.
	_ = http.NewResponseController(w).SetWriteDeadline(s.cfg.Now().Add(fileTimeout))
	h := w.Header()
	h.Set("Content-Type", file.ContentType)
	h.Set("Cache-Control", mediaCache)
	disposition := "inline"
	if file.IsDownload() {
		disposition = "attachment"
	}
	h.Set("Content-Disposition", mime.FormatMediaType(disposition, map[string]string{"filename": file.Name}))
	if !strings.HasPrefix(file.ContentType, "application/") {
		h.Set("X-Robots-Tag", "noindex")
	}
	http.ServeContent(w, r, "", file.Modified, file)
	return nil
}

// redirectUpload answers an address of WordPress's media library with that of the same file on the
// site: other sites link to it, and texts may name it.
func (s *Server) redirectUpload(w http.ResponseWriter, r *http.Request) error {
	address := ""
	if s.parts.Pictures != nil {
		address = s.parts.Pictures.UploadAddress(r.URL.EscapedPath())
	}
	if address == "" {
		return s.serveLink(w, r)
	}
	// Whoever asks here invents addresses of the CMS that the site signs, so it is charged.
	if !s.limits.Take(r, limits.Upload) {
		s.limits.Refuse(w, r, "too many addresses of the CMS")
		return nil
	}
	redirectMedia(w, address)
	return nil
}

func redirectMedia(w http.ResponseWriter, address string) {
	w.Header().Set("Cache-Control", mediaCache)
	w.Header().Set("Location", address)
	w.WriteHeader(http.StatusMovedPermanently)
}

// errTooMany reports that a client has too few tokens.
var errTooMany = errors.New("the client has too few tokens")

// servePicture sends a rendition, which is made by the first request.
func (s *Server) servePicture(w http.ResponseWriter, r *http.Request) error {
	ctx := fairqueue.WithTicket(r.Context(), s.limits.Ticket(r))
	ctx, end := tracing.Step(ctx, "picture")
	rendition, err := s.parts.Pictures.OpenAdmitted(ctx, r.URL.Path, func() error {
		if !s.limits.Take(r, limits.Rendition) {
			return errTooMany
		}
		return nil
	})
	end(err)
	if moved, ok := errors.AsType[*media.MovedError](err); ok {
		redirectMedia(w, moved.To)
		return nil
	}
	switch {
	case errors.Is(err, errTooMany):
		s.limits.Refuse(w, r, "too many new renditions")
		return nil
	case errors.Is(err, media.ErrNotFound):
		plainError(w, http.StatusNotFound, "There is no such picture.")
		return nil
	case errors.Is(err, media.ErrRefused):
		// Browsers show the body of an image whatever its status: nothing, in place of a broken picture.
		w.Header().Set("Content-Type", "image/gif")
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(http.StatusUnprocessableEntity)
		_, _ = w.Write([]byte(transparentPixel))
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
	h.Set("Cache-Control", mediaCache)
	h.Set("ETag", rendition.ETag)
	if rendition.Policy != "" {
		h.Set("Content-Security-Policy", rendition.Policy)
	}
	http.ServeContent(w, r, "", rendition.Modified, rendition)
	return nil
}
