package sqldb

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
	numbered: true, server: true, explain: explainPostgres,
}

// minPostgres is the first version whose SQL and defaults are tested.
const minPostgres = 13

// postgresSchema orders texts by their bytes, as SQLite does: lists have the same
// order on every node and database, whatever the server's locale.
func postgresSchema(migration string) string {
	return strings.ReplaceAll(migration, " TEXT ", ` TEXT COLLATE "C" `)
}

// postgres is a server that several nodes may share.
type postgres struct {
	health health
	config *pgx.ConnConfig
	schema string // of the tables; part of the names of locks and channels
}

// CheckURL reports an address of a PostgreSQL database that cannot be read. The error
// holds no password.
func CheckURL(address string) error {
	_, err := parsePostgres(address, false)
	return err
}

// parsePostgres reads the server's address. Its errors hold no password.
func parsePostgres(address string, readOnly bool) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		// The driver's error repeats the address.
		return nil, errors.New("the address cannot be read; write it as postgres://user:password@host:5432/database, with signs such as @ and " +
			"/ in the password escaped (%40, %2F)")
	}
	defaults := map[string]string{
		"application_name": "estate",
		// A node that is cut off must not keep its locks: the server notices within
		// seconds, and ends a transaction whose node has stopped.
		"tcp_keepalives_idle": "5", "tcp_keepalives_interval": "2", "tcp_keepalives_count": "3",
		"idle_in_transaction_session_timeout": "300000",
		// A kept plan that was made while a table was empty reads all of it when an import has filled it.
		"plan_cache_mode": "force_custom_plan",
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
func (db *DB) openServer(ctx context.Context) error {
	config, err := parsePostgres(db.cfg.URL, db.cfg.ReadOnly)
	if err != nil {
		return err
	}
	db.name = nameOfServer(config)
	db.postgres = &postgres{config: config}
	db.readers = openServerPool(config, db.cfg.Readers)
	if !db.cfg.ReadOnly {
		db.writer = openServerPool(config, 2) // one more, for a lock around migrations
	}
	if err := db.postgres.check(ctx, db.readers); err != nil {
		return err
	}
	if !db.cfg.ReadOnly {
		return nil
	}
	var exists bool
	err = db.readers.QueryRowContext(ctx, "SELECT to_regclass($1) IS NOT NULL", db.dialect.versions).Scan(&exists)
	if err == nil && !exists {
		err = ErrNone
	}
	return err
}

func openServerPool(config *pgx.ConnConfig, size int) *sql.DB {
	pool := stdlib.OpenDB(*config)
	pool.SetMaxOpenConns(size)
	pool.SetMaxIdleConns(size)
	return pool
}

// check reports a server that cannot keep a store.
func (p *postgres) check(ctx context.Context, on *sql.DB) error {
	var version int
	var encoding string
	var schema sql.NullString
	const query = "SELECT current_setting('server_version_num')::int, current_setting('server_encoding'), current_schema()"
	if err := on.QueryRowContext(ctx, query).Scan(&version, &encoding, &schema); err != nil {
		return err
	}
	switch {
	case version < minPostgres*10_000:
		return fmt.Errorf("PostgreSQL %d is too old; use %d or newer", version/10_000, minPostgres)
	case encoding != "UTF8":
		return fmt.Errorf("the database has the encoding %s; make one with UTF8: createdb --encoding=UTF8 --template=template0 NAME", encoding)
	case !schema.Valid:
		return errors.New("the schema of its search_path is not there; create it, or leave search_path out of the address")
	}
	p.schema = schema.String
	return nil
}

// lockKey is the number of an advisory lock of this store.
func (p *postgres) lockKey(name string) int64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte("estate\x00" + p.schema + "\x00" + name)) // never fails
	return int64(h.Sum64())
}

// channel is the name of the notification channel.
func (p *postgres) channel() string { return fmt.Sprintf("estate_%016x", uint64(p.lockKey("changes"))) }

// withLock runs fn while this node holds an advisory lock.
func (p *postgres) withLock(ctx context.Context, on *sql.DB, name string, fn func() error) error {
	conn, err := on.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }() // returns it to the pool
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", p.lockKey(name)); err != nil {
		return err
	}
	err = fn()
	// Without the context: it may have ended, and the connection outlives it.
	_, freed := conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", p.lockKey(name))
	return errors.Join(err, freed)
}
