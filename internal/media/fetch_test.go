package media

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestAMissingOriginalIsFetched: another node has it.
func TestAMissingOriginalIsFetched(t *testing.T) {
	var l *Library
	asked := 0
	l = newLibrary(t, func(c *Config) {
		c.Node = "" // files need no workers
		folder := c.Originals
		c.Fetch = func(_ context.Context, file string) error {
			asked++
			switch file {
			case "2024/plan.pdf":
				return errors.Join(os.MkdirAll(filepath.Join(folder, "2024"), 0o755), os.WriteFile(filepath.Join(folder, file), []byte("%PDF"), 0o600))
			case "away.pdf":
				return errors.New("the store does not answer")
			}
			return fs.ErrNotExist
		}
	})
	for range 2 {
		file, err := l.File(t.Context(), "/media/2024/plan.pdf")
		if err != nil {
			t.Fatal(err)
		}
		_ = file.Close()
	}
	if asked != 1 {
		t.Errorf("fetched %d times, want once", asked)
	}
	if _, err := l.File(t.Context(), "/media/absent.pdf"); !errors.Is(err, ErrNotFound) {
		t.Errorf("a file that nobody has: %v, want ErrNotFound", err)
	}
	if _, err := l.Open(t.Context(), "/media/absent-320.jpg"); !errors.Is(err, ErrNotFound) {
		t.Errorf("a picture that nobody has: %v, want ErrNotFound", err)
	}
	if _, err := l.File(t.Context(), "/media/away.pdf"); !errors.Is(err, ErrBusy) {
		t.Errorf("a store that is away: %v, want ErrBusy", err)
	}
}
