package account

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"estate/internal/content/i18n"
	"estate/internal/platform/fairqueue"
	"estate/internal/platform/sqldb"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Place names the database of the accounts.
type Place struct {
	Path string // SQLite file, or
	URL  string // of the PostgreSQL database that the nodes share
	// ReadOnly opens an existing database without bringing its schema up to date.
	ReadOnly bool
}

// Store is the database of the accounts. It is safe for concurrent use, and several processes may use its file.
type Store struct {
	db     *sqldb.DB
	now    func() time.Time
	hashes *fairqueue.Queue
}

// Errors that callers tell apart.
var (
	// ErrUnknown reports a user, passkey or session that does not exist.
	ErrUnknown = errors.New("it does not exist")
	// ErrNone reports a database that is opened for reading and does not exist.
	ErrNone = errors.New("there are no accounts yet")
	// ErrTaken reports a mail address that another user has.
	ErrTaken = errors.New("another user has this mail address")
	// ErrInvalid is wrapped by the error of a field that cannot be stored.
	ErrInvalid = errors.New("invalid")
)

// Open opens the database and migrates its schema. A nil now means time.Now.
func Open(ctx context.Context, place Place, now func() time.Time) (*Store, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	db, err := sqldb.Open(ctx, sqldb.Config{
		Path: place.Path, URL: place.URL, Readers: 2, Migrations: files, Versions: "estate_accounts_schema", Concurrent: true,
		ReadOnly: place.ReadOnly,
	})
	if errors.Is(err, sqldb.ErrNone) {
		return nil, ErrNone
	}
	if err != nil {
		return nil, fmt.Errorf("accounts: %w", err)
	}
	if now == nil {
		now = time.Now
	}
	return &Store{db: db, now: now, hashes: hashQueue()}, nil
}

// Close ends the connections.
func (s *Store) Close() error { return s.db.Close() }

// write runs fn in a transaction. The error of fn is returned as it is.
func (s *Store) write(ctx context.Context, fn func(tx *sqldb.Tx) error) error {
	return s.db.Explain(s.db.Write(ctx, fn))
}

func (s *Store) explain(err error) error {
	if err != nil {
		return fmt.Errorf("accounts: %w", s.db.Explain(err))
	}
	return nil
}

// hash is the form in which a token of 128 random bits or more is stored.
func hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// newToken is the token of a session or of a link: 130 random bits.
func newToken() string { return rand.Text() }

// newID is the id of a user or of a ceremony.
func newID() string { return strings.ToLower(rand.Text()) }

// milli is a time as it is stored, 0 for the zero time.
func milli(at time.Time) int64 {
	if at.IsZero() {
		return 0
	}
	return at.UnixMilli()
}

// timeOf reads a stored time.
func timeOf(stored int64) time.Time {
	if stored == 0 {
		return time.Time{}
	}
	return time.UnixMilli(stored).UTC()
}

// Mailbox is the form of a mail address by which users are told apart.
func Mailbox(mail string) string { return strings.ToLower(strings.TrimSpace(mail)) }

// userColumns are read by scanUser.
const userColumns = "u.id, u.mail, u.name, u.lang, u.role, u.author, u.disabled, u.created, u.last_seen, " +
	"(SELECT COUNT(*) FROM account_passkeys p WHERE p.user_id = u.id), CASE WHEN u.totp = '' THEN 0 ELSE 1 END, " +
	"CASE WHEN u.password = '' THEN 0 ELSE 1 END"

type userRow struct {
	User
	lang, role                      string
	disabled, created, seen         int64
	passkeys, hasTOTP, withPassword int64
}

func (r *userRow) targets() []any {
	return []any{
		&r.ID, &r.Mail, &r.Name, &r.lang, &r.role, &r.Author, &r.disabled, &r.created, &r.seen, &r.passkeys, &r.hasTOTP, &r.withPassword,
	}
}

