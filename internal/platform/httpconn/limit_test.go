package httpconn

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"sync/atomic"
	"testing"
	"time"
)

// startLimited serves "hello" with a bound of open connections. A request with a body is
// answered when the body has arrived.
func startLimited(t *testing.T, cfg Config) (addr string) {
	t.Helper()
	return startCounted(t, cfg, new(atomic.Int64))
}

// startCounted counts the requests that have begun.
func startCounted(t *testing.T, cfg Config, begun *atomic.Int64) (addr string) {
	t.Helper()
	web := &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun.Add(1)
		if r.Method == http.MethodPost {
			_, _ = io.Copy(io.Discard, r.Body)
		}
		_, _ = io.WriteString(w, "hello")
		if r.URL.Path == "/long" {
			_, _ = w.Write(make([]byte, 32<<20))
		}
	})}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	site, served := NewLimit(cfg).NewServer(web), make(chan error, 1)
	go func() { served <- site.Serve(listener) }()
	t.Cleanup(func() {
		_ = site.Close()
		<-served
	})
	return listener.Addr().String()
}

// dial opens a connection, sends text and keeps the connection open.
func dial(t *testing.T, addr, text string) net.Conn {
	t.Helper()
	c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	if _, err := io.WriteString(c, text); err != nil {
		t.Fatal(err)
	}
	return c
}

// visit asks for the page as a visitor would.
func visit(t *testing.T, addr string) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+addr+"/", nil)
	if err != nil {
		return err
	}
	response, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(req)
	if err != nil {
		return err
	}
	return response.Body.Close()
}

func TestIdleConnectionsDoNotShutVisitorsOut(t *testing.T) {
	addr := startLimited(t, Config{Max: 20})
	for range 60 {
		dial(t, addr, "") // says nothing
	}
	if err := visit(t, addr); err != nil {
		t.Errorf("a visitor behind 60 silent connections: %v", err)
	}
}

// Requests without their body and responses that are not read wait for their client, whatever their age.
func TestMissingBodiesDoNotShutVisitorsOut(t *testing.T) {
	for name, text := range map[string]string{
		"forms that never arrive":         "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n",
		"pages whose body never arrives":  "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n",
		"responses that the client skips": "GET /long HTTP/1.1\r\nHost: x\r\n\r\n",
	} {
		var begun atomic.Int64
		addr := startCounted(t, Config{Max: 20}, &begun)
		for range 20 {
			dial(t, addr, text)
		}
		for deadline := time.Now().Add(10 * time.Second); begun.Load() < 20 && time.Now().Before(deadline); {
			time.Sleep(time.Millisecond)
		}
		// The last request may have begun this moment. After 5 s all would be stale.
		err := visit(t, addr)
		for deadline := time.Now().Add(4 * time.Second); err != nil && time.Now().Before(deadline); err = visit(t, addr) {
			time.Sleep(time.Millisecond)
		}
		if err != nil {
			t.Errorf("a visitor behind 20 %s: %v", name, err)
		}
	}
}

// Requests in work make no room before they are stale.
func TestStaleRequestsMakeRoom(t *testing.T) {
	var later atomic.Int64 // the connections age without waiting
	limit := NewLimit(Config{Max: 2, Now: func() time.Time { return time.Unix(1_000_000+later.Load(), 0) }})
	open := func(n int) *strangerConn {
		c := &strangerConn{from: fmt.Sprintf("203.0.113.%d:1", n)}
		tracked := &conn{Conn: c}
		limit.connState(nil, tracked, http.StateNew)
		limit.connState(nil, tracked, http.StateActive)
		return c
	}
	first, second, third := open(1), open(2), open(3)
	if first.closed || second.closed || !third.closed {
		t.Errorf("a request in work made room: %v, %v, %v", first.closed, second.closed, third.closed)
	}
	later.Store(60)
	if fourth := open(4); first.closed == second.closed || fourth.closed {
		t.Errorf("not one stale request made room: %v, %v, %v", first.closed, second.closed, fourth.closed)
	}
}

