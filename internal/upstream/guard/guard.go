package guard

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

// Why a request was not sent.
var (
	// ErrResting reports a host that failed again and again and is left alone.
	ErrResting = errors.New("the host failed again and again and is left alone for a moment")
	// ErrBusy reports that a request waited for its turn in vain.
	ErrBusy = errors.New("too many requests wait for this host")
)

// Guard sends requests to one host. It is safe for concurrent use.
type Guard struct {
	cfg     Config
	places  bulkhead.Bulkhead[any]
	rate    ratelimiter.RateLimiter[any]
	breaker circuitbreaker.CircuitBreaker[any]
	again   failsafe.Executor[any] // for what may be asked twice
	once    failsafe.Executor[any]

	sent, failed, retried, refused atomic.Uint64
}

var _ http.RoundTripper = (*Guard)(nil)

// New builds a guard; nothing is sent yet.
func New(cfg Config) (*Guard, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg = cfg.withDefaults()
	g := &Guard{
		cfg:    cfg,
		places: bulkhead.New[any](uint(cfg.Parallel)),
		rate:   ratelimiter.NewBursty[any](uint(cfg.PerSecond), time.Second),
	}
	g.breaker = circuitbreaker.NewBuilder[any]().
		HandleIf(isFailure).
		WithFailureThreshold(uint(cfg.Failures)).WithSuccessThreshold(1).
		WithDelay(cfg.Open).WithJitterFactor(0.2).
		OnOpen(func(circuitbreaker.StateChangedEvent) {
			cfg.Log.Warn("the CMS fails again and again; it is left alone for a moment", "for", cfg.Open)
		}).
		OnClose(func(circuitbreaker.StateChangedEvent) { cfg.Log.Info("the CMS is asked again as usual") }).
		Build()
	retries := retrypolicy.NewBuilder[any]().
		HandleIf(mayPass).AbortOnErrors(circuitbreaker.ErrOpen, ratelimiter.ErrExceeded, context.Canceled, context.DeadlineExceeded).
		WithMaxAttempts(cfg.Attempts).WithBackoff(cfg.FirstPause, cfg.LongestPause).WithJitterFactor(0.5).
		// A host in trouble gets few second questions however many ask.
		WithBudget(budget.NewBuilder().WithMaxRate(0.2).WithMinConcurrency(2).Build()).
		OnRetry(func(failsafe.ExecutionEvent[any]) { g.retried.Add(1) }).
		ReturnLastFailure().Build()
	g.again = failsafe.With[any](retries, g.breaker)
	g.once = failsafe.With[any](g.breaker)
	return g, nil
}

// RoundTrip sends a request when its turn comes. A place is held until the body
// is closed.
func (g *Guard) RoundTrip(request *http.Request) (*http.Response, error) {
	ctx := request.Context()
	if err := g.places.AcquirePermitWithMaxWait(ctx, g.cfg.Wait); err != nil {
		g.refused.Add(1)
		return nil, waited(ctx, err)
	}
	executor := g.once
	if isRepeatable(request) {
		executor = g.again
	}
	var last *http.Response
	result, err := executor.WithContext(ctx).Get(func() (any, error) {
		discard(last)
		if err := g.rate.AcquirePermitWithMaxWait(ctx, g.cfg.Wait); err != nil {
			return nil, err
		}
		g.sent.Add(1)
		response, err := g.cfg.Transport.RoundTrip(request) //nolint:bodyclose // the caller closes it, or discard does
		last = response
		if isFailure(response, err) {
			g.failed.Add(1)
		}
		return response, err
	})
	if err != nil {
		discard(last)
		g.places.ReleasePermit()
		return nil, waited(ctx, err)
	}
	response := result.(*http.Response) // the policies hand on what they got
	response.Body = &placed{ReadCloser: response.Body, leave: sync.OnceFunc(g.places.ReleasePermit)}
	return response, nil
}

// waited turns what the policies say into our words.
func waited(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, circuitbreaker.ErrOpen):
		return ErrResting
	case errors.Is(err, bulkhead.ErrFull), errors.Is(err, ratelimiter.ErrExceeded):
		return fmt.Errorf("%w: %w", ErrBusy, err)
	}
	return err
}

// isRepeatable reports a question: asked twice, it does no more than asked once.
func isRepeatable(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && (r.Body == nil || r.Body == http.NoBody)
}

// isFailure reports that a host is not well. What the caller gave up says nothing.
func isFailure(result any, err error) bool {
	if err != nil {
		return !errors.Is(err, context.Canceled)
	}
	response, answered := result.(*http.Response)
	return !answered || response.StatusCode >= http.StatusInternalServerError || response.StatusCode == http.StatusTooManyRequests
}

// mayPass reports a failure that may be over in a moment. A program that failed on
// this very question fails again.
func mayPass(result any, err error) bool {
	response, answered := result.(*http.Response)
	if err != nil || !answered {
		return true
	}
	switch response.StatusCode {
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// discard frees an answer that nobody reads; a little is read so that its
// connection can be used again.
func discard(response *http.Response) {
	if response == nil || response.Body == nil {
		return
	}
	_, _ = io.CopyN(io.Discard, response.Body, 4<<10)
	_ = response.Body.Close()
}

// placed is a body that gives its place back when it is closed.
type placed struct {
	io.ReadCloser
	leave func()
}

// Close is io.Closer's.
func (p *placed) Close() error {
	defer p.leave()
	return p.ReadCloser.Close()
}

// Status is what a guard has seen since it began.
type Status struct {
	Sent    uint64 `json:"sent"`
	Failed  uint64 `json:"failed"`
	Retried uint64 `json:"retried"`
	Refused uint64 `json:"refused"` // waited for their turn in vain
	Resting bool   `json:"resting"`
}

// Status tells how the host is.
func (g *Guard) Status() Status {
	return Status{g.sent.Load(), g.failed.Load(), g.retried.Load(), g.refused.Load(), g.breaker.IsOpen()}
}
