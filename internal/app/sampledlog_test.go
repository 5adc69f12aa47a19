package app

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"
)

func TestSampledLogIsBoundedAndTellsWhatItDropped(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var out bytes.Buffer
	log := slog.New(newSampledHandler(slog.NewTextHandler(&out, nil), func() time.Time { return now }))
	for range 1000 {
		log.With("client", "x").Warn("attack")
	}
	if lines := strings.Count(out.String(), "\n"); lines != sampleLines {
		t.Errorf("1000 lines of an attack wrote %d lines, want %d", lines, sampleLines)
	}
	now = now.Add(sampleWindow)
	out.Reset()
	log.Warn("attack")
	if want := "similar_lines_dropped=990"; !strings.Contains(out.String(), want) {
		t.Errorf("the next line is %q, want it to tell %s", out.String(), want)
	}
}
