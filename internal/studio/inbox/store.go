package inbox

import (
	"context"
	"crypto/rand"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"time"

	"estate/internal/agency/leads"
	"estate/internal/content/i18n"
	"estate/internal/platform/sqldb"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Place names the database: that of the saved searches.
type Place struct {
	Path string // SQLite file of the enquiries, or
	URL  string // of a PostgreSQL database that the nodes share
}

// Store is the database of handling and answers. It is safe for concurrent use, and several processes may use it.
type Store struct {
	place Place
	now   func() time.Time

	mu     sync.Mutex
	db     *sqldb.DB // nil before the first use
	closed bool
}

// NewStore returns a Store, which opens its database and migrates the schema when it is used: the site starts without the
// server of the other nodes. A nil now means time.Now.
func NewStore(place Place, now func() time.Time) *Store {
	if now == nil {
		now = time.Now
	}
	return &Store{place: place, now: now}
}

// Close ends the connections.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.db == nil {
		return nil
	}
	return s.db.Close()
}

// Open opens the database at once.
func (s *Store) Open(ctx context.Context) error {
	_, err := s.open(ctx)
	return err
}

// open returns the database.
func (s *Store) open(ctx context.Context) (*sqldb.DB, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return nil, errors.New("inbox: the database is closed")
	case s.db != nil:
		return s.db, nil
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	db, err := sqldb.Open(ctx, sqldb.Config{
		Path: s.place.Path, URL: s.place.URL, Readers: 2, Migrations: files, Versions: "estate_inbox_schema", Concurrent: true,
	})
	if err != nil {
		return nil, fmt.Errorf("inbox: %w", err)
	}
	s.db = db
	return db, nil
}

func explain(db *sqldb.DB, err error) error {
	if err != nil {
		return fmt.Errorf("inbox: %w", db.Explain(err))
	}
	return nil
}

// write runs fn in a transaction.
func (s *Store) write(ctx context.Context, fn func(tx *sqldb.Tx) error) error {
	db, err := s.open(ctx)
	if err != nil {
		return err
	}
	return explain(db, db.Write(ctx, fn))
}

// each runs a query and calls scan for every row.
func (s *Store) each(ctx context.Context, query string, args []any, scan func(*sql.Rows) error) error {
	db, err := s.open(ctx)
	if err != nil {
		return err
	}
	return explain(db, db.Read().Each(ctx, query, args, scan))
}

// State is what the office has done about an enquiry.
type State string

// The states. Spam is a property of the enquiry.
const (
	StateNew      State = "new"
	StateOpen     State = "open"
	StateAnswered State = "answered"
	StateClosed   State = "closed"
	StateSpam     State = "spam"
)

// Handling is what the office does about an enquiry.
type Handling struct {
	Key      leads.Key
	State    State  // "" until somebody sets it
	Assignee string // id of a user
	Note     string
	// Viewing is the start of the confirmed viewing, zero for none; Sequence counts its changes.
	Viewing  time.Time
	Minutes  int
	Sequence int
	Changed  time.Time
	By       string // id of a user, "" for a command
}

const handlingColumns = "node, lead, state, assignee, note, viewing, viewing_minutes, viewing_sequence, changed, changed_by"

func scanHandling(rows *sql.Rows, further ...any) (h Handling, err error) {
	var viewing, changed int64
	err = rows.Scan(append([]any{
		&h.Key.Node, &h.Key.ID, &h.State, &h.Assignee, &h.Note, &viewing, &h.Minutes, &h.Sequence, &changed, &h.By,
	}, further...)...)
	h.Viewing, h.Changed = fromMillis(viewing), fromMillis(changed)
	return h, err
}

// changedSince returns what was changed after a version, and the last version.
func (s *Store) changedSince(ctx context.Context, version int64) (changed []Handling, last int64, err error) {
	last = version
	const query = "SELECT " + handlingColumns + ", version FROM inbox_handling WHERE version > ? ORDER BY version"
	err = s.each(ctx, query, []any{version}, func(rows *sql.Rows) error {
		h, err := scanHandling(rows, &last)
		changed = append(changed, h)
		return err
	})
	return changed, last, err
}

