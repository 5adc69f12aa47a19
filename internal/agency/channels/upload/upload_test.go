package upload_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"goftp.io/server/v2"
	"goftp.io/server/v2/driver/file"

	"estate/internal/agency/channels/upload"
)

// serve starts an FTP server on a folder, with the certificate of httptest when it encrypts.
func serve(t *testing.T, folder string, encrypted bool) (address string, pool *x509.CertPool) {
	t.Helper()
	driver, err := file.NewDriver(folder)
	if err != nil {
		t.Fatal(err)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	options := &server.Options{
		Driver: driver, Auth: &server.SimpleAuth{Name: "agency", Password: "a password"}, Perm: server.NewSimplePerm("agency", "agency"),
		Hostname: "127.0.0.1", Port: free.Addr().(*net.TCPAddr).Port, Logger: new(server.DiscardLogger),
	}
	if encrypted {
		web := httptest.NewUnstartedServer(nil)
		web.StartTLS()
		certificate := web.TLS.Certificates[0]
		web.Close()
		pool = x509.NewCertPool()
		leaf, err := x509.ParseCertificate(certificate.Certificate[0])
		if err != nil {
			t.Fatal(err)
		}
		pool.AddCert(leaf)
		key, err := x509.MarshalPKCS8PrivateKey(certificate.PrivateKey)
		if err != nil {
			t.Fatal(err)
		}
		at := t.TempDir()
		options.TLS, options.ExplicitFTPS, options.ForceTLS = true, true, true
		options.CertFile, options.KeyFile = filepath.Join(at, "cert.pem"), filepath.Join(at, "key.pem")
		for name, block := range map[string]*pem.Block{options.CertFile: {Type: "CERTIFICATE", Bytes: certificate.Certificate[0]}, options.KeyFile: {Type: "PRIVATE KEY", Bytes: key}} {
			if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	ftp, err := server.NewServer(options)
	if err != nil {
		t.Fatal(err)
	}
	_ = free.Close()
	go func() { _ = ftp.ListenAndServe() }()
	t.Cleanup(func() { _ = ftp.Shutdown() })
	address = net.JoinHostPort("127.0.0.1", strconv.Itoa(options.Port))
	for range 200 {
		if conn, err := net.Dial("tcp", address); err == nil {
			_ = conn.Close()
			return address, pool
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the FTP server does not start")
	return "", nil
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
