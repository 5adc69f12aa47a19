package server

import (
	"io"
	"net/http"
	"time"
)

// bodyTimeout bounds the arrival of a request's body. Forms, notices and translations have
// at most some hundred KB.
const bodyTimeout = 10 * time.Second

// unreadBodyTimeout bounds what net/http does after the response to a GET or HEAD with a body: it reads
// the body, so that a client that sent one gets the response before the connection ends.
const unreadBodyTimeout = time.Second

// WithBodyDeadline bounds the time in which the body of a request must arrive. A request of
// GET or HEAD is answered without its body, and its connection ends with the response.
func WithBodyDeadline(next http.Handler) http.Handler { return withBodyDeadline(next, bodyTimeout) }

func withBodyDeadline(next http.Handler, timeout time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// A connection without deadlines, such as one of a test, serves the request without.
		control := http.NewResponseController(w)
		switch {
		case r.ContentLength == 0:
		case r.Method == http.MethodGet || r.Method == http.MethodHead:
			w.Header().Set("Connection", "close")
			defer func() { _ = control.SetReadDeadline(time.Now().Add(unreadBodyTimeout)) }()
		default:
			_ = control.SetReadDeadline(time.Now().Add(timeout))
			r.Body = &timedBody{r.Body, control}
		}
		next.ServeHTTP(w, r)
	})
}

// timedBody is a body with a deadline, which ends with the body: the server reads on to notice
// that the client leaves, and a deadline that passes then would cancel a request in work.
type timedBody struct {
	io.ReadCloser
	control *http.ResponseController
}

// Read reads the body.
func (b *timedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF { // a reader returns io.EOF itself
		_ = b.control.SetReadDeadline(time.Time{}) // as above
	}
	return n, err
}