// change applies fn to the handling of an enquiry and stores it.
func (s *Store) change(ctx context.Context, key leads.Key, by string, fn func(*Handling) error) error {
	return s.write(ctx, func(tx *sqldb.Tx) error { return s.changeIn(ctx, tx, key, by, fn) })
}

func (s *Store) changeIn(ctx context.Context, tx *sqldb.Tx, key leads.Key, by string, fn func(*Handling) error) error {
	var version int64 // first: writers of one enquiry take turns
	if _, err := tx.One(ctx, "UPDATE inbox_state SET value = value + 1 WHERE name = 'version' RETURNING value", nil, &version); err != nil {
		return err
	}
	h := Handling{Key: key}
	const query = "SELECT " + handlingColumns + " FROM inbox_handling WHERE node = ? AND lead = ?"
	err := tx.Each(ctx, query, []any{key.Node, key.ID}, func(rows *sql.Rows) (err error) {
		h, err = scanHandling(rows)
		return err
	})
	if err != nil {
		return err
	}
	if err := fn(&h); err != nil {
		return err
	}
	return tx.Exec(ctx, "INSERT INTO inbox_handling ("+handlingColumns+", version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "+
		"ON CONFLICT (node, lead) DO UPDATE SET state = excluded.state, assignee = excluded.assignee, note = excluded.note, "+
		"viewing = excluded.viewing, viewing_minutes = excluded.viewing_minutes, viewing_sequence = excluded.viewing_sequence, "+
		"changed = excluded.changed, changed_by = excluded.changed_by, version = excluded.version",
		key.Node, key.ID, string(h.State), h.Assignee, h.Note, toMillis(h.Viewing), h.Minutes, h.Sequence, s.now().UnixMilli(), by, version)
}

// SetState sets the state of enquiries, for commands.
func (s *Store) SetState(ctx context.Context, state State, keys ...leads.Key) error {
	for _, key := range keys {
		if err := s.change(ctx, key, "", func(h *Handling) error { h.State = state; return nil }); err != nil {
			return err
		}
	}
	return nil
}

