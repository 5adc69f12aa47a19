package worker

import (
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"strings"
	"testing"
)

func findNode(t *testing.T) string {
	t.Helper()
	node, _, err := FindNode("", []string{"."})
	if err != nil {
		t.Fatalf("this test needs Node: run npm install in the project's folder: %v", err)
	}
	return node
}

// TestWorkerNeedsNoTempFolder starts a worker on a system whose temporary folder cannot be written.
func TestWorkerNeedsNoTempFolder(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()+"/missing")
	call(t, newTestPool(t, "ssr"))
}

func TestProcessListNamesThePool(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has /proc")
	}
	pid := call(t, newTestPool(t, "pictures"))
	line, err := os.ReadFile(fmt.Sprintf("/proc/%s/cmdline", pid))
	if err != nil {
		t.Fatal(err)
	}
	if args := strings.Split(strings.Trim(string(line), "\x00"), "\x00"); args[len(args)-1] != "estate-pictures" || len(line) > 500 {
		t.Errorf("command line %q, want at most 500 characters with the name of the pool at the end", args)
	}
}

// newTestPool starts a pool of one worker that replies with its process id.
func newTestPool(t *testing.T, name string) *Pool {
	t.Helper()
	pool, err := New(Config{
		Name: name, Node: findNode(t), Workers: 1, Log: slog.New(slog.DiscardHandler),
		Script: `export const open = () => () => String(process.pid);`,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pool.Close() })
	return pool
}

// call sends an empty frame and returns the reply.
func call(t *testing.T, pool *Pool) string {
	t.Helper()
	reply, err := pool.Do(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(reply.([]byte))
}
