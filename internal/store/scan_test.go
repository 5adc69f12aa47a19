package store

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/i18n"
)

// A hundred text searches must not take the connections and processors that pages need.
func TestTextSearchesRunOneAfterAnother(t *testing.T) {
	st, err := Open(t.Context(), Config{Path: filepath.Join(t.TempDir(), "estate.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	_, end, err := st.beginScan(t.Context()) // another search runs
	if err != nil {
		t.Fatal(err)
	}
	text := "villa"
	search := content.ArchiveQuery{Endpoint: "posts", Page: 1, Search: &text}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := st.Archive(ctx, i18n.LangEN, search); !errors.Is(err, content.ErrUnreachable) {
		t.Errorf("a second text search at the same time: %v, want one that says to try again", err)
	}
	if _, err := st.Archive(t.Context(), i18n.LangEN, content.ArchiveQuery{Endpoint: "posts", Page: 1}); err != nil {
		t.Errorf("a list without a text waits for the search: %v", err)
	}
	end()
	if _, err := st.Archive(t.Context(), i18n.LangEN, search); err != nil {
		t.Errorf("a text search after the other one: %v", err)
	}
}
