package coalesce

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"
)

// Reasons why a call was not started.
var (
	// ErrFull reports that the limit of concurrent keys is reached.
	ErrFull = errors.New("too many concurrent calls")
	// ErrClosed reports that the group is closed.
	ErrClosed = errors.New("the group is closed")
)

// PanicError is a recovered panic of a call: it fails one request, not the process.
type PanicError struct {
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v", e.Value) }

// Group coalesces concurrent calls with the same key into one. Use NewGroup; the zero value is not usable.
type Group[K comparable, V any] struct {
	timeout time.Duration
	limit   int
	ctx     context.Context
	cancel  context.CancelFunc
	running sync.WaitGroup

	mu     sync.Mutex
	calls  map[K]*call[V]
	closed bool
}

type call[V any] struct {
	done  chan struct{}
	value V
	err   error
}

// NewGroup returns a group. timeout bounds each call, whatever the deadlines of its
// callers; limit bounds the number of concurrent keys, 0 means no limit.
func NewGroup[K comparable, V any](timeout time.Duration, limit int) *Group[K, V] {
	g := &Group[K, V]{timeout: timeout, limit: limit, calls: map[K]*call[V]{}}
	g.ctx, g.cancel = context.WithCancel(context.Background())
	return g
}

// Do runs fn for key, or waits for the call that already runs for it. ctx bounds the
// wait only: fn receives the values of the first caller's ctx and continues when that
// caller leaves. fn should check its cache again: the value may have arrived since.
func (g *Group[K, V]) Do(ctx context.Context, key K, fn func(context.Context) (V, error)) (V, error) {
	f, err := g.join(ctx, key, fn)
	if err != nil {
		var none V
		return none, err
	}
	select {
	case <-f.done:
		return f.value, f.err
	case <-ctx.Done():
		var none V
		return none, ctx.Err()
	}
}

// Close cancels all calls and waits until they return.
func (g *Group[K, V]) Close() {
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
	g.cancel()
	g.running.Wait()
}

func (g *Group[K, V]) join(ctx context.Context, key K, fn func(context.Context) (V, error)) (*call[V], error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return nil, ErrClosed
	}
	if f, ok := g.calls[key]; ok {
		return f, nil
	}
	if g.limit > 0 && len(g.calls) >= g.limit {
		return nil, ErrFull
	}
	f := &call[V]{done: make(chan struct{})}
	g.calls[key] = f
	g.running.Go(func() {
		ctx, cancel := g.detach(ctx)
		defer cancel()
		f.value, f.err = recovered(ctx, fn)
		g.mu.Lock()
		delete(g.calls, key)
		g.mu.Unlock()
		close(f.done)
	})
	return f, nil
}

// detach gives a call a deadline of its own instead of its first caller's, which may
// be too short for the callers that join later. Close cancels it.
func (g *Group[K, V]) detach(caller context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(caller), g.timeout)
	stop := context.AfterFunc(g.ctx, cancel)
	return ctx, func() { stop(); cancel() }
}

func recovered[V any](ctx context.Context, fn func(context.Context) (V, error)) (value V, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &PanicError{r, debug.Stack()}
		}
	}()
	return fn(ctx)
}
