package ssr

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// node is the Node binary of the tests. Tests fail without it: a skipped test would hide that.
func node(tb testing.TB) string {
	tb.Helper()
	path, _, err := FindNode("", []string{"."})
	if err != nil {
		tb.Fatalf("these tests need Node: run npm install in the project's folder: %v", err)
	}
	return path
}

func newPool(tb testing.TB, bundle string, change func(*Config)) *Pool {
	tb.Helper()
	cfg := Config{
		Node:       node(tb),
		BundlePath: filepath.Join("testdata", bundle),
		Timeout:    10 * time.Second,
		Log:        slog.New(slog.DiscardHandler),
	}
	if change != nil {
		change(&cfg)
	}
	pool, err := NewPool(cfg)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { pool.Close() })
	return pool
}

// do returns a View on which testdata/faults.mjs performs an action.
func do(tb testing.TB, action string, more ...any) []byte {
	tb.Helper()
	view := map[string]any{"do": action}
	for i := 0; i+1 < len(more); i += 2 {
		view[more[i].(string)] = more[i+1]
	}
	out, err := json.Marshal(view)
	if err != nil {
		tb.Fatal(err)
	}
	return out
}

func mustEcho(t *testing.T, pool *Pool, text string) {
	t.Helper()
	got, err := pool.Render(t.Context(), do(t, "echo", "text", text))
	if want := "<p>" + text + "</p>"; err != nil || html(got) != want {
		t.Fatalf("Render = %.80q, %v, want %.80q", html(got), err, want)
	}
}

func html(r Rendering) string { return string(r.HTML) }

func TestRenderReturnsTheHTMLOfTheBundle(t *testing.T) {
	pool := newPool(t, "faults.mjs", nil)
	for _, text := range []string{"", "Villa", "Año nuevo: 1.250.000 € · 220 m²", "日本 🏡 \u2028", strings.Repeat("ñ", 300_000)} {
		mustEcho(t, pool, text)
	}
}

func TestRenderReturnsThePreloadOfTheBundle(t *testing.T) {
	pool := newPool(t, "faults.mjs", nil)
	want := Preload{SrcSet: "/media/año-320.avif 320w", Sizes: "(width >= 640px) 45vw,\n92vw"}
	got, err := pool.Render(t.Context(), do(t, "echo", "text", "one\ntwo", "preload", want))
	if err != nil || got.Preload != want || html(got) != "<p>one\ntwo</p>" {
		t.Errorf("Render = %+v, %v, want the preload %+v", got, err, want)
	}
	got, err = pool.Render(t.Context(), do(t, "echo", "text", "none"))
	if err != nil || got.Preload != (Preload{}) {
		t.Errorf("Render = %+v, %v, want no preload", got, err)
	}
}

func TestBundleThatThrowsKeepsItsWorker(t *testing.T) {
	pool := newPool(t, "faults.mjs", func(c *Config) { c.Workers = 1 })
	before, err := pool.Render(t.Context(), do(t, "pid"))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		action string
		want   string
	}{
		{"throw", "no such home"},
		{"throwNothing", "undefined"},
		{"throwUnprintable", "cannot be printed"},
		{"notAString", "number instead of a string"},
		{"unknown action", "not a function"},
	}
	for _, tt := range tests {
		t.Run(tt.action, func(t *testing.T) {
			_, err := pool.Render(t.Context(), do(t, tt.action, "text", "no such home"))
			failure, ok := errors.AsType[*RenderError](err)
			if !ok || !strings.Contains(failure.Text, tt.want) {
				t.Fatalf("Render error = %v, want a RenderError with %q", err, tt.want)
			}
			if len(failure.Text) > 4000 || strings.Contains(failure.Text, "base64") {
				t.Errorf("error text has %d characters or contains the bundle: %.200s", len(failure.Text), failure.Text)
			}
		})
	}
	after, err := pool.Render(t.Context(), do(t, "pid"))
	if err != nil || html(after) != html(before) {
		t.Errorf("after errors the worker is process %s (%v), want the same process %s", html(after), err, html(before))
	}
}

func TestExitedWorkerIsReplaced(t *testing.T) {
	tests := []struct {
		name, action string
		more         []any
		want         error
		change       func(*Config)
	}{
		{name: "infinite loop", action: "loop", want: ErrTimeout, change: func(c *Config) { c.Timeout = 300 * time.Millisecond }},
		{name: "heap full", action: "heap", change: func(c *Config) { c.MemoryLimit = 128 << 20 }},
		{name: "memory outside the heap", action: "buffers", change: func(c *Config) { c.MemoryLimit = 400 << 20; c.Timeout = 30 * time.Second }},
		{name: "exit", action: "exit"},
		{name: "garbage on the reply pipe", action: "garbage"},
		{name: "reply beyond the limit", action: "huge", more: []any{"megabytes", 40}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			pool := newPool(t, "faults.mjs", tt.change)
			mustEcho(t, pool, "before")
			_, err := pool.Render(t.Context(), do(t, tt.action, tt.more...))
			if err == nil || (tt.want != nil && !errors.Is(err, tt.want)) {
				t.Fatalf("Render error = %v, want %v", err, tt.want)
			}
			if _, thrown := errors.AsType[*RenderError](err); thrown {
				t.Fatalf("Render error = %v, want the exit of the worker", err)
			}
			mustEcho(t, pool, "after")
			eventually(t, "the first worker and that of the second try are counted as replaced", func() bool {
				return pool.Status().Restarts >= 2
			})
			if pool.Status().LastError == "" {
				t.Error("Status has no LastError, want why the workers ended")
			}
		})
	}
}

