package worker

import (
	"bufio"
	"errors"
	"log/slog"
	"os"
	"time"
)

// Limits of a worker's output in the log: longer lines are cut, further lines are counted.
const (
	maxLineBytes = 2 << 10
	maxLines     = 100
	linesWindow  = 10 * time.Second
)

// logOutput logs the output of a worker, line by line, until the pipe ends. It never stops
// reading: a full pipe would block the worker in the middle of a frame.
func logOutput(f *os.File, log *slog.Logger) {
	defer f.Close()
	r := bufio.NewReaderSize(f, maxLineBytes)
	out := lineLogger{log: log, since: time.Now()}
	defer out.flush()
	for cut := false; ; {
		line, err := r.ReadSlice('\n')
		long := errors.Is(err, bufio.ErrBufferFull)
		if !cut {
			out.write(line)
		}
		if err != nil && !long {
			return
		}
		cut = long
	}
}

// lineLogger logs at most maxLines lines a window and counts the rest.
type lineLogger struct {
	log     *slog.Logger
	since   time.Time // start of the window
	logged  int
	dropped int
}

func (l *lineLogger) write(line []byte) {
	for len(line) > 0 && (line[len(line)-1] == '\n' || line[len(line)-1] == '\r') {
		line = line[:len(line)-1]
	}
	if len(line) == 0 {
		return
	}
	if time.Since(l.since) > linesWindow {
		l.flush()
		l.since, l.logged = time.Now(), 0
	}
	if l.logged == maxLines {
		l.dropped++
		return
	}
	l.logged++
	l.log.Warn("worker output", "line", string(line))
}

func (l *lineLogger) flush() {
	if l.dropped > 0 {
		l.log.Warn("worker output was dropped", "lines_dropped", l.dropped)
		l.dropped = 0
	}
}
