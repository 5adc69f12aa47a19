package worker

import (
	"bufio"
	"errors"
	"log/slog"
	"os"
	"time"
)

// What a worker may print: long lines are cut, and a flood is counted instead of kept.
const (
	longestLine = 2 << 10
	linesAtOnce = 100
	linesEvery  = 10 * time.Second
)

// pump logs what a worker prints, line by line, until the pipe ends. It never stops
// reading: a full pipe would stop the worker in the middle of a frame.
func pump(f *os.File, log *slog.Logger) {
	defer f.Close()
	r := bufio.NewReaderSize(f, longestLine)
	out := printer{log: log, since: time.Now()}
	defer out.flush()
	for cut := false; ; {
		line, err := r.ReadSlice('\n')
		long := errors.Is(err, bufio.ErrBufferFull)
		if !cut {
			out.print(line)
		}
		if err != nil && !long {
			return
		}
		cut = long
	}
}

// printer logs lines up to a rate and counts the rest.
type printer struct {
	log     *slog.Logger
	since   time.Time
	printed int
	dropped int
}

func (p *printer) print(line []byte) {
	for len(line) > 0 && (line[len(line)-1] == '\n' || line[len(line)-1] == '\r') {
		line = line[:len(line)-1]
	}
	if len(line) == 0 {
		return
	}
	if time.Since(p.since) > linesEvery {
		p.flush()
		p.since, p.printed = time.Now(), 0
	}
	if p.printed == linesAtOnce {
		p.dropped++
		return
	}
	p.printed++
	p.log.Warn("worker printed", "line", string(line))
}

func (p *printer) flush() {
	if p.dropped > 0 {
		p.log.Warn("worker printed too much", "lines_dropped", p.dropped)
		p.dropped = 0
	}
}
