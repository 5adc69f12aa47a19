package coalesce

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestCallersShareOneCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewGroup[string, int](time.Minute, 0)
		defer g.Close()
		var calls atomic.Int64
		release := make(chan struct{})
		var callers sync.WaitGroup
		for range 21 {
			callers.Go(func() {
				got, err := g.Do(t.Context(), "a", func(context.Context) (int, error) {
					calls.Add(1)
					<-release
					return 42, nil
				})
				if got != 42 || err != nil {
					t.Errorf("Do = %d, %v, want 42", got, err)
				}
			})
		}
		synctest.Wait() // all callers wait for the one call
		close(release)
		callers.Wait()
		if calls.Load() != 1 {
			t.Errorf("%d calls, want one", calls.Load())
		}
	})
}

func TestCallOutlivesItsFirstCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewGroup[string, bool](time.Minute, 0)
		defer g.Close()
		type key struct{}
		ctx, leave := context.WithCancel(context.WithValue(t.Context(), key{}, "kept"))
		seen := make(chan error, 1)
		_, err := g.Do(ctx, "a", func(ctx context.Context) (bool, error) {
			leave()
			if ctx.Value(key{}) != "kept" {
				t.Error("the values of the caller's context are missing")
			}
			synctest.Wait() // the caller has left
			seen <- ctx.Err()
			return true, nil
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("the caller that left got %v, want context.Canceled", err)
		}
		if err := <-seen; err != nil {
			t.Errorf("the call saw %v after its caller left, want nil", err)
		}
	})
}

func TestCallEndsAtItsDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewGroup[string, bool](time.Minute, 0)
		defer g.Close()
		began := time.Now()
		_, err := g.Do(t.Context(), "b", func(ctx context.Context) (bool, error) {
			<-ctx.Done()
			return false, ctx.Err()
		})
		if took := time.Since(began); !errors.Is(err, context.DeadlineExceeded) || took != time.Minute {
			t.Errorf("a call without end got %v after %s, want context.DeadlineExceeded after a minute", err, took)
		}
	})
}

func TestLimitRefusesFurtherKeys(t *testing.T) {
	g := NewGroup[int, int](time.Minute, 1)
	defer g.Close()
	inside, release := make(chan struct{}), make(chan struct{})
	var callers sync.WaitGroup
	callers.Go(func() {
		g.Do(t.Context(), 1, func(context.Context) (int, error) { close(inside); <-release; return 1, nil })
	})
	<-inside
	if _, err := g.Do(t.Context(), 2, nil); !errors.Is(err, ErrFull) {
		t.Errorf("error = %v, want ErrFull", err)
	}
	close(release)
	callers.Wait()
}

func TestPanicIsAnError(t *testing.T) {
	g := NewGroup[int, int](time.Minute, 0)
	defer g.Close()
	_, err := g.Do(t.Context(), 1, func(context.Context) (int, error) { panic("a bug") })
	caught, ok := errors.AsType[*PanicError](err)
	if !ok || caught.Value != "a bug" || len(caught.Stack) == 0 {
		t.Errorf("error = %v, want the panic with its stack", err)
	}
}

func TestCloseEndsCalls(t *testing.T) {
	g := NewGroup[int, int](time.Minute, 0)
	inside := make(chan struct{})
	var ended atomic.Bool
	go g.Do(context.Background(), 1, func(ctx context.Context) (int, error) {
		close(inside)
		<-ctx.Done()
		ended.Store(true)
		return 0, ctx.Err()
	})
	<-inside
	g.Close()
	if !ended.Load() {
		t.Error("Close returned before the call ended")
	}
	if _, err := g.Do(t.Context(), 1, nil); !errors.Is(err, ErrClosed) {
		t.Errorf("error = %v, want ErrClosed", err)
	}
}