// Forget erases handling and answers of enquiries that were deleted.
func (s *Store) Forget(ctx context.Context, keys ...leads.Key) error {
	if len(keys) == 0 {
		return nil
	}
	return s.write(ctx, func(tx *sqldb.Tx) error {
		for _, key := range keys {
			for _, statement := range []string{
				"DELETE FROM inbox_mails WHERE answer IN (SELECT id FROM inbox_answers WHERE node = ? AND lead = ?)",
				"DELETE FROM inbox_answers WHERE node = ? AND lead = ?",
				"DELETE FROM inbox_handling WHERE node = ? AND lead = ?",
			} {
				if err := tx.Exec(ctx, statement, key.Node, key.ID); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// orphans are the enquiries with handling or an answer of before a time that exists does not name.
func (s *Store) orphans(ctx context.Context, before time.Time, exists map[leads.Key]bool) (keys []leads.Key, err error) {
	const query = "SELECT node, lead FROM inbox_handling WHERE changed < ? UNION SELECT node, lead FROM inbox_answers WHERE created < ?"
	err = s.each(ctx, query, []any{before.UnixMilli(), before.UnixMilli()}, func(rows *sql.Rows) error {
		var key leads.Key
		err := rows.Scan(&key.Node, &key.ID)
		if err == nil && !exists[key] {
			keys = append(keys, key)
		}
		return err
	})
	return keys, err
}

// Answer is an answer of the office to an enquiry.
type Answer struct {
	ID      string
	Key     leads.Key // of the enquiry
	Request string    // the user and the key of the call
	Name    string    // of the person who answers
	Mail    string
	Lang    i18n.Lang // of that person
	Created time.Time
	Subject string
	Text    string
	// Viewing is the start of the viewing that it confirms, zero for none.
	Viewing  time.Time
	Minutes  int
	Sequence int
	// State and Error are those of its mails: failed, waiting or delivered.
	State leads.DeliveryState
	Error string
}

// Recipients of the mails of an answer.
const (
	toVisitor = "visitor"
	toSender  = "sender"
)

// ErrKeyUsed reports a key that was used for another answer.
var ErrKeyUsed = errors.New("the key was used for another answer")

// add stores an answer with its mails, and changes the handling of the enquiry, in one transaction. An answer of the same
// request is the same one: then nothing is written.
func (s *Store) add(ctx context.Context, a Answer, by string, recipients []string, change func(*Handling, *Answer) error) error {
	return s.write(ctx, func(tx *sqldb.Tx) error {
		err := s.changeIn(ctx, tx, a.Key, by, func(h *Handling) error {
			var subject, text string
			var viewing int64
			known, err := tx.One(ctx, "SELECT subject, message, viewing FROM inbox_answers WHERE node = ? AND lead = ? AND request = ?",
				[]any{a.Key.Node, a.Key.ID, a.Request}, &subject, &text, &viewing)
			switch {
			case err != nil:
				return err
			case known && (subject != a.Subject || text != a.Text || viewing != toMillis(a.Viewing)):
				return ErrKeyUsed
			case known:
				return errKnown
			}
			return change(h, &a)
		})
		if err != nil {
			return err
		}
		a.ID, a.Created = strings.ToLower(rand.Text()), s.now()
		err = tx.Exec(ctx, "INSERT INTO inbox_answers ("+answerColumns+") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
			a.ID, a.Key.Node, a.Key.ID, a.Request, a.Name, a.Mail, string(a.Lang), a.Created.UnixMilli(), a.Subject, a.Text,
			toMillis(a.Viewing), a.Minutes, a.Sequence)
		if err != nil {
			return err
		}
		for _, recipient := range recipients {
			err := tx.Exec(ctx, "INSERT INTO inbox_mails (answer, recipient, state, attempts, due, error) VALUES (?, ?, ?, 0, ?, '')",
				a.ID, recipient, string(leads.Waiting), a.Created.UnixMilli())
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// errKnown ends a transaction that would repeat an answer.
var errKnown = errors.New("the answer is stored already")

const answerColumns = "id, node, lead, request, name, mail, lang, created, subject, message, viewing, viewing_minutes, viewing_sequence"

// answersWhere reads answers, the oldest first, with the states of their mails.
func (s *Store) answersWhere(ctx context.Context, condition string, args ...any) (answers []Answer, err error) {
	const columns = "a.id, a.node, a.lead, a.request, a.name, a.mail, a.lang, a.created, a.subject, a.message, a.viewing, " +
		"a.viewing_minutes, a.viewing_sequence, coalesce(m.state, ''), coalesce(m.error, '')"
	query := "SELECT " + columns + " FROM inbox_answers a LEFT JOIN inbox_mails m ON m.answer = a.id WHERE " + condition +
		" ORDER BY a.created, a.id, m.recipient"
	err = s.each(ctx, query, args, func(rows *sql.Rows) error {
		var a Answer
		var created, viewing int64
		var state leads.DeliveryState
		var problem string
		err := rows.Scan(&a.ID, &a.Key.Node, &a.Key.ID, &a.Request, &a.Name, &a.Mail, &a.Lang, &created, &a.Subject, &a.Text, &viewing,
			&a.Minutes, &a.Sequence, &state, &problem)
		if err != nil {
			return err
		}
		a.Created, a.Viewing = fromMillis(created), fromMillis(viewing)
		if n := len(answers); n == 0 || answers[n-1].ID != a.ID {
			answers = append(answers, a)
		}
		answers[len(answers)-1].add(state, problem)
		return nil
	})
	return answers, err
}

// add takes the state of one of the mails into account.
func (a *Answer) add(state leads.DeliveryState, problem string) {
	worse := map[leads.DeliveryState]int{leads.Delivered: 1, leads.Waiting: 2, leads.Failed: 3}
	if worse[state] > worse[a.State] {
		a.State, a.Error = state, problem
	}
}

// answersOf are the answers to an enquiry.
func (s *Store) answersOf(ctx context.Context, key leads.Key) ([]Answer, error) {
	return s.answersWhere(ctx, "a.node = ? AND a.lead = ?", key.Node, key.ID)
}

// mail is a mail that is to be sent.
type mail struct {
	answer, recipient string
	attempts          int
}

// claim returns the longest due mail and defers it for the time of an attempt, so that no other node sends it meanwhile. Without
// one, next is the time of the next, zero when none waits. latest is the longest delay of an attempt: what is due later was
// given its time before the clock was set back.
func (s *Store) claim(ctx context.Context, attempt, latest time.Duration) (m mail, found bool, next time.Time, err error) {
	db, err := s.open(ctx)
	if err != nil {
		return m, false, next, err
	}
	now := s.now()
	const dueMail = "state = 'waiting' AND (due <= ? OR due > ?)"
	args := []any{now.UnixMilli(), now.Add(latest + attempt).UnixMilli()}
	err = s.write(ctx, func(tx *sqldb.Tx) error {
		found, err = tx.One(ctx, "SELECT answer, recipient FROM inbox_mails WHERE "+dueMail+" ORDER BY due, answer, recipient LIMIT 1"+
			db.ForUpdate(), args, &m.answer, &m.recipient)
		if err != nil || !found {
			return err
		}
		// Another node may have claimed it while this one waited for the row.
		found, err = tx.One(ctx, "UPDATE inbox_mails SET attempts = attempts + 1, due = ? WHERE answer = ? AND recipient = ? AND "+dueMail+
			" RETURNING attempts", append([]any{now.Add(attempt).UnixMilli(), m.answer, m.recipient}, args...), &m.attempts)
		return err
	})
	if err != nil || found {
		return m, found, next, err
	}
	var due sql.NullInt64
	_, err = db.Read().One(ctx, "SELECT MIN(due) FROM inbox_mails WHERE state = 'waiting'", nil, &due)
	return m, false, fromMillis(due.Int64), explain(db, err)
}

// record stores the result of an attempt.
func (s *Store) record(ctx context.Context, m mail, d leads.Delivery) error {
	return s.write(ctx, func(tx *sqldb.Tx) error {
		return tx.Exec(ctx, "UPDATE inbox_mails SET state = ?, due = ?, error = ? WHERE answer = ? AND recipient = ?",
			string(d.State), toMillis(d.Next), d.Error, m.answer, m.recipient)
	})
}

// backlog are the mails that wait.
func (s *Store) backlog(ctx context.Context) (leads.Backlog, error) {
	b := leads.Backlog{Channel: "answers"}
	const query = "SELECT COUNT(*), COALESCE(SUM(CASE WHEN m.error <> '' THEN 1 ELSE 0 END), 0), COALESCE(MIN(a.created), 0), " +
		"COALESCE(MAX(m.error), '') FROM inbox_mails m JOIN inbox_answers a ON a.id = m.answer WHERE m.state = 'waiting'"
	err := s.each(ctx, query, nil, func(rows *sql.Rows) error {
		var oldest int64
		err := rows.Scan(&b.Waiting, &b.Retried, &oldest, &b.Error)
		b.Oldest = fromMillis(oldest)
		return err
	})
	return b, err
}

// retry makes the failed mails to a visitor due again, and returns their number.
func (s *Store) retry(ctx context.Context, key leads.Key) (n int, err error) {
	err = s.write(ctx, func(tx *sqldb.Tx) error {
		return tx.Each(ctx, "UPDATE inbox_mails SET state = 'waiting', attempts = 0, due = ?, error = '' WHERE state = 'failed' AND "+
			"answer IN (SELECT id FROM inbox_answers WHERE node = ? AND lead = ?) RETURNING answer",
			[]any{s.now().UnixMilli(), key.Node, key.ID}, func(rows *sql.Rows) error {
				var answer string
				n++
				return rows.Scan(&answer)
			})
	})
	return n, err
}

// toMillis and fromMillis convert times to Unix milliseconds; the zero time is 0.
func toMillis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func fromMillis(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}
