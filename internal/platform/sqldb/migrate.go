package sqldb

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/database"
)

// migrate brings the schema up to the program's version. Of several nodes that start
// together one does it and the others wait.
func (db *DB) migrate(ctx context.Context) error {
	if db.cfg.ReadOnly || db.beside {
		return migrate(ctx, db.dialect, db.readers, db.cfg.Migrations, true)
	}
	write := func() error { return migrate(ctx, db.dialect, db.writer, db.cfg.Migrations, false) }
	if db.postgres == nil {
		return write()
	}
	return db.postgres.withLock(ctx, db.writer, "schema", write)
}

// SchemaError reports a schema of another version than the program's: a newer one, or an older one in a
// database that is read-only or that another process keeps.
type SchemaError struct {
	Have, Want int64 // versions of the database and of the program
}

func (e *SchemaError) Error() string {
	if e.Have > e.Want {
		return fmt.Sprintf("its schema has version %d, written by a newer program; this one knows %d: update the program or open an older copy",
			e.Have, e.Want)
	}
	return fmt.Sprintf("its schema has version %d and this program needs %d: (re)start the site (estate serve) with this program to update it",
		e.Have, e.Want)
}

// migrate refuses the schema of a newer program: writing to it could lose what that
// program keeps there.
func migrate(ctx context.Context, d dialect, db *sql.DB, files fs.FS, readOnly bool) error {
	if d.schema != nil {
		files = rewrittenFS{files, "postgres", d.schema}
	}
	versions, err := database.NewStore(d.goose, d.versions)
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectCustom, db, files, goose.WithStore(versions))
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	current, target, err := provider.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("read the schema version: %w", err)
	}
	switch {
	case current > target:
		return &SchemaError{Have: current, Want: target}
	case current < target && readOnly:
		return &SchemaError{Have: current, Want: target}
	case current == target:
		return nil
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("bring the schema up to date: %w", err)
	}
	return nil
}
