// Package baseline is the floor of measurements: a minimal net/http handler that sends some bytes, in a process of its own.
package baseline

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"estate/internal/tests/program"
)

// Flag is the flag with which Start runs the present program again; its value is the file that Serve gets, and the argument
// after it the address.
const Flag = "floor"

// Start runs the present program as the baseline. The folder gets a file with the bytes, which are a page packed with the encoding.
func Start(ctx context.Context, folder string, body []byte) (*program.Program, error) {
	addr, err := program.FreeAddr()
	if err != nil {
		return nil, err
	}
	file := filepath.Join(folder, "baseline")
	if err := os.WriteFile(file, body, 0o600); err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return program.Start(ctx, program.Command{Path: self, Args: []string{"-" + Flag, file, addr}, Addr: addr, Ready: "/"})
}

// Serve serves only the bytes of a file, until ctx ends.
func Serve(ctx context.Context, file, addr string) error {
	body, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	server := &http.Server{Addr: addr, ReadHeaderTimeout: time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		h := w.Header()
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Content-Encoding", "br")
		_, _ = w.Write(body)
	})}
	go func() { <-ctx.Done(); _ = server.Close() }()
	if err := server.ListenAndServe(); ctx.Err() == nil {
		return err
	}
	return nil
}
