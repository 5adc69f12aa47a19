package store

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// A hundred text searches must not take the connections and processors that pages need:
// those that use the index run two at a time, those that read all texts one after the other.
func TestTextSearchesWaitForEachOther(t *testing.T) {
	for name, kind := range map[string]textSearch{"with the index": indexedSearch, "without the index": textScan} {
		t.Run(name, func(t *testing.T) {
			st, err := Open(t.Context(), Config{Path: filepath.Join(t.TempDir(), "estate.db")})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = st.Close() })
			st.textsComplete.Store(kind == indexedSearch)
			slots := map[textSearch]int{indexedSearch: maxSearches, textScan: 1}[kind]
			var ends []func()
			for range slots { // other searches run
				_, end, err := st.beginSearch(t.Context(), kind)
				if err != nil {
					t.Fatal(err)
				}
				ends = append(ends, end)
			}
			text := "villa"
			search := content.ArchiveQuery{Endpoint: "posts", Page: 1, Search: &text}
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			if _, err := st.Archive(ctx, i18n.LangEN, search); !errors.Is(err, content.ErrUnreachable) {
				t.Errorf("one more text search at the same time: %v, want one that says to try again", err)
			}
			if _, err := st.Archive(t.Context(), i18n.LangEN, content.ArchiveQuery{Endpoint: "posts", Page: 1}); err != nil {
				t.Errorf("a list without a text waits for the searches: %v", err)
			}
			ends[0]()
			if _, err := st.Archive(t.Context(), i18n.LangEN, search); err != nil {
				t.Errorf("a text search after another one: %v", err)
			}
		})
	}
}
