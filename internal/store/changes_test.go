package store_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"estate/internal/content"
	"estate/internal/content/search"
	"estate/internal/store"
	"estate/internal/tests/contenttest"
	"estate/internal/tests/storetest"
)

func TestChangeLogListsTheChanges(t *testing.T) {
	s := storetest.Sample(t, store.Config{})
	before := s.Generation()
	err := s.Write(t.Context(), func(b *store.Batch) error {
		return errors.Join(
			b.Put(testProperty(7001)),
			b.Put(&content.Author{ID: 9, Slug: "nine", Name: "Nine"}),
			b.Delete(content.Ref{Type: content.TypePost, ID: 101}),
			b.PutSettings("es", &content.Settings{SiteTitle: "Otra"}),
		)
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.ChangesSince(t.Context(), before)
	if err != nil {
		t.Fatal(err)
	}
	want := []store.Change{
		{Seq: before + 1, Kind: store.ChangeAuthor, Ref: content.Ref{Type: "author", ID: 9}, Op: store.OpPut},
		{Seq: before + 2, Kind: store.ChangeEntity, Ref: content.Ref{Type: "properties", ID: 7001}, Op: store.OpPut},
		{Seq: before + 3, Kind: store.ChangeEntity, Ref: content.Ref{Type: "post", ID: 101}, Op: store.OpDelete},
		{Seq: before + 4, Kind: store.ChangeSettings, Ref: content.Ref{Type: "es"}, Op: store.OpPut},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("changes differ (-want +got):\n%s", diff)
	}
	if s.Generation() != before+4 {
		t.Errorf("generation %d, want %d", s.Generation(), before+4)
	}
	if none, err := s.ChangesSince(t.Context(), s.Generation()); len(none) != 0 || err != nil {
		t.Errorf("nothing new gave %v, %v", none, err)
	}
	if _, err := s.ChangesSince(t.Context(), s.Generation()+5); !errors.Is(err, store.ErrChangesLost) {
		t.Errorf("a number of the future gave %v, want ErrChangesLost", err)
	}
}

func TestOldChangesAreDropped(t *testing.T) {
	s := storetest.Open(t, store.Config{KeepChanges: 100})
	for from := 1; from < 501; from += 50 {
		fill(t, s, from, from+50)
	}
	if _, err := s.ChangesSince(t.Context(), 0); !errors.Is(err, store.ErrChangesLost) {
		t.Errorf("the start of a cut log gave %v, want ErrChangesLost", err)
	}
	changes, err := s.ChangesSince(t.Context(), 400)
	if err != nil || len(changes) != 100 {
		t.Errorf("the last hundred gave %d changes, %v", len(changes), err)
	}
}

func TestSubscribersAreCalledBeforeTheGenerationMoves(t *testing.T) {
	s := storetest.Open(t, store.Config{})
	var notified, generations []uint64
	cancel := s.Subscribe(func(seq uint64) error {
		notified = append(notified, seq)
		generations = append(generations, s.Generation())
		changes, err := s.ChangesSince(t.Context(), s.Generation())
		if err != nil || len(changes) == 0 || changes[len(changes)-1].Seq != seq {
			t.Errorf("notified of %d, but the log gave %v, %v", seq, changes, err)
		}
		if more, err := s.ChangesSince(t.Context(), seq); len(more) != 0 || err != nil {
			t.Errorf("after the last change came %v, %v", more, err)
		}
		return nil
	})
	fill(t, s, 1, 4)
	fill(t, s, 4, 6)
	cancel()
	fill(t, s, 6, 7)
	if !slices.Equal(notified, []uint64{3, 5}) || !slices.Equal(generations, []uint64{0, 3}) {
		t.Errorf("notified %v at generations %v, want [3 5] at [0 3]", notified, generations)
	}
}

func TestRowsAreThoseOfPublishedProperties(t *testing.T) {
	s := storetest.Sample(t, store.Config{})
	byID := cmpopts.SortSlices(func(a, b search.Row) bool { return a.ID < b.ID })
	var rows []search.Row
	for row, err := range s.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	want := contenttest.NewScan(contenttest.Fixture().Entities).Rows
	if diff := cmp.Diff(want, rows, byID, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("rows differ (-want +got):\n%s", diff)
	}
	changed, err := s.RowsSince(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, changed.Put, byID, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("rows since the beginning differ (-want +got):\n%s", diff)
	}
	for _, id := range []int{1006, 1007} {
		if !slices.Contains(changed.Deleted[search.KindProperties], id) {
			t.Errorf("property %d is not published, and yet not among the deleted %v", id, changed.Deleted)
		}
	}
	for range s.Rows(t.Context()) {
		break // stopping early must not keep a connection
	}
	storetest.Put(t, s, testProperty(1))
}

func TestLongListsOfIDs(t *testing.T) {
	s := storetest.Open(t, store.Config{})
	fill(t, s, 1, 1501)
	var ids []int
	for id := 1500; id > 0; id-- {
		ids = append(ids, id)
	}
	changed, err := s.RowsSince(t.Context(), 0)
	if err != nil || len(changed.Put) != 1500 {
		t.Errorf("RowsSince gave %d rows, %v", len(changed.Put), err)
	}
	s.UseSearcher(fixedSearcher(ids))
	list, err := s.Properties(t.Context(), "en", search.Filter{})
	if err != nil || len(list.Items) != 1500 || list.Items[0].ID != 1500 {
		t.Errorf("Properties gave %d properties, %v", len(list.Items), err)
	}
}
