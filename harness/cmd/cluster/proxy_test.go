package main

import (
	"bufio"
	"fmt"
	"net"
	"testing"
	"time"
)

// TestCutHoldsBytes cuts a connection: nothing arrives until it is joined, and nothing is lost.
func TestCutHoldsBytes(t *testing.T) {
	server, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	lines := make(chan string, 10)
	go func() {
		for {
			conn, err := server.Accept()
			if err != nil {
				return
			}
			go func() {
				for in := bufio.NewScanner(conn); in.Scan(); {
					lines <- in.Text()
				}
			}()
		}
	}()
	p, err := startProxy(server.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer p.close()
	client, err := net.Dial("tcp", p.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	fmt.Fprintln(client, "before")
	if got := <-lines; got != "before" {
		t.Fatalf("got %q", got)
	}
	p.cut(true)
	fmt.Fprintln(client, "while cut")
	late, err := net.Dial("tcp", p.addr) // accepted, but not forwarded
	if err != nil {
		t.Fatal(err)
	}
	defer late.Close()
	fmt.Fprintln(late, "new")
	select {
	case got := <-lines:
		t.Fatalf("%q passed the cut", got)
	case <-time.After(50 * time.Millisecond):
	}
	p.cut(false)
	got := map[string]bool{<-lines: true, <-lines: true}
	if !got["while cut"] || !got["new"] {
		t.Errorf("after the cut came %v", got)
	}
}
