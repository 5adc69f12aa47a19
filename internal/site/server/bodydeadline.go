package server

import (
	"io"
	"net"
	"net/http"
	"time"
)

// bodyTimeout bounds the arrival of a request's body. Forms, notices and translations have
// at most some hundred KB.
const bodyTimeout = 10 * time.Second

// unreadBodyTimeout bounds what net/http does after the response to a GET or HEAD with a body: it reads
// the body, so that a client that sent one gets the response before the connection ends.
const unreadBodyTimeout = time.Second

// BodyDeadline bounds the time in which the body of a request must arrive; until then the connection waits
// for its client. A request of GET or HEAD is answered without its body, and its connection ends with the response.
func (l *ConnLimit) BodyDeadline(next http.Handler) http.Handler {
	return l.bodyDeadline(next, bodyTimeout)
}

func (l *ConnLimit) bodyDeadline(next http.Handler, timeout time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength == 0 {
			next.ServeHTTP(w, r)
			return
		}
		// A connection without deadlines, such as one of a test, serves the request without.
		control := http.NewResponseController(w)
		conn, _ := r.Context().Value(limitedConnKey{}).(net.Conn)
		body := &timedBody{ReadCloser: r.Body, control: control, setIdle: func(idle bool) { l.setIdle(conn, idle) }}
		if r.Method == http.MethodGet || r.Method == http.MethodHead {
			w.Header().Set("Connection", "close")
			defer func() { _ = control.SetReadDeadline(time.Now().Add(unreadBodyTimeout)) }()
		} else {
			_ = control.SetReadDeadline(time.Now().Add(timeout))
		}
		defer body.awaitRest()
		r.Body = body
		next.ServeHTTP(w, r)
	})
}

// timedBody is a body with a deadline, which ends with the body: the server reads on to notice
// that the client leaves, and a deadline that passes then would cancel a request in work.
type timedBody struct {
	io.ReadCloser
	control  *http.ResponseController
	setIdle  func(idle bool)
	complete bool
}

// Read reads the body.
func (b *timedBody) Read(p []byte) (int, error) {
	b.setIdle(true)
	n, err := b.ReadCloser.Read(p)
	b.setIdle(false)
	if err == io.EOF { // a reader returns io.EOF itself
		b.complete = true
		_ = b.control.SetReadDeadline(time.Time{}) // as above
	}
	return n, err
}

// awaitRest is called after the response: net/http reads what is left of the body.
func (b *timedBody) awaitRest() {
	if !b.complete {
		b.setIdle(true)
	}
}
