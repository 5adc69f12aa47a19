package server

import (
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

// Write sends p together with the held part, or holds it.
func (c *joiningConn) Write(p []byte) (int, error) {
	c.writingSince.Store(time.Now().UnixNano())
	defer c.writingSince.Store(0)
	switch {
	case c.held != nil:
		first := c.held
		c.held = nil
		defer heldBuffers.Put(first)
		parts := net.Buffers{*first, p}
		n, err := parts.WriteTo(c.TCPConn)
		return max(0, int(n)-len(*first)), err
	case c.holding:
		c.held = heldBuffers.Get().(*[]byte)
		*c.held = append((*c.held)[:0], p...)
		return len(p), nil
	}
	return c.TCPConn.Write(p)
}

// joinWrites runs write and joins the parts of the response that it writes.
func joinWrites(r *http.Request, write func()) {
	c, ok := r.Context().Value(joiningKey{}).(*joiningConn)
	if !ok {
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
	if first := c.held; first != nil {
		c.held = nil
		_, _ = c.TCPConn.Write(*first) // an error means that the client closed the connection
		heldBuffers.Put(first)
	}
}
