package server

import (
	"context"
	"errors"
	"net/http"

	"estate/internal/content/link"
)

// handler answers a request or returns an error.
type handler func(w http.ResponseWriter, r *http.Request) error

// handler turns the error of a handler into a status and a log line.
func (s *Server) handler(h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := h(w, r)
		switch {
		case err == nil:
		case errors.Is(err, context.Canceled) && r.Context().Err() != nil:
			// The client closed the connection.
		case errors.Is(err, link.ErrTooLong):
			plainError(w, http.StatusRequestURITooLong, "This address is too long.")
		case errors.Is(err, link.ErrText):
			plainError(w, http.StatusBadRequest, "This address cannot be read.")
		default:
			s.log.ErrorContext(r.Context(), "request failed", "path", loggedPath(r.URL.Path), "err", err)
			failed(w, r, "Something went wrong.")
		}
	})
}
