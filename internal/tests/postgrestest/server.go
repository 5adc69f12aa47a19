package postgrestest

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"estate/internal/tests/repository"
)

// Server is a PostgreSQL server that only one test uses, and may stop.
type Server struct {
	URL string

	t   testing.TB
	dir string
}

// Start starts a server that runs until the test ends. Without Variable the test is
// skipped.
func Start(t testing.TB) *Server {
	t.Helper()
	if !Has() {
		t.Skip("there is no PostgreSQL: set " + Variable + " to the URL that scripts/postgres.sh prints")
	}
	// Not t.TempDir: the user of the server cannot read its parent.
	dir, err := os.MkdirTemp("", "estate-postgres-*")
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{t: t, dir: dir}
	t.Cleanup(func() { s.script("postgres-stop.sh", dir, "--remove") })
	s.Start()
	return s
}

// Start starts a stopped server again, with its data.
func (s *Server) Start() {
	s.t.Helper()
	s.URL = strings.TrimSpace(s.script("postgres.sh", s.dir))
}

// Kill stops the server without a shutdown, as a power cut does.
func (s *Server) Kill() {
	s.t.Helper()
	s.script("postgres-stop.sh", s.dir, "--kill")
}

func (s *Server) script(name string, args ...string) string {
	s.t.Helper()
	var stderr strings.Builder
	command := exec.Command(repository.Path("scripts", name), args...)
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		s.t.Fatalf("%s: %v\n%s", name, err, &stderr)
	}
	return string(out)
}
