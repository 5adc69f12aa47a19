package alerts

import (
	"context"
	"crypto/rand"
	"database/sql"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"estate/internal/agency/leads"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/platform/sqldb"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Place names the database of the saved searches.
type Place struct {
	Path string // SQLite file of the enquiries, or
	URL  string // of a PostgreSQL database that the nodes share
}

// Store is the database of the saved searches. It is safe for concurrent use.
type Store struct {
	db  *sqldb.DB
	now func() time.Time
}

// OpenStore opens the database and migrates its schema. A nil now means time.Now.
func OpenStore(ctx context.Context, place Place, now func() time.Time) (*Store, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	cfg := sqldb.Config{Path: place.Path, URL: place.URL, Readers: 2, Migrations: files, Versions: "estate_alerts_schema", Concurrent: true}
	db, err := sqldb.Open(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("saved searches: %w", err)
	}
	if now == nil {
		now = time.Now
	}
	return &Store{db: db, now: now}, nil
}

// Close ends the connections.
func (s *Store) Close() error { return s.db.Close() }

// write runs fn in a transaction.
func (s *Store) write(ctx context.Context, fn func(tx *sqldb.Tx) error) error {
	return s.explain(s.db.Write(ctx, fn))
}

func (s *Store) explain(err error) error {
	if err != nil {
		return fmt.Errorf("saved searches: %w", s.db.Explain(err))
	}
	return nil
}

// newToken is 128 random bits in hex: nobody can guess the links of another visitor.
func newToken() string {
	var random [16]byte
	_, _ = rand.Read(random[:]) // crypto/rand never fails on the systems Go supports
	return hex.EncodeToString(random[:])
}

// nextVersion numbers a change of the saved searches. Writers take turns.
func nextVersion(ctx context.Context, tx *sqldb.Tx) (version int64, err error) {
	_, err = tx.One(ctx, "UPDATE alert_state SET value = value + 1 WHERE name = 'version' RETURNING value", nil, &version)
	return version, err
}

// subscribe stores a search and a mail that asks for its confirmation. It does nothing for a mailbox that has too many or
// may not be asked, and for a search that was asked for lately.
func (s *Store) subscribe(ctx context.Context, r Request) error {
	now := s.now().UnixMilli()
	address := leads.Mailbox(r.Mail)
	return s.write(ctx, func(tx *sqldb.Tx) error {
		version, err := nextVersion(ctx, tx) // first: two equal requests take turns
		if err != nil {
			return err
		}
		var token string
		var asked int64
		known, err := tx.One(ctx, "SELECT token, asked FROM alerts WHERE address = ? AND kind = ? AND query = ?",
			[]any{address, string(r.Kind), r.Query}, &token, &asked)
		if err != nil || known && asked > now-askAgain.Milliseconds() {
			return err
		}
		if may, err := s.mayAsk(ctx, tx, address, r.Client); err != nil || !may {
			return err
		}
		if known {
			if err := tx.Exec(ctx, "UPDATE alerts SET asked = ?, daily = CASE WHEN confirmed = 0 THEN ? ELSE daily END, version = ? WHERE token = ?",
				now, flag(r.Daily), version, token); err != nil {
				return err
			}
			return insertMail(ctx, tx, newToken(), token, true, now)
		}
		if full, err := makeRoom(ctx, tx, address); err != nil || full {
			return err
		}
		token = newToken()
		err = tx.Exec(ctx, "INSERT INTO alerts (token, mail, address, lang, kind, query, daily, policy, created, asked, confirmed, active, "+
			"mailed, version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, ?)",
			token, r.Mail, address, string(r.Lang), string(r.Kind), r.Query, flag(r.Daily), r.Policy, now, now, version)
		if err != nil {
			return err
		}
		return insertMail(ctx, tx, newToken(), token, true, now)
	})
}

// makeRoom erases the oldest unconfirmed search of a mailbox that has as many as it may have: others may have asked for it.
// It is full when all are confirmed.
func makeRoom(ctx context.Context, tx *sqldb.Tx, address string) (full bool, err error) {
	var all int64
	if _, err := tx.One(ctx, "SELECT COUNT(*) FROM alerts WHERE address = ?", []any{address}, &all); err != nil || all < maxPerAddress {
		return false, err
	}
	var oldest string
	found, err := tx.One(ctx, "SELECT token FROM alerts WHERE address = ? AND confirmed = 0 ORDER BY created, token LIMIT 1", []any{address},
		&oldest)
	if err != nil || !found {
		return true, err
	}
	_, err = erase(ctx, tx, oldest)
	return false, err
}

func flag(set bool) int64 {
	if set {
		return 1
	}
	return 0
}

func insertMail(ctx context.Context, tx *sqldb.Tx, id, token string, ask bool, now int64) error {
	return tx.Exec(ctx, "INSERT INTO alert_mails (id, token, ask, created, due, attempts, error) VALUES (?, ?, ?, ?, ?, 0, '')", id, token,
		flag(ask), now, now)
}

const alertColumns = "token, mail, lang, kind, query, daily, policy, created, confirmed, active"

// scanAlert reads alertColumns and further columns of a query.
func scanAlert(rows *sql.Rows, further ...any) (Alert, error) {
	var a Alert
	var lang, kind string
	var daily, created, confirmed, active int64
	err := rows.Scan(append([]any{&a.Token, &a.Mail, &lang, &kind, &a.Query, &daily, &a.Policy, &created, &confirmed, &active}, further...)...)
	a.Lang, a.Kind, a.Daily = i18n.Lang(lang), search.Kind(kind), daily != 0
	a.Created, a.Confirmed, a.Active = fromMillis(created), fromMillis(confirmed), fromMillis(active)
	return a, err
}

func fromMillis(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// Find returns the saved search of a token.
func (s *Store) Find(ctx context.Context, token string) (found Alert, ok bool, err error) {
	err = s.db.Read().Each(ctx, "SELECT "+alertColumns+" FROM alerts WHERE token = ?", []any{token}, func(rows *sql.Rows) (err error) {
		found, err = scanAlert(rows)
		ok = true
		return err
	})
	return found, ok, s.explain(err)
}

// All returns every saved search, the oldest first.
func (s *Store) All(ctx context.Context) ([]Alert, error) {
	var all []Alert
	err := s.db.Read().Each(ctx, "SELECT "+alertColumns+" FROM alerts ORDER BY created, token", nil, func(rows *sql.Rows) error {
		a, err := scanAlert(rows)
		all = append(all, a)
		return err
	})
	return all, s.explain(err)
}

// MailCounts are the numbers of mails with homes that were sent, by token.
func (s *Store) MailCounts(ctx context.Context) (map[string]int, error) {
	counts := map[string]int{}
	const query = "SELECT token, COUNT(DISTINCT mail) FROM alert_matches WHERE mail <> '' AND mail NOT IN (SELECT id FROM alert_mails) " +
		"GROUP BY token"
	err := s.db.Read().Each(ctx, query, nil, func(rows *sql.Rows) error {
		var token string
		var n int
		err := rows.Scan(&token, &n)
		counts[token] = n
		return err
	})
	return counts, s.explain(err)
}

// confirm starts a saved search; ok is false for an unknown or expired token.
func (s *Store) confirm(ctx context.Context, token string) (ok bool, err error) {
	now := s.now()
	err = s.write(ctx, func(tx *sqldb.Tx) error {
		version, err := nextVersion(ctx, tx)
		if err != nil {
			return err
		}
		var mailbox string
		ok, err = tx.One(ctx, "UPDATE alerts SET confirmed = CASE WHEN confirmed = 0 THEN CAST(? AS BIGINT) ELSE confirmed END, active = ?, "+
			"version = ? WHERE token = ? AND (confirmed > 0 OR asked > ?) RETURNING address",
			[]any{now.UnixMilli(), now.UnixMilli(), version, token, now.Add(-confirmWithin).UnixMilli()}, &mailbox)
		if err != nil || !ok {
			return err
		}
		return forgetAsks(ctx, tx, mailbox)
	})
	return ok, err
}

// visit records a click in a mail.
func (s *Store) visit(ctx context.Context, token string) error {
	return s.write(ctx, func(tx *sqldb.Tx) error {
		return tx.Exec(ctx, "UPDATE alerts SET active = ? WHERE token = ?", s.now().UnixMilli(), token)
	})
}

// Delete erases saved searches with all that belongs to them.
func (s *Store) Delete(ctx context.Context, tokens ...string) (n int, err error) {
	err = s.write(ctx, func(tx *sqldb.Tx) error {
		for _, token := range tokens {
			found, err := erase(ctx, tx, token)
			if err != nil {
				return err
			}
			if found {
				n++
			}
		}
		return nil
	})
	return n, err
}

func erase(ctx context.Context, tx *sqldb.Tx, token string) (found bool, err error) {
	var gone string
	if found, err = tx.One(ctx, "DELETE FROM alerts WHERE token = ? RETURNING token", []any{token}, &gone); err != nil {
		return false, err
	}
	for _, table := range []string{"alert_matches", "alert_mails"} {
		if err := tx.Exec(ctx, "DELETE FROM "+table+" WHERE token = ?", token); err != nil {
			return false, err
		}
	}
	return found, nil
}

// DeleteAddress erases all saved searches of a mail address.
func (s *Store) DeleteAddress(ctx context.Context, mail string) (int, error) {
	if err := s.write(ctx, func(tx *sqldb.Tx) error { return forgetAsks(ctx, tx, leads.Mailbox(mail)) }); err != nil {
		return 0, err
	}
	// Searches from before mailboxes were told apart have the address in lower case.
	return s.deleteWhere(ctx, "address = ? OR address = ?", leads.Mailbox(mail), strings.ToLower(mail))
}

// expire erases searches that were not confirmed in time, and those without a click for a year.
func (s *Store) expire(ctx context.Context) (int, error) {
	now := s.now()
	err := s.write(ctx, func(tx *sqldb.Tx) error {
		return tx.Exec(ctx, "DELETE FROM alert_asks WHERE at <= ?", now.Add(-keepAsks).UnixMilli())
	})
	if err != nil {
		return 0, err
	}
	return s.deleteWhere(ctx, "(confirmed = 0 AND asked <= ?) OR (confirmed > 0 AND active <= ?)",
		now.Add(-confirmWithin).UnixMilli(), now.AddDate(-keepWithoutClick, 0, 0).UnixMilli())
}

func (s *Store) deleteWhere(ctx context.Context, condition string, args ...any) (int, error) {
	var tokens []string
	err := s.db.Read().Each(ctx, "SELECT token FROM alerts WHERE "+condition, args, func(rows *sql.Rows) error {
		var token string
		err := rows.Scan(&token)
		tokens = append(tokens, token)
		return err
	})
	if err != nil || len(tokens) == 0 {
		return 0, s.explain(err)
	}
	return s.Delete(ctx, tokens...)
}

// Status is the number of saved searches and of mails that wait.
type Status struct {
	Confirmed, Waiting, Mails int
	Retried                   int // of Mails: more than two attempts failed
	// Compared is the position of the last change of the content that was compared with the
	// searches; 0 before the first comparison.
	Compared uint64
}

// Status counts.
func (s *Store) Status(ctx context.Context) (status Status, err error) {
	const query = "SELECT COALESCE(SUM(CASE WHEN confirmed > 0 THEN 1 ELSE 0 END), 0), " +
		"COALESCE(SUM(CASE WHEN confirmed = 0 THEN 1 ELSE 0 END), 0), (SELECT COUNT(*) FROM alert_mails), " +
		"(SELECT COUNT(*) FROM alert_mails WHERE attempts > 2) FROM alerts"
	if _, err = s.db.Read().One(ctx, query, nil, &status.Confirmed, &status.Waiting, &status.Mails, &status.Retried); err != nil {
		return status, s.explain(err)
	}
	status.Compared, _, err = s.position(ctx)
	return status, err
}

// changedSince are the confirmed searches that changed after a version, and the last version.
func (s *Store) changedSince(ctx context.Context, version int64) (changed []Alert, last int64, err error) {
	last = version
	err = s.db.Read().Each(ctx, "SELECT "+alertColumns+", version FROM alerts WHERE version > ? AND confirmed > 0 ORDER BY version",
		[]any{version}, func(rows *sql.Rows) error {
			a, err := scanAlert(rows, &last)
			changed = append(changed, a)
			return err
		})
	return changed, last, s.explain(err)
}

// position is the last change of the content that was compared, false before the first one.
func (s *Store) position(ctx context.Context) (seq uint64, ok bool, err error) {
	var value int64
	_, err = s.db.Read().One(ctx, "SELECT value FROM alert_state WHERE name = 'change'", nil, &value)
	return uint64(max(value, 0)), value >= 0, s.explain(err)
}

// match is a home that passed a saved search.
type match struct {
	token string
	home  int
	entry int       // 0 for a new home
	at    time.Time // of the event: a search that was confirmed later is not told
}

// addMatches stores matches and the position in the change log in one transaction. A match that
// is known is left as it is.
func (s *Store) addMatches(ctx context.Context, matches []match, position uint64) error {
	now := s.now().UnixMilli()
	return s.write(ctx, func(tx *sqldb.Tx) error {
		for _, m := range matches {
			err := tx.Exec(ctx, "INSERT INTO alert_matches (token, home, entry, found, mail) "+
				"SELECT token, CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT), '' FROM alerts WHERE token = ? AND confirmed > 0 "+
				"AND confirmed <= ? ON CONFLICT DO NOTHING",
				m.home, m.entry, now, m.token, m.at.Add(clockSlack).UnixMilli())
			if err != nil {
				return err
			}
		}
		return tx.Exec(ctx, "UPDATE alert_state SET value = ? WHERE name = 'change'", int64(position))
	})
}

// makeMails makes a mail for each saved search whose matches are due: at once when the last
// match is older than settle, daily once a day when daily is true.
func (s *Store) makeMails(ctx context.Context, settle time.Duration, daily bool, dayStart time.Time) (int, error) {
	now := s.now()
	var due []string
	const query = "SELECT a.token, a.daily, a.mailed, MAX(m.found) FROM alert_matches m JOIN alerts a ON a.token = m.token " +
		"WHERE m.mail = '' GROUP BY a.token, a.daily, a.mailed"
	err := s.db.Read().Each(ctx, query, nil, func(rows *sql.Rows) error {
		var token string
		var isDaily, mailed, newest int64
		if err := rows.Scan(&token, &isDaily, &mailed, &newest); err != nil {
			return err
		}
		switch {
		case newest > now.Add(-settle).UnixMilli():
		case isDaily == 0, daily && mailed < dayStart.UnixMilli():
			due = append(due, token)
		}
		return nil
	})
	if err != nil {
		return 0, s.explain(err)
	}
	for _, token := range due {
		err := s.write(ctx, func(tx *sqldb.Tx) error {
			id := newToken()
			if err := tx.Exec(ctx, "UPDATE alert_matches SET mail = ? WHERE token = ? AND mail = ''", id, token); err != nil {
				return err
			}
			if err := tx.Exec(ctx, "UPDATE alerts SET mailed = ? WHERE token = ?", now.UnixMilli(), token); err != nil {
				return err
			}
			return insertMail(ctx, tx, id, token, false, now.UnixMilli())
		})
		if err != nil {
			return 0, err
		}
	}
	return len(due), nil
}

// dueMail is a mail that is to be sent now.
type dueMail struct {
	id, token string
	ask       bool
	created   time.Time
	attempts  int
}

// due are at most n mails, the oldest first.
func (s *Store) due(ctx context.Context, n int) (mails []dueMail, err error) {
	err = s.db.Read().Each(ctx, "SELECT id, token, ask, created, attempts FROM alert_mails WHERE due <= ? ORDER BY due, id LIMIT ?",
		[]any{s.now().UnixMilli(), n}, func(rows *sql.Rows) error {
			var m dueMail
			var ask, created int64
			err := rows.Scan(&m.id, &m.token, &ask, &created, &m.attempts)
			m.ask, m.created = ask != 0, fromMillis(created)
			mails = append(mails, m)
			return err
		})
	return mails, s.explain(err)
}

// matchesOf are the properties of a mail; the value is true for a home with a reduced price only.
func (s *Store) matchesOf(ctx context.Context, mail string) (properties []int, reduced map[int]bool, err error) {
	reduced = map[int]bool{}
	err = s.db.Read().Each(ctx, "SELECT home, entry FROM alert_matches WHERE mail = ? ORDER BY found DESC, home DESC, entry", []any{mail},
		func(rows *sql.Rows) error {
			var home, entry int
			if err := rows.Scan(&home, &entry); err != nil {
				return err
			}
			if known, ok := reduced[home]; ok {
				reduced[home] = known && entry > 0
				return nil
			}
			properties = append(properties, home)
			reduced[home] = entry > 0
			return nil
		})
	return properties, reduced, s.explain(err)
}

// attempt counts an attempt before it is made; false when the mail is gone.
func (s *Store) attempt(ctx context.Context, id string) (ok bool, err error) {
	err = s.write(ctx, func(tx *sqldb.Tx) error {
		var n int64
		ok, err = tx.One(ctx, "UPDATE alert_mails SET attempts = attempts + 1 WHERE id = ? RETURNING attempts", []any{id}, &n)
		return err
	})
	return ok, err
}

// sent deletes a mail that the server accepted, or that is given up.
func (s *Store) sent(ctx context.Context, id string) error {
	return s.write(ctx, func(tx *sqldb.Tx) error { return tx.Exec(ctx, "DELETE FROM alert_mails WHERE id = ?", id) })
}

// failed sets the time of the next attempt.
func (s *Store) failed(ctx context.Context, id string, due time.Time, reason string) error {
	return s.write(ctx, func(tx *sqldb.Tx) error {
		return tx.Exec(ctx, "UPDATE alert_mails SET due = ?, error = ? WHERE id = ?", due.UnixMilli(), reason, id)
	})
}
