// Package acmetest runs a certificate authority that speaks ACME: Pebble, which Let's Encrypt
// uses for tests. It validates domains at loopback ports.
package acmetest

import (
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/letsencrypt/challtestsrv"
	"github.com/letsencrypt/pebble/v2/ca"
	"github.com/letsencrypt/pebble/v2/db"
	"github.com/letsencrypt/pebble/v2/va"
	"github.com/letsencrypt/pebble/v2/wfe"
)

// Server is a running certificate authority.
type Server struct {
	Directory string         // URL of the ACME directory
	RootFile  string         // PEM file with the root of the directory's own certificate
	Roots     *x509.CertPool // of the certificates that it issues
}

// Start runs a certificate authority until the test ends. Every domain has the address
// 127.0.0.1; challenges are sent to these ports.
func Start(t *testing.T, httpPort, tlsPort int) *Server {
	t.Helper()
	t.Setenv("PEBBLE_VA_NOSLEEP", "1")
	t.Setenv("PEBBLE_WFE_NONCEREJECT", "0")
	quiet := log.New(io.Discard, "", 0)
	resolver := startResolver(t, quiet)
	memory := db.NewMemoryStore()
	authority := ca.New(quiet, memory, "", "ecdsa", 0, 1, map[string]ca.Profile{"default": {Description: "the only one"}})
	validation := va.New(quiet, httpPort, tlsPort, false, resolver, memory)
	front := wfe.New(quiet, memory, validation, authority, []string{"pebble.test"}, false, false, 1, 1)
	server := httptest.NewTLSServer(front.Handler())
	t.Cleanup(server.Close)

	file := filepath.Join(t.TempDir(), "directory.pem")
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	if err := os.WriteFile(file, certificate, 0o600); err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(authority.GetRootCert(0).Cert)
	return &Server{Directory: server.URL + wfe.DirectoryPath, RootFile: file, Roots: roots}
}

// startResolver runs a DNS server that has 127.0.0.1 for every name, and returns its address.
func startResolver(t *testing.T, quiet *log.Logger) string {
	t.Helper()
	address := fmt.Sprintf("127.0.0.1:%d", FreePort(t))
	resolver, err := challtestsrv.New(challtestsrv.Config{DNSAddrs: []string{address}, Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	resolver.SetDefaultDNSIPv4("127.0.0.1")
	resolver.SetDefaultDNSIPv6("")
	go resolver.Run()
	t.Cleanup(resolver.Shutdown)
	return address
}

// FreePort is a TCP port of loopback that nobody listens on.
func FreePort(t *testing.T) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	return listener.Addr().(*net.TCPAddr).Port
}
