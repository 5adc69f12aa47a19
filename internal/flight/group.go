package flight

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"
)

// Why nothing was made.
var (
	// ErrFull reports that too many different things are in the making.
	ErrFull = errors.New("too much is in the making")
	// ErrClosed reports that the group is closed.
	ErrClosed = errors.New("the group is closed")
)

// PanicError is a panic of a making, caught so that it ends one request and not the program.
type PanicError struct {
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v", e.Value) }

// Group shares makings by key. Its zero value is not usable; call NewGroup.
type Group[K comparable, V any] struct {
	timeout time.Duration
	limit   int
	ctx     context.Context
	cancel  context.CancelFunc
	running sync.WaitGroup

	mu      sync.Mutex
	flights map[K]*flight[V]
	closed  bool
}

type flight[V any] struct {
	done  chan struct{}
	value V
	err   error
}

// NewGroup makes a group. A making takes at most timeout, whatever its callers'
// deadlines. At most limit keys are in the making at a time; 0 means any number.
func NewGroup[K comparable, V any](timeout time.Duration, limit int) *Group[K, V] {
	g := &Group[K, V]{timeout: timeout, limit: limit, flights: map[K]*flight[V]{}}
	g.ctx, g.cancel = context.WithCancel(context.Background())
	return g
}

// Do returns what fn makes for key, or what a making under way makes. ctx bounds
// the wait alone: fn gets the values of the first caller's ctx, and goes on when that
// caller leaves. fn should look again whether the thing is there: it may have landed just before.
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

// Close cancels all makings and waits for their end.
func (g *Group[K, V]) Close() {
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
	g.cancel()
	g.running.Wait()
}

func (g *Group[K, V]) join(ctx context.Context, key K, fn func(context.Context) (V, error)) (*flight[V], error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return nil, ErrClosed
	}
	if f, ok := g.flights[key]; ok {
		return f, nil
	}
	if g.limit > 0 && len(g.flights) >= g.limit {
		return nil, ErrFull
	}
	f := &flight[V]{done: make(chan struct{})}
	g.flights[key] = f
	g.running.Go(func() {
		ctx, cancel := g.detach(ctx)
		defer cancel()
		f.value, f.err = guarded(ctx, fn)
		g.mu.Lock()
		delete(g.flights, key)
		g.mu.Unlock()
		close(f.done)
	})
	return f, nil
}

// detach frees a making from its first caller, whose deadline may leave it no time
// that the next caller would give it. It ends with the group.
func (g *Group[K, V]) detach(caller context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(caller), g.timeout)
	stop := context.AfterFunc(g.ctx, cancel)
	return ctx, func() { stop(); cancel() }
}

func guarded[V any](ctx context.Context, fn func(context.Context) (V, error)) (value V, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &PanicError{r, debug.Stack()}
		}
	}()
	return fn(ctx)
}
