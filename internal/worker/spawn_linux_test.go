package worker

import (
	"bytes"
	"log/slog"
	"strconv"
	"syscall"
	"testing"
)

func TestServerGoesBeforeItsWorkers(t *testing.T) {
	node, _, err := FindNode("", []string{"."})
	if err != nil {
		t.Fatalf("this test needs Node: run npm install in the project's folder: %v", err)
	}
	pool, err := New(Config{
		Name: "priority", Node: node, Workers: 1, Log: slog.New(slog.DiscardHandler),
		Script: `export const open = () => () => String(process.pid);`,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	reply, err := pool.Do(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(string(bytes.Join(reply, nil)))
	if err != nil {
		t.Fatal(err)
	}
	// The system call returns 20 less the niceness.
	worker, err := syscall.Getpriority(syscall.PRIO_PROCESS, pid)
	if err != nil {
		t.Fatal(err)
	}
	server, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	if err != nil {
		t.Fatal(err)
	}
	if want := max(server-niceness, 1); worker != want {
		t.Errorf("priority %d of a worker beside %d of the server, want %d", worker, server, want)
	}
}
