package s3test

import (
	"fmt"
	"os"
	"testing"

	"estate/internal/platform/bucket"
	"estate/internal/tests/testserver"
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
	URL          string
	t            testing.TB
	stop, resume func()
}

// Start starts a server.
func Start(t testing.TB) *Server {
	t.Helper()
	if os.Getenv("ESTATE_S3_SERVER") == "versitygw" {
		return startVersity(t)
	}
	process := testserver.Start(t, "s3", "-bucket", Bucket, "-access-key", AccessKey, "-secret-key", SecretKey)
	return &Server{
		URL: "http://" + process.Address, t: t,
		stop: func() { process.Command("stop") }, resume: func() { process.Command("resume") },
	}
}

// Stop ends the server; its data stays.
func (s *Server) Stop() { s.stop() }

// Resume starts a stopped server again, with its data.
func (s *Server) Resume() { s.resume() }

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
