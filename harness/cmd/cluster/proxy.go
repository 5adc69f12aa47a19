package main

import (
	"io"
	"net"
	"sync"
)

// proxy is a TCP proxy between a node and PostgreSQL, whose network can be cut.
type proxy struct {
	addr     string
	target   string
	listener net.Listener

	mu     sync.Mutex
	joined sync.Cond // of mu: the network was joined, or the proxy closed
	isCut  bool
	closed bool
	open   map[net.Conn]struct{}
}

func startProxy(target string) (*proxy, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &proxy{addr: listener.Addr().String(), target: target, listener: listener, open: map[net.Conn]struct{}{}}
	p.joined.L = &p.mu
	go p.accept()
	return p, nil
}

func (p *proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return // close
		}
		go p.serve(client)
	}
}

// serve connects a client. While the network is cut, nothing is forwarded, refused or
// closed, as with lost packets.
func (p *proxy) serve(client net.Conn) {
	defer p.track(client)()
	if !p.wait() {
		return
	}
	server, err := net.Dial("tcp", p.target)
	if err != nil {
		return // PostgreSQL is away
	}
	defer p.track(server)()
	var group sync.WaitGroup
	forward := func(from, to net.Conn) {
		_, _ = io.Copy(through{p, to}, from) // either end may close
		_, _ = from.Close(), to.Close()
	}
	group.Go(func() { forward(client, server) })
	group.Go(func() { forward(server, client) })
	group.Wait()
}

// track keeps a connection until the returned function closes it.
func (p *proxy) track(conn net.Conn) func() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open[conn] = struct{}{}
	return func() {
		_ = conn.Close()
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.open, conn)
	}
}

// through is a connection whose writes wait while the network is cut.
type through struct {
	proxy *proxy
	to    net.Conn
}

func (t through) Write(data []byte) (int, error) {
	if !t.proxy.wait() {
		return 0, net.ErrClosed
	}
	return t.to.Write(data)
}

// wait waits while the network is cut. It is false when the proxy is closed.
func (p *proxy) wait() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.isCut && !p.closed {
		p.joined.Wait()
	}
	return !p.closed
}

// cut cuts or joins the network.
func (p *proxy) cut(cut bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.isCut = cut
	p.joined.Broadcast()
}

func (p *proxy) close() {
	_ = p.listener.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	p.joined.Broadcast()
	for conn := range p.open {
		_ = conn.Close()
	}
}
