package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/database"
)

//go:embed migrations/*.sql
var migrations embed.FS

// migrate brings the schema up to this program's version; of several nodes that
// start together one does it and the others wait.
func (s *Store) migrate(ctx context.Context) error {
	switch {
	case s.cfg.ReadOnly:
		return migrate(ctx, s.dialect, s.readers, true)
	case s.server == nil:
		return migrate(ctx, s.dialect, s.writer, false)
	}
	return s.server.alone(ctx, s.writer, "schema", func() error { return migrate(ctx, s.dialect, s.writer, false) })
}

// migrate refuses a schema from a newer program: writing into it could lose what
// that program keeps there.
func migrate(ctx context.Context, d dialect, db *sql.DB, readOnly bool) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	if d.schema != nil {
		files = rewritten{files, d.schema}
	}
	versions, err := database.NewStore(d.goose, d.versions)
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectCustom, db, files, goose.WithStore(versions))
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	has, knows, err := provider.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("read the schema version: %w", err)
	}
	switch {
	case has > knows:
		return fmt.Errorf("its schema has version %d, written by a newer program; this one knows %d: update the program or open an older copy", has, knows)
	case has < knows && readOnly:
		return fmt.Errorf("its schema has version %d and this program needs %d: open it once for writing (estate serve) to bring it up to date", has, knows)
	case has == knows:
		return nil
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("bring the schema up to date: %w", err)
	}
	return nil
}
