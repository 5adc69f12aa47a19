package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A command that waits for the other end of a named pipe ends on SIGTERM.
func TestCommandsWithANamedPipeEndOnSIGTERM(t *testing.T) {
	t.Parallel()
	for _, command := range [][]string{{"import"}, {"redirects", "import"}} {
		folder := t.TempDir()
		pipe := filepath.Join(folder, "content.jsonl")
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Fatal(err)
		}
		run := exec.CommandContext(t.Context(), os.Args[0], append(command, pipe, "--data", filepath.Join(folder, "data"))...)
		run.Env = append(os.Environ(), asProgram+"=1")
		if err := run.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- run.Wait() }()
		select {
		case err := <-ended:
			t.Logf("estate %v ends by itself: %v", command, err)
			continue
		case <-time.After(2 * time.Second):
		}
		if err := run.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		select {
		case <-ended:
		case <-time.After(interruptGrace + 10*time.Second):
			t.Errorf("estate %v still waits for the pipe", command)
			_ = run.Process.Kill()
			<-ended
		}
	}
}
