package fairqueue

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

func clientNo(n byte) netip.Prefix {
	return netip.PrefixFrom(netip.AddrFrom4([4]byte{203, 0, 113, n}), 32)
}

// queued starts a request that waits and records when it gets its slot.
func queued(ctx context.Context, q *Queue, t Ticket, name string, served *[]string) {
	go func() {
		release, err := q.Acquire(ctx, t)
		if err != nil {
			return
		}
		*served = append(*served, name) // one slot: one goroutine at a time
		release()
	}()
	synctest.Wait()
}

func hold(t *testing.T, q *Queue, ticket Ticket) (release func()) {
	t.Helper()
	release, err := q.Acquire(t.Context(), ticket)
	if err != nil {
		t.Fatal(err)
	}
	return release
}

func TestClientsTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New(Config{Slots: 1})
		release := hold(t, q, Ticket{Client: clientNo(9)})
		var served []string
		for _, name := range []string{"a1", "a2", "a3", "a4"} {
			queued(t.Context(), q, Ticket{Client: clientNo(1)}, name, &served)
		}
		for _, name := range []string{"b1", "b2"} {
			queued(t.Context(), q, Ticket{Client: clientNo(2)}, name, &served)
		}
		release()
		synctest.Wait()
		if want := []string{"a1", "b1", "a2", "b2", "a3", "a4"}; !slices.Equal(served, want) {
			t.Errorf("served %v, want %v", served, want)
		}
		if len(q.clients) != 0 || q.held != 0 {
			t.Errorf("the idle queue has %d clients and %d slots held, want none", len(q.clients), q.held)
		}
	})
}

func TestVisitorsGoFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New(Config{Slots: 1})
		release := hold(t, q, Ticket{Client: clientNo(9)})
		var served []string
		queued(t.Context(), q, Ticket{Client: clientNo(1), Class: Crawler}, "crawler", &served)
		queued(t.Context(), q, Ticket{Client: clientNo(2), Class: Prefetch}, "prefetch", &served)
		queued(t.Context(), q, Ticket{Client: clientNo(2), Class: Visitor}, "visitor", &served)
		release()
		synctest.Wait()
		if want := []string{"visitor", "prefetch", "crawler"}; !slices.Equal(served, want) {
			t.Errorf("served %v, want %v", served, want)
		}
	})
}

func TestClientHasABoundOfItsOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New(Config{PerClient: 1, MaxWaiting: 1})
		release := hold(t, q, Ticket{Client: clientNo(1)})
		var served []string
		queued(t.Context(), q, Ticket{Client: clientNo(1)}, "second", &served)
		if len(served) != 0 {
			t.Error("a second request of the client does not wait")
		}
		if _, err := q.Acquire(t.Context(), Ticket{Client: clientNo(1)}); !errors.Is(err, ErrOverloaded) {
			t.Errorf("a third request: %v, want ErrOverloaded", err)
		}
		hold(t, q, Ticket{Client: clientNo(2)})() // another client does not wait
		for range 3 {
			defer hold(t, q, Ticket{})() // neither do requests without a client
		}
		release()
		release() // has no effect
		synctest.Wait()
		if !slices.Equal(served, []string{"second"}) {
			t.Errorf("served %v, want the second request", served)
		}
	})
}

func TestRequestLeavesAtItsDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New(Config{Slots: 1})
		release := hold(t, q, Ticket{Client: clientNo(1)})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := q.Acquire(ctx, Ticket{Client: clientNo(2)}); !errors.Is(err, ErrOverloaded) {
			t.Errorf("after its deadline: %v, want ErrOverloaded", err)
		}
		left, leave := context.WithCancel(t.Context())
		leave()
		if _, err := q.Acquire(left, Ticket{Client: clientNo(2)}); !errors.Is(err, context.Canceled) || errors.Is(err, ErrOverloaded) {
			t.Errorf("a client that left: %v, want context.Canceled", err)
		}
		release()
		if q.Waiting() != 0 {
			t.Errorf("%d requests wait, want none", q.Waiting())
		}
		hold(t, q, Ticket{Client: clientNo(3)})()
	})
}

func TestTicketTravelsInTheContext(t *testing.T) {
	want := Ticket{Client: clientNo(7), Class: Crawler}
	if got := TicketOf(WithTicket(t.Context(), want)); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := TicketOf(t.Context()); got != (Ticket{}) {
		t.Errorf("a context without a ticket has %v", got)
	}
}
