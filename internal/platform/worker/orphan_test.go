package worker

import (
	"bufio"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// parentRole is the environment variable that makes this test binary a program with a worker.
const parentRole = "ESTATE_TEST_PARENT"

// Roles of TestParent.
const (
	roleIdle     = "idle"     // the worker waits for a frame
	roleSpin     = "spin"     // the worker runs an infinite loop
	roleStarting = "starting" // the worker is loading its module
)

// killParent starts TestParent in a role and kills it when it has printed a line, so that it cannot
// clean up. It returns the line.
func killParent(t *testing.T, role string, env ...string) string {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestParent$")
	cmd.Env = append(append(os.Environ(), parentRole+"="+role), env...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	cmd.Process.Kill()
	cmd.Wait()
	if err != nil {
		t.Fatalf("the parent printed %q: %v", line, err)
	}
	return strings.TrimSpace(line)
}

func TestWorkersEndWithTheirParent(t *testing.T) {
	for role, want := range map[string]string{roleIdle: "an idle worker", roleSpin: "a spinning worker"} {
		t.Run(want, func(t *testing.T) {
			if role == roleSpin && runtime.GOOS != "linux" {
				t.Skip("only Linux ends a process with its parent")
			}
			line := killParent(t, role)
			pid, err := strconv.Atoi(line)
			if err != nil {
				t.Fatalf("the parent printed %q, want the id of its worker", line)
			}
			for end := time.Now().Add(10 * time.Second); runs(pid); time.Sleep(5 * time.Millisecond) {
				if time.Now().After(end) {
					syscall.Kill(pid, syscall.SIGKILL)
					t.Fatalf("%s (process %d) outlives its parent", want, pid)
				}
			}
		})
	}
}

func TestParentKilledDuringAStartLeavesNoFile(t *testing.T) {
	dir := t.TempDir()
	if line := killParent(t, roleStarting, "TMPDIR="+dir); !strings.Contains(line, "module is loading") {
		t.Fatalf("the parent printed %q, want the output of a worker that starts", line)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("files left in the temporary folder: %v, %v; want none", left, err)
	}
}

// runs reports whether a process exists and is not a zombie.
func runs(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || !strings.Contains(string(stat), ") Z ")
}

// TestParent is the program that the tests above kill; by itself it does nothing.
func TestParent(t *testing.T) {
	role := os.Getenv(parentRole)
	if role == "" {
		return
	}
	cfg := Config{
		Name:    "orphans",
		Node:    findNode(t),
		Script:  `export const open = () => (frame) => { if (frame.toString() === "spin") for (;;); return String(process.pid); };`,
		Workers: 1,
		Timeout: time.Hour,
		Log:     slog.New(slog.DiscardHandler),
	}
	if role == roleStarting {
		// Without a reply to the handshake the read returns when the parent has closed the pipe.
		cfg.Script = `import { readSync } from "node:fs"; console.log("module is loading"); readSync(3, Buffer.alloc(1));`
		cfg.Log = slog.New(slog.NewTextHandler(os.Stdout, nil))
	}
	pool, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if role == roleStarting {
		time.Sleep(time.Minute)
	}
	reply, err := pool.Do(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if role == roleSpin {
		go pool.Do(t.Context(), []byte("spin"))
		time.Sleep(50 * time.Millisecond)
	}
	fmt.Println(string(reply.([]byte)))
	time.Sleep(time.Minute)
}
