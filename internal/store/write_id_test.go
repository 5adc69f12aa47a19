package store_test

import (
	"errors"
	"testing"

	"estate/internal/content"
	"estate/internal/store"
	"estate/internal/tests/storetest"
)

// An id is given once: also after its content was deleted, or its batch was taken back, the log names no other content by it.
func TestNewIDsAreGivenOnce(t *testing.T) {
	st := storetest.Open(t, store.Config{})
	next := func(end error) (id int) {
		t.Helper()
		err := st.Write(t.Context(), func(b *store.Batch) (err error) {
			if id, err = b.NewID(); err != nil {
				return err
			}
			p := &content.Property{Head: content.Head{ID: id, Type: content.TypeProperty, Status: content.StatusDraft}}
			return errors.Join(b.Put(p), end)
		})
		if err != nil && !errors.Is(err, end) {
			t.Fatal(err)
		}
		return id
	}
	first, second := next(nil), next(nil)
	if first != content.FirstStudioID || second != first+1 {
		t.Fatalf("ids %d and %d, want the first two of the studio", first, second)
	}
	err := st.Write(t.Context(), func(b *store.Batch) error { return b.Delete(content.Ref{Type: content.TypeProperty, ID: second}) })
	if third := next(errors.New("taken back")); err != nil || third != second+1 {
		t.Errorf("after a deletion: %d, %v", third, err)
	}
	imported := &content.Property{Head: content.Head{ID: first + 500, Type: content.TypeProperty, Status: content.StatusDraft}}
	feed := &content.Property{Head: content.Head{ID: content.FirstFeedID + 9, Type: content.TypeProperty, Status: content.StatusDraft}}
	storetest.Put(t, st, imported, feed)
	if id := next(nil); id != imported.ID+1 {
		t.Errorf("after an import: %d, want %d", id, imported.ID+1)
	}
}
