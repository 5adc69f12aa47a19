package resilience

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// newClient returns a client whose Transport sends to a server with the given handler.
func newClient(t *testing.T, cfg Config, handler http.HandlerFunc) (*Transport, *http.Client, string) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	cfg.Log = slog.New(slog.DiscardHandler)
	transport, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return transport, &http.Client{Transport: transport}, server.URL
}

func send(t *testing.T, client *http.Client, method, address string) (int, error) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := client.Do(request)
	if err != nil {
		return 0, err
	}
	defer func() { _ = response.Body.Close() }()
	_, err = io.Copy(io.Discard, response.Body)
	return response.StatusCode, err
}

func TestATransientFailureIsRetried(t *testing.T) {
	var requests atomic.Int64
	transport, client, address := newClient(t, Config{InitialBackoff: time.Millisecond}, func(w http.ResponseWriter, _ *http.Request) {
		if requests.Add(1) < 3 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	if status, err := send(t, client, http.MethodGet, address); err != nil || status != http.StatusOK {
		t.Errorf("status %d, %v; want 200 at the third attempt", status, err)
	}
	if got := transport.Status(); got.Sent != 3 || got.Retried != 2 || got.Failed != 2 {
		t.Errorf("status is %+v, want 3 sent, 2 of them retries", got)
	}
}

func TestOnlyTransientFailuresOfGETAreRetried(t *testing.T) {
	for name, tt := range map[string]struct {
		method string
		status int
	}{
		"POST":       {http.MethodPost, http.StatusServiceUnavailable},
		"status 500": {http.MethodGet, http.StatusInternalServerError},
		"status 404": {http.MethodGet, http.StatusNotFound},
		"status 429": {http.MethodGet, http.StatusTooManyRequests},
		"status 304": {http.MethodHead, http.StatusNotModified},
		"status 200": {http.MethodGet, http.StatusOK},
	} {
		t.Run(name, func(t *testing.T) {
			transport, client, address := newClient(t, Config{InitialBackoff: time.Millisecond}, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(tt.status) })
			if status, err := send(t, client, tt.method, address); err != nil || status != tt.status {
				t.Errorf("status %d, %v; want %d unchanged", status, err, tt.status)
			}
			if got := transport.Status(); got.Sent != 1 {
				t.Errorf("%d requests, want one", got.Sent)
			}
		})
	}
}

func TestTheCircuitBreakerOpensAndCloses(t *testing.T) {
	var broken atomic.Bool
	broken.Store(true)
	transport, client, address := newClient(t, Config{MaxAttempts: 1, FailureThreshold: 3, OpenFor: 20 * time.Millisecond}, func(w http.ResponseWriter, _ *http.Request) {
		if broken.Load() {
			w.WriteHeader(http.StatusInternalServerError)
		}
	})
	for range 3 {
		if status, err := send(t, client, http.MethodGet, address); err != nil || status != http.StatusInternalServerError {
			t.Fatalf("status %d, %v; want the 500 unchanged", status, err)
		}
	}
	if _, err := send(t, client, http.MethodGet, address); !errors.Is(err, ErrCircuitOpen) {
		t.Errorf("after three failures: %v, want %v", err, ErrCircuitOpen)
	}
	if got := transport.Status(); got.Sent != 3 || !got.CircuitOpen {
		t.Errorf("status is %+v, want 3 sent and an open circuit breaker", got)
	}
	broken.Store(false)
	for deadline := time.Now().Add(10 * time.Second); ; {
		status, err := send(t, client, http.MethodGet, address)
		if err == nil && status == http.StatusOK {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the circuit breaker stays open after the host recovers: %d, %v", status, err)
		}
	}
	if transport.Status().CircuitOpen {
		t.Error("the circuit breaker is open after a success")
	}
}

func TestTheBulkheadLimitsRequestsAndTheirWait(t *testing.T) {
	var current, highest atomic.Int64
	release := make(chan struct{})
	transport, client, address := newClient(t, Config{MaxParallel: 2, MaxWait: 50 * time.Millisecond}, func(w http.ResponseWriter, _ *http.Request) {
		n := current.Add(1)
		defer current.Add(-1)
		for old := highest.Load(); n > old && !highest.CompareAndSwap(old, n); old = highest.Load() {
		}
		_, _ = io.WriteString(w, "half")
		w.(http.Flusher).Flush() // the slot is held until the body is closed
		<-release
	})
	var group sync.WaitGroup
	var refused atomic.Int64
	for range 6 {
		group.Go(func() {
			if _, err := send(t, client, http.MethodGet, address); errors.Is(err, ErrOverloaded) {
				if refused.Add(1) == 4 {
					close(release)
				}
			}
		})
	}
	group.Wait()
	if highest.Load() != 2 || refused.Load() != 4 || transport.Status().Refused != 4 {
		t.Errorf("%d at a time, %d refused (%+v); want 2 and 4", highest.Load(), refused.Load(), transport.Status())
	}
	if _, err := send(t, client, http.MethodGet, address); err != nil {
		t.Errorf("later request: %v; the slots are not released", err)
	}
}

func TestTheRateLimit(t *testing.T) {
	transport, client, address := newClient(t, Config{MaxPerSecond: 5, MaxWait: time.Nanosecond}, func(http.ResponseWriter, *http.Request) {})
	refused := 0
	for range 50 {
		if _, err := send(t, client, http.MethodGet, address); errors.Is(err, ErrOverloaded) {
			refused++
		}
	}
	if refused == 0 || transport.Status().Sent > 25 {
		t.Errorf("%d of 50 requests were sent at once, want 5 per second", transport.Status().Sent)
	}
}

func TestACancelledRequestIsNoFailureOfTheHost(t *testing.T) {
	started := make(chan struct{})
	transport, client, address := newClient(t, Config{FailureThreshold: 1}, func(w http.ResponseWriter, r *http.Request) {
		close(started)
		<-r.Context().Done()
	})
	ctx, cancel := context.WithCancel(t.Context())
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	go func() { <-started; cancel() }()
	response, err := client.Do(request)
	if err == nil {
		_ = response.Body.Close()
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
	if got := transport.Status(); got.Failed != 0 || got.CircuitOpen || got.Sent != 1 {
		t.Errorf("status is %+v; want one request and no failure", got)
	}
}

func TestInvalidSettingsAreNamed(t *testing.T) {
	for name, cfg := range map[string]Config{
		"limit":    {MaxParallel: -1},
		"duration": {MaxWait: -1},
		"Backoff":  {InitialBackoff: time.Minute, MaxBackoff: time.Second},
	} {
		if _, err := New(cfg); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v, want an error that names it", name, err)
		}
	}
}