func TestWorkerThatExitsBetweenFramesIsReplaced(t *testing.T) {
	pool := newPool(t, "faults.mjs", func(c *Config) { c.Workers = 1 })
	for range 3 {
		pid, err := pool.Render(t.Context(), do(t, "pid"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := pool.Render(t.Context(), do(t, "later")); err != nil {
			t.Fatal(err)
		}
		// Timers of a frame run between the frames that follow.
		eventually(t, "the worker is dead", func() bool {
			mustEcho(t, pool, "again")
			return !alive(t, html(pid))
		})
	}
}

func TestIdleWorkerOverItsMemoryLimitIsReplaced(t *testing.T) {
	pool := newPool(t, "faults.mjs", func(c *Config) { c.Workers = 1; c.MemoryLimit = 200 << 20 })
	first, err := pool.Render(t.Context(), do(t, "pid"))
	if err != nil {
		t.Fatal(err)
	}
	// The memory check may happen during the frame or after it.
	pool.Render(t.Context(), do(t, "leak", "megabytes", 300))
	eventually(t, "the worker that grew is gone", func() bool { return !alive(t, html(first)) })
	mustEcho(t, pool, "fresh")
}

func TestOutputDoesNotDisturbFrames(t *testing.T) {
	var log lockedBuffer
	pool := newPool(t, "faults.mjs", func(c *Config) {
		c.Workers = 1
		c.Log = slog.New(slog.NewTextHandler(&log, nil))
	})
	for range 200 {
		got, err := pool.Render(t.Context(), do(t, "print", "text", "noise\x00\x01 on stdout"))
		if err != nil || html(got) != "<p>printed</p>" {
			t.Fatalf("Render = %q, %v", html(got), err)
		}
	}
	pool.Close()
	if got := log.String(); !strings.Contains(got, "on stdout") || !strings.Contains(got, "lines_dropped") {
		t.Errorf("the log lacks the output or the number of dropped lines:\n%.500s", got)
	}
	if got := len(log.String()); got > 1<<20 {
		t.Errorf("200 frames with output left %d bytes of log, want a limited amount", got)
	}
}

func TestQueueIsLimited(t *testing.T) {
	pool := newPool(t, "faults.mjs", func(c *Config) { c.Workers = 1; c.Queue = 2; c.Timeout = 500 * time.Millisecond })
	mustEcho(t, pool, "up")
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	var busy, late atomic.Int64
	var callers sync.WaitGroup
	for range 20 {
		callers.Go(func() {
			_, err := pool.Render(ctx, do(t, "loop"))
			switch {
			case errors.Is(err, ErrBusy):
				busy.Add(1)
			case errors.Is(err, ErrTimeout):
				late.Add(1)
			default:
				t.Errorf("Render error = %v, want ErrBusy or ErrTimeout", err)
			}
		})
	}
	callers.Wait()
	if busy.Load() < 17 || late.Load() == 0 {
		t.Errorf("%d refused and %d timed out of 20, want at most 3 accepted", busy.Load(), late.Load())
	}
	eventually(t, "the queue is free again", func() bool {
		_, err := pool.Render(t.Context(), do(t, "echo", "text", "x"))
		return err == nil
	})
}

func TestCallerThatLeavesDoesNotCostTheWorker(t *testing.T) {
	pool := newPool(t, "faults.mjs", func(c *Config) { c.Workers = 1 })
	mustEcho(t, pool, "up")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := pool.Render(ctx, do(t, "echo", "text", "x")); !errors.Is(err, context.Canceled) {
		t.Errorf("Render error = %v, want context.Canceled", err)
	}
	mustEcho(t, pool, "same worker")
	if got := pool.Status().Restarts; got != 0 {
		t.Errorf("%d restarts, want none", got)
	}
}

func TestBundleThatDoesNotLoadIsReportedAndFailsAtOnce(t *testing.T) {
	tests := []struct{ bundle, want string }{
		{"broken.mjs", "this bundle cannot be loaded"},
		{"silent.mjs", "did not set globalThis.render"},
		{"missing.mjs", "build the front end first"},
	}
	for _, tt := range tests {
		t.Run(tt.bundle, func(t *testing.T) {
			pool := newPool(t, tt.bundle, func(c *Config) { c.BackoffMin = time.Millisecond; c.BackoffMax = 5 * time.Millisecond })
			eventually(t, "the pool refuses Views with the error of its workers", func() bool {
				_, err := pool.Render(t.Context(), do(t, "echo"))
				return errors.Is(err, ErrBusy) && strings.Contains(err.Error(), tt.want)
			})
			if got := pool.Status(); got.Up != 0 || got.Restarting != 2 || !strings.Contains(got.LastError, tt.want) {
				t.Errorf("Status = %+v, want nothing up and %q", got, tt.want)
			}
		})
	}
}

func TestRecyclingLosesNoRequest(t *testing.T) {
	pool := newPool(t, "faults.mjs", func(c *Config) { c.Workers = 1; c.Recycle = 10 })
	pids := map[string]bool{}
	for range 35 {
		pid, err := pool.Render(t.Context(), do(t, "pid"))
		if err != nil {
			t.Fatal(err)
		}
		pids[html(pid)] = true
	}
	if len(pids) < 3 {
		t.Errorf("35 Views by %d workers, want at least 3", len(pids))
	}
}

func TestKillingAllWorkersUnderLoadLosesNoRequest(t *testing.T) {
	pool := newPool(t, "cards.mjs", nil)
	view := cards(24)
	var done, failed atomic.Int64
	ctx, cancel := context.WithCancel(t.Context())
	var load sync.WaitGroup
	for range 8 {
		load.Go(func() {
			for ctx.Err() == nil {
				if _, err := pool.Render(t.Context(), view); err != nil {
					failed.Add(1)
					t.Errorf("lost a request: %v", err)
				}
				done.Add(1)
			}
		})
	}
	for range 4 {
		seen := done.Load()
		eventually(t, "requests are answered", func() bool { return done.Load() > seen+50 })
		for _, pid := range pool.Pids() {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	seen := done.Load()
	eventually(t, "requests are answered after the last kill", func() bool { return done.Load() > seen+50 })
	cancel()
	load.Wait()
	t.Logf("%d requests, %d lost, %d restarts", done.Load(), failed.Load(), pool.Status().Restarts)
}

func TestCloseLeavesNoProcess(t *testing.T) {
	pool := newPool(t, "faults.mjs", func(c *Config) { c.Workers = 3 })
	eventually(t, "three workers are up", func() bool { return pool.Status().Up == 3 })
	pids := pool.Pids()
	waiting := make(chan error, 1)
	go func() {
		_, err := pool.Render(context.Background(), do(t, "loop"))
		waiting <- err
	}()
	time.Sleep(20 * time.Millisecond) // time for a worker to take the request; Close must end it in any case
	if err := pool.Close(); err != nil {
		t.Fatal(err)
	}
	for _, pid := range pids {
		if alive(t, strconv.Itoa(pid)) {
			t.Errorf("process %d still exists after Close", pid)
		}
	}
	if err := <-waiting; err == nil {
		t.Error("the request that was being rendered got a reply, want an error")
	}
	if _, err := pool.Render(t.Context(), do(t, "echo")); err == nil {
		t.Error("Render after Close returned HTML, want an error")
	}
}

func TestValidateNamesEveryMistake(t *testing.T) {
	_, err := NewPool(Config{Bundle: []byte("x"), Workers: -1, Queue: -2})
	if !errors.Is(err, ErrNoNode) {
		t.Errorf("error = %v, want ErrNoNode among the errors", err)
	}
	for _, want := range []string{"workers is -1", "queue is -2"} {
		if !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("error = %v, want %q in it", err, want)
		}
	}
	if _, err := NewPool(Config{Node: "node"}); err == nil || !strings.Contains(err.Error(), "no bundle") {
		t.Errorf("error = %v, want the bundle to be named", err)
	}
}

// cards returns a View with n cards.
func cards(n int) []byte {
	list := make([]map[string]string, n)
	for i := range list {
		list[i] = map[string]string{
			"title": fmt.Sprintf("Villa %d <sea & sky>", i),
			"price": "1.250.000 €",
			"text":  strings.Repeat("Sunny terraces above the coast. ", 90),
		}
	}
	out, _ := json.Marshal(map[string]any{"title": "Homes", "homes": list})
	return out
}

func alive(t *testing.T, pid string) bool {
	t.Helper()
	n, err := strconv.Atoi(pid)
	if err != nil {
		t.Fatalf("%q is no process id", pid)
	}
	return syscall.Kill(n, 0) == nil
}

func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("timed out waiting until %s", what)
		}
	}
}

type lockedBuffer struct {
	mu  sync.Mutex
	buf strings.Builder
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

func BenchmarkRender(b *testing.B) {
	bundle, err := os.ReadFile("testdata/cards.mjs")
	if err != nil {
		b.Fatal(err)
	}
	echo := []byte("globalThis.render = () => ({ html: '<p></p>' })")
	for _, bb := range []struct {
		name   string
		bundle []byte
		view   []byte
	}{
		{"smallest frame", echo, []byte("{}")},
		{"24 cards", bundle, cards(24)},
		{"75 KB through the pipe", echo, cards(24)},
	} {
		b.Run(bb.name, func(b *testing.B) {
			pool := newPool(b, "", func(c *Config) { c.Bundle = bb.bundle; c.Workers = 1 })
			b.SetBytes(int64(len(bb.view)))
			for b.Loop() {
				if _, err := pool.Render(b.Context(), bb.view); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
