package store_test

import (
	"errors"
	"sync/atomic"
	"testing"

	"estate/internal/store"
	"estate/internal/tests/storetest"
)

// The change is retried without another write, and the generation does not move before.
func TestFailedSubscriberIsRetried(t *testing.T) {
	s := storetest.Sample(t, store.Config{})
	before := s.Generation()
	failing := errors.New("not now")
	var fails atomic.Bool
	var applied atomic.Uint64
	fails.Store(true)
	defer s.Subscribe(func(seq uint64) error {
		if fails.Load() {
			return failing
		}
		applied.Store(seq)
		return nil
	})()
	err := s.Write(t.Context(), func(b *store.Batch) error { return b.Put(testProperty(5000)) })
	if !errors.Is(err, failing) {
		t.Errorf("got %v, want the error of the subscriber", err)
	}
	if got := s.Generation(); got != before {
		t.Errorf("generation moved from %d to %d although a subscriber failed", before, got)
	}
	fails.Store(false)
	eventually(t, "the generation moving", func() bool { return s.Generation() > before })
	if got := applied.Load(); got != s.Generation() {
		t.Errorf("the subscriber applied change %d, want %d", got, s.Generation())
	}
	if storetest.BySlug(t, s, "en", "properties", testProperty(5000).Slug) == nil {
		t.Error("the property is not there")
	}
}
