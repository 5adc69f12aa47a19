package account

import (
	"context"
	"database/sql"
	"time"

	"estate/internal/platform/sqldb"
)

// Times of sessions.
const (
	sessionTime     = 12 * time.Hour
	keptSessionTime = 14 * 24 * time.Hour // with a passkey, on a device that the user keeps
	sessionIdle     = 8 * time.Hour       // without a request; a kept session has no such end
	strongTime      = 15 * time.Minute    // after a fresh factor
	usedEvery       = time.Minute         // between two writes of the last use
	maxSessions     = 50                  // of a user; the oldest one ends for a further one
	maxAgent        = 200
	formerSession   = 30 * time.Second // of a token that was replaced
)

// Session is a signed-in browser.
type Session struct {
	ID          string // the hash of its token
	User        User
	Created     time.Time
	Used        time.Time
	Ends        time.Time // at the latest
	StrongUntil time.Time // until then the user counts as freshly verified
	Agent       string    // of the browser
	Network     string    // prefix of the client's address
	Keep        bool      // outlives the browser, without an idle end
}

// Device describes the browser of a new session.
type Device struct {
	Agent   string
	Network string
	Keep    bool // for 14 days; only after a passkey
}

// StartSession signs a user in after a factor was verified. The token is the value of the cookie; it is stored as its hash.
func (s *Store) StartSession(ctx context.Context, user string, d Device) (token string, session Session, err error) {
	token = newToken()
	err = s.write(ctx, func(tx *sqldb.Tx) error {
		session, err = s.startSession(ctx, tx, user, token, d)
		return err
	})
	return token, session, err
}

func (s *Store) startSession(ctx context.Context, tx *sqldb.Tx, user, token string, d Device) (Session, error) {
	now := s.now().UTC()
	u, err := s.userBy(ctx, tx.Conn, "id", user)
	if err != nil {
		return Session{}, err
	}
	lasts, keep := sessionTime, 0
	if d.Keep {
		lasts, keep = keptSessionTime, 1
	}
	if len(d.Agent) > maxAgent {
		d.Agent = d.Agent[:maxAgent]
	}
	session := Session{
		ID: hash(token), User: u, Created: now, Used: now, Ends: now.Add(lasts), StrongUntil: now.Add(strongTime),
		Agent: d.Agent, Network: d.Network, Keep: d.Keep,
	}
	if err := tx.Exec(ctx, "DELETE FROM account_sessions WHERE ends <= ? OR keep = 0 AND used <= ?",
		milli(now), milli(now.Add(-sessionIdle))); err != nil {
		return Session{}, err
	}
	if err := tx.Exec(ctx, "DELETE FROM account_sessions WHERE user_id = ? AND id NOT IN (SELECT id FROM account_sessions "+
		"WHERE user_id = ? ORDER BY used DESC LIMIT ?)", user, user, maxSessions-1); err != nil {
		return Session{}, err
	}
	if err := tx.Exec(ctx, "UPDATE account_users SET last_seen = ? WHERE id = ?", milli(now), user); err != nil {
		return Session{}, err
	}
	return session, tx.Exec(ctx, "INSERT INTO account_sessions (id, user_id, created, used, ends, strong_until, keep, agent, network) "+
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", session.ID, user, milli(now), milli(now), milli(session.Ends), milli(session.StrongUntil), keep,
		session.Agent, session.Network)
}

const sessionColumns = "s.id, s.created, s.used, s.ends, s.strong_until, s.keep, s.agent, s.network, " + userColumns +
	" FROM account_sessions s JOIN account_users u ON u.id = s.user_id"

type sessionRow struct {
	Session
	row                                 userRow
	created, used, ends, strong, isKept int64
}

func (r *sessionRow) targets() []any {
	return append([]any{&r.ID, &r.created, &r.used, &r.ends, &r.strong, &r.isKept, &r.Agent, &r.Network}, r.row.targets()...)
}

func (r *sessionRow) session() Session {
	one := r.Session
	one.Created, one.Used, one.Ends, one.StrongUntil = timeOf(r.created), timeOf(r.used), timeOf(r.ends), timeOf(r.strong)
	one.User, one.Keep = r.row.user(), r.isKept != 0
	return one
}

// open reports whether a session has not ended.
func (r *sessionRow) open(now time.Time) bool {
	return milli(now) < r.ends && (r.isKept != 0 || milli(now) < r.used+sessionIdle.Milliseconds()) && r.row.disabled == 0
}

// Session returns the session of a cookie's token, or ErrUnknown, and notes its use.
func (s *Store) Session(ctx context.Context, token string) (Session, error) {
	var row sessionRow
	found, err := s.db.Read().One(ctx, "SELECT "+sessionColumns+" WHERE s.id = ?", []any{hash(token)}, row.targets()...)
	if err != nil {
		return Session{}, s.explain(err)
	}
	now := s.now()
	if !found || !row.open(now) {
		return Session{}, ErrUnknown
	}
	if milli(now)-row.used >= usedEvery.Milliseconds() {
		err = s.write(ctx, func(tx *sqldb.Tx) error {
			if err := tx.Exec(ctx, "UPDATE account_sessions SET used = ? WHERE id = ?", milli(now), row.ID); err != nil {
				return err
			}
			return tx.Exec(ctx, "UPDATE account_users SET last_seen = ? WHERE id = ?", milli(now), row.row.ID)
		})
	}
	return row.session(), err
}

// Sessions returns the open sessions of a user, the last used first.
func (s *Store) Sessions(ctx context.Context, user string) ([]Session, error) {
	var all []Session
	now := s.now()
	const query = "SELECT " + sessionColumns + " WHERE s.user_id = ? ORDER BY s.used DESC, s.id"
	err := s.db.Read().Each(ctx, query, []any{user}, func(rows *sql.Rows) error {
		var row sessionRow
		if err := rows.Scan(row.targets()...); err != nil || !row.open(now) {
			return err
		}
		all = append(all, row.session())
		return nil
	})
	return all, s.explain(err)
}

// EndSession ends a session of a user.
func (s *Store) EndSession(ctx context.Context, user, id string) error {
	return s.write(ctx, func(tx *sqldb.Tx) error {
		return tx.Exec(ctx, "DELETE FROM account_sessions WHERE user_id = ? AND id = ?", user, id)
	})
}

// EndSessions ends all sessions of a user but one; "" excepts none.
func (s *Store) EndSessions(ctx context.Context, user, except string) error {
	return s.write(ctx, func(tx *sqldb.Tx) error { return endSessions(ctx, tx, user, except) })
}

func endSessions(ctx context.Context, tx *sqldb.Tx, user, except string) error {
	return tx.Exec(ctx, "DELETE FROM account_sessions WHERE user_id = ? AND id <> ?", user, except)
}
