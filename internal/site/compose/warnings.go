package compose

import (
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
)

// maxContentWarnings bounds how many warnings one process logs and remembers.
const maxContentWarnings = 10_000

// contentWarnings logs mistakes of editors. Each distinct warning is logged once
// per process.
type contentWarnings struct {
	log    *slog.Logger
	logged sync.Map // of message and arguments
	count  atomic.Int64
}

func (w *contentWarnings) warn(message string, args ...any) {
	if w.count.Load() > maxContentWarnings {
		return
	}
	key := message
	for _, arg := range args {
		key += "\x00" + fmt.Sprint(arg)
	}
	if _, known := w.logged.LoadOrStore(key, true); known {
		return
	}
	w.count.Add(1)
	w.log.Warn(message, args...) //nolint:sloglint // every caller passes a constant
}
