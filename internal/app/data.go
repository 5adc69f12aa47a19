package app

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// standardStream names stdin or stdout in place of a file.
const standardStream = "-"

// writeWhole writes a file that is either complete or not there: it grows beside
// its place and is moved there at the end.
func writeWhole(name string, write func(io.Writer) error) (err error) {
	if name == standardStream {
		return write(os.Stdout)
	}
	file, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err != nil {
		return fmt.Errorf("%w; name a file in a folder that this user may write in", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(file.Name()))
		}
	}()
	if err := errors.Join(write(file), file.Chmod(0o644), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), name)
}

// ticker tells on stderr how far a long command is, a few times a second, where
// somebody is looking.
type ticker struct {
	last time.Time
	told bool
}

const tickPause = 250 * time.Millisecond

func (t *ticker) tell(format string, args ...any) {
	if now := time.Now(); now.Sub(t.last) >= tickPause && isTerminal(os.Stderr) {
		t.last, t.told = now, true
		fmt.Fprintf(os.Stderr, "\r\033[K"+format, args...)
	}
}

func isTerminal(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// done takes the line away, so that what follows stands alone.
func (t *ticker) done() {
	if t.told {
		fmt.Fprint(os.Stderr, "\r\033[K")
	}
}

// counter counts what is written, and tells.
type counter struct {
	to    io.Writer
	bytes int64
	tell  func(bytes int64)
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	c.bytes += int64(n)
	c.tell(c.bytes)
	return n, err
}

// size prints a number of bytes for people.
func size(bytes int64) string {
	if bytes < 1<<20 {
		return fmt.Sprintf("%d KB", (bytes+1023)>>10)
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/(1<<20))
}
