package httpconn

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

// withBodyDeadline bounds the time in which the body of a request must arrive; until then the connection
// waits for its client. A request of GET or HEAD is answered without its body, and its connection ends
// with the response.
func withBodyDeadline(next http.Handler, timeout time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength == 0 {
			next.ServeHTTP(w, r)
			return
		}
		// A connection without deadlines, such as one of a test, serves the request without.
		c, _ := r.Context().Value(connKey{}).(*conn)
		body := &timedBody{ReadCloser: r.Body, control: http.NewResponseController(w), conn: c}
		if r.Method == http.MethodGet || r.Method == http.MethodHead {
			w.Header().Set("Connection", "close")
			defer func() { _ = body.control.SetReadDeadline(time.Now().Add(unreadBodyTimeout)) }()
		} else {
			_ = body.control.SetReadDeadline(time.Now().Add(timeout))
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
	conn     *conn // nil for one of another listener
	complete bool
}

// Read reads the body.
func (b *timedBody) Read(p []byte) (int, error) {
	b.setStalled(time.Now().UnixNano())
	n, err := b.ReadCloser.Read(p)
	b.setStalled(0)
	if err == io.EOF { // a reader returns io.EOF itself
		b.complete = true
		_ = b.control.SetReadDeadline(time.Time{}) // as above
	}
	return n, err
}

// awaitRest is called after the response: net/http reads what is left of the body.
func (b *timedBody) awaitRest() {
	if !b.complete {
		b.setStalled(time.Now().UnixNano())
	}
}

func (b *timedBody) setStalled(since int64) {
	if b.conn != nil {
		b.conn.stalled.Store(since)
	}
}
