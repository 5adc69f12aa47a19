package postgrestest

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// Server is a PostgreSQL that one test alone uses, and may stop.
type Server struct {
	URL string

	t   testing.TB
	dir string
}

// Start brings up a server until the test ends. Without Variable the test is
// skipped: nobody asked for PostgreSQL then.
func Start(t testing.TB) *Server {
	t.Helper()
	if !Has() {
		t.Skip("there is no PostgreSQL: set " + Variable + " to the URL that scripts/postgres.sh prints")
	}
	// Not t.TempDir: its parent is closed to the user that the server runs as.
	dir, err := os.MkdirTemp("", "estate-postgres-*")
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{t: t, dir: dir}
	t.Cleanup(func() { s.script("postgres-stop.sh", dir, "--remove") })
	s.Start()
	return s
}

// Start starts a stopped server again, as it was.
func (s *Server) Start() {
	s.t.Helper()
	s.URL = strings.TrimSpace(s.script("postgres.sh", s.dir))
}

// Kill ends the server as a power cut would.
func (s *Server) Kill() {
	s.t.Helper()
	s.script("postgres-stop.sh", s.dir, "--kill")
}

func (s *Server) script(name string, args ...string) string {
	s.t.Helper()
	_, here, _, _ := runtime.Caller(0)
	script := filepath.Join(filepath.Dir(here), "..", "..", "..", "scripts", name)
	var complaints strings.Builder
	command := exec.Command(script, args...)
	command.Stderr = &complaints
	out, err := command.Output()
	if err != nil {
		s.t.Fatalf("%s: %v\n%s", name, err, &complaints)
	}
	return string(out)
}
