package store

import (
	"context"
	"database/sql"
	"encoding/json"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/platform/sqldb"
	"estate/internal/store/record"
)

// The kinds of document beside the shapes of entities.
const (
	KindSettings  = "settings"
	KindTerm      = "term"
	KindAuthor    = "author"
	KindRevision  = "revision"
	KindRedirect  = "redirect"
	KindInstagram = "instagram"
	KindWithdrawn = "withdrawn"
	KindHistory   = "history"
)

// Document is one thing that the store holds, as it is stored.
type Document struct {
	Kind string          // a shape of package record, or one of the kinds above
	Lang i18n.Lang       // of settings
	Ref  content.Ref     // the entity of a revision, of a history entry or of withdrawn content
	Link string          // of withdrawn content
	Data json.RawMessage // nil for withdrawn content
}

// Documents calls fn with everything in the store, as of one moment and always in the
// same order: what another refers to comes first. An error of fn ends it.
func (s *Store) Documents(ctx context.Context, fn func(Document) error) error {
	err := s.db.ReadTx(ctx, func(db *sqldb.Conn) error {
		for _, query := range documentQueries {
			if err := eachDocument(ctx, db, query, fn); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return s.explain("read all documents", err)
	}
	return nil
}

// documentQuery selects the documents of a kind as lang, type, id, link and doc.
type documentQuery struct {
	kind, query string
	args        []any
}

var documentQueries = []documentQuery{
	{KindSettings, "SELECT lang, '', 0, '', doc FROM records WHERE name = ? ORDER BY lang", []any{recordSettings}},
	{KindTerm, "SELECT '', '', 0, '', doc FROM terms ORDER BY taxonomy, position, id", nil},
	{KindAuthor, "SELECT '', '', 0, '', doc FROM authors ORDER BY id", nil},
	entityDocuments(record.ShapeMedia),
	entityDocuments(record.ShapePage),
	entityDocuments(record.ShapePost),
	entityDocuments(record.ShapeDevelopment),
	{KindHistory, "SELECT '', type, id, '', doc FROM history ORDER BY type, id, seq", nil}, // before its properties, which add to it
	entityDocuments(record.ShapeProperty),
	{KindRevision, "SELECT '', type, id, '', doc FROM revisions ORDER BY type, id", nil},
	{KindRedirect, "SELECT '', '', 0, '', doc FROM redirects ORDER BY link", nil},
	{KindInstagram, "SELECT '', '', 0, '', doc FROM records WHERE name = ? ORDER BY lang", []any{recordInstagram}},
	{KindWithdrawn, "SELECT '', type, id, link, NULL FROM withdrawn ORDER BY link", nil},
}

func entityDocuments(shape string) documentQuery {
	return documentQuery{shape, "SELECT '', '', 0, '', doc FROM entities WHERE shape = ? ORDER BY type, id", []any{shape}}
}

func eachDocument(ctx context.Context, db *sqldb.Conn, query documentQuery, fn func(Document) error) error {
	return db.Each(ctx, query.query, query.args, func(rows *sql.Rows) error {
		d := Document{Kind: query.kind}
		if err := rows.Scan(&d.Lang, &d.Ref.Type, &d.Ref.ID, &d.Link, (*[]byte)(&d.Data)); err != nil {
			return err
		}
		return fn(d)
	})
}
