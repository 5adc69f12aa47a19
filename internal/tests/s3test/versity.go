package s3test

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"estate/internal/tests/repository"
)

func (s *Server) versity() (start func() func()) {
	find := exec.Command("go", "tool", "-n", "versitygw")
	find.Dir = repository.Path("tools", "s3")
	var stderr strings.Builder
	find.Stderr = &stderr
	path, err := find.Output()
	if err != nil {
		s.t.Fatalf("build the S3 server: %v\n%s", err, &stderr)
	}
	folder := s.t.TempDir()
	for _, name := range []string{"data/" + Bucket, "meta"} {
		if err := os.MkdirAll(filepath.Join(folder, name), 0o700); err != nil {
			s.t.Fatal(err)
		}
	}
	return func() func() {
		cmd := exec.Command(strings.TrimSpace(string(path)), "--port", s.addr, "--quiet", "posix", "--sidecar", filepath.Join(folder, "meta"), filepath.Join(folder, "data"))
		cmd.Env = append(os.Environ(), "ROOT_ACCESS_KEY="+AccessKey, "ROOT_SECRET_KEY="+SecretKey)
		cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
		if err := cmd.Start(); err != nil {
			s.t.Fatal(err)
		}
		for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
			response, err := http.Get(s.URL)
			if err == nil {
				_ = response.Body.Close()
				break
			}
			if time.Now().After(deadline) {
				s.t.Fatalf("the S3 server does not answer: %v", err)
			}
		}
		return func() {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
	}
}
