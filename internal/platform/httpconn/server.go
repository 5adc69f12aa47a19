package httpconn

import (
	"context"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// Limits of a shutdown.
const (
	// newConnGrace is the time in which the request of an accepted connection must arrive.
	newConnGrace = 3 * time.Second
	// idleConnGrace is how long idle connections stay open: their next response closes them
	// without a race between a request and the end of the connection.
	idleConnGrace    = 250 * time.Millisecond
	shutdownInterval = 5 * time.Millisecond
)

// Server is an http.Server with the connections of a Limit.
type Server struct {
	web                 *http.Server
	limit               *Limit
	newGrace, idleGrace time.Duration
	ending              atomic.Bool
}

// NewServer returns a server that adds its hooks to web.
func (l *Limit) NewServer(web *http.Server) *Server {
	s := &Server{web: web, limit: l, newGrace: newConnGrace, idleGrace: idleConnGrace}
	web.ConnState = func(c net.Conn, state http.ConnState) { l.connState(s, c, state) }
	web.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		return context.WithValue(ctx, connKey{}, connOf(c))
	}
	next := withBodyDeadline(web.Handler, bodyTimeout)
	web.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.ending.Load() {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
	return s
}

// connKey is the key of the connection in the context of its requests.
type connKey struct{}

// Serve serves until l is closed; with TLS where the server has a configuration of it.
func (s *Server) Serve(l net.Listener) error {
	if s.web.TLSConfig != nil {
		return s.web.ServeTLS(listener{l}, "", "")
	}
	return s.web.Serve(listener{l})
}

// Close closes all connections.
func (s *Server) Close() error { return s.web.Close() }

// Shutdown ends a server whose listener is closed and whose Serve has returned: accepted connections
// get their response, idle ones are closed after a moment. http.Server.Shutdown alone closes a connection
// whose first request it reads after the call, and an idle one whose next request has arrived but
// is not parsed yet.
func (s *Server) Shutdown(ctx context.Context) error {
	s.ending.Store(true)
	begin := time.Now()
	for s.closeQuiet(begin) > 0 && ctx.Err() == nil && time.Since(begin) < s.newGrace {
		time.Sleep(shutdownInterval)
	}
	return s.web.Shutdown(ctx)
}

// closeQuiet closes the connections that have had their time to send a request, and returns
// how many others are open. HTTP/2 tells the client itself which requests were not read (GOAWAY).
func (s *Server) closeQuiet(begin time.Time) (others int) {
	s.limit.mu.Lock()
	defer s.limit.mu.Unlock()
	for c := range s.limit.open {
		switch {
		case c.server != s || c.isHTTP2.Load():
		case c.isQuiet(begin):
			s.limit.remove(c)
			_ = c.outer.Close() // the client learns nothing from an error
		default:
			others++
		}
	}
	return others
}

func (c *conn) isQuiet(begin time.Time) bool {
	state, age := http.ConnState(c.state.Load()), c.server.limit.cfg.Now().Sub(time.Unix(0, c.since.Load()))
	if state == http.StateActive || c.received.Load() {
		return false
	}
	if state == http.StateNew && age < c.server.newGrace {
		return false
	}
	return time.Since(begin) >= c.server.idleGrace && age >= c.server.idleGrace
}
