package app

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Limits of a sampled log.
const (
	sampleLines  = 10
	sampleWindow = time.Minute
)

// sampledHandler passes on sampleLines records of a window and counts the others, so that
// hostile clients cannot fill the disk with log lines.
type sampledHandler struct {
	slog.Handler
	samples *samples // shared by the handlers of WithAttrs and WithGroup
}

type samples struct {
	now     func() time.Time
	mu      sync.Mutex
	window  time.Time // its begin
	written int
	dropped int
}

func newSampledHandler(next slog.Handler, now func() time.Time) sampledHandler {
	return sampledHandler{next, &samples{now: now}}
}

// Handle writes the record, with the number of dropped ones if it is the first after some.
func (h sampledHandler) Handle(ctx context.Context, record slog.Record) error {
	dropped, wanted := h.samples.take()
	if !wanted {
		return nil
	}
	if dropped > 0 {
		record = record.Clone()
		record.AddAttrs(slog.Int("similar_lines_dropped", dropped))
	}
	return h.Handler.Handle(ctx, record)
}

// WithAttrs keeps the samples.
func (h sampledHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return sampledHandler{h.Handler.WithAttrs(attrs), h.samples}
}

// WithGroup keeps the samples.
func (h sampledHandler) WithGroup(name string) slog.Handler {
	return sampledHandler{h.Handler.WithGroup(name), h.samples}
}

func (s *samples) take() (dropped int, wanted bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := s.now(); now.Sub(s.window) >= sampleWindow {
		s.window, s.written = now, 0
		dropped, s.dropped = s.dropped, 0
	}
	if s.written == sampleLines {
		s.dropped++
		return 0, false
	}
	s.written++
	return dropped, true
}
