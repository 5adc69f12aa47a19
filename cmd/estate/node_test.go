package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"estate/internal/tests/program"
)

// asProgram is an environment variable that makes the test binary run as estate.
const asProgram = "ESTATE_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// node is a process of estate that can be killed and restarted.
type node struct {
	*program.Program
	addr, data, config string
}

// newNode prepares a node with an address, a data folder and further settings.
func newNode(t *testing.T, settings string) *node {
	t.Helper()
	addr, err := program.FreeAddr()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	n := &node{addr: addr, data: filepath.Join(folder, "data"), config: filepath.Join(folder, "estate.toml")}
	text := fmt.Sprintf("addr = %q\ndata = %q\n%s", n.addr, n.data, settings)
	if err := os.WriteFile(n.config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return n
}

// start runs the test binary, or the binary of ESTATE_BIN.
func (n *node) start(ctx context.Context) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	started, err := program.Start(ctx, program.Command{
		Path: cmp.Or(os.Getenv("ESTATE_BIN"), self), Args: []string{"serve", "--config", n.config},
		Env: []string{asProgram + "=1", "ESTATE_TEST_POSITION_KEY=the positions of the tests"}, Addr: n.addr, Ready: "/healthz",
	})
	if err != nil {
		return err
	}
	n.Program = started
	return nil
}

// command runs a command on the node's data and returns what it prints.
func (n *node) command(t *testing.T, args ...string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), cmp.Or(os.Getenv("ESTATE_BIN"), self), append(args, "--config", n.config)...)
	command.Env = append(os.Environ(), asProgram+"=1")
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
	return string(out)
}

// publishDemo puts the demo agency into the database of a node, which a start does not do on its own.
func (n *node) publishDemo(t *testing.T) {
	t.Helper()
	n.command(t, "demo", "--properties", "0")
}

// page requests a link from a node.
func (n *node) page(link string) (status int, body string) {
	response, err := http.Get(n.Address + link)
	if err != nil {
		return 0, err.Error()
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, err.Error()
	}
	return response.StatusCode, string(text)
}
