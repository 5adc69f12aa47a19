package server

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

// drained is a server that a test shuts down, with one connection in the state that the test wants.
type drained struct {
	conn   net.Conn
	states chan http.ConnState
	drain  *Drain
	begin  func() // begins the drain and returns when no more connections are accepted
	ended  chan error
}

func serveDrained(t *testing.T, secure bool) *drained {
	t.Helper()
	drain := NewDrain()
	drain.newGrace = time.Minute // a slow machine
	d := &drained{drain: drain, states: make(chan http.ConnState, 20), ended: make(chan error, 1)}
	web := &http.Server{
		ReadHeaderTimeout: 10 * time.Second,
		Handler:           drain.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "whole") })),
		ConnState: func(c net.Conn, state http.ConnState) {
			drain.ConnState(c, state)
			d.states <- state
		},
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	if secure {
		fixture := httptest.NewUnstartedServer(nil)
		fixture.StartTLS()
		web.TLSConfig = fixture.TLS.Clone()
		web.TLSConfig.NextProtos = []string{"http/1.1"}
		fixture.Close()
		go func() { served <- web.ServeTLS(JoinWrites(listener), "", "") }()
	} else {
		go func() { served <- web.Serve(JoinWrites(listener)) }()
	}
	t.Cleanup(func() { _ = web.Close() })
	d.begin = func() {
		_ = listener.Close()
		if err := <-served; !errors.Is(err, net.ErrClosed) {
			t.Errorf("Serve ended with %v", err)
		}
		go func() { d.ended <- drain.Shutdown(t.Context(), web) }()
		for !drain.draining.Load() {
			time.Sleep(time.Millisecond)
		}
	}
	if d.conn, err = net.Dial("tcp", listener.Addr().String()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.conn.Close() })
	if secure {
		d.conn = tls.Client(d.conn, &tls.Config{InsecureSkipVerify: true}) //nolint:gosec // the certificate of a fixture
	}
	d.await(t, http.StateNew)
	return d
}

// raw is the connection of the server, which waits for a request.
func (d *drained) raw(t *testing.T) *joiningConn {
	t.Helper()
	d.drain.mu.Lock()
	defer d.drain.mu.Unlock()
	for _, conn := range d.drain.open {
		return conn.raw
	}
	t.Fatal("no connection waits for a request")
	return nil
}

func (d *drained) await(t *testing.T, want http.ConnState) {
	t.Helper()
	for state := range d.states {
		if state == want {
			return
		}
	}
}

const wholeRequest = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"

func (d *drained) write(t *testing.T, part string) {
	t.Helper()
	if _, err := io.WriteString(d.conn, part); err != nil {
		t.Fatal(err)
	}
}

// answer reads a response, and reports whether the server announces the end of the connection.
func (d *drained) answer(t *testing.T) (closes bool) {
	t.Helper()
	response, err := http.ReadResponse(bufio.NewReader(d.conn), nil)
	if err != nil {
		t.Fatalf("an accepted request was lost: %v", err)
	}
	defer func() { _ = response.Body.Close() }()
	if body, err := io.ReadAll(response.Body); err != nil || string(body) != "whole" {
		t.Errorf("the response is %q, %v", body, err)
	}
	return response.Close
}

func (d *drained) awaitEnd(t *testing.T) {
	t.Helper()
	if err := <-d.ended; err != nil {
		t.Errorf("the server ended with %v", err)
	}
}

func TestADrainAnswersConnectionsWithoutARequest(t *testing.T) {
	for _, secure := range []bool{false, true} {
		d := serveDrained(t, secure)
		d.begin()
		d.write(t, wholeRequest)
		if !d.answer(t) {
			t.Error("the response does not announce the end of the connection")
		}
		d.awaitEnd(t)
	}
}

func TestADrainAnswersARequestThatIsHalfRead(t *testing.T) {
	for _, secure := range []bool{false, true} {
		d := serveDrained(t, secure)
		d.write(t, wholeRequest)
		d.answer(t)
		d.await(t, http.StateIdle)
		d.write(t, wholeRequest[:20])
		for raw := d.raw(t); !raw.received.Load(); {
			time.Sleep(time.Millisecond)
		}
		d.begin()
		time.Sleep(2 * d.drain.idleGrace)
		d.write(t, wholeRequest[20:])
		if !d.answer(t) {
			t.Error("the response does not announce the end of the connection")
		}
		d.awaitEnd(t)
	}
}

func TestADrainAnswersTheNextRequestOfAnIdleConnection(t *testing.T) {
	d := serveDrained(t, false)
	d.drain.idleGrace = time.Minute
	d.write(t, wholeRequest)
	d.answer(t)
	d.await(t, http.StateIdle)
	d.begin()
	d.write(t, wholeRequest)
	if !d.answer(t) {
		t.Error("the response does not announce the end of the connection")
	}
	d.awaitEnd(t)
}

func TestADrainDoesNotWaitForIdleConnections(t *testing.T) {
	d := serveDrained(t, false)
	d.write(t, wholeRequest)
	if d.answer(t) {
		t.Error("the response closes the connection before the drain")
	}
	d.await(t, http.StateIdle)
	d.begin()
	d.awaitEnd(t)
	if _, err := d.conn.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		t.Errorf("the idle connection ended with %v", err)
	}
}
