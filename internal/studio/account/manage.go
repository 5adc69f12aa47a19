package account

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"net/netip"
	"strings"

	"estate/internal/content/i18n"
	"estate/internal/platform/sqldb"
)

// ErrLastOwner reports a change after which nobody could manage the users.
var ErrLastOwner = errors.New("it is the last owner; make another user an owner first")

// Change changes a user; nil leaves a field.
type Change struct {
	Name     *string
	Lang     *i18n.Lang
	Role     *Role
	Author   *int
	Disabled *bool
}

// Update changes a user. A disabled one is signed out, and so is one whose role changes.
func (s *Store) Update(ctx context.Context, id string, change Change) (User, error) {
	var u User
	err := s.write(ctx, func(tx *sqldb.Tx) error {
		before, err := s.userBy(ctx, tx.Conn, "id", id)
		if err != nil {
			return err
		}
		u = before
		set(&u.Name, change.Name)
		set(&u.Lang, change.Lang)
		set(&u.Role, change.Role)
		set(&u.Author, change.Author)
		set(&u.Disabled, change.Disabled)
		u.Name = strings.TrimSpace(u.Name)
		if err := u.check(); err != nil {
			return err
		}
		if u.Role != RoleOwner || u.Disabled {
			if err := s.keepsOwner(ctx, tx, before); err != nil {
				return err
			}
		}
		disabled := int64(0)
		if u.Disabled {
			disabled = milli(s.now())
		}
		if err := tx.Exec(ctx, "UPDATE account_users SET name = ?, lang = ?, role = ?, author = ?, disabled = ? WHERE id = ?",
			u.Name, string(u.Lang), string(u.Role), u.Author, disabled, id); err != nil {
			return err
		}
		if u.Disabled || u.Role != before.Role {
			return endSessions(ctx, tx, id, "")
		}
		return nil
	})
	return u, err
}

func set[T any](field *T, value *T) {
	if value != nil {
		*field = *value
	}
}

// keepsOwner returns ErrLastOwner if nobody but this user can sign in as an owner. It locks the owners, so that two do not
// remove each other.
func (s *Store) keepsOwner(ctx context.Context, tx *sqldb.Tx, u User) error {
	if u.Role != RoleOwner || u.Disabled || u.Pending {
		return nil
	}
	if err := tx.Each(ctx, "SELECT id FROM account_users WHERE role = ?"+s.db.ForUpdate(), []any{string(RoleOwner)},
		func(*sql.Rows) error { return nil }); err != nil {
		return err
	}
	last := true
	err := tx.Each(ctx, "SELECT "+userColumns+" FROM account_users u WHERE u.role = ? AND u.id <> ?", []any{string(RoleOwner), u.ID},
		func(rows *sql.Rows) error {
			var row userRow
			err := rows.Scan(row.targets()...)
			other := row.user()
			last = last && (other.Disabled || other.Pending)
			return err
		})
	if err == nil && last {
		err = ErrLastOwner
	}
	return err
}

// Remove removes a user with all that is the user's own. What the user has written keeps the name.
func (s *Store) Remove(ctx context.Context, id string) error {
	return s.write(ctx, func(tx *sqldb.Tx) error {
		u, err := s.userBy(ctx, tx.Conn, "id", id)
		if err != nil {
			return err
		}
		if err := s.keepsOwner(ctx, tx, u); err != nil {
			return err
		}
		if err := s.dropFactors(ctx, tx, id); err != nil {
			return err
		}
		for _, statement := range []string{
			"DELETE FROM account_links WHERE user_id = ?", "DELETE FROM account_users WHERE id = ?",
		} {
			if err := tx.Exec(ctx, statement, id); err != nil {
				return err
			}
		}
		return nil
	})
}

// Codes is the number of recovery codes that a user has left.
func (s *Store) Codes(ctx context.Context, user string) (int, error) {
	var n int
	_, err := s.db.Read().One(ctx, "SELECT COUNT(*) FROM account_codes WHERE user_id = ?", []any{user}, &n)
	return n, s.explain(err)
}

// newPassword is a password that waits for the first code of its authenticator.
type newPassword struct{ Password, TOTP string }

// SetPassword changes the password of a session's user and ends the other sessions. A user without an authenticator gets its
// secret, and the password when ConfirmPassword gets the first code.
func (s *Store) SetPassword(ctx context.Context, client netip.Prefix, session Session, issuer, password string) (Secret, error) {
	user := session.User
	var hashed string
	if err := s.whileHashing(ctx, client, func() { hashed = hashPassword(password) }); err != nil {
		return Secret{}, err
	}
	if user.HasTOTP {
		return Secret{}, s.write(ctx, func(tx *sqldb.Tx) error {
			if err := tx.Exec(ctx, "UPDATE account_users SET password = ? WHERE id = ?", hashed, user.ID); err != nil {
				return err
			}
			return endSessions(ctx, tx, user.ID, session.ID)
		})
	}
	secret, err := newSecret(issuer, user.Mail)
	if err != nil {
		return Secret{}, err
	}
	doc, err := json.Marshal(newPassword{hashed, secret.Text})
	if err != nil {
		return Secret{}, err
	}
	return secret, s.write(ctx, func(tx *sqldb.Tx) error {
		if err := tx.Exec(ctx, "DELETE FROM account_ceremonies WHERE purpose = ? AND user_id = ?", ceremonyTOTP, user.ID); err != nil {
			return err
		}
		return tx.Exec(ctx, "INSERT INTO account_ceremonies (id, purpose, user_id, expires, doc) VALUES (?, ?, ?, ?, ?)",
			newID(), ceremonyTOTP, user.ID, milli(s.now().Add(2*ceremonyTime)), string(doc))
	})
}

// ConfirmPassword gives a user the password of SetPassword, and returns the recovery codes.
func (s *Store) ConfirmPassword(ctx context.Context, session Session, code string) (codes []string, err error) {
	codes = newCodes()
	user := session.User.ID
	err = s.write(ctx, func(tx *sqldb.Tx) error {
		var doc string
		found, err := tx.One(ctx, "SELECT doc FROM account_ceremonies WHERE purpose = ? AND user_id = ? AND expires > ?",
			[]any{ceremonyTOTP, user, milli(s.now())}, &doc)
		if err != nil || !found {
			return errors.Join(err, ErrWrong)
		}
		var chosen newPassword
		if err := json.Unmarshal([]byte(doc), &chosen); err != nil {
			return err
		}
		step := stepOf(chosen.TOTP, plainCode(code), s.now())
		if step == 0 {
			return ErrWrong
		}
		if err := tx.Exec(ctx, "DELETE FROM account_ceremonies WHERE purpose = ? AND user_id = ?", ceremonyTOTP, user); err != nil {
			return err
		}
		if err := s.setPassword(ctx, tx, user, chosen.Password, chosen.TOTP, step, codes); err != nil {
			return err
		}
		return endSessions(ctx, tx, user, session.ID)
	})
	return codes, err
}

// SignOutAll ends all sessions and links of all users, of a database that comes from a backup: some of them may have been
// ended since. Ceremonies and links of the first owner end too.
func (s *Store) SignOutAll(ctx context.Context) error {
	return s.explain(s.write(ctx, func(tx *sqldb.Tx) error {
		for _, statement := range []string{"DELETE FROM account_sessions", "DELETE FROM account_links", "DELETE FROM account_ceremonies"} {
			if err := tx.Exec(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	}))
}
