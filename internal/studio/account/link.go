package account

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"net/netip"
	"time"

	"estate/internal/content/i18n"
	"estate/internal/platform/sqldb"
)

// Purpose is what a link is for.
type Purpose string

// The purposes of links.
const (
	PurposeSetup   Purpose = "setup"   // makes the first owner
	PurposeInvite  Purpose = "invite"  // gives an invited user the first factor
	PurposeRecover Purpose = "recover" // replaces all factors of a user
)

// times of links.
var linkTimes = map[Purpose]time.Duration{PurposeSetup: time.Hour, PurposeInvite: 7 * 24 * time.Hour, PurposeRecover: 24 * time.Hour}

// ErrLinkEnded reports a link that was used, replaced or is too old.
var ErrLinkEnded = errors.New("the link was used or has expired")

// Link is what a link is for.
type Link struct {
	Purpose Purpose
	User    User // the zero user, but an owner, for PurposeSetup
	draft   linkDraft
}

// Person is what a new user says of themselves.
type Person struct {
	Mail string
	Name string
	Lang i18n.Lang
}

// linkDraft is what was chosen by a link before its last step.
type linkDraft struct {
	Person         Person
	Password, TOTP string
}

// LinkURL is the address of a link. The token is in the fragment, so that no log of a server has it.
func LinkURL(origin string, purpose Purpose, token string) string {
	return origin + "/studio/" + string(purpose) + "/#" + token
}

// NewSetupLink makes the link of the first owner. In a file, which has one site, it replaces an earlier one.
func (s *Store) NewSetupLink(ctx context.Context) (token string, expires time.Time, err error) {
	return s.newLink(ctx, PurposeSetup, "")
}

// NewLink makes a link for a user: an invitation, or a recovery for who has a factor. It replaces an earlier one.
func (s *Store) NewLink(ctx context.Context, user User) (token string, purpose Purpose, expires time.Time, err error) {
	purpose = PurposeRecover
	if user.Pending {
		purpose = PurposeInvite
	}
	token, expires, err = s.newLink(ctx, purpose, user.ID)
	return token, purpose, expires, err
}

func (s *Store) newLink(ctx context.Context, purpose Purpose, user string) (token string, expires time.Time, err error) {
	token, expires = newToken(), s.now().Add(linkTimes[purpose]).UTC()
	err = s.write(ctx, func(tx *sqldb.Tx) error {
		replaces := 1
		if purpose == PurposeSetup && s.db.OnServer() {
			replaces = 0 // each node of a new site prints its link
		}
		if err := tx.Exec(ctx, "DELETE FROM account_links WHERE expires <= ? OR ? = 1 AND user_id = ?",
			milli(s.now()), replaces, user); err != nil {
			return err
		}
		return tx.Exec(ctx, "INSERT INTO account_links (id, user_id, purpose, expires, draft) VALUES (?, ?, ?, ?, '')",
			hash(token), user, string(purpose), milli(expires))
	})
	return token, expires, err
}

// HasSetupLink reports whether a link of the first owner can be used.
func (s *Store) HasSetupLink(ctx context.Context) (bool, error) {
	var one int64
	found, err := s.db.Read().One(ctx, "SELECT 1 FROM account_links WHERE purpose = ? AND expires > ? LIMIT 1",
		[]any{string(PurposeSetup), milli(s.now())}, &one)
	return found, s.explain(err)
}

// Link returns what a link is for, or ErrLinkEnded.
func (s *Store) Link(ctx context.Context, token string) (Link, error) {
	return s.link(ctx, s.db.Read(), token)
}

func (s *Store) link(ctx context.Context, on *sqldb.Conn, token string) (Link, error) {
	var user, purpose, draft string
	found, err := on.One(ctx, "SELECT user_id, purpose, draft FROM account_links WHERE id = ? AND expires > ?",
		[]any{hash(token), milli(s.now())}, &user, &purpose, &draft)
	switch {
	case err != nil:
		return Link{}, s.explain(err)
	case !found:
		return Link{}, ErrLinkEnded
	}
	l := Link{Purpose: Purpose(purpose), User: User{Role: RoleOwner}}
	if draft != "" {
		if err := json.Unmarshal([]byte(draft), &l.draft); err != nil {
			return Link{}, err
		}
	}
	if user == "" {
		return l, nil
	}
	l.User, err = s.userBy(ctx, on, "id", user)
	if errors.Is(err, ErrUnknown) || err == nil && l.User.Disabled {
		return Link{}, ErrLinkEnded
	}
	return l, err
}

// personOf is who a link makes or changes: an invited person chooses name and language, a recovered one nothing.
func (l *Link) personOf(p Person) User {
	u := l.User
	switch l.Purpose {
	case PurposeSetup:
		u.Mail, u.Name, u.Lang = p.Mail, p.Name, p.Lang
	case PurposeInvite:
		u.Name, u.Lang = p.Name, p.Lang
	}
	return u
}

