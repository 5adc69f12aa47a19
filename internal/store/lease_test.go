package store_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"estate/internal/store"
	"estate/internal/tests/postgrestest"
	"estate/internal/tests/storetest"
)

// within waits for something that must happen, with room for a slow machine.
const within = 30 * time.Second

func wait(t *testing.T, done <-chan struct{}, what string) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(within):
		t.Fatalf("%v passed without %s", within, what)
	}
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(within); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%v passed without %s", within, what)
		}
	}
}

// named returns a database whose connections have the name of the test and another, so
// that cut finds them.
func named(t *testing.T, at store.Config, name string) store.Config {
	t.Helper()
	at.URL = postgrestest.With(t, at.URL, "application_name", t.Name()+"-"+name)
	return at
}

// cut ends all connections of a named database.
func cut(t *testing.T, at store.Config, name string) {
	t.Helper()
	postgrestest.Exec(t, at.URL, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '"+t.Name()+"-"+name+"'")
}

func TestLeaseIsGivenUpAndEndsWithItsContext(t *testing.T) {
	s := storetest.Open(t, store.Config{})
	ctx, cancel := context.WithCancel(t.Context())
	for range 2 {
		held, release, err := s.Lease(ctx, "sync")
		if err != nil || held.Err() != nil {
			t.Fatalf("lease: %v, %v", err, held.Err())
		}
		release()
		release()
		if held.Err() == nil {
			t.Error("the lease goes on after it was given up")
		}
	}
	held, release, err := s.Lease(ctx, "sync")
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	cancel()
	wait(t, held.Done(), "the end of the lease with its context")
	if _, _, err := s.Lease(ctx, "sync"); !errors.Is(err, context.Canceled) && storetest.OnPostgres() {
		t.Errorf("a lease asked for under an ended context gave %v", err)
	}
}

func TestLeaseIsHeldByOneNode(t *testing.T) {
	storetest.PostgresOnly(t)
	at := storetest.Config(t)
	first, second := storetest.Open(t, at), storetest.Open(t, at)
	held, release, err := first.Lease(t.Context(), "sync")
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	if _, other, err := second.Lease(t.Context(), "something else"); err != nil {
		t.Errorf("a lease of another name: %v", err)
	} else {
		other()
	}
	taken := make(chan struct{})
	go func() {
		defer close(taken)
		_, release, err := second.Lease(t.Context(), "sync")
		if err != nil {
			t.Error(err)
			return
		}
		if held.Err() == nil {
			t.Error("both nodes hold the lease")
		}
		release()
	}()
	select {
	case <-taken:
		t.Fatal("the second node got the lease while the first has it")
	case <-time.After(1500 * time.Millisecond): // longer than its pause between tries
	}
	release()
	wait(t, taken, "the second node getting the lease")
}

func TestLostLeaseEndsAndMovesOn(t *testing.T) {
	storetest.PostgresOnly(t)
	at := storetest.Config(t)
	first, second := storetest.Open(t, named(t, at, "cut")), storetest.Open(t, at)
	held, release, err := first.Lease(t.Context(), "sync")
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	cut(t, at, "cut")
	ctx, cancel := context.WithTimeout(t.Context(), within)
	defer cancel()
	_, other, err := second.Lease(ctx, "sync")
	if err != nil {
		t.Fatal(err)
	}
	defer other()
	wait(t, held.Done(), "the first node noticing")
	if cause := context.Cause(held); !errors.Is(cause, store.ErrLeaseLost) {
		t.Errorf("the lease ended by %v, want ErrLeaseLost", cause)
	}
}
