package resilience

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/budget"
	"github.com/failsafe-go/failsafe-go/bulkhead"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/ratelimiter"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
)

// Reasons why a request was not sent.
var (
	// ErrCircuitOpen reports that the circuit breaker of the host is open: too many consecutive failures.
	ErrCircuitOpen = errors.New("the circuit breaker of this host is open")
	// ErrOverloaded reports that a request waited longer than Config.MaxWait for a free slot.
	ErrOverloaded = errors.New("too many requests are queued for this host")
)

// Transport is an http.RoundTripper for one host with a bulkhead, a rate limit, a
// circuit breaker and retries. It is safe for concurrent use.
type Transport struct {
	cfg      Config
	slots    bulkhead.Bulkhead[any]
	rate     ratelimiter.RateLimiter[any]
	breaker  circuitbreaker.CircuitBreaker[any]
	retrying failsafe.Executor[any] // for idempotent requests
	single   failsafe.Executor[any]

	sent, failed, retried, refused atomic.Uint64
}

var _ http.RoundTripper = (*Transport)(nil)

// New builds a Transport. It sends nothing. It fails when cfg is not valid.
func New(cfg Config) (*Transport, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg = cfg.withDefaults()
	t := &Transport{
		cfg:   cfg,
		slots: bulkhead.New[any](uint(cfg.MaxParallel)),
		rate:  ratelimiter.NewBursty[any](uint(cfg.MaxPerSecond), time.Second),
	}
	t.breaker = circuitbreaker.NewBuilder[any]().
		HandleIf(isFailure).
		WithFailureThreshold(uint(cfg.FailureThreshold)).WithSuccessThreshold(1).
		WithDelay(cfg.OpenFor).WithJitterFactor(0.2).
		OnOpen(func(circuitbreaker.StateChangedEvent) {
			cfg.Log.Warn("circuit breaker opened: the CMS failed repeatedly", "retry_after", cfg.OpenFor)
		}).
		OnClose(func(circuitbreaker.StateChangedEvent) { cfg.Log.Info("circuit breaker closed: the CMS answers again") }).
		Build()
	retries := retrypolicy.NewBuilder[any]().
		HandleIf(isTransient).AbortOnErrors(circuitbreaker.ErrOpen, ratelimiter.ErrExceeded, context.Canceled, context.DeadlineExceeded).
		WithMaxAttempts(cfg.MaxAttempts).WithBackoff(cfg.InitialBackoff, cfg.MaxBackoff).WithJitterFactor(0.5).
		// The retry budget is shared by all callers, so retries cannot overload a failing host.
		WithBudget(budget.NewBuilder().WithMaxRate(0.2).WithMinConcurrency(2).Build()).
		OnRetry(func(failsafe.ExecutionEvent[any]) { t.retried.Add(1) }).
		ReturnLastFailure().Build()
	t.retrying = failsafe.With[any](retries, t.breaker)
	t.single = failsafe.With[any](t.breaker)
	return t, nil
}

// RoundTrip sends a request once a slot and the rate limit allow it. The slot is held
// until the response body is closed.
func (t *Transport) RoundTrip(request *http.Request) (*http.Response, error) {
	ctx := request.Context()
	if err := t.slots.AcquirePermitWithMaxWait(ctx, t.cfg.MaxWait); err != nil {
		t.refused.Add(1)
		return nil, mapError(ctx, err)
	}
	executor := t.single
	if isIdempotent(request) {
		executor = t.retrying
	}
	var last *http.Response
	result, err := executor.WithContext(ctx).Get(func() (any, error) {
		discard(last)
		if err := t.rate.AcquirePermitWithMaxWait(ctx, t.cfg.MaxWait); err != nil {
			return nil, err
		}
		t.sent.Add(1)
		response, err := t.cfg.Transport.RoundTrip(request) //nolint:bodyclose // the caller closes it, or discard does
		last = response
		if isFailure(response, err) {
			t.failed.Add(1)
		}
		return response, err
	})
	if err != nil {
		discard(last)
		t.slots.ReleasePermit()
		return nil, mapError(ctx, err)
	}
	response := result.(*http.Response) // the policies pass the result on
	response.Body = &slotBody{ReadCloser: response.Body, release: sync.OnceFunc(t.slots.ReleasePermit)}
	return response, nil
}

// mapError translates the errors of the failsafe policies.
func mapError(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, circuitbreaker.ErrOpen):
		return ErrCircuitOpen
	case errors.Is(err, bulkhead.ErrFull), errors.Is(err, ratelimiter.ErrExceeded):
		return fmt.Errorf("%w: %w", ErrOverloaded, err)
	}
	return err
}

// isIdempotent reports that a request may be sent more than once.
func isIdempotent(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && (r.Body == nil || r.Body == http.NoBody)
}

// isFailure reports a failure of the host. A request that its caller cancelled is none.
func isFailure(result any, err error) bool {
	if err != nil {
		return !errors.Is(err, context.Canceled)
	}
	response, ok := result.(*http.Response)
	return !ok || response.StatusCode >= http.StatusInternalServerError || response.StatusCode == http.StatusTooManyRequests
}

// isTransient reports a failure that a retry may cure. A 500 is not one: the same
// request would fail the same way.
func isTransient(result any, err error) bool {
	response, ok := result.(*http.Response)
	if err != nil || !ok {
		return true
	}
	switch response.StatusCode {
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// discard drains a little of an unused response and closes it, so that its connection
// can be reused.
func discard(response *http.Response) {
	if response == nil || response.Body == nil {
		return
	}
	_, _ = io.CopyN(io.Discard, response.Body, 4<<10)
	_ = response.Body.Close()
}

// slotBody releases the slot of its request when it is closed.
type slotBody struct {
	io.ReadCloser
	release func()
}

// Close is io.Closer's.
func (b *slotBody) Close() error {
	defer b.release()
	return b.ReadCloser.Close()
}

// Status counts the requests since the start of the process.
type Status struct {
	Sent    uint64 `json:"sent"`
	Failed  uint64 `json:"failed"`
	Retried uint64 `json:"retried"`
	Refused uint64 `json:"refused"` // no slot within Config.MaxWait
	// CircuitOpen keeps the JSON name of the first release.
	CircuitOpen bool `json:"resting"`
}

// Status returns the current counters.
func (t *Transport) Status() Status {
	return Status{t.sent.Load(), t.failed.Load(), t.retried.Load(), t.refused.Load(), t.breaker.IsOpen()}
}
