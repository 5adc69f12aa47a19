package store

import (
	"context"
	"database/sql"
	"encoding/json"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/store/sqldb"
)

// exportLines calls write with every line, its end included.
func (s *Store) exportLines(ctx context.Context, write func([]byte) error) error {
	err := s.db.ReadTx(ctx, func(db *sqldb.Conn) error {
		e := &exporter{ctx: ctx, db: db, write: write}
		return e.all()
	})
	if err != nil {
		return s.explain("export", err)
	}
	return nil
}

type exporter struct {
	ctx   context.Context
	db    *sqldb.Conn
	write func([]byte) error
}

func (e *exporter) line(l line) error {
	text, err := encode(l)
	if err != nil {
		return err
	}
	return e.write([]byte(text + "\n"))
}

func (e *exporter) all() error {
	if err := e.line(line{Kind: kindHeader, Version: bundleVersion}); err != nil {
		return err
	}
	for _, step := range []func() error{e.settings, e.terms, e.authors, e.entities, e.revisions, e.redirects, e.instagram, e.withdrawn} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (e *exporter) docs(kind, query string, args ...any) error {
	return e.db.Each(e.ctx, query, args, func(rows *sql.Rows) error {
		var doc []byte
		if err := rows.Scan(&doc); err != nil {
			return err
		}
		return e.line(line{Kind: kind, Data: json.RawMessage(doc)})
	})
}

func (e *exporter) settings() error {
	return e.db.Each(e.ctx, "SELECT lang, doc FROM records WHERE name = ? ORDER BY lang", []any{recordSettings}, func(rows *sql.Rows) error {
		var lang i18n.Lang
		var doc []byte
		if err := rows.Scan(&lang, &doc); err != nil {
			return err
		}
		return e.line(line{Kind: kindSettings, Lang: lang, Data: doc})
	})
}

func (e *exporter) terms() error {
	return e.docs(kindTerm, "SELECT doc FROM terms ORDER BY taxonomy, position, id")
}

func (e *exporter) authors() error { return e.docs(kindAuthor, "SELECT doc FROM authors ORDER BY id") }

func (e *exporter) entities() error {
	for _, shape := range []string{shapeMedia, shapePage, shapePost, shapeDevelopment, shapeProperty} {
		if err := e.docs(shape, "SELECT doc FROM entities WHERE shape = ? ORDER BY type, id", shape); err != nil {
			return err
		}
	}
	return nil
}

func (e *exporter) revisions() error {
	return e.db.Each(e.ctx, "SELECT type, id, doc FROM revisions ORDER BY type, id", nil, func(rows *sql.Rows) error {
		var ref content.Ref
		var doc []byte
		if err := rows.Scan(&ref.Type, &ref.ID, &doc); err != nil {
			return err
		}
		return e.line(line{Kind: kindRevision, Type: ref.Type, ID: ref.ID, Data: doc})
	})
}

func (e *exporter) redirects() error {
	return e.docs(kindRedirect, "SELECT doc FROM redirects ORDER BY link")
}

func (e *exporter) instagram() error {
	return e.docs(kindInstagram, "SELECT doc FROM records WHERE name = ? ORDER BY lang", recordInstagram)
}

func (e *exporter) withdrawn() error {
	return e.db.Each(e.ctx, "SELECT link, type, id FROM withdrawn ORDER BY link", nil, func(rows *sql.Rows) error {
		var link string
		var ref content.Ref
		if err := rows.Scan(&link, &ref.Type, &ref.ID); err != nil {
			return err
		}
		return e.line(line{Kind: kindWithdrawn, Type: ref.Type, ID: ref.ID, Link: link})
	})
}
