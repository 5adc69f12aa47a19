package store

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/platform/sqldb"
)

// TestLookUpsUseTheirIndex checks SQLite's query plans of the look-ups of every page: with
// a million properties a wrong index takes half a second.
func TestLookUpsUseTheirIndex(t *testing.T) {
	s, err := Open(t.Context(), Config{Path: filepath.Join(t.TempDir(), "estate.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	archive := newArchiveQuery(s, "en", content.ArchiveQuery{Endpoint: "posts"})
	where, args := archive.where()
	page := "SELECT e.id FROM entities e WHERE " + where + " ORDER BY " + archive.order() + " LIMIT 10"
	for _, tt := range []struct {
		name, query string
		args        []any
		want        []string
	}{
		{"slug", idsBySlugQuery, []any{"x", "post", "x", "post", "en"}, []string{"INDEX entities_slug (slug=? AND type=?)", "INDEX sqlite_autoindex_entity_slugs_1 (slug=? AND type=? AND lang=?)"}},
		{"reference", referenceQuery, []any{"x", "properties"}, []string{"INDEX homes_reference (reference=? AND kind=?)"}},
		{"documents", "SELECT id, shape, doc FROM entities WHERE type = ? AND id IN " + sqldb.Placeholders(4), []any{"post", 1, 2, 3, 4}, []string{"(type=? AND id=?)"}},
		{"archive", page, args, []string{"INDEX entities_archive (type=? AND lang=? AND status=?)"}},
		{"archive count", "SELECT COUNT(*) FROM entities e WHERE " + where, args, []string{"COVERING INDEX entities_archive (type=? AND lang=? AND status=?)"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var plan []string
			err := s.db.Read().Each(t.Context(), "EXPLAIN QUERY PLAN "+tt.query, tt.args, func(rows *sql.Rows) error {
				var id, parent, unused int
				var detail string
				err := rows.Scan(&id, &parent, &unused, &detail)
				plan = append(plan, detail)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			got := strings.Join(plan, "\n")
			for _, want := range tt.want {
				if !strings.Contains(got, want) {
					t.Errorf("want %q in the plan:\n%s", want, got)
				}
			}
			if strings.Contains(got, "SCAN") || strings.Contains(got, "TEMP B-TREE") {
				t.Errorf("the plan walks or sorts a whole table:\n%s", got)
			}
		})
	}
}