// A GET that announces a body is answered before the body comes, and its connection ends although
// the body never comes.
func TestGetWithoutItsBodyIsAnswered(t *testing.T) {
	addr := startLimited(t, Config{Max: 20})
	open := map[string]net.Conn{}
	for _, body := range []string{"Content-Length: 9\r\n\r\n", "Content-Length: 9\r\n\r\n1234", "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n"} {
		request := "GET / HTTP/1.1\r\nHost: x\r\n" + body
		open[request] = dial(t, addr, request)
	}
	for request, c := range open {
		_ = c.SetReadDeadline(time.Now().Add(20 * time.Second))
		reader := bufio.NewReader(c)
		response, err := http.ReadResponse(reader, nil)
		if err != nil {
			t.Fatalf("%q: no answer before the body: %v", request, err)
		}
		_, _ = io.Copy(io.Discard, response.Body)
		_ = response.Body.Close()
		if !response.Close {
			t.Errorf("%q: the connection is offered for further requests", request)
		}
		if _, err := reader.ReadByte(); errors.Is(err, os.ErrDeadlineExceeded) || err == nil {
			t.Errorf("%q: the connection stays open: %v", request, err)
		}
	}
}

func TestBoundOfConnectionsIsReported(t *testing.T) {
	reports := make(chan string, 10)
	addr := startLimited(t, Config{Max: 1, Refused: func(reason string, client netip.Prefix) {
		reports <- fmt.Sprint(reason, " ", client)
	}})
	dial(t, addr, "")
	dial(t, addr, "")
	select {
	case report := <-reports:
		if want := "the longest waiting connection made room 127.0.0.1/32"; report != want {
			t.Errorf("report %q, want %q", report, want)
		}
	case <-time.After(3 * time.Second):
		t.Error("a closed connection was not reported")
	}
}

// strangerConn is a connection from another network than loopback.
type strangerConn struct {
	net.Conn
	from   string
	closed bool
}

func (c *strangerConn) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(c.from))
}
func (c *strangerConn) Close() error { c.closed = true; return nil }

// encryptedConn is a TLS connection whose client reads nothing.
type encryptedConn struct {
	net.Conn
	t *testing.T
}

func (c *encryptedConn) NetConn() net.Conn { return c.Conn }
func (c *encryptedConn) Close() error {
	c.t.Error("a last TLS message is sent, which the client can delay")
	return nil
}

func TestConnectionsOfTLSMakeRoomAtOnce(t *testing.T) {
	limit := NewLimit(Config{Max: 1})
	waiting, next := &strangerConn{from: "203.0.113.5:1"}, &strangerConn{from: "203.0.113.6:1"}
	for _, c := range []*strangerConn{waiting, next} {
		limit.connState(nil, &encryptedConn{&conn{Conn: c}, t}, http.StateNew)
	}
	if !waiting.closed {
		t.Error("the waiting connection made no room")
	}
}

func TestOneClientHasAShareOfTheConnections(t *testing.T) {
	var limit *Limit
	open := func(from string) (closed int) {
		for i := range 20 {
			c := &strangerConn{from: fmt.Sprintf(from, i)}
			limit.connState(nil, &conn{Conn: c}, http.StateNew)
			if c.closed {
				closed++
			}
		}
		return closed
	}
	for name, c := range map[string]struct {
		from string
		want int
	}{
		"one IPv4 address":        {"203.0.113.5:%d", 10},
		"addresses of one /64":    {"[2001:db8::%d]:9", 10},
		"networks of one /48":     {"[2001:db8:0:%d::1]:9", 0}, // 20 of 40
		"a proxy of the operator": {"198.51.100.7:%d", 0},
	} {
		limit = NewLimit(Config{Max: 40, Proxies: []netip.Prefix{netip.MustParsePrefix("198.51.100.7/32")}})
		if got := open(c.from); got != c.want {
			t.Errorf("%s: %d of 20 connections closed, want %d", name, got, c.want)
		}
		if name == "networks of one /48" {
			if got := open("[2001:db8:0:1%d::1]:9"); got != 20 {
				t.Errorf("%s: %d of 20 more connections closed, want all", name, got)
			}
			if got := open("[2001:db8:1:%d::1]:9"); got != 0 {
				t.Errorf("another network: %d of 20 connections closed, want none", got)
			}
		}
	}
}
