package upload_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"testing"

	"estate/internal/agency/channels/upload"
	"estate/internal/tests/testserver"
)

// serve starts an FTP server on a folder. The pool has its certificate, which is for example.com, when it encrypts.
func serve(t *testing.T, folder string, encrypted bool) (address string, pool *x509.CertPool) {
	t.Helper()
	server := testserver.Start(t, "ftp", "-folder", folder, "-user", "agency", "-password", "a password", fmt.Sprintf("-tls=%t", encrypted))
	pool = x509.NewCertPool()
	pool.AppendCertsFromPEM([]byte(server.Certificate))
	return server.Address, pool
}

// TestUploadReplacesTheFile uploads twice to a real server: the file has its name only when it is complete.
func TestUploadReplacesTheFile(t *testing.T) {
	for name, encrypted := range map[string]bool{"plain": false, "encrypted": true} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			address, pool := serve(t, folder, encrypted)
			config := upload.Config{Address: address, User: "agency", Password: "a password", Plain: !encrypted}
			if encrypted {
				config.TLS = &tls.Config{ServerName: "example.com", RootCAs: pool, MinVersion: tls.VersionTLS12}
			}
			for _, text := range []string{"first", "the second, longer"} {
				local := filepath.Join(t.TempDir(), "feed.json")
				if err := os.WriteFile(local, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				if err := upload.New(config).Upload(t.Context(), local, "ilc.json"); err != nil {
					t.Fatal(err)
				}
				got, err := os.ReadFile(filepath.Join(folder, "ilc.json"))
				if err != nil || !bytes.Equal(got, []byte(text)) {
					t.Fatalf("the server has %q, %v", got, err)
				}
				if entries, _ := os.ReadDir(folder); len(entries) != 1 {
					t.Errorf("the server has %d files, want 1", len(entries))
				}
			}
			wrong := config
			wrong.Password = "wrong"
			if err := upload.New(wrong).Upload(t.Context(), os.Args[0], "ilc.json"); err == nil {
				t.Error("a wrong password is accepted")
			}
		})
	}
}

// A server that stops to answer must not hold the upload.
func TestUploadEndsWithItsContext(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		conn, err := silent.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		_, _ = io.WriteString(conn, "220 ready\r\n")
		_, _ = bufio.NewReader(conn).ReadString('\n') // the login
		cancel()
		<-t.Context().Done()
	}()
	config := upload.Config{Address: silent.Addr().String(), User: "agency", Plain: true}
	if err := upload.New(config).Upload(ctx, os.Args[0], "ilc.json"); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the error of the context", err)
	}
}
