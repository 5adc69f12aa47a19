package account

import (
	"context"
	"errors"
	"net/netip"

	"estate/internal/platform/sqldb"
)

// Errors of a sign-in.
var (
	// ErrWrong reports a wrong mail address, password, code or passkey, which are not told apart.
	ErrWrong = errors.New("the details match no account")
	// ErrCodeNeeded reports a right password without a code.
	ErrCodeNeeded = errors.New("the code of the authenticator is missing")
)

// VerifyPassword returns the user of a mail address, a password and a code of the authenticator or a recovery code. client
// is the prefix of the client, which takes turns with others. A mail address without an account takes as long as a wrong password.
func (s *Store) VerifyPassword(ctx context.Context, client netip.Prefix, mail, password, code string) (User, error) {
	var id, stored, secret string
	var disabled int64
	found, err := s.db.Read().One(ctx, "SELECT id, password, totp, disabled FROM account_users WHERE mailbox = ?", []any{Mailbox(mail)},
		&id, &stored, &secret, &disabled)
	if err != nil {
		return User{}, s.explain(err)
	}
	usable := found && stored != "" && secret != "" && disabled == 0
	if !usable {
		stored = unknownPassword
	}
	right := false
	if len(password) > 4*maxPassword {
		return User{}, ErrWrong
	}
	if err := s.whileHashing(ctx, client, func() { right = comparePassword(password, stored) }); err != nil {
		return User{}, err
	}
	switch {
	case !right || !usable:
		return User{}, ErrWrong
	case code == "":
		return User{}, ErrCodeNeeded
	}
	if used, err := s.useCode(ctx, id, secret, code); err != nil || !used {
		return User{}, errors.Join(err, ErrWrong)
	}
	return s.User(ctx, id)
}

// Renew ends a session and starts another one for its user, whose factor was verified again. The former token is valid for
// some seconds more, for calls that are on their way.
func (s *Store) Renew(ctx context.Context, former Session) (token string, session Session, err error) {
	token = newToken()
	err = s.write(ctx, func(tx *sqldb.Tx) error {
		var ends, keep int64
		found, err := tx.One(ctx, "SELECT ends, keep FROM account_sessions WHERE id = ?", []any{former.ID}, &ends, &keep)
		if err != nil || !found {
			return errors.Join(err, ErrUnknown)
		}
		session, err = s.startSession(ctx, tx, former.User.ID, token, Device{Agent: former.Agent, Network: former.Network, Keep: keep != 0})
		if err != nil {
			return err
		}
		session.Ends = timeOf(ends)
		if err := tx.Exec(ctx, "UPDATE account_sessions SET ends = ? WHERE id = ?", ends, session.ID); err != nil {
			return err
		}
		return tx.Exec(ctx, "UPDATE account_sessions SET ends = ?, strong_until = 0 WHERE id = ?",
			min(ends, milli(s.now().Add(formerSession))), former.ID)
	})
	return token, session, err
}