func (r *userRow) user() User {
	u := r.User
	u.Lang, u.Role, u.Disabled = i18n.Lang(r.lang), Role(r.role), r.disabled != 0
	u.Created, u.LastSeen = timeOf(r.created), timeOf(r.seen)
	u.Passkeys, u.HasTOTP, u.Pending = int(r.passkeys), r.hasTOTP == 1, r.passkeys == 0 && r.withPassword == 0
	return u
}

// Users returns all users, ordered by name.
func (s *Store) Users(ctx context.Context) ([]User, error) {
	var users []User
	err := s.db.Read().Each(ctx, "SELECT "+userColumns+" FROM account_users u ORDER BY u.name, u.mailbox", nil, func(rows *sql.Rows) error {
		var row userRow
		err := rows.Scan(row.targets()...)
		users = append(users, row.user())
		return err
	})
	return users, s.explain(err)
}

// User returns a user by id.
func (s *Store) User(ctx context.Context, id string) (User, error) {
	return s.userBy(ctx, s.db.Read(), "id", id)
}

// UserOf returns a user by mail address.
func (s *Store) UserOf(ctx context.Context, mail string) (User, error) {
	return s.userBy(ctx, s.db.Read(), "mailbox", Mailbox(mail))
}

func (s *Store) userBy(ctx context.Context, on *sqldb.Conn, column, value string) (User, error) {
	var row userRow
	found, err := on.One(ctx, "SELECT "+userColumns+" FROM account_users u WHERE u."+column+" = ?", []any{value}, row.targets()...)
	if err == nil && !found {
		return User{}, ErrUnknown
	}
	return row.user(), s.explain(err)
}

// Empty reports whether there is no user yet, not even an invited one.
func (s *Store) Empty(ctx context.Context) (bool, error) {
	var one int64
	found, err := s.db.Read().One(ctx, "SELECT 1 FROM account_users LIMIT 1", nil, &one)
	return !found, s.explain(err)
}

// Add stores a new user without a factor, and chooses the id.
func (s *Store) Add(ctx context.Context, u User) (User, error) {
	var added User
	err := s.write(ctx, func(tx *sqldb.Tx) (err error) {
		added, err = s.add(ctx, tx, u)
		return err
	})
	return added, err
}

func (s *Store) add(ctx context.Context, tx *sqldb.Tx, u User) (User, error) {
	u.Mail, u.Name = strings.TrimSpace(u.Mail), strings.TrimSpace(u.Name)
	if u.Lang == "" {
		u.Lang = i18n.Fallback
	}
	if err := u.check(); err != nil {
		return User{}, err
	}
	if _, err := s.userBy(ctx, tx.Conn, "mailbox", Mailbox(u.Mail)); err == nil {
		return User{}, ErrTaken
	} else if !errors.Is(err, ErrUnknown) {
		return User{}, err
	}
	if u.ID == "" {
		u.ID = newID()
	}
	u.Created, u.Pending = s.now().UTC(), true
	if err := tx.Exec(ctx, "DELETE FROM account_links WHERE purpose = ?", string(PurposeSetup)); err != nil {
		return User{}, err // there is a first user now
	}
	err := tx.Exec(ctx, "INSERT INTO account_users (id, mail, mailbox, name, lang, role, author, password, totp, totp_step, created, "+
		"disabled, last_seen) VALUES (?, ?, ?, ?, ?, ?, ?, '', '', 0, ?, 0, 0)",
		u.ID, u.Mail, Mailbox(u.Mail), u.Name, string(u.Lang), string(u.Role), u.Author, milli(u.Created))
	return u, err
}

// Limits of the fields of a user.
const (
	maxMail = 254 // RFC 5321
	maxName = 100
)

// FieldError is the problem of a field of a user. It wraps ErrInvalid.
type FieldError struct{ Field, Problem string }

func (e *FieldError) Error() string { return e.Field + ": " + e.Problem }

// Unwrap returns ErrInvalid.
func (e *FieldError) Unwrap() error { return ErrInvalid }
