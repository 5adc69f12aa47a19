package upstream

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/failsafe-go/failsafe-go/circuitbreaker"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// failureThreshold is the number of consecutive failures that opens the circuit breaker. It
// is also the number of concurrent trial calls when the breaker is half-open; the first
// success closes it.
const failureThreshold = 3

// errCircuitOpen reports a call that was not made because the circuit breaker is open.
var errCircuitOpen = fmt.Errorf("%w: the circuit breaker is open after consecutive failures", content.ErrUnreachable)

// breaker is the circuit breaker of a source in one language. Without it each call to a source that hangs
// would cost its visitor the whole timeout. Unlike the breaker of one host in package
// resilience, it counts unreadable responses and missed deadlines as failures.
type breaker struct {
	circuitbreaker.CircuitBreaker[any]
	lastFailure atomic.Pointer[error]
}

// newBreakers returns a breaker per language.
func newBreakers(cfg Config) map[i18n.Lang]*breaker {
	breakers := map[i18n.Lang]*breaker{}
	for _, lang := range i18n.Declared {
		breakers[lang] = newBreaker(cfg.OpenFor, cfg.Log.With("lang", lang))
	}
	return breakers
}

func newBreaker(openFor time.Duration, log *slog.Logger) *breaker {
	b := &breaker{}
	b.CircuitBreaker = circuitbreaker.NewBuilder[any]().
		WithFailureThreshold(failureThreshold).WithDelay(openFor).
		OnOpen(func(event circuitbreaker.StateChangedEvent) {
			if event.OldState == circuitbreaker.ClosedState {
				log.Error("the CMS does not answer; pages show cached content; check the CMS", "err", *b.lastFailure.Load())
			}
		}).
		OnClose(func(circuitbreaker.StateChangedEvent) { log.Info("the CMS answers again") }).
		Build()
	return b
}

// isBlocking reports that a call would be refused now.
func (b *breaker) isBlocking() bool { return b.IsOpen() && b.RemainingDelay() > 0 }

// call runs fn unless the breaker is open, and records the result. A refusal counts as a
// success: the source answers.
func (b *breaker) call(ctx context.Context, fn callFunc) (value any, err error) {
	if !b.TryAcquirePermit() {
		return nil, errCircuitOpen
	}
	answered := false
	defer func() { // also after a panic: a permit that is not recorded is lost
		if answered {
			b.RecordSuccess()
			return
		}
		failure := err
		if failure == nil {
			failure = fmt.Errorf("%w: the call panicked", content.ErrUnreachable)
		}
		b.lastFailure.Store(&failure)
		b.RecordFailure()
	}()
	value, err = fn(ctx)
	_, refused := asRefusal(err)
	answered = err == nil || refused
	return value, err
}
