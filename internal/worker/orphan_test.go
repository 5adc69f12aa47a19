package worker

import (
	"bufio"
	"bytes"
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

// parentRole makes this test binary the parent that dies.
const parentRole = "ESTATE_TEST_PARENT"

// TestWorkersEndWithTheirParent kills a parent outright, so that it can do
// nothing for its children: one that waits sees its pipe end, one that spins is ended by the system.
func TestWorkersEndWithTheirParent(t *testing.T) {
	for role, want := range map[string]string{"idle": "an idle worker", "spin": "a spinning worker"} {
		t.Run(want, func(t *testing.T) {
			if role == "spin" && runtime.GOOS != "linux" {
				t.Skip("only Linux ends a process with its parent")
			}
			cmd := exec.Command(os.Args[0], "-test.run=^TestParent$")
			cmd.Env = append(os.Environ(), parentRole+"="+role)
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
			pid, bad := strconv.Atoi(strings.TrimSpace(line))
			if err != nil || bad != nil {
				t.Fatalf("the parent said %q (%v), want the id of its worker", line, err)
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

// runs tells whether a process is there and is no zombie that nobody has reaped yet.
func runs(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || !strings.Contains(string(stat), ") Z ")
}

// TestParent is the parent of the test above; by itself it does nothing.
func TestParent(t *testing.T) {
	role := os.Getenv(parentRole)
	if role == "" {
		return
	}
	node, _, err := FindNode("", []string{"."})
	if err != nil {
		t.Fatalf("this test needs Node: run npm install in the project's folder: %v", err)
	}
	pool, err := New(Config{
		Name:    "orphans",
		Node:    node,
		Script:  `export const open = () => (frame) => { if (frame.toString() === "spin") for (;;); return String(process.pid); };`,
		Workers: 1,
		Timeout: time.Hour,
		Log:     slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	reply, err := pool.Do(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	pid := bytes.Join(reply, nil)
	if role == "spin" {
		go pool.Do(t.Context(), []byte("spin"))
		time.Sleep(50 * time.Millisecond)
	}
	fmt.Println(string(pid))
	time.Sleep(time.Minute)
}
