package server

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Limits of a drain.
const (
	// newConnGrace is the time in which the request of an accepted connection must arrive.
	newConnGrace = 3 * time.Second
	// idleConnGrace is how long idle connections stay open: their next response closes them
	// without a race between a request and the end of the connection.
	idleConnGrace = 250 * time.Millisecond
	drainInterval = 5 * time.Millisecond
)

// Drain ends an http.Server without the loss of an accepted request. http.Server.Shutdown
// alone closes a connection whose first request it reads after the call, and an idle one
// whose next request has arrived but is not parsed yet.
//
// The server needs ConnState and Handler, and a listener of JoinWrites.
type Drain struct {
	newGrace, idleGrace time.Duration
	draining            atomic.Bool
	mu                  sync.RWMutex
	open                map[net.Conn]*drainConn // those of HTTP/1
}

// drainConn is the state of a connection. Before it has a request it is new or idle. Every
// request changes it, without a lock.
type drainConn struct {
	raw   *joiningConn // nil for a connection that is not TCP
	state atomic.Int32 // an http.ConnState
	since atomic.Int64 // Unix time of the state in ns
}

// set notes a state. The time of an active connection is not needed.
func (c *drainConn) set(state http.ConnState) {
	c.state.Store(int32(state))
	if state != http.StateActive {
		c.since.Store(time.Now().UnixNano())
	}
}

func (c *drainConn) age() time.Duration { return time.Duration(time.Now().UnixNano() - c.since.Load()) }

// NewDrain returns the drain of one server.
func NewDrain() *Drain {
	return &Drain{newGrace: newConnGrace, idleGrace: idleConnGrace, open: map[net.Conn]*drainConn{}}
}

// Handler adds Connection: close to responses during the drain.
func (d *Drain) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if d.draining.Load() {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// ConnState is the hook of the server.
func (d *Drain) ConnState(c net.Conn, state http.ConnState) {
	if state == http.StateNew {
		conn := &drainConn{raw: rawConn(c)}
		conn.set(state)
		if conn.raw != nil {
			conn.raw.drained = conn
		}
		d.mu.Lock()
		defer d.mu.Unlock()
		d.open[c] = conn
		return
	}
	conn := d.stateOf(c)
	switch {
	case conn == nil:
	// HTTP/2 tells the client itself which requests were not read (GOAWAY).
	case state == http.StateClosed, state == http.StateHijacked, isHTTP2(c):
		if conn.raw != nil {
			conn.raw.drained = nil
		}
		d.mu.Lock()
		defer d.mu.Unlock()
		delete(d.open, c)
	default:
		if conn.raw != nil && state == http.StateIdle {
			conn.raw.received.Store(false)
		}
		conn.set(state)
	}
}

// stateOf is the state of a connection, nil for one that the drain does not wait for.
func (d *Drain) stateOf(c net.Conn) *drainConn {
	if raw := rawConn(c); raw != nil {
		return raw.drained
	}
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.open[c]
}

func rawConn(c net.Conn) *joiningConn {
	if secure, ok := c.(*tls.Conn); ok {
		c = secure.NetConn()
	}
	raw, _ := c.(*joiningConn)
	return raw
}

func isHTTP2(c net.Conn) bool {
	secure, ok := c.(*tls.Conn)
	return ok && secure.ConnectionState().NegotiatedProtocol == "h2"
}

// Shutdown ends web, whose listener is closed and whose Serve has returned: accepted
// connections get their response, idle ones are closed after a moment.
func (d *Drain) Shutdown(ctx context.Context, web *http.Server) error {
	d.draining.Store(true)
	begin := time.Now()
	for d.closeQuiet(begin) > 0 && ctx.Err() == nil && time.Since(begin) < d.newGrace {
		time.Sleep(drainInterval)
	}
	return web.Shutdown(ctx)
}

// closeQuiet closes the connections that have had their time to send a request, and returns
// how many others are open.
func (d *Drain) closeQuiet(begin time.Time) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	for c, conn := range d.open {
		if !conn.quiet(d, begin) {
			continue
		}
		delete(d.open, c)
		_ = c.Close() // the client learns nothing from an error
	}
	return len(d.open)
}

func (c *drainConn) quiet(d *Drain, begin time.Time) bool {
	state := http.ConnState(c.state.Load())
	if state == http.StateActive || c.raw != nil && c.raw.received.Load() {
		return false
	}
	if state == http.StateNew && c.age() < d.newGrace {
		return false
	}
	return time.Since(begin) >= d.idleGrace && c.age() >= d.idleGrace
}
