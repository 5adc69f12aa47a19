package main

import (
	"errors"
	"io"
	"log"
	"net"
	"net/http/httptest"
	"os"

	"github.com/letsencrypt/challtestsrv"
	"github.com/letsencrypt/pebble/v2/ca"
	"github.com/letsencrypt/pebble/v2/db"
	"github.com/letsencrypt/pebble/v2/va"
	"github.com/letsencrypt/pebble/v2/wfe"

	"estate/internal/tests/testserver"
)

// serveACME runs Pebble, the certificate authority that Let's Encrypt uses for tests. Every domain
// has the address 127.0.0.1; challenges are sent to the ports of the flags.
func serveACME(args []string) (testserver.Info, func(string) error, error) {
	flags := newFlags("acme")
	httpPort := flags.Int("http", 0, "port of HTTP challenges")
	tlsPort := flags.Int("tls", 0, "port of TLS challenges")
	if err := flags.Parse(args); err != nil {
		return testserver.Info{}, nil, err
	}
	// Neither random delays nor random refusals of a nonce.
	if err := errors.Join(os.Setenv("PEBBLE_VA_NOSLEEP", "1"), os.Setenv("PEBBLE_WFE_NONCEREJECT", "0")); err != nil {
		return testserver.Info{}, nil, err
	}
	quiet := log.New(io.Discard, "", 0)
	resolver, err := startResolver(quiet)
	if err != nil {
		return testserver.Info{}, nil, err
	}
	memory := db.NewMemoryStore()
	authority := ca.New(quiet, memory, "", "ecdsa", 0, 1, map[string]ca.Profile{"default": {Description: "the only one"}})
	validation := va.New(quiet, *httpPort, *tlsPort, false, resolver, memory)
	front := wfe.New(quiet, memory, validation, authority, []string{"pebble.test"}, false, false, 1, 1)
	directory := httptest.NewTLSServer(front.Handler())
	return testserver.Info{
		Address:     directory.URL + wfe.DirectoryPath,
		Certificate: inPEM("CERTIFICATE", directory.Certificate().Raw),
		IssuerRoot:  inPEM("CERTIFICATE", authority.GetRootCert(0).Cert.Raw),
	}, nil, nil
}

// startResolver runs a DNS server that has 127.0.0.1 for every name, and returns its address.
func startResolver(quiet *log.Logger) (string, error) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	address := free.Addr().String()
	if err := free.Close(); err != nil {
		return "", err
	}
	resolver, err := challtestsrv.New(challtestsrv.Config{DNSAddrs: []string{address}, Log: quiet})
	if err != nil {
		return "", err
	}
	resolver.SetDefaultDNSIPv4("127.0.0.1")
	resolver.SetDefaultDNSIPv6("")
	go resolver.Run()
	return address, nil
}
