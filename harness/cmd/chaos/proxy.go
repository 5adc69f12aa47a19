package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// fault handles a request instead of WordPress, or passes it on.
type fault func(w http.ResponseWriter, r *http.Request, wordpress http.Handler)

// proxy is a reverse proxy between the site and WordPress.
type proxy struct {
	address string
	server  *http.Server
	fault   atomic.Pointer[fault]
}

// startProxy starts the proxy. It replaces the URL of WordPress in responses by its own.
func startProxy(port int, wordpress string) (*proxy, error) {
	target, err := url.Parse(wordpress)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return nil, err
	}
	p := &proxy{address: "http://" + listener.Addr().String()}
	backend := &httputil.ReverseProxy{
		Rewrite:        func(r *httputil.ProxyRequest) { r.SetURL(target); r.Out.Host = target.Host },
		ModifyResponse: func(response *http.Response) error { return p.replaceURLs(response, wordpress) },
		ErrorHandler: func(http.ResponseWriter, *http.Request, error) {
			panic(http.ErrAbortHandler) // WordPress is down: close the connection
		},
	}
	p.server = &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if active := p.fault.Load(); active != nil {
			(*active)(w, r, backend)
			return
		}
		backend.ServeHTTP(w, r)
	})}
	go func() { _ = p.server.Serve(listener) }() // ends with close
	return p, nil
}

func (p *proxy) close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if p.server.Shutdown(ctx) != nil {
		_ = p.server.Close()
	}
}

// set activates a fault; nil removes it.
func (p *proxy) set(f fault) {
	if f == nil {
		p.fault.Store(nil)
		return
	}
	p.fault.Store(&f)
}

// replaceURLs replaces the URL of WordPress in a response.
func (p *proxy) replaceURLs(response *http.Response, wordpress string) error {
	if location := response.Header.Get("Location"); location != "" {
		response.Header.Set("Location", strings.ReplaceAll(location, wordpress, p.address))
	}
	body, err := io.ReadAll(response.Body)
	_ = response.Body.Close()
	if err != nil {
		return err
	}
	for _, slash := range []string{"/", `\/`} { // WordPress escapes the slashes of JSON
		body = bytes.ReplaceAll(body, []byte(strings.ReplaceAll(wordpress, "/", slash)), []byte(strings.ReplaceAll(p.address, "/", slash)))
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	response.ContentLength = int64(len(body))
	response.Header.Set("Content-Length", strconv.Itoa(len(body)))
	return nil
}
