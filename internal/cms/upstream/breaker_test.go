package upstream

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"
)

// TestAHalfOpenBreakerStaysUsable makes trial calls fail in every way, panics included. None
// may keep its permit, or the breaker would refuse all later calls.
func TestAHalfOpenBreakerStaysUsable(t *testing.T) {
	b := newBreaker(time.Millisecond, slog.New(slog.DiscardHandler))
	fail := func(context.Context) (any, error) { return nil, errors.New("connection refused") }
	panics := func(context.Context) (any, error) { panic("bug") }
	callTrial := func(fn callFunc) (err error) {
		defer func() { _ = recover() }()
		_, err = b.call(t.Context(), fn)
		return err
	}
	for range 10 {
		for _, fn := range []callFunc{fail, panics} {
			time.Sleep(2 * time.Millisecond)
			if err := callTrial(fn); errors.Is(err, errCircuitOpen) {
				t.Fatal("a trial call is refused after the delay")
			}
		}
	}
	time.Sleep(2 * time.Millisecond)
	if _, err := b.call(t.Context(), func(context.Context) (any, error) { return 1, nil }); err != nil || !b.IsClosed() {
		t.Errorf("after a success: %v, state %v; want a closed breaker", err, b.State())
	}
}
