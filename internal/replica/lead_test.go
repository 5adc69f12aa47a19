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

// eventually waits for a condition that other goroutines bring about.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it never came to this: %s", what)
		}
	}
}

// nodes are two replicas of one store, of which one has the lease at a time.
func (g *rig) nodes(places chan struct{}) (first, second *Replica) {
	g.t.Helper()
	node := func() *Replica {
		r, err := New(g.t.Context(), Config{
			Address: g.server.URL, Log: slog.New(slog.DiscardHandler), Poll: 20 * time.Millisecond, Reconcile: time.Hour,
			Lease: func(ctx context.Context) (context.Context, func(), error) {
				select {
				case <-places:
					held, end := context.WithCancel(ctx)
					return held, func() { end(); places <- struct{}{} }, nil
				case <-ctx.Done():
					return nil, nil, ctx.Err()
				}
			},
		}, g.client, g.store)
		if err != nil {
			g.t.Fatal(err)
		}
		return r
	}
	return node(), node()
}

func (g *rig) run(r *Replica) (end func()) {
	ctx, cancel := context.WithCancel(g.t.Context())
	ended := make(chan error, 1)
	go func() { ended <- r.Run(ctx) }()
	return func() {
		cancel()
		if err := <-ended; err != nil {
			g.t.Errorf("run: %v", err)
		}
	}
}

func TestOneNodeFollowsAndAnotherTakesOver(t *testing.T) {
	g := newRig(t, homes(1, 30), nil)
	places := make(chan struct{}, 1)
	places <- struct{}{}
	first, second := g.nodes(places)
	endFirst := g.run(first)
	eventually(t, "the first node has copied", first.Ready)
	endSecond := g.run(second)
	defer endSecond()
	eventually(t, "the second node knows", second.Ready)

	// A webhook that reaches the node without the lease is looked at all the same.
	edited := home(4, aDay) // its time does not change: no poll would see it
	edited.Price.Amount = 444
	g.edit(func(b *store.Batch) error { return b.Put(edited) })
	second.Notify(Notice{"properties", 4})
	eventually(t, "the edit arrives by the second node", func() bool {
		return g.get("properties", 4).(*content.Property).Price.Amount == 444
	})

	endFirst()
	g.edit(func(b *store.Batch) error {
		for id := 30; id < 40; id++ {
			if err := b.Put(home(id, time.Now().UTC().Truncate(time.Second))); err != nil {
				return err
			}
		}
		return nil
	})
	eventually(t, "the second node follows now", func() bool { return g.count(content.TypeProperty) == 39 })
}

func TestAnAlarmCanBeConfirmedAtAnyNode(t *testing.T) {
	g := newRig(t, homes(1, 101), nil)
	places := make(chan struct{}, 1)
	places <- struct{}{}
	first, second := g.nodes(places)
	defer g.run(first)()
	eventually(t, "everything is copied", first.Ready)
	defer g.run(second)()
	g.edit(deleting(content.TypeProperty, 1, 61))
	first.RequestReconcile()
	eventually(t, "the second node knows of the alarm", func() bool { return len(second.Status().Alarms) == 1 })
	if n, err := second.Accept(t.Context(), "properties"); n != 1 || err != nil {
		t.Fatalf("%d accepted, %v", n, err)
	}
	eventually(t, "the homes are gone", func() bool { return g.count(content.TypeProperty) == 40 })
}

func TestRunEndsWithItsContextWhileItWaitsForTheLease(t *testing.T) {
	g := newRig(t, homes(1, 2), nil)
	first, _ := g.nodes(make(chan struct{}))
	g.run(first)()
	broken, err := New(t.Context(), Config{
		Address: g.server.URL, Log: slog.New(slog.DiscardHandler), InitialBackoff: time.Millisecond,
		Lease: func(context.Context) (context.Context, func(), error) { return nil, nil, errors.New("no database") },
	}, g.client, g.store)
	if err != nil {
		t.Fatal(err)
	}
	g.run(broken)()
}

func TestAFloodOfToldChangesBecomesAComparison(t *testing.T) {
	g := newRig(t, homes(1, 30), func(c *Config) { c.MaxNotices = 5 })
	g.pass()
	g.edit(func(b *store.Batch) error {
		for id := 1; id < 30; id++ {
			edited := home(id, aDay.Add(time.Hour))
			edited.Price.Amount = 5
			if err := b.Put(edited); err != nil {
				return err
			}
		}
		return nil
	})
	for id := 1; id < 30; id++ {
		g.replica.Notify(Notice{"properties", id})
	}
	if got := g.replica.queue.size(); got != 5 {
		t.Errorf("%d changes wait, want the bound of 5", got)
	}
	g.replica.step(t.Context())
	if got := g.get("properties", 29).(*content.Property).Price.Amount; got != 5 {
		t.Errorf("price %d, want 5: the changes that did not fit are lost", got)
	}
}
