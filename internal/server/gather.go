package server

import (
	"context"
	"net"
	"net/http"
	"sync"
)

// Gather makes the connections of a listener gather what belongs together; its
// http.Server must have GatherContext. net/http writes the head of an answer with the
// first part of its body, and then the rest: two calls of the system for what one
// can carry, and such calls are most of what a kept page costs.
func Gather(l net.Listener) net.Listener { return gatheringListener{l} }

// GatherContext is an http.Server's ConnContext.
func GatherContext(ctx context.Context, c net.Conn) context.Context {
	if g, ok := c.(*gatheringConn); ok {
		return context.WithValue(ctx, gatheringKey{}, g)
	}
	return ctx
}

type gatheringKey struct{}

type gatheringListener struct{ net.Listener }

// Accept wraps the connections that can write several pieces at once.
func (l gatheringListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok {
		return &gatheringConn{TCPConn: tcp}, nil
	}
	return c, err
}

// gatheringConn holds the first piece of an answer back until the second is there.
// Only the goroutine that serves the connection writes to it.
type gatheringConn struct {
	*net.TCPConn
	holding bool
	held    *[]byte
}

var heldPieces = sync.Pool{New: func() any { return new([]byte) }}

// Write sends p with what was held before, or holds it.
func (c *gatheringConn) Write(p []byte) (int, error) {
	switch {
	case c.held != nil:
		first := c.held
		c.held = nil
		defer heldPieces.Put(first)
		pieces := net.Buffers{*first, p}
		n, err := pieces.WriteTo(c.TCPConn)
		return max(0, int(n)-len(*first)), err
	case c.holding:
		c.held = heldPieces.Get().(*[]byte)
		*c.held = append((*c.held)[:0], p...)
		return len(p), nil
	}
	return c.TCPConn.Write(p)
}

// gathered runs write, during which pieces of an answer are joined.
func gathered(r *http.Request, write func()) {
	c, ok := r.Context().Value(gatheringKey{}).(*gatheringConn)
	if !ok {
		write()
		return
	}
	c.holding = true
	defer c.release()
	write()
}

// release ends the holding back, and sends what no second piece came for.
func (c *gatheringConn) release() {
	c.holding = false
	if first := c.held; first != nil {
		c.held = nil
		_, _ = c.TCPConn.Write(*first) // an error here means that the visitor left
		heldPieces.Put(first)
	}
}
