package server

import (
	"net/http"
	"time"
)

// bodyTimeout bounds the arrival of a request's body. Forms, notices and translations have
// at most some hundred KB.
const bodyTimeout = 10 * time.Second

// WithBodyDeadline bounds the time in which the body of a request must arrive. A request of
// GET or HEAD is answered without its body, and its connection ends with the response.
func WithBodyDeadline(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.ContentLength == 0:
		case r.Method == http.MethodGet || r.Method == http.MethodHead:
			w.Header().Set("Connection", "close")
		default:
			// A connection without deadlines, such as one of a test, serves the request without.
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTimeout))
		}
		next.ServeHTTP(w, r)
	})
}
