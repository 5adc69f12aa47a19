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

// fault answers in place of WordPress, or leaves it to WordPress.
type fault func(w http.ResponseWriter, r *http.Request, behind http.Handler)

// proxy stands between the site and WordPress.
type proxy struct {
	address string
	server  *http.Server
	fault   atomic.Pointer[fault]
}

// startProxy listens; addresses of WordPress in its answers become the proxy's.
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
	behind := &httputil.ReverseProxy{
		Rewrite:        func(r *httputil.ProxyRequest) { r.SetURL(target); r.Out.Host = target.Host },
		ModifyResponse: func(response *http.Response) error { return p.rename(response, wordpress) },
		ErrorHandler: func(http.ResponseWriter, *http.Request, error) {
			panic(http.ErrAbortHandler) // WordPress is not there: the connection ends
		},
	}
	p.server = &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if now := p.fault.Load(); now != nil {
			(*now)(w, r, behind)
			return
		}
		behind.ServeHTTP(w, r)
	})}
	go func() { _ = p.server.Serve(listener) }() // it ends with close
	return p, nil
}

func (p *proxy) close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if p.server.Shutdown(ctx) != nil {
		_ = p.server.Close()
	}
}

// set puts a fault into force; nil takes it away.
func (p *proxy) set(f fault) {
	if f == nil {
		p.fault.Store(nil)
		return
	}
	p.fault.Store(&f)
}

func (p *proxy) rename(response *http.Response, wordpress string) error {
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
