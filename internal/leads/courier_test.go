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

// testChannel fails as often as told, then delivers.
type testChannel struct {
	name    string
	deliver func(ctx context.Context, lead *Lead, attempt int) error

	mu       sync.Mutex
	attempts map[int64]int
	done     []int64
}

func (c *testChannel) Name() string     { return c.name }
func (c *testChannel) Takes(*Lead) bool { return true }

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

// patient is quick enough for a test.
var patient = CourierConfig{FirstPause: time.Millisecond, LongestPause: 4 * time.Millisecond, Attempts: 5, Log: slog.New(slog.DiscardHandler)}

// runDesk delivers in the background until the test ends.
func runDesk(t *testing.T, desk *Desk) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := desk.Run(ctx); err != nil {
			t.Error(err)
		}
	}()
	t.Cleanup(func() {
		stop()
		<-ended
	})
}

// until waits for a state of one enquiry.
func until(t *testing.T, ledger *Ledger, id int64, state string) *Lead {
	t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for {
		lead, err := ledger.Lead(t.Context(), id)
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

func deskWith(t *testing.T, channels ...Channel) (*Desk, *Ledger) {
	t.Helper()
	ledger := openTest(t, filepath.Join(t.TempDir(), "leads.db"), nil)
	return NewDesk(Config{Ledger: ledger, Channels: channels, Courier: patient, Log: patient.Log}), ledger
}

func take(t *testing.T, desk *Desk, e Enquiry) {
	t.Helper()
	if problems, err := desk.Take(t.Context(), e); err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
}

func TestDeliveryIsTriedUntilItWorks(t *testing.T) {
	channel := &testChannel{name: "mail", deliver: func(_ context.Context, _ *Lead, attempt int) error {
		switch attempt {
		case 1:
			return errors.New("no connection")
		case 2:
			panic("a template is broken")
		}
		return nil
	}}
	desk, ledger := deskWith(t, channel)
	runDesk(t, desk)
	take(t, desk, honest())
	lead := until(t, ledger, 1, "delivered")
	if d := lead.Deliveries[0]; d.Attempts != 3 || d.Error != "" || d.Done.IsZero() {
		t.Errorf("delivery %+v, want done at the third attempt", d)
	}
}

func TestAChannelThatFailsHoldsNoOtherUp(t *testing.T) {
	hangs := &testChannel{name: "webhook", deliver: func(ctx context.Context, _ *Lead, _ int) error {
		<-ctx.Done()
		return ctx.Err()
	}}
	works := &testChannel{name: "mail"}
	desk, ledger := deskWith(t, hangs, works)
	runDesk(t, desk)
	take(t, desk, honest())
	deadline := time.Now().Add(20 * time.Second)
	for {
		lead, err := ledger.Lead(t.Context(), 1)
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

func TestAFailedEnquiryIsRevived(t *testing.T) {
	var mended sync.Mutex
	broken := true
	channel := &testChannel{name: "mail", deliver: func(context.Context, *Lead, int) error {
		mended.Lock()
		defer mended.Unlock()
		if broken {
			return errors.New("mailbox of ana@example.com is full")
		}
		return nil
	}}
	desk, ledger := deskWith(t, channel)
	runDesk(t, desk)
	take(t, desk, honest())
	failed := until(t, ledger, 1, "failed").Deliveries[0]
	if failed.Attempts != patient.Attempts {
		t.Errorf("gave up after %d attempts, want %d", failed.Attempts, patient.Attempts)
	}
	if strings.Contains(failed.Error, "ana@") || !strings.Contains(failed.Error, "is full") {
		t.Errorf("the kept error is %q; want the reason without the visitor's address", failed.Error)
	}
	mended.Lock()
	broken = false
	mended.Unlock()
	if n, err := ledger.Retry(t.Context(), desk.cfg.Channels); n != 1 || err != nil {
		t.Fatalf("revived %d (%v), want 1", n, err)
	}
	desk.courier.ring()
	until(t, ledger, 1, "delivered")
	if n, err := ledger.Retry(t.Context(), desk.cfg.Channels, 1); n != 0 || err != nil {
		t.Errorf("what is delivered goes out again (%d, %v)", n, err)
	}
}

func TestAFinalErrorIsNotTriedAgain(t *testing.T) {
	channel := &testChannel{name: "confirmation", deliver: func(context.Context, *Lead, int) error {
		return Final(errors.New("no such mailbox"))
	}}
	desk, ledger := deskWith(t, channel)
	runDesk(t, desk)
	take(t, desk, honest())
	if d := until(t, ledger, 1, "failed").Deliveries[0]; d.Attempts != 1 {
		t.Errorf("tried %d times, want once", d.Attempts)
	}
}

func TestRetryFindsWhatWasStoredWithoutAChannelAndWhatATrapCaught(t *testing.T) {
	ledger := openTest(t, filepath.Join(t.TempDir(), "leads.db"), nil)
	alone := NewDesk(Config{Ledger: ledger, Log: patient.Log})
	take(t, alone, honest())
	caught := honest()
	caught.Trap, caught.Message = "x", "caught by mistake"
	take(t, alone, caught)

	channel := &testChannel{name: "mail"}
	if n, err := ledger.Retry(t.Context(), []Channel{channel}); n != 1 || err != nil {
		t.Fatalf("all: revived %d (%v), want the one that was only stored", n, err)
	}
	if n, err := ledger.Retry(t.Context(), []Channel{channel}, 2); n != 1 || err != nil {
		t.Fatalf("by id: revived %d (%v), want the one that a trap caught", n, err)
	}
	if _, err := ledger.Retry(t.Context(), []Channel{channel}, 77); err == nil {
		t.Error("an unknown enquiry is revived without a word")
	}
	runDesk(t, NewDesk(Config{Ledger: ledger, Channels: []Channel{channel}, Courier: patient, Log: patient.Log}))
	until(t, ledger, 1, "delivered")
	until(t, ledger, 2, "delivered")
}

func TestAnEndingProgramCountsNoAttempt(t *testing.T) {
	started := make(chan struct{})
	channel := &testChannel{name: "mail", deliver: func(ctx context.Context, _ *Lead, _ int) error {
		close(started)
		<-ctx.Done()
		return ctx.Err()
	}}
	desk, ledger := deskWith(t, channel)
	take(t, desk, honest())
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- desk.Run(ctx) }()
	<-started
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	lead, err := ledger.Lead(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if d := lead.Deliveries[0]; d.State != Waiting || d.Attempts != 0 {
		t.Errorf("delivery %+v, want one that was never tried", d)
	}
}

func TestLogsSayNothingOfTheVisitor(t *testing.T) {
	var log bytes.Buffer
	channel := &testChannel{name: "mail", deliver: func(_ context.Context, lead *Lead, attempt int) error {
		if attempt < 3 {
			return errors.New("550 <" + lead.Mail + "> " + lead.Phone + " unknown")
		}
		return nil
	}}
	ledger := openTest(t, filepath.Join(t.TempDir(), "leads.db"), nil)
	cfg := patient
	cfg.Log = slog.New(slog.NewTextHandler(&log, nil))
	desk := NewDesk(Config{Ledger: ledger, Channels: []Channel{channel}, Courier: cfg, Log: cfg.Log})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- desk.Run(ctx) }()
	take(t, desk, honest())
	until(t, ledger, 1, "delivered")
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
		t.Errorf("the log tells of no delivery:\n%s", log.String())
	}
}

func TestPausesGrowToTheirLimit(t *testing.T) {
	cfg := CourierConfig{}.withDefaults()
	for _, tt := range []struct {
		attempts int
		longest  time.Duration
	}{{1, 10 * time.Second}, {2, 20 * time.Second}, {5, 160 * time.Second}, {9, 2560 * time.Second}, {10, time.Hour}, {99, time.Hour}} {
		for range 50 {
			if got := cfg.pause(tt.attempts); got < tt.longest/2 || got > tt.longest {
				t.Fatalf("after %d attempts it rests %v, want %v to %v", tt.attempts, got, tt.longest/2, tt.longest)
			}
		}
	}
}
