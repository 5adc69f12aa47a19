package account

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"strings"
	"time"

	"github.com/pquerna/otp/totp"

	"estate/internal/platform/sqldb"
)

// totpStep is the time for which an authenticator shows a code. The codes of the steps before and after the current one are
// accepted too, for clocks that differ.
const totpStep = 30 * time.Second

// Secret is the secret of an authenticator.
type Secret struct {
	Text string // base32
	URI  string // otpauth://
}

// newSecret makes the secret of an authenticator. issuer is the name of the agency.
func newSecret(issuer, mail string) (Secret, error) {
	key, err := totp.Generate(totp.GenerateOpts{Issuer: issuer, AccountName: mail})
	if err != nil {
		return Secret{}, err
	}
	return Secret{Text: key.Secret(), URI: key.URL()}, nil
}

// stepOf returns the time step of a code, 0 for a wrong one.
func stepOf(secret, code string, now time.Time) int64 {
	for _, shift := range []time.Duration{0, -totpStep, totpStep} {
		at := now.Add(shift)
		want, err := totp.GenerateCode(secret, at)
		if err == nil && subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			return at.Unix() / int64(totpStep/time.Second)
		}
	}
	return 0
}

const (
	recoveryCodes = 10
	codeLength    = 24 // characters of 5 bits: 120 bits, so that their plain SHA-256 cannot be reversed
	codeGroup     = 4
)

// newCodes are new recovery codes, as they are shown.
func newCodes() []string {
	codes := make([]string, recoveryCodes)
	for i := range codes {
		text := strings.ToLower(rand.Text())[:codeLength]
		var groups []string
		for at := 0; at < codeLength; at += codeGroup {
			groups = append(groups, text[at:at+codeGroup])
		}
		codes[i] = strings.Join(groups, "-")
	}
	return codes
}

// plainCode is a code without the spaces and hyphens of its typing.
func plainCode(code string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", "-", "").Replace(code))
}

// setCodes replaces the recovery codes of a user.
func setCodes(ctx context.Context, tx *sqldb.Tx, user string, codes []string) error {
	if err := tx.Exec(ctx, "DELETE FROM account_codes WHERE user_id = ?", user); err != nil {
		return err
	}
	for _, code := range codes {
		if err := tx.Exec(ctx, "INSERT INTO account_codes (user_id, code) VALUES (?, ?)", user, hash(plainCode(code))); err != nil {
			return err
		}
	}
	return nil
}

// useCode accepts the current code of an authenticator or a recovery code, each one once.
func (s *Store) useCode(ctx context.Context, user, secret, code string) (bool, error) {
	code = plainCode(code)
	used := false
	err := s.write(ctx, func(tx *sqldb.Tx) (err error) {
		var id string
		if len(code) == codeLength {
			used, err = tx.One(ctx, "DELETE FROM account_codes WHERE user_id = ? AND code = ? RETURNING user_id", []any{user, hash(code)}, &id)
			return err
		}
		step := stepOf(secret, code, s.now())
		used, err = tx.One(ctx, "UPDATE account_users SET totp_step = ? WHERE id = ? AND totp_step < ? RETURNING id",
			[]any{step, user, step}, &id)
		return err
	})
	return used, err
}
