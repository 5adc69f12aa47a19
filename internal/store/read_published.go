package store

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store/record"
)

// Published counts the published entities by type and language. It reads an index and
// no document.
func (s *Store) Published(ctx context.Context) ([]content.Published, error) {
	const query = `SELECT type, lang, COUNT(*) FROM entities WHERE status = 'publish' GROUP BY type, lang ORDER BY type, lang`
	var groups []content.Published
	err := s.db.Read().Each(ctx, query, nil, func(rows *sql.Rows) error {
		var group content.Published
		err := rows.Scan(&group.Type, &group.Lang, &group.Count)
		groups = append(groups, group)
		return err
	})
	if err != nil {
		return nil, s.explain("count what is published", err)
	}
	return groups, nil
}

// Heads returns links and times of published entities of a type and language ("" for
// those that have all languages), at most limit after skip. The oldest comes first, so
// that later additions do not shift the pages. Slug, status and embedded entities are
// left out.
func (s *Store) Heads(ctx context.Context, t content.Type, lang i18n.Lang, skip, limit int) ([]content.Head, error) {
	// The inner query reads an index; only the rows of this page are read. They are sorted here: the
	// database would hold all documents to sort them. A document is needed for three keys that few have.
	const query = `SELECT e.id, e.link, e.published_at, e.modified_at,
CASE WHEN e.doc LIKE '%"protected":true%' OR e.doc LIKE '%"noindex":true%' OR e.doc LIKE '%"alternative_links"%' THEN e.doc ELSE '' END
FROM (SELECT id FROM entities WHERE type = ? AND lang = ? AND status = 'publish' ORDER BY published_at, id LIMIT ? OFFSET ?) AS part
JOIN entities e ON e.type = ? AND e.id = part.id`
	heads := make([]content.Head, 0, min(limit, 1024))
	err := s.db.Read().Each(ctx, query, []any{string(t), string(lang), limit, skip, string(t)}, func(rows *sql.Rows) error {
		head := content.Head{Type: t, Lang: lang}
		var published, modified int64
		var doc sql.RawBytes
		if err := rows.Scan(&head.ID, &head.Link, &published, &modified, &doc); err != nil {
			return err
		}
		if bytes.Contains(doc, []byte(`"noindex":true`)) {
			head.SEO = &content.SEO{NoIndex: true}
		}
		head.Protected = bytes.Contains(doc, []byte(`"protected":true`))
		head.Date, head.Modified = time.UnixMilli(published).UTC(), time.UnixMilli(modified).UTC()
		var err error
		head.AlternativeLinks, err = alternativeLinks(doc)
		if err != nil {
			return fmt.Errorf("%s: %w", record.Describe(head.Ref()), err)
		}
		heads = append(heads, head)
		return nil
	})
	if err != nil {
		return nil, s.explain("list links", err)
	}
	slices.SortFunc(heads, func(a, b content.Head) int {
		return cmp.Or(a.Date.Compare(b.Date), cmp.Compare(a.ID, b.ID))
	})
	return heads, nil
}

// alternativeLinks reads the links per language from a document. Most properties have
// none, so a document is only decoded when it holds the key.
func alternativeLinks(doc []byte) (map[i18n.Lang]string, error) {
	if !bytes.Contains(doc, []byte(`"alternative_links"`)) {
		return nil, nil
	}
	var part struct {
		Links map[i18n.Lang]string `json:"alternative_links"`
	}
	err := json.Unmarshal(doc, &part)
	return part.Links, err
}
