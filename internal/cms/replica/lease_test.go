package replica

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/store"
)

// eventually waits until other goroutines make a condition true.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("timeout: %s", what)
		}
	}
}

// nodes returns two replicas of one store. The channel holds the lease.
func (h *harness) nodes(leases chan struct{}) (first, second *Replica) {
	h.t.Helper()
	node := func() *Replica {
		r, err := New(h.t.Context(), Config{
			Address: h.server.URL, Log: slog.New(slog.DiscardHandler), Poll: 20 * time.Millisecond, Reconcile: time.Hour,
			Lease: func(ctx context.Context) (context.Context, func(), error) {
				select {
				case <-leases:
					held, end := context.WithCancel(ctx)
					return held, func() { end(); leases <- struct{}{} }, nil
				case <-ctx.Done():
					return nil, nil, ctx.Err()
				}
			},
		}, h.client, h.store)
		if err != nil {
			h.t.Fatal(err)
		}
		return r
	}
	return node(), node()
}

func (h *harness) run(r *Replica) (end func()) {
	ctx, cancel := context.WithCancel(h.t.Context())
	ended := make(chan error, 1)
	go func() { ended <- r.Run(ctx) }()
	return func() {
		cancel()
		if err := <-ended; err != nil {
			h.t.Errorf("run: %v", err)
		}
	}
}

func TestAStandbyNodeTakesOver(t *testing.T) {
	h := newHarness(t, properties(1, 30), nil)
	leases := make(chan struct{}, 1)
	leases <- struct{}{}
	first, second := h.nodes(leases)
	endFirst := h.run(first)
	eventually(t, "the first node has copied", first.Ready)
	endSecond := h.run(second)
	defer endSecond()
	eventually(t, "the second node is ready", second.Ready)

	// A node without the lease applies notices too.
	edited := property(4, march4) // equal modification time: no poll finds it
	edited.Price.Amount = 444
	h.edit(func(b *store.Batch) error { return b.Put(edited) })
	second.Notify(Notice{"properties", 4})
	eventually(t, "the edit arrives through the second node", func() bool {
		return h.get("properties", 4).(*content.Property).Price.Amount == 444
	})

	endFirst()
	h.edit(func(b *store.Batch) error {
		for id := 30; id < 40; id++ {
			if err := b.Put(property(id, time.Now().UTC().Truncate(time.Second))); err != nil {
				return err
			}
		}
		return nil
	})
	eventually(t, "the second node follows the CMS", func() bool { return h.count(content.TypeProperty) == 39 })
}

func TestAnAlarmCanBeAcceptedAtAnyNode(t *testing.T) {
	h := newHarness(t, properties(1, 101), nil)
	leases := make(chan struct{}, 1)
	leases <- struct{}{}
	first, second := h.nodes(leases)
	defer h.run(first)()
	eventually(t, "everything is copied", first.Ready)
	defer h.run(second)()
	h.edit(deleting(content.TypeProperty, 1, 61))
	first.RequestReconcile()
	eventually(t, "the second node has the alarm", func() bool { return len(second.Status().Alarms) == 1 })
	if n, err := second.Accept(t.Context(), "properties"); n != 1 || err != nil {
		t.Fatalf("%d accepted, %v", n, err)
	}
	eventually(t, "the properties are deleted", func() bool { return h.count(content.TypeProperty) == 40 })
}

func TestRunEndsWithItsContextWhileItWaitsForTheLease(t *testing.T) {
	h := newHarness(t, properties(1, 2), nil)
	first, _ := h.nodes(make(chan struct{}))
	h.run(first)()
	broken, err := New(t.Context(), Config{
		Address: h.server.URL, Log: slog.New(slog.DiscardHandler), InitialBackoff: time.Millisecond,
		Lease: func(context.Context) (context.Context, func(), error) { return nil, nil, errors.New("no database") },
	}, h.client, h.store)
	if err != nil {
		t.Fatal(err)
	}
	h.run(broken)()
}

func TestAFullQueueRequestsAReconciliation(t *testing.T) {
	h := newHarness(t, properties(1, 30), func(c *Config) { c.MaxNotices = 5 })
	h.reconcile()
	h.edit(func(b *store.Batch) error {
		for id := 1; id < 30; id++ {
			edited := property(id, march4.Add(time.Hour))
			edited.Price.Amount = 5
			if err := b.Put(edited); err != nil {
				return err
			}
		}
		return nil
	})
	for id := 1; id < 30; id++ {
		h.replica.Notify(Notice{"properties", id})
	}
	if got := h.replica.queue.size(); got != 5 {
		t.Errorf("%d notices are queued, want the limit of 5", got)
	}
	h.replica.loop.step(t.Context())
	if got := h.get("properties", 29).(*content.Property).Price.Amount; got != 5 {
		t.Errorf("price %d, want 5: the dropped notices are lost", got)
	}
}

// The simulation found it with seed 14: a notice reached a standby node before the leader had stored anything.
func TestANoticeAtAStandbyLeavesAnEmptyStoreUsable(t *testing.T) {
	h := newHarness(t, properties(1, 3), nil)
	h.replica.state.setStandby(true)
	if err := h.notify([]Notice{{"properties", 1}}); err != nil {
		t.Fatal(err)
	}
	h.restart(nil) // fails when the content counts as that of another origin
	if h.replica.Ready() {
		t.Error("the replica is ready without a first copy")
	}
}
