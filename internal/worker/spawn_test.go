package worker

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// TestHarnessIsAFile starts two pools at once: no file is left behind, and a process list
// shows the path of the harness, not its text.
func TestHarnessIsAFile(t *testing.T) {
	node, _, err := FindNode("", []string{"."})
	if err != nil {
		t.Fatalf("this test needs Node: run npm install in the project's folder: %v", err)
	}
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	var pools sync.WaitGroup
	for _, name := range []string{"first", "second"} {
		pools.Go(func() {
			pool, err := New(Config{
				Name: name, Node: node, Workers: 2, Log: slog.New(slog.DiscardHandler),
				Script: `export const open = () => () => String(process.pid);`,
			})
			if err != nil {
				t.Error(err)
				return
			}
			defer pool.Close()
			pid, err := pool.Do(t.Context(), nil)
			if err != nil {
				t.Error(err)
				return
			}
			if runtime.GOOS == "linux" {
				checkCommandLine(t, name, string(bytes.Join(pid, nil)))
			}
		})
	}
	pools.Wait()
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("files left in the temporary folder: %v, %v; want none", left, err)
	}
}

func checkCommandLine(t *testing.T, pool, pid string) {
	t.Helper()
	line, err := os.ReadFile(fmt.Sprintf("/proc/%s/cmdline", pid))
	if err != nil {
		t.Error(err)
		return
	}
	args := strings.Split(strings.Trim(string(line), "\x00"), "\x00")
	last := args[len(args)-1]
	if !strings.Contains(last, "estate-"+pool+"-") || !strings.HasSuffix(last, ".mjs") || len(line) > 500 {
		t.Errorf("command line %q, want the path of the harness at its end", args)
	}
}

func TestUnwritableTempFolderIsNamed(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()+"/missing")
	if _, err := writeHarness("ssr"); err == nil || !strings.Contains(err.Error(), "TMPDIR") {
		t.Errorf("writeHarness = %v, want an error that names TMPDIR", err)
	}
}