// CheckPerson returns the problem of what the person of a link has entered, a *FieldError.
func (l *Link) CheckPerson(p Person) error {
	u := l.personOf(p)
	return u.check()
}

// useLink ends a link in the transaction of its last step, and makes or changes its user. id is that of a new user. Of two
// last steps one finds the link.
func (s *Store) useLink(ctx context.Context, tx *sqldb.Tx, token, id string, p Person) (User, error) {
	l, err := s.link(ctx, tx.Conn, token)
	if err != nil {
		return User{}, err
	}
	// All links of the user end; those of the setup lock out the other nodes.
	ended := false
	err = tx.Each(ctx, "DELETE FROM account_links WHERE user_id = ? RETURNING id", []any{l.User.ID}, func(rows *sql.Rows) error {
		var one string
		err := rows.Scan(&one)
		ended = ended || one == hash(token)
		return err
	})
	if err != nil {
		return User{}, err
	}
	if !ended {
		return User{}, ErrLinkEnded
	}
	u := l.personOf(p)
	switch l.Purpose {
	case PurposeSetup:
		var one int64
		if some, err := tx.One(ctx, "SELECT 1 FROM account_users LIMIT 1", nil, &one); err != nil || some {
			return User{}, errors.Join(err, ErrLinkEnded)
		}
		u.ID = id
		return s.add(ctx, tx, u)
	case PurposeInvite:
		if err := u.check(); err != nil {
			return User{}, err
		}
		return u, tx.Exec(ctx, "UPDATE account_users SET name = ?, lang = ? WHERE id = ?", u.Name, string(u.Lang), u.ID)
	default:
		return u, s.dropFactors(ctx, tx, u.ID)
	}
}

// dropFactors removes all factors of a user and ends the sessions.
func (s *Store) dropFactors(ctx context.Context, tx *sqldb.Tx, user string) error {
	for _, statement := range []string{
		"UPDATE account_users SET password = '', totp = '' WHERE id = ?",
		"DELETE FROM account_codes WHERE user_id = ?",
		"DELETE FROM account_passkeys WHERE user_id = ?",
		"DELETE FROM account_sessions WHERE user_id = ?",
		"DELETE FROM account_ceremonies WHERE user_id = ?",
	} {
		if err := tx.Exec(ctx, statement, user); err != nil {
			return err
		}
	}
	return nil
}

// ChoosePassword keeps the password that the person of a link has chosen, until ConfirmLink. issuer is the name of the agency.
func (s *Store) ChoosePassword(ctx context.Context, client netip.Prefix, token, issuer string, p Person, password string) (Secret, error) {
	l, err := s.Link(ctx, token)
	if err != nil {
		return Secret{}, err
	}
	draft := linkDraft{Person: p}
	u := l.personOf(p)
	secret, err := newSecret(issuer, u.Mail)
	if err != nil {
		return Secret{}, err
	}
	draft.TOTP = secret.Text
	if err := s.whileHashing(ctx, client, func() { draft.Password = hashPassword(password) }); err != nil {
		return Secret{}, err
	}
	doc, err := json.Marshal(draft)
	if err != nil {
		return Secret{}, err
	}
	return secret, s.write(ctx, func(tx *sqldb.Tx) error {
		return tx.Exec(ctx, "UPDATE account_links SET draft = ? WHERE id = ?", string(doc), hash(token))
	})
}

// SignedIn is the end of a link, or of another step that signs in.
type SignedIn struct {
	Token   string // of the cookie
	Session Session
	Codes   []string // recovery codes, shown once
}

// ConfirmLink ends a link by the first code of the authenticator: its user has the password that was chosen.
func (s *Store) ConfirmLink(ctx context.Context, token, code string, d Device) (SignedIn, error) {
	done := SignedIn{Token: newToken(), Codes: newCodes()}
	err := s.write(ctx, func(tx *sqldb.Tx) error {
		l, err := s.link(ctx, tx.Conn, token)
		if err != nil {
			return err
		}
		step := stepOf(l.draft.TOTP, plainCode(code), s.now())
		if l.draft.TOTP == "" || step == 0 {
			return ErrWrong
		}
		u, err := s.useLink(ctx, tx, token, "", l.draft.Person)
		if err != nil {
			return err
		}
		if err := s.setPassword(ctx, tx, u.ID, l.draft.Password, l.draft.TOTP, step, done.Codes); err != nil {
			return err
		}
		done.Session, err = s.startSession(ctx, tx, u.ID, done.Token, d)
		return err
	})
	return done, err
}

func (s *Store) setPassword(ctx context.Context, tx *sqldb.Tx, user, password, secret string, step int64, codes []string) error {
	err := tx.Exec(ctx, "UPDATE account_users SET password = ?, totp = ?, totp_step = ? WHERE id = ?", password, secret, step, user)
	if err != nil {
		return err
	}
	return setCodes(ctx, tx, user, codes)
}
