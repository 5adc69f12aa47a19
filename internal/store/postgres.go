package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/fnv"
	"net"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3/database"
)

var postgresDialect = dialect{
	goose: database.DialectPostgres, versions: "estate_schema", schema: postgresSchema,
	numbered: true, shared: true, explain: explainPostgres,
}

// oldestPostgres is the first version whose SQL and defaults are tested.
const oldestPostgres = 13

// postgresSchema orders texts by their bytes, as SQLite does: two nodes and two
// databases must list alike, whatever language the server speaks.
func postgresSchema(migration string) string {
	return strings.ReplaceAll(migration, " TEXT ", ` TEXT COLLATE "C" `)
}

// postgres is a server that several nodes may share.
type postgres struct {
	server
	config *pgx.ConnConfig
	schema string // of the tables: locks and news are told apart by it
}

// parsePostgres reads the server's address. Its complaints hold no password.
func parsePostgres(address string, readOnly bool) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		// The driver's own words repeat the address.
		return nil, errors.New("the address cannot be read; write it as postgres://user:password@host:5432/database, with signs such as @ and / in the password escaped (%40, %2F)")
	}
	defaults := map[string]string{
		"application_name": "estate",
		// A node that is cut off must not keep its locks: the server notices within
		// seconds, and ends a batch whose writer has stopped.
		"tcp_keepalives_idle": "5", "tcp_keepalives_interval": "2", "tcp_keepalives_count": "3",
		"idle_in_transaction_session_timeout": "300000",
	}
	if readOnly {
		defaults["default_transaction_read_only"] = "on"
	}
	for name, value := range defaults {
		if _, set := config.RuntimeParams[name]; !set {
			config.RuntimeParams[name] = value
		}
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = retryFor
	}
	return config, nil
}

// nameOfServer is the address as it may be shown.
func nameOfServer(config *pgx.ConnConfig) string {
	return "postgres://" + net.JoinHostPort(config.Host, strconv.Itoa(int(config.Port))) + "/" + config.Database
}

// openServer connects to PostgreSQL.
func (s *Store) openServer(ctx context.Context) error {
	config, err := parsePostgres(s.cfg.URL, s.cfg.ReadOnly)
	if err != nil {
		return err
	}
	s.name = nameOfServer(config)
	s.server = &postgres{config: config}
	s.readers = openServerPool(config, s.cfg.Readers)
	if !s.cfg.ReadOnly {
		s.writer = openServerPool(config, 2) // one more, for a lock around migrations
	}
	if err := s.server.look(ctx, s.readers); err != nil {
		return err
	}
	if !s.cfg.ReadOnly {
		return nil
	}
	var there bool
	err = s.readers.QueryRowContext(ctx, "SELECT to_regclass('counters') IS NOT NULL").Scan(&there)
	if err == nil && !there {
		err = errNoStore
	}
	return err
}

func openServerPool(config *pgx.ConnConfig, size int) *sql.DB {
	pool := stdlib.OpenDB(*config)
	pool.SetMaxOpenConns(size)
	pool.SetMaxIdleConns(size)
	return pool
}

// look reports a server that cannot keep a store.
func (p *postgres) look(ctx context.Context, on *sql.DB) error {
	var version int
	var encoding string
	var schema sql.NullString
	const query = "SELECT current_setting('server_version_num')::int, current_setting('server_encoding'), current_schema()"
	if err := on.QueryRowContext(ctx, query).Scan(&version, &encoding, &schema); err != nil {
		return err
	}
	switch {
	case version < oldestPostgres*10_000:
		return fmt.Errorf("PostgreSQL %d is too old; use %d or newer", version/10_000, oldestPostgres)
	case encoding != "UTF8":
		return fmt.Errorf("the database has the encoding %s; make one with UTF8: createdb --encoding=UTF8 --template=template0 NAME", encoding)
	case !schema.Valid:
		return errors.New("the schema of its search_path is not there; create it, or leave search_path out of the address")
	}
	p.schema = schema.String
	return nil
}

// key numbers a lock of this store among those of its database.
func (p *postgres) key(name string) int64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte("estate\x00" + p.schema + "\x00" + name)) // never fails
	return int64(h.Sum64())
}

// channel is where news of commits are heard.
func (p *postgres) channel() string { return fmt.Sprintf("estate_%016x", uint64(p.key("changes"))) }

// alone runs fn while no other node does the same.
func (p *postgres) alone(ctx context.Context, on *sql.DB, name string, fn func() error) error {
	conn, err := on.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }() // gives it back to the pool
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", p.key(name)); err != nil {
		return err
	}
	err = fn()
	// Without the context: it may have ended, and the connection outlives it.
	_, freed := conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", p.key(name))
	return errors.Join(err, freed)
}
