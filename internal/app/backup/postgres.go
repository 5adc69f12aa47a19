package backup

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"

	"github.com/jackc/pgx/v5"
)

// KindPostgres is the kind of a PostgreSQL database.
const KindPostgres = "postgres"

// Table is a table of a PostgreSQL database in the text format of COPY.
type Table struct {
	Name    string   `json:"name"`
	Columns []string `json:"columns"`
	Chunks  []string `json:"chunks"`
}

// database is the schema of a PostgreSQL database that the site uses.
type database struct{ url string }

// Postgres returns the source of the tables in the schema of an address.
func Postgres(url string) Source { return &database{url} }

func (d *database) Name() string { return "postgres" }
func (d *database) Kind() string { return KindPostgres }
func (d *database) Close() error { return nil }

func (d *database) connect(ctx context.Context) (*pgx.Conn, error) {
	conn, err := pgx.Connect(ctx, d.url)
	if err != nil {
		return nil, errors.New("back up PostgreSQL: the server cannot be reached") // the driver's error may repeat the address
	}
	return conn, nil
}

// counted are the tables that say whether something changed, where a site has them, and what they say.
var counted = []struct{ table, state string }{
	{"enquiry_mirror", "coalesce(max(value) FILTER (WHERE name = 'seq'), 0)"},
	{"alert_state", "coalesce(max(value) FILTER (WHERE name = 'version'), 0)"},
	{"inbox_state", "coalesce(max(value) FILTER (WHERE name = 'version'), 0)"},
	// Without what each sign-in writes.
	{"account_users", "coalesce(sum(hashtext(id || mail || name || role || author || password || totp || disabled)), 0)"},
	{"account_passkeys", "coalesce(sum(hashtext(id)), 0)"},
}

// Token is the position of all counted changes, with a hash of the notes, which are not counted.
func (d *database) Token(ctx context.Context) (token string, err error) {
	conn, err := d.connect(ctx)
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	query := "SELECT (SELECT value FROM counters WHERE name = 'change')::text || '.' || " +
		"coalesce((SELECT sum(hashtext(name || doc)) FROM notes), 0)::text"
	for _, one := range counted {
		var there bool
		if err := conn.QueryRow(ctx, "SELECT to_regclass($1) IS NOT NULL", one.table).Scan(&there); err != nil {
			return "", fmt.Errorf("back up PostgreSQL: %w", err)
		}
		if there {
			query += " || '.' || (SELECT " + one.state + " FROM " + one.table + ")::text"
		}
	}
	if err := conn.QueryRow(ctx, query).Scan(&token); err != nil {
		return "", fmt.Errorf("back up PostgreSQL: %w", err)
	}
	return token, nil
}

// Write stores all tables as of one moment.
func (d *database) Write(ctx context.Context, r *Repository, _ *Index) (*Index, error) {
	conn, err := d.connect(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return nil, fmt.Errorf("back up PostgreSQL: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // it only read
	tables, err := tablesOf(ctx, tx)
	if err != nil {
		return nil, fmt.Errorf("back up PostgreSQL: %w", err)
	}
	for i := range tables {
		if err := copyOut(ctx, r, conn, &tables[i]); err != nil {
			return nil, fmt.Errorf("back up table %s: %w", tables[i].Name, err)
		}
	}
	return &Index{Tables: tables}, nil
}

// tablesOf lists the tables of the schema with their columns, without those of the migrations.
func tablesOf(ctx context.Context, tx pgx.Tx) ([]Table, error) {
	rows, err := tx.Query(ctx, `SELECT c.table_name, array_agg(c.column_name::text ORDER BY c.ordinal_position)
		FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
		WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE'
			AND c.table_name !~ '^estate(_[a-z]+)?_schema$'
		GROUP BY c.table_name ORDER BY c.table_name`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (t Table, err error) {
		return t, row.Scan(&t.Name, &t.Columns)
	})
}

// Chunks of a table end at rows that their content chooses, so an inserted row changes one
// chunk and not all later ones.
const (
	minTableChunk = 64 << 10
	maxTableChunk = 1 << 20
	cutEvery      = 256 // rows, on average, above the least size
)

func copyOut(ctx context.Context, r *Repository, conn *pgx.Conn, t *Table) error {
	in, out := io.Pipe()
	go func() {
		columns := quoteAll(t.Columns)
		query := fmt.Sprintf("COPY (SELECT %s FROM %s ORDER BY 1, 2) TO STDOUT", columns, pgx.Identifier{t.Name}.Sanitize())
		if len(t.Columns) == 1 {
			query = strings.Replace(query, "1, 2", "1", 1)
		}
		_, err := conn.PgConn().CopyTo(ctx, out, query)
		_ = out.CloseWithError(err)
	}()
	defer in.Close()
	lines := bufio.NewReaderSize(in, 256<<10)
	var chunk []byte
	flush := func() error {
		if len(chunk) == 0 {
			return nil
		}
		hash, err := r.put(ctx, chunk)
		t.Chunks, chunk = append(t.Chunks, hash), chunk[:0]
		return err
	}
	for {
		line, err := lines.ReadBytes('\n')
		chunk = append(chunk, line...)
		if len(chunk) >= maxTableChunk || len(chunk) >= minTableChunk && crc32.ChecksumIEEE(line)%cutEvery == 0 {
			if err := flush(); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return flush()
		}
		if err != nil {
			return err
		}
	}
}

func quoteAll(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = pgx.Identifier{name}.Sanitize()
	}
	return strings.Join(quoted, ", ")
}

// restorePostgres replaces the content of the tables, which must exist, in one transaction.
func restorePostgres(ctx context.Context, r *Repository, index *Index, url string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return errors.New("restore PostgreSQL: the server cannot be reached")
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	tx, err := conn.Begin(ctx)
	if err != nil {
		return fmt.Errorf("restore PostgreSQL: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // fails after the commit
	for _, t := range index.Tables {
		name := pgx.Identifier{t.Name}.Sanitize()
		if _, err := tx.Exec(ctx, "DELETE FROM "+name); err != nil {
			return fmt.Errorf("restore table %s: %w; the backup is of another version of this program: restore with that one, then update",
				t.Name, err)
		}
		in, out := io.Pipe()
		go func() { _ = out.CloseWithError(r.copyTo(ctx, out, t.Chunks)) }()
		_, err := conn.PgConn().CopyFrom(ctx, in, fmt.Sprintf("COPY %s (%s) FROM STDIN", name, quoteAll(t.Columns)))
		if err = errors.Join(err, in.Close()); err != nil {
			return fmt.Errorf("restore table %s: %w", t.Name, err)
		}
	}
	return tx.Commit(ctx)
}
