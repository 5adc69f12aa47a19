package testserver

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"estate/internal/tests/repository"
)

// Info is what a client of a server must know. The server prints it as its first line.
type Info struct {
	Address     string // host:port, or the URL of an ACME directory
	Certificate string // its own certificate in PEM; none without TLS
	IssuerRoot  string // root of the certificates that an ACME server issues, in PEM
}

// Server is a running server. It ends with the test.
type Server struct {
	Info
	t      testing.TB
	input  io.Writer
	output *bufio.Reader
	errors bytes.Buffer // read it only when the process has ended
	ended  func() error
}

// Tool returns the path of a tool of the harness, which the go command builds at its first use.
func Tool(name string) (string, error) {
	find := exec.Command("go", "tool", "-n", name)
	find.Dir = repository.Path("harness")
	var stderr strings.Builder
	find.Stderr = &stderr
	path, err := find.Output()
	if err != nil {
		return "", fmt.Errorf("build %s in harness: %w\n%s", name, err, &stderr)
	}
	return strings.TrimSpace(string(path)), nil
}

var testservers = sync.OnceValues(func() (string, error) { return Tool("testservers") })

// Start starts the server of these arguments of harness/cmd/testservers.
func Start(t testing.TB, args ...string) *Server {
	t.Helper()
	path, err := testservers()
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{t: t}
	process := exec.Command(path, args...)
	process.Stderr = &s.errors
	input, err := process.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.input, s.output, s.ended = input, bufio.NewReader(output), sync.OnceValue(process.Wait)
	if err := process.Start(); err != nil {
		t.Fatalf("start %v: %v", process.Args, err)
	}
	t.Cleanup(func() {
		_ = input.Close() // the process ends with its input
		_ = s.ended()
	})
	s.read()
	return s
}

// read reads the Info that follows the start and each command.
func (s *Server) read() {
	s.t.Helper()
	line, err := s.output.ReadBytes('\n')
	if err != nil {
		err = s.ended() // its output has ended
		s.t.Fatalf("the test server has ended: %v\n%s", err, &s.errors)
	}
	if err := json.Unmarshal(line, &s.Info); err != nil {
		s.t.Fatalf("the test server printed %q: %v", line, err)
	}
}

// Command sends a command, and waits until it is obeyed.
func (s *Server) Command(command string) {
	s.t.Helper()
	if _, err := io.WriteString(s.input, command+"\n"); err != nil {
		s.t.Fatalf("send %s: %v", command, err)
	}
	s.read()
}
