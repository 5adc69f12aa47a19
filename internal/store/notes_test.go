package store_test

import (
	"errors"
	"testing"

	"estate/internal/content"
	"estate/internal/store"
	"estate/internal/tests/contenttest"
	"estate/internal/tests/storetest"
)

func TestNotesStayWithTheirBatch(t *testing.T) {
	s := storetest.Open(t, store.Config{})
	note := func(text string, then error) {
		t.Helper()
		err := s.Write(t.Context(), func(b *store.Batch) error { return errors.Join(b.PutNote("copy", text), then) })
		if !errors.Is(err, then) {
			t.Fatal(err)
		}
	}
	has := func(want string) {
		t.Helper()
		if got, err := s.Note(t.Context(), "copy"); err != nil || got != want {
			t.Errorf("note is %q, %v; want %q", got, err, want)
		}
	}
	has("")
	note("page 3", nil)
	has("page 3")
	note("page 4", errors.New("the batch fails"))
	has("page 3")
	if got := s.Generation(); got != 0 {
		t.Errorf("generation is %d after a note; want 0, for no content changed", got)
	}
	note("", nil)
	has("")
}

func TestTheFirstNoteIsKept(t *testing.T) {
	s := storetest.Open(t, store.Config{})
	for _, text := range []string{"first", "second"} {
		err := s.Write(t.Context(), func(b *store.Batch) error {
			got, err := b.NoteOrNew("key", text)
			if got != "first" {
				t.Errorf("%s: the note is %q, want the first one", text, got)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if got, err := s.Note(t.Context(), "key"); err != nil || got != "first" {
		t.Errorf("note %q, %v; want the first one", got, err)
	}
}

func TestStampsListAllEntities(t *testing.T) {
	s := storetest.Sample(t, store.Config{})
	stamps, err := s.Stamps(t.Context(), content.TypePage)
	if err != nil || len(stamps) == 0 {
		t.Fatalf("%d stamps, %v; want those of all pages", len(stamps), err)
	}
	want := map[int]*content.Head{}
	for _, entity := range contenttest.Fixture().Entities {
		if page, ok := entity.(*content.Page); ok {
			want[page.ID] = &page.Head
		}
	}
	for _, stamp := range stamps {
		head := want[stamp.ID]
		if head == nil || stamp.Lang != head.Lang || stamp.Status != head.Status || !stamp.Modified.Equal(head.Modified) {
			t.Errorf("stamp %+v, want that of %+v", stamp, head)
		}
		delete(want, stamp.ID)
	}
	if len(want) > 0 {
		t.Errorf("no stamps of %v", want)
	}
}

func TestWithPictureFindsProperties(t *testing.T) {
	s := storetest.Sample(t, store.Config{})
	var picture int
	var property content.Ref
	for _, entity := range contenttest.Fixture().Entities {
		if p, ok := entity.(*content.Property); ok && p.Featured != nil {
			picture, property = p.Featured.ID, p.Ref()
		}
	}
	found, err := s.WithPicture(t.Context(), picture, 50)
	if err != nil {
		t.Fatal(err)
	}
	for _, ref := range found {
		if ref == property {
			return
		}
	}
	t.Errorf("picture %d is in %v, want %v among them", picture, found, property)
}
