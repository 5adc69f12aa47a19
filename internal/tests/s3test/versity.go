package s3test

import (
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"estate/internal/tests/program"
	"estate/internal/tests/testserver"
)

func startVersity(t testing.TB) *Server {
	t.Helper()
	path, err := testserver.Tool("versitygw")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	meta, data := filepath.Join(folder, "meta"), filepath.Join(folder, "data")
	if err := errors.Join(os.Mkdir(meta, 0o700), os.MkdirAll(filepath.Join(data, Bucket), 0o700)); err != nil {
		t.Fatal(err)
	}
	address, err := program.FreeAddr()
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{URL: "http://" + address, t: t}
	s.resume = func() {
		cmd := exec.Command(path, "--port", address, "--quiet", "posix", "--sidecar", meta, data)
		cmd.Env = append(os.Environ(), "ROOT_ACCESS_KEY="+AccessKey, "ROOT_SECRET_KEY="+SecretKey)
		cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		s.stop = func() {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
		s.await()
	}
	s.resume()
	t.Cleanup(func() { s.stop() })
	return s
}

// await waits until the server answers.
func (s *Server) await() {
	s.t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		response, err := http.Get(s.URL)
		if err == nil {
			_ = response.Body.Close()
			return
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("the S3 server does not answer: %v", err)
		}
	}
}
