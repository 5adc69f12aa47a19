package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// TestARestartLosesNoRequest restarts the program under load, twice, with a socket that a
// service manager holds. Requests of the meantime wait in the socket.
func TestARestartLosesNoRequest(t *testing.T) {
	t.Parallel()
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = socket.Close() }()
	file, err := socket.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data := t.TempDir()
	start := func() *exec.Cmd {
		// The shell has the process id that the variable must name, and becomes the program.
		cmd := exec.CommandContext(t.Context(), "/bin/sh", "-c", `LISTEN_PID=$$ exec "$0" "$@"`, binary, "serve", "--data", data)
		cmd.Env = append(os.Environ(), asProgram+"=1", "LISTEN_FDS=1", "LISTEN_FDNAMES=http")
		cmd.ExtraFiles = []*os.File{file}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	running := start()
	defer func() { _ = running.Process.Kill() }()

	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	var answered atomic.Int64
	var failures sync.Map
	var visitors sync.WaitGroup
	for range 8 {
		visitors.Go(func() {
			for ctx.Err() == nil {
				if err := visitAbout(ctx, socket.Addr().String()); err != nil && ctx.Err() == nil {
					failures.Store(err.Error(), true)
				}
				answered.Add(1)
			}
		})
	}
	awaitAnswers := func(n int64) {
		t.Helper()
		for want := answered.Load() + n; answered.Load() < want; time.Sleep(time.Millisecond) {
			if ctx.Err() != nil {
				t.Fatal("the program answers no longer")
			}
		}
	}
	for range 2 {
		awaitAnswers(100)
		if err := running.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if err := running.Wait(); err != nil {
			t.Fatalf("the program ended with %v", err)
		}
		running = start()
	}
	awaitAnswers(100)
	stop()
	visitors.Wait()
	failures.Range(func(failure, _ any) bool {
		t.Errorf("a request failed: %v", failure)
		return true
	})
	t.Logf("%d requests", answered.Load())
}

func visitAbout(ctx context.Context, addr string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+addr+"/about/", nil)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d", response.StatusCode)
	}
	return nil
}
