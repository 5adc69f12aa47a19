package mirror

import (
	"context"
	"crypto/rand"
	"embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"strings"
	"sync"
	"time"

	"estate/internal/platform/sqldb"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Config names the second place.
type Config struct {
	URL  string // of a PostgreSQL database, or
	Path string // SQLite file, on another disk than the data folder
	// Now is the clock of deletions; nil means time.Now.
	Now func() time.Time
}

// Validate reports an address that cannot be read. The error holds no password.
func (c Config) Validate() error {
	switch {
	case c.URL != "":
		return sqldb.CheckURL(c.URL)
	case c.Path == "":
		return errors.New("name a PostgreSQL database or a file")
	}
	return nil
}

// Mirror is the second place of the enquiries. It is safe for concurrent use.
type Mirror struct {
	cfg Config
	now func() time.Time

	mu     sync.Mutex
	db     *sqldb.DB // nil before the first use
	id     int64
	closed bool
}

// New returns a Mirror, which connects when it is used.
func New(cfg Config) *Mirror {
	m := &Mirror{cfg: cfg, now: cfg.Now}
	if m.now == nil {
		m.now = time.Now
	}
	return m
}

// Close ends the connections.
func (m *Mirror) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	if m.db == nil {
		return nil
	}
	return m.db.Close()
}

// open returns the database and the id of the mirror.
func (m *Mirror) open(ctx context.Context) (*sqldb.DB, int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return nil, 0, errors.New("the mirror is closed")
	}
	if m.db != nil {
		return m.db, m.id, nil
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, 0, err
	}
	db, err := sqldb.Open(ctx, sqldb.Config{
		Path: m.cfg.Path, URL: durable(m.cfg.URL), Readers: 2, Migrations: files, Versions: "estate_mirror_schema", Concurrent: true,
	})
	if err != nil {
		return nil, 0, err
	}
	id, err := identify(ctx, db)
	if err != nil {
		return nil, 0, errors.Join(err, db.Close())
	}
	m.db, m.id = db, id
	return db, id, nil
}

// durable adds to an address that a commit is on disk before it returns, whatever the
// server's default, and that a node that stands still does not hold up the others.
func durable(address string) string {
	if address == "" || !strings.Contains(address, "://") {
		return address
	}
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	query := u.Query()
	for name, value := range map[string]string{"synchronous_commit": "on", "idle_in_transaction_session_timeout": "5000"} {
		if !query.Has(name) {
			query.Set(name, value)
		}
	}
	u.RawQuery = query.Encode()
	return u.String()
}

// identify returns the id of the mirror, which its first user makes.
func identify(ctx context.Context, db *sqldb.DB) (id int64, err error) {
	var random [8]byte
	if _, err := rand.Read(random[:]); err != nil {
		return 0, err
	}
	fresh := int64(binary.BigEndian.Uint64(random[:]) >> 1)
	tx, err := db.Begin(ctx)
	if err != nil {
		return 0, err
	}
	defer tx.Rollback()
	if err := tx.Exec(ctx, "INSERT INTO enquiry_mirror (name, value) VALUES ('id', ?) ON CONFLICT DO NOTHING", fresh); err != nil {
		return 0, err
	}
	if _, err := tx.One(ctx, "SELECT value FROM enquiry_mirror WHERE name = 'id'", nil, &id); err != nil {
		return 0, err
	}
	return id, tx.Commit()
}

// write runs fn in a transaction with the number of this write. Writers of all nodes take
// turns.
func (m *Mirror) write(ctx context.Context, fn func(tx *sqldb.Tx, seq int64) error) error {
	db, _, err := m.open(ctx)
	if err != nil {
		return err
	}
	return m.explain(db, db.Write(ctx, func(tx *sqldb.Tx) error {
		var seq int64
		if _, err := tx.One(ctx, "UPDATE enquiry_mirror SET value = value + 1 WHERE name = 'seq' RETURNING value", nil, &seq); err != nil {
			return err
		}
		return fn(tx, seq)
	}))
}

func (m *Mirror) explain(db *sqldb.DB, err error) error {
	if err != nil {
		return fmt.Errorf("mirror of the enquiries: %w", db.Explain(err))
	}
	return nil
}
