package server

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// JoinWrites makes the connections of a listener send a response by one system call (writev).
// net/http uses two: the head with the first part of the body, then the rest. System calls
// are most of the cost of a cached page. The http.Server needs JoinWritesContext or ConnLimit.ConnContext.
func JoinWrites(l net.Listener) net.Listener { return joiningListener{l} }

// JoinWritesContext is an http.Server's ConnContext.
func JoinWritesContext(ctx context.Context, c net.Conn) context.Context {
	if joining, ok := c.(*joiningConn); ok {
		return context.WithValue(ctx, joiningKey{}, joining)
	}
	return ctx
}

type joiningKey struct{}

type joiningListener struct{ net.Listener }

// Accept wraps TCP connections, which support writev.
func (l joiningListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok {
		return &joiningConn{TCPConn: tcp}, nil
	}
	return c, err
}

// joiningConn holds the first part of a response until the second is written. Only the
// goroutine that serves the connection writes to it.
type joiningConn struct {
	*net.TCPConn
	holding bool
	held    *[]byte
	fields  fieldLines // what the next head gets
	parts   [2][]byte  // memory of vector
	vector  net.Buffers
	// limited and drained are the states of the connection in its ConnLimit and Drain, from
	// http.StateNew on; nil without them.
	limited *openConn
	drained *drainConn
	// received reports bytes since the connection was accepted or became idle: Drain uses it.
	received atomic.Bool
	// writingSince is the Unix time in ns of a write that the client has not taken yet, else 0.
	writingSince atomic.Int64
}

// Read notes that bytes have arrived.
func (c *joiningConn) Read(p []byte) (int, error) {
	n, err := c.TCPConn.Read(p)
	if n > 0 && !c.received.Load() {
		c.received.Store(true)
	}
	return n, err
}

var heldBuffers = sync.Pool{New: func() any { return new([]byte) }}

// fieldLines are complete lines of a head, each with its end.
type fieldLines [2][]byte

// headLines are the lines of headers in the head of a response of HTTP/1.
func headLines(h http.Header) []byte {
	var b bytes.Buffer
	_ = h.Write(&b) // a buffer does not fail
	return b.Bytes()
}

// Write sends p together with the held part, or holds it.
func (c *joiningConn) Write(p []byte) (int, error) {
	switch {
	case c.held != nil:
		return c.send(p)
	case c.holding:
		c.hold(p)
		return len(p), nil
	case c.fields[0] != nil: // a short response is written after the handler
		c.hold(p)
		if _, err := c.send(nil); err != nil {
			return 0, err
		}
		return len(p), nil
	}
	c.writingSince.Store(time.Now().UnixNano())
	defer c.writingSince.Store(0)
	return c.TCPConn.Write(p)
}

// hold keeps the first part of a response. It begins with the status line, which is followed by the fields.
func (c *joiningConn) hold(p []byte) {
	c.held = heldBuffers.Get().(*[]byte)
	b := (*c.held)[:0]
	if c.fields[0] != nil {
		end := bytes.IndexByte(p, '\n') + 1
		b, p = append(b, p[:end]...), p[end:]
		for _, lines := range c.fields {
			b = append(b, lines...)
		}
		c.fields = fieldLines{}
	}
	*c.held = append(b, p...)
}

// send sends the held part and p, and returns how much of p was sent.
func (c *joiningConn) send(p []byte) (int, error) {
	c.writingSince.Store(time.Now().UnixNano())
	defer c.writingSince.Store(0)
	first := c.held
	c.held = nil
	defer heldBuffers.Put(first)
	c.parts = [2][]byte{*first, p}
	c.vector = c.parts[:]
	n, err := c.vector.WriteTo(c.TCPConn)
	c.parts = [2][]byte{} // an error leaves what was not sent
	return max(0, int(n)-len(*first)), err
}

// joiningConnOf is the connection of a request, nil for one that does not join writes.
func joiningConnOf(r *http.Request) *joiningConn {
	c, _ := r.Context().Value(joiningKey{}).(*joiningConn)
	return c
}

// joinWrites runs write and joins the parts of the response that it writes.
func joinWrites(r *http.Request, write func()) {
	c := joiningConnOf(r)
	if c == nil {
		write()
		return
	}
	c.holding = true
	defer c.release()
	write()
}

// release ends the joining and sends the held part if no second one was written.
func (c *joiningConn) release() {
	c.holding = false
	if c.held != nil {
		_, _ = c.send(nil) // an error means that the client closed the connection
	}
}
