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
func newClient(t *testing.T, cfg Config, answer http.HandlerFunc) (*Transport, *http.Client, string) {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	cfg.Log = slog.New(slog.DiscardHandler)
	g, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return g, &http.Client{Transport: g}, server.URL
}

func ask(t *testing.T, client *http.Client, method, address string) (int, error) {
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

func TestAPassingFailureIsAskedAgain(t *testing.T) {
	var asked atomic.Int64
	g, client, address := newClient(t, Config{InitialBackoff: time.Millisecond}, func(w http.ResponseWriter, _ *http.Request) {
		if asked.Add(1) < 3 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	if status, err := ask(t, client, http.MethodGet, address); err != nil || status != http.StatusOK {
		t.Errorf("status %d, %v; want 200 at the third try", status, err)
	}
	if got := g.Status(); got.Sent != 3 || got.Retried != 2 || got.Failed != 2 {
		t.Errorf("status is %+v, want 3 sent, 2 of them again", got)
	}
}

func TestWhatMayNotBeRepeatedIsAskedOnce(t *testing.T) {
	for name, tt := range map[string]struct {
		method string
		status int
	}{
		"a form":                        {http.MethodPost, http.StatusServiceUnavailable},
		"a failure of the program":      {http.MethodGet, http.StatusInternalServerError},
		"an answer that is no failure":  {http.MethodGet, http.StatusNotFound},
		"a visitor who asks too often":  {http.MethodGet, http.StatusTooManyRequests},
		"a redirect is for the client":  {http.MethodHead, http.StatusNotModified},
		"nothing wrong with the answer": {http.MethodGet, http.StatusOK},
	} {
		t.Run(name, func(t *testing.T) {
			g, client, address := newClient(t, Config{InitialBackoff: time.Millisecond}, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(tt.status) })
			if status, err := ask(t, client, tt.method, address); err != nil || status != tt.status {
				t.Errorf("status %d, %v; want %d as it came", status, err, tt.status)
			}
			if got := g.Status(); got.Sent != 1 {
				t.Errorf("asked %d times, want once", got.Sent)
			}
		})
	}
}

func TestAHostThatFailsIsLeftAloneAndTriedAgain(t *testing.T) {
	var broken atomic.Bool
	broken.Store(true)
	g, client, address := newClient(t, Config{MaxAttempts: 1, FailureThreshold: 3, OpenFor: 20 * time.Millisecond}, func(w http.ResponseWriter, _ *http.Request) {
		if broken.Load() {
			w.WriteHeader(http.StatusInternalServerError)
		}
	})
	for range 3 {
		if status, err := ask(t, client, http.MethodGet, address); err != nil || status != http.StatusInternalServerError {
			t.Fatalf("status %d, %v; want the failure itself", status, err)
		}
	}
	if _, err := ask(t, client, http.MethodGet, address); !errors.Is(err, ErrCircuitOpen) {
		t.Errorf("after three failures: %v, want %v", err, ErrCircuitOpen)
	}
	if got := g.Status(); got.Sent != 3 || !got.CircuitOpen {
		t.Errorf("status is %+v, want 3 sent and resting", got)
	}
	broken.Store(false)
	for deadline := time.Now().Add(10 * time.Second); ; {
		status, err := ask(t, client, http.MethodGet, address)
		if err == nil && status == http.StatusOK {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the host is well and not asked: %d, %v", status, err)
		}
	}
	if g.Status().CircuitOpen {
		t.Error("it still counts as resting")
	}
}

func TestOnlySoManyAreUnderWayAndNobodyWaitsForEver(t *testing.T) {
	var now, most atomic.Int64
	free := make(chan struct{})
	g, client, address := newClient(t, Config{MaxParallel: 2, MaxWait: 50 * time.Millisecond}, func(w http.ResponseWriter, _ *http.Request) {
		n := now.Add(1)
		defer now.Add(-1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		_, _ = io.WriteString(w, "half")
		w.(http.Flusher).Flush() // a place is held as long as the body comes
		<-free
	})
	var group sync.WaitGroup
	var busy atomic.Int64
	for range 6 {
		group.Go(func() {
			if _, err := ask(t, client, http.MethodGet, address); errors.Is(err, ErrOverloaded) {
				if busy.Add(1) == 4 {
					close(free)
				}
			}
		})
	}
	group.Wait()
	if most.Load() != 2 || busy.Load() != 4 || g.Status().Refused != 4 {
		t.Errorf("%d at a time, %d refused (%+v); want 2 and 4", most.Load(), busy.Load(), g.Status())
	}
	if _, err := ask(t, client, http.MethodGet, address); err != nil {
		t.Errorf("later: %v; the places are not given back", err)
	}
}

func TestTheRateIsBounded(t *testing.T) {
	g, client, address := newClient(t, Config{MaxPerSecond: 5, MaxWait: time.Nanosecond}, func(http.ResponseWriter, *http.Request) {})
	refused := 0
	for range 50 {
		if _, err := ask(t, client, http.MethodGet, address); errors.Is(err, ErrOverloaded) {
			refused++
		}
	}
	if refused == 0 || g.Status().Sent > 25 {
		t.Errorf("%d of 50 were sent at once, want 5 a second", g.Status().Sent)
	}
}

func TestACallerWhoLeavesIsNoFailureOfTheHost(t *testing.T) {
	begun := make(chan struct{})
	g, client, address := newClient(t, Config{FailureThreshold: 1}, func(w http.ResponseWriter, r *http.Request) {
		close(begun)
		<-r.Context().Done()
	})
	ctx, cancel := context.WithCancel(t.Context())
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	go func() { <-begun; cancel() }()
	response, err := client.Do(request)
	if err == nil {
		_ = response.Body.Close()
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the caller's own end", err)
	}
	if got := g.Status(); got.Failed != 0 || got.CircuitOpen || got.Sent != 1 {
		t.Errorf("status is %+v; want one request and no failure", got)
	}
}

func TestBadLimitsAreNamed(t *testing.T) {
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
