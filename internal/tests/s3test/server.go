package s3test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"testing"

	"github.com/rclone/gofakes3"
	"github.com/rclone/gofakes3/s3mem"

	"estate/internal/platform/bucket"
)

// Keys of the server.
const (
	AccessKey = "test-access"
	SecretKey = "test-secret-key"
)

// Bucket is the name of the server's bucket.
const Bucket = "estate"

// Server is a server with one bucket. It stops with the test.
type Server struct {
	URL   string
	t     testing.TB
	addr  string
	start func() (stop func())
	stop  func() // nil when stopped
}

// Start starts a server.
func Start(t testing.TB) *Server {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{t: t, addr: listener.Addr().String()}
	_ = listener.Close()
	s.URL = "http://" + s.addr
	if os.Getenv("ESTATE_S3_SERVER") == "versitygw" {
		s.start = s.versity()
	} else {
		s.start = s.inProcess()
	}
	s.Resume()
	t.Cleanup(s.Stop)
	return s
}

// Resume starts a stopped server again, with its data.
func (s *Server) Resume() {
	s.t.Helper()
	s.stop = s.start()
}

// Stop ends the server; its data stays.
func (s *Server) Stop() {
	if s.stop != nil {
		s.stop()
	}
	s.stop = nil
}

// memory is the backend of GoFakeS3. An empty delimiter is none, as in the store of Amazon.
type memory struct{ *s3mem.Backend }

// ListBucket is called for a page of objects.
func (m memory) ListBucket(ctx context.Context, name string, prefix *gofakes3.Prefix, page gofakes3.ListBucketPage) (*gofakes3.ObjectList, error) {
	if prefix != nil && prefix.Delimiter == "" {
		plain := *prefix
		plain.HasDelimiter = false
		prefix = &plain
	}
	return m.Backend.ListBucket(ctx, name, prefix, page)
}

func (s *Server) inProcess() (start func() func()) {
	backend := memory{s3mem.New()}
	if err := backend.CreateBucket(s.t.Context(), Bucket); err != nil {
		s.t.Fatal(err)
	}
	handler := gofakes3.New(backend, gofakes3.WithV4Auth(map[string]string{AccessKey: SecretKey})).Server()
	return func() func() {
		listener, err := net.Listen("tcp", s.addr)
		if err != nil {
			s.t.Fatal(err)
		}
		server := &http.Server{Handler: handler} //nolint:gosec // of a test
		go func() { _ = server.Serve(listener) }()
		return func() { _ = server.Close() }
	}
}

// Open returns a folder of the bucket.
func (s *Server) Open(folder string) *bucket.Bucket {
	s.t.Helper()
	b, err := bucket.Open(s.Config(), Address(folder))
	if err != nil {
		s.t.Fatal(err)
	}
	return b
}

// Config is the configuration of a client.
func (s *Server) Config() bucket.Config {
	return bucket.Config{Endpoint: s.URL, AccessKey: AccessKey, SecretKey: SecretKey}
}

// Address is the address of a folder of the bucket.
func Address(folder string) string { return "s3://" + Bucket + "/" + folder }

// Settings is the section of a configuration file.
func (s *Server) Settings() string {
	return fmt.Sprintf("[s3]\nendpoint = %q\naccess_key = %q\nsecret_key = %q\n", s.URL, AccessKey, SecretKey)
}
