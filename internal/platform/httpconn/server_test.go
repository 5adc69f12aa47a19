package httpconn

import (
	"bufio"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// ending is a server that a test shuts down, with one connection in the state that the test wants.
type ending struct {
	conn   net.Conn
	states chan http.ConnState
	server *Server
	begin  func() // begins the shutdown and returns when no more connections are accepted
	ended  chan error
}

func serveUntilEnd(t *testing.T, secure bool) *ending {
	t.Helper()
	web := &http.Server{
		ReadHeaderTimeout: 10 * time.Second,
		Handler:           http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "whole") }),
	}
	server := NewLimit(Config{}).NewServer(web)
	server.newGrace = time.Minute // a slow machine
	e := &ending{server: server, states: make(chan http.ConnState, 20), ended: make(chan error, 1)}
	hook := web.ConnState
	web.ConnState = func(c net.Conn, state http.ConnState) {
		hook(c, state)
		e.states <- state
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if secure {
		fixture := httptest.NewUnstartedServer(nil)
		fixture.StartTLS()
		web.TLSConfig = fixture.TLS.Clone()
		web.TLSConfig.NextProtos = []string{"http/1.1"}
		fixture.Close()
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	e.begin = func() {
		_ = listener.Close()
		if err := <-served; !errors.Is(err, net.ErrClosed) {
			t.Errorf("Serve ended with %v", err)
		}
		go func() { e.ended <- server.Shutdown(t.Context()) }()
		for !server.ending.Load() {
			time.Sleep(time.Millisecond)
		}
	}
	if e.conn, err = net.Dial("tcp", listener.Addr().String()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.conn.Close() })
	if secure {
		e.conn = tls.Client(e.conn, &tls.Config{InsecureSkipVerify: true}) //nolint:gosec // the certificate of a fixture
	}
	e.await(t, http.StateNew)
	return e
}

// awaitBytes returns when bytes have arrived on the connection.
func (e *ending) awaitBytes(t *testing.T) {
	t.Helper()
	e.server.limit.mu.Lock()
	defer e.server.limit.mu.Unlock()
	for c := range e.server.limit.open {
		for !c.received.Load() {
			time.Sleep(time.Millisecond)
		}
		return
	}
	t.Fatal("no connection waits for a request")
}

func (e *ending) await(t *testing.T, want http.ConnState) {
	t.Helper()
	for state := range e.states {
		if state == want {
			return
		}
	}
}

const wholeRequest = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"

func (e *ending) write(t *testing.T, part string) {
	t.Helper()
	if _, err := io.WriteString(e.conn, part); err != nil {
		t.Fatal(err)
	}
}

// answer reads a response, and reports whether the server announces the end of the connection.
func (e *ending) answer(t *testing.T) (closes bool) {
	t.Helper()
	response, err := http.ReadResponse(bufio.NewReader(e.conn), nil)
	if err != nil {
		t.Fatalf("an accepted request was lost: %v", err)
	}
	defer func() { _ = response.Body.Close() }()
	if body, err := io.ReadAll(response.Body); err != nil || string(body) != "whole" {
		t.Errorf("the response is %q, %v", body, err)
	}
	return response.Close
}

func (e *ending) awaitEnd(t *testing.T) {
	t.Helper()
	if err := <-e.ended; err != nil {
		t.Errorf("the server ended with %v", err)
	}
}

func TestAShutdownAnswersConnectionsWithoutARequest(t *testing.T) {
	for _, secure := range []bool{false, true} {
		e := serveUntilEnd(t, secure)
		e.begin()
		e.write(t, wholeRequest)
		if !e.answer(t) {
			t.Error("the response does not announce the end of the connection")
		}
		e.awaitEnd(t)
	}
}

func TestAShutdownAnswersARequestThatIsHalfRead(t *testing.T) {
	for _, secure := range []bool{false, true} {
		e := serveUntilEnd(t, secure)
		e.write(t, wholeRequest)
		e.answer(t)
		e.await(t, http.StateIdle)
		e.write(t, wholeRequest[:20])
		e.awaitBytes(t)
		e.begin()
		time.Sleep(2 * e.server.idleGrace)
		e.write(t, wholeRequest[20:])
		if !e.answer(t) {
			t.Error("the response does not announce the end of the connection")
		}
		e.awaitEnd(t)
	}
}

func TestAShutdownAnswersTheNextRequestOfAnIdleConnection(t *testing.T) {
	e := serveUntilEnd(t, false)
	e.server.idleGrace = time.Minute
	e.write(t, wholeRequest)
	e.answer(t)
	e.await(t, http.StateIdle)
	e.begin()
	e.write(t, wholeRequest)
	if !e.answer(t) {
		t.Error("the response does not announce the end of the connection")
	}
	e.awaitEnd(t)
}

func TestAShutdownDoesNotWaitForIdleConnections(t *testing.T) {
	e := serveUntilEnd(t, false)
	e.write(t, wholeRequest)
	if e.answer(t) {
		t.Error("the response closes the connection before the shutdown")
	}
	e.await(t, http.StateIdle)
	e.begin()
	e.awaitEnd(t)
	if _, err := e.conn.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		t.Errorf("the idle connection ended with %v", err)
	}
}
