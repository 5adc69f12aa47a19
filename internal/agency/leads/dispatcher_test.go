package leads

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// testChannel fails as deliver says, then delivers.
type testChannel struct {
	name    string
	deliver func(ctx context.Context, lead *Lead, attempt int) error

	mu       sync.Mutex
	attempts map[int64]int
	done     []int64
}

func (c *testChannel) Name() string       { return c.name }
func (c *testChannel) Accepts(*Lead) bool { return true }

func (c *testChannel) Deliver(ctx context.Context, lead *Lead) error {
	c.mu.Lock()
	if c.attempts == nil {
		c.attempts = map[int64]int{}
	}
	c.attempts[lead.ID]++
	attempt := c.attempts[lead.ID]
	c.mu.Unlock()
	if c.deliver != nil {
		if err := c.deliver(ctx, lead, attempt); err != nil {
			return err
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done = append(c.done, lead.ID)
	return nil
}

// fastDelivery has delays short enough for a test.
var fastDelivery = DeliveryConfig{InitialBackoff: time.Millisecond, MaxBackoff: 4 * time.Millisecond, MaxAttempts: 5, Log: slog.New(slog.DiscardHandler)}

// runService runs the service until the test ends.
func runService(t *testing.T, service *Service) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := service.Run(ctx); err != nil {
			t.Error(err)
		}
	}()
	t.Cleanup(func() {
		stop()
		<-ended
	})
}

