package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
)

// An agency that began with the demo must not sell its properties.
func TestTheDemoIsRemovedAndWhatTheAgencyMadeStays(t *testing.T) {
	s := settingsFor(t, t.TempDir())
	if err := FillDemo(t.Context(), s, 20, 1); err != nil {
		t.Fatal(err)
	}
	write := func(do func(*store.Batch) error) {
		t.Helper()
		st, err := openStoreToWrite(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		if err := st.Write(t.Context(), do); err != nil {
			t.Fatal(err)
		}
		if err := st.Close(); err != nil {
			t.Fatal(err)
		}
	}
	var edited content.Ref
	write(func(b *store.Batch) error {
		entity, _, err := b.Get(content.Ref{Type: content.TypeProperty, ID: 100003})
		if err != nil {
			return err
		}
		own := *entity.(*content.Property)
		own.Price.Amount, edited = 777_000, own.Ref()
		return b.Put(&own)
	})
	if err := RemoveDemo(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	st, err := openStoreToRead(t.Context(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = st.Close() }() // read only
	for row, err := range st.Rows(t.Context()) {
		if err != nil || row.ID != edited.ID {
			t.Errorf("%s %d %s is still there, %v", row.Kind, row.ID, row.Reference, err)
		}
	}
	for _, endpoint := range []string{"posts", "users"} {
		if list, err := st.Archive(t.Context(), i18n.LangEN, content.ArchiveQuery{Endpoint: endpoint}); err == nil && list.Total > 0 {
			t.Errorf("%d %s are still there", list.Total, endpoint)
		}
	}
	if list, err := st.Archive(t.Context(), i18n.LangEN, content.ArchiveQuery{Endpoint: "pages"}); err != nil || list.Total == 0 {
		t.Errorf("the pages are gone: %v", err)
	}
	if settings, err := st.Settings(t.Context(), i18n.LangEN); err != nil || len(settings.Menus) == 0 {
		t.Errorf("the menus are gone: %v", err)
	}
}

// A site whose content store was lost must not show another agency.
func TestTheDemoIsNotPublishedWhereASiteHasBeen(t *testing.T) {
	data := t.TempDir()
	if err := os.WriteFile(filepath.Join(data, "leads.db"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := settingsFor(t, data)
	err := checkNewSite(s)
	if err == nil {
		t.Fatal("the demo would be published")
	}
	for _, part := range []string{"leads.db", "estate restore", "estate import", "--data"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("the error does not say %s: %v", part, err)
		}
	}
	if err := checkNewSite(settingsFor(t, t.TempDir())); err != nil {
		t.Errorf("a new folder: %v", err)
	}
}
