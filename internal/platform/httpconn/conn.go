package httpconn

import (
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/netip"
	"sync/atomic"
	"time"
)

// conn is a connection with what its limit and the end of its server need to know. Requests change its
// state without a lock.
type conn struct {
	net.Conn
	client  netip.Prefix
	network netip.Prefix // of IPv6, else invalid
	server  *Server
	outer   net.Conn // what the server closes: the connection itself, or its TLS

	state atomic.Int32 // an http.ConnState
	since atomic.Int64 // Unix time in ns of the state
	// stalled is the Unix time in ns since when an active connection waits for its client, which has not
	// sent the body of its request or not read the response; else 0.
	stalled atomic.Int64
	// received reports bytes since the connection was accepted or became idle.
	received atomic.Bool
	isHTTP2  atomic.Bool
}

// listener makes connections of package httpconn.
type listener struct{ net.Listener }

// Accept accepts a connection.
func (l listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &conn{Conn: c}, nil
}

// connOf is the connection below TLS, nil for one of another listener.
func connOf(c net.Conn) *conn {
	if secure, ok := c.(interface{ NetConn() net.Conn }); ok { // *tls.Conn
		c = secure.NetConn()
	}
	own, _ := c.(*conn)
	return own
}

// Read notes that bytes have arrived.
func (c *conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 && !c.received.Load() {
		c.received.Store(true)
	}
	return n, err
}

// Write notes how long the client takes to read.
func (c *conn) Write(p []byte) (int, error) {
	defer c.stalled.Store(c.stalled.Swap(time.Now().UnixNano())) // a body may be awaited meanwhile
	return c.Conn.Write(p)
}

// ReadFrom lets the kernel send a file. A client that reads a film slowly is not stalled.
func (c *conn) ReadFrom(r io.Reader) (int64, error) { return io.Copy(c.Conn, r) }

// set notes a state of the connection, of which outer is the form that the server knows.
func (c *conn) set(outer net.Conn, state http.ConnState, now time.Time) {
	if secure, ok := outer.(*tls.Conn); ok && http.ConnState(c.state.Load()) == http.StateNew && state != http.StateNew {
		c.isHTTP2.Store(secure.ConnectionState().NegotiatedProtocol == "h2")
	}
	if state == http.StateIdle {
		c.received.Store(false)
	}
	c.stalled.Store(0)
	c.since.Store(now.UnixNano())
	c.state.Store(int32(state))
}

// waiting returns since when the connection waits for its client (Unix time in ns), and whether it
// does; else since when it serves a request.
func (c *conn) waiting() (since int64, ok bool) {
	if http.ConnState(c.state.Load()) != http.StateActive {
		return c.since.Load(), true
	}
	if stalled := c.stalled.Load(); stalled > 0 {
		return stalled, true
	}
	return c.since.Load(), false
}
