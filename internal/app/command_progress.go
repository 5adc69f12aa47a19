package app

import (
	"fmt"
	"io"
	"os"
	"time"
)

// progressLine prints the progress of a long command on one line of stderr, if that is
// a terminal. It prints at most once in progressInterval.
type progressLine struct {
	last    time.Time
	printed bool
}

const progressInterval = 250 * time.Millisecond

func (p *progressLine) printf(format string, args ...any) {
	if now := time.Now(); now.Sub(p.last) >= progressInterval && isTerminal(os.Stderr) {
		p.last, p.printed = now, true
		fmt.Fprintf(os.Stderr, "\r\033[K"+format, args...)
	}
}

func isTerminal(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// clear removes the line.
func (p *progressLine) clear() {
	if p.printed {
		fmt.Fprint(os.Stderr, "\r\033[K")
	}
}

// countingWriter counts the written bytes and reports them after each write.
type countingWriter struct {
	out     io.Writer
	bytes   int64
	onWrite func(total int64)
}

func (w *countingWriter) Write(p []byte) (int, error) {
	n, err := w.out.Write(p)
	w.bytes += int64(n)
	w.onWrite(w.bytes)
	return n, err
}

// formatSize formats a number of bytes in KB or MB.
func formatSize(bytes int64) string {
	if bytes < 1<<20 {
		return fmt.Sprintf("%d KB", (bytes+1023)>>10)
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/(1<<20))
}