// until waits until an enquiry has a state.
func until(t *testing.T, store *Store, id int64, state string) *Lead {
	t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for {
		lead, err := store.Lead(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if lead.State() == state {
			return lead
		}
		if time.Now().After(deadline) {
			t.Fatalf("enquiry %d is %s (%+v), want %s", id, lead.State(), lead.Deliveries, state)
		}
		time.Sleep(time.Millisecond)
	}
}

func serviceWith(t *testing.T, channels ...Channel) (*Service, *Store) {
	t.Helper()
	store := openTest(t, filepath.Join(t.TempDir(), "leads.db"), nil)
	return NewService(Config{Store: store, Channels: channels, Delivery: fastDelivery, Log: fastDelivery.Log}), store
}

func submit(t *testing.T, service *Service, e Enquiry) {
	t.Helper()
	if receipt, err := service.Submit(t.Context(), e); err != nil || len(receipt.Problems) > 0 {
		t.Fatal(receipt.Problems, err)
	}
}

func TestDeliveryIsRetriedUntilItSucceeds(t *testing.T) {
	channel := &testChannel{name: "mail", deliver: func(_ context.Context, _ *Lead, attempt int) error {
		switch attempt {
		case 1:
			return errors.New("no connection")
		case 2:
			panic("a template is broken")
		}
		return nil
	}}
	service, store := serviceWith(t, channel)
	runService(t, service)
	submit(t, service, validEnquiry())
	lead := until(t, store, 1, "delivered")
	if d := lead.Deliveries[0]; d.Attempts != 3 || d.Error != "" || d.Done.IsZero() {
		t.Errorf("delivery %+v, want done at the third attempt", d)
	}
}

func TestAFailingChannelDoesNotDelayOthers(t *testing.T) {
	hangs := &testChannel{name: "webhook", deliver: func(ctx context.Context, _ *Lead, _ int) error {
		<-ctx.Done()
		return ctx.Err()
	}}
	works := &testChannel{name: "mail"}
	service, store := serviceWith(t, hangs, works)
	runService(t, service)
	submit(t, service, validEnquiry())
	deadline := time.Now().Add(20 * time.Second)
	for {
		lead, err := store.Lead(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		if lead.Deliveries[0].State == Delivered && lead.Deliveries[1].State == Waiting {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("deliveries %+v", lead.Deliveries)
		}
		time.Sleep(time.Millisecond)
	}
}

func TestAFailedDeliveryIsRequeued(t *testing.T) {
	var mu sync.Mutex
	broken := true
	channel := &testChannel{name: "mail", deliver: func(context.Context, *Lead, int) error {
		mu.Lock()
		defer mu.Unlock()
		if broken {
			return errors.New("mailbox of ana@example.com is full")
		}
		return nil
	}}
	service, store := serviceWith(t, channel)
	runService(t, service)
	submit(t, service, validEnquiry())
	failed := until(t, store, 1, "failed").Deliveries[0]
	if failed.Attempts != fastDelivery.MaxAttempts {
		t.Errorf("gave up after %d attempts, want %d", failed.Attempts, fastDelivery.MaxAttempts)
	}
	if strings.Contains(failed.Error, "ana@") || !strings.Contains(failed.Error, "is full") {
		t.Errorf("the stored error is %q; want the reason without the visitor's address", failed.Error)
	}
	mu.Lock()
	broken = false
	mu.Unlock()
	if n, err := store.Retry(t.Context(), service.cfg.Channels); n != 1 || err != nil {
		t.Fatalf("requeued %d (%v), want 1", n, err)
	}
	service.dispatcher.wakeAll()
	until(t, store, 1, "delivered")
	if n, err := store.Retry(t.Context(), service.cfg.Channels, 1); n != 0 || err != nil {
		t.Errorf("a delivered enquiry is requeued (%d, %v)", n, err)
	}
}

func TestAFinalErrorIsNotRetried(t *testing.T) {
	channel := &testChannel{name: "confirmation", deliver: func(context.Context, *Lead, int) error {
		return Final(errors.New("no such mailbox"))
	}}
	service, store := serviceWith(t, channel)
	runService(t, service)
	submit(t, service, validEnquiry())
	if d := until(t, store, 1, "failed").Deliveries[0]; d.Attempts != 1 {
		t.Errorf("%d attempts, want 1", d.Attempts)
	}
}

func TestRetryFindsEnquiriesWithoutAChannelAndSpamByID(t *testing.T) {
	store := openTest(t, filepath.Join(t.TempDir(), "leads.db"), nil)
	alone := NewService(Config{Store: store, Log: fastDelivery.Log})
	submit(t, alone, validEnquiry())
	spam := validEnquiry()
	spam.Honeypot, spam.Message = "x", "not really spam"
	submit(t, alone, spam)

	channel := &testChannel{name: "mail"}
	if n, err := store.Retry(t.Context(), []Channel{channel}); n != 1 || err != nil {
		t.Fatalf("all: requeued %d (%v), want the one that was only stored", n, err)
	}
	if n, err := store.Retry(t.Context(), []Channel{channel}, 2); n != 1 || err != nil {
		t.Fatalf("by id: requeued %d (%v), want the spam", n, err)
	}
	if _, err := store.Retry(t.Context(), []Channel{channel}, 77); err == nil {
		t.Error("no error for an unknown enquiry")
	}
	runService(t, NewService(Config{Store: store, Channels: []Channel{channel}, Delivery: fastDelivery, Log: fastDelivery.Log}))
	until(t, store, 1, "delivered")
	until(t, store, 2, "delivered")
}

func TestAnAttemptThatTheEndOfTheProgramCancelsIsNotCounted(t *testing.T) {
	started := make(chan struct{})
	channel := &testChannel{name: "mail", deliver: func(ctx context.Context, _ *Lead, _ int) error {
		close(started)
		<-ctx.Done()
		return ctx.Err()
	}}
	service, store := serviceWith(t, channel)
	submit(t, service, validEnquiry())
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- service.Run(ctx) }()
	<-started
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	lead, err := store.Lead(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if d := lead.Deliveries[0]; d.State != Waiting || d.Attempts != 0 {
		t.Errorf("delivery %+v, want one without attempts", d)
	}
}

func TestLogsHoldNoDataOfTheVisitor(t *testing.T) {
	var log bytes.Buffer
	channel := &testChannel{name: "mail", deliver: func(_ context.Context, lead *Lead, attempt int) error {
		if attempt < 3 {
			return errors.New("550 <" + lead.Mail + "> " + lead.Phone + " unknown")
		}
		return nil
	}}
	store := openTest(t, filepath.Join(t.TempDir(), "leads.db"), nil)
	cfg := fastDelivery
	cfg.Log = slog.New(slog.NewTextHandler(&log, nil))
	service := NewService(Config{Store: store, Channels: []Channel{channel}, Delivery: cfg, Log: cfg.Log})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- service.Run(ctx) }()
	submit(t, service, validEnquiry())
	until(t, store, 1, "delivered")
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	for _, private := range []string{"ana@", "Ana", "600 100", "Friday"} {
		if strings.Contains(log.String(), private) {
			t.Errorf("the log holds %q:\n%s", private, log.String())
		}
	}
	if !strings.Contains(log.String(), "enquiry delivered") {
		t.Errorf("the log mentions no delivery:\n%s", log.String())
	}
}

func TestBackoffGrowsToItsMaximum(t *testing.T) {
	cfg := DeliveryConfig{}.WithDefaults()
	for _, tt := range []struct {
		attempts int
		max      time.Duration
	}{{1, 10 * time.Second}, {2, 20 * time.Second}, {5, 160 * time.Second}, {9, 2560 * time.Second}, {10, time.Hour}, {99, time.Hour}} {
		for range 50 {
			if got := cfg.Delay(tt.attempts); got < tt.max/2 || got > tt.max {
				t.Fatalf("after %d attempts the delay is %v, want %v to %v", tt.attempts, got, tt.max/2, tt.max)
			}
		}
	}
}
