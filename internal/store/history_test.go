package store_test

import (
	"errors"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/store"
	"estate/internal/tests/storetest"
)

func TestHistoryKeepsEveryPriceAndState(t *testing.T) {
	st := storetest.Open(t, storetest.Config(t))
	p := &content.Property{
		Head: content.Head{
			ID: 7, Type: content.TypeProperty, Slug: "villa", Link: "/properties/villa/", Status: content.StatusPublish,
			Modified: time.Date(2026, time.March, 1, 9, 0, 0, 0, time.UTC),
		},
		Price: content.Price{Amount: 900_000, Currency: "EUR", Mode: content.PriceSale},
	}
	put := func(change func()) {
		t.Helper()
		change()
		copied := *p
		if err := st.Write(t.Context(), func(b *store.Batch) error { return b.Put(&copied) }); err != nil {
			t.Fatal(err)
		}
	}
	put(func() {})
	put(func() { p.Bedrooms = 3; p.Modified = p.Modified.AddDate(0, 0, 1) })                        // no entry
	put(func() { p.Price.Amount = 850_000; p.Modified = p.Modified.AddDate(0, 0, 1) })              // reduced
	put(func() { p.Availability = content.UnitReserved; p.Modified = p.Modified.AddDate(0, 0, 1) }) // reserved
	put(func() { p.Price.OnAsk = true; p.Modified = time.Time{}.AddDate(1999, 0, 0) })              // on ask, with an old date
	failed := errors.New("failed")
	if err := st.Write(t.Context(), func(b *store.Batch) error {
		changed := *p
		changed.Price = content.Price{Amount: 1}
		_ = b.Put(&changed)
		return failed
	}); !errors.Is(err, failed) {
		t.Fatal(err)
	}
	history, err := st.History(t.Context(), p.Ref())
	if err != nil {
		t.Fatal(err)
	}
	want := []struct {
		amount int
		state  content.Availability
		day    int
	}{{900_000, content.UnitAvailable, 1}, {850_000, content.UnitAvailable, 3}, {850_000, content.UnitReserved, 4}, {0, content.UnitReserved, 4}}
	if len(history) != len(want) {
		t.Fatalf("history = %+v", history)
	}
	for i, entry := range history {
		if entry.Amount != want[i].amount || entry.State != want[i].state || entry.At.Day() != want[i].day {
			t.Errorf("entry %d = %+v, want %+v", i, entry, want[i])
		}
	}
	again := func(b *store.Batch) error { return b.PutHistory(p.Ref(), history[1]) }
	if err := st.Write(t.Context(), again); err != nil {
		t.Fatal(err)
	}
	if same, _ := st.History(t.Context(), p.Ref()); len(same) != len(history) {
		t.Errorf("an entry that the history has was added again: %+v", same)
	}
}
