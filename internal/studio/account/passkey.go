package account

import (
	"context"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"estate/internal/platform/sqldb"
)

// Limits of passkeys.
const (
	ceremonyTime   = 5 * time.Minute
	maxPasskeys    = 20 // of a user
	maxPasskeyName = 60 // characters
)

// Party is the site to a passkey, the relying party.
type Party struct {
	Host   string // domain name to which the passkeys belong
	Origin string // scheme://host:port of the studio
	Name   string // of the agency
}

func (p Party) webauthn() (*webauthn.WebAuthn, error) {
	resident := true
	return webauthn.New(&webauthn.Config{
		RPID: p.Host, RPDisplayName: p.Name, RPOrigins: []string{p.Origin}, AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			RequireResidentKey: &resident, ResidentKey: protocol.ResidentKeyRequirementRequired, UserVerification: protocol.VerificationRequired,
		},
	})
}

// Passkey is a passkey of a user.
type Passkey struct {
	ID            string
	Name          string
	Created, Used time.Time
}

// Ceremony is a passkey ceremony that has begun.
type Ceremony struct {
	ID      string
	Options json.RawMessage // for navigator.credentials
}

// ceremonyDoc is what the end of a ceremony needs of its begin.
type ceremonyDoc struct {
	Session webauthn.SessionData
	Link    string // hash of the token of a link
	Person  Person
}

// Purposes of ceremonies.
const (
	ceremonySignIn = "sign-in"
	ceremonyStrong = "strong"
	ceremonyAdd    = "add"
	ceremonyLink   = "link"
	ceremonyTOTP   = "totp" // no passkey: a password whose authenticator is not confirmed yet
)

// holder is a user with passkeys.
type holder struct {
	User
	passkeys []webauthn.Credential
}

func (h *holder) WebAuthnID() []byte                         { return []byte(h.ID) }
func (h *holder) WebAuthnName() string                       { return h.Mail }
func (h *holder) WebAuthnDisplayName() string                { return h.Name }
func (h *holder) WebAuthnCredentials() []webauthn.Credential { return h.passkeys }

func (s *Store) holder(ctx context.Context, user User) (*holder, error) {
	h := &holder{User: user}
	err := s.db.Read().Each(ctx, "SELECT credential FROM account_passkeys WHERE user_id = ?", []any{user.ID}, func(rows *sql.Rows) error {
		var doc string
		if err := rows.Scan(&doc); err != nil {
			return err
		}
		var one webauthn.Credential
		err := json.Unmarshal([]byte(doc), &one)
		h.passkeys = append(h.passkeys, one)
		return err
	})
	return h, s.explain(err)
}

// Passkeys returns the passkeys of a user, the oldest first.
func (s *Store) Passkeys(ctx context.Context, user string) ([]Passkey, error) {
	var all []Passkey
	const query = "SELECT id, name, created, used FROM account_passkeys WHERE user_id = ? ORDER BY created, id"
	err := s.db.Read().Each(ctx, query, []any{user}, func(rows *sql.Rows) error {
		var one Passkey
		var created, used int64
		err := rows.Scan(&one.ID, &one.Name, &created, &used)
		one.Created, one.Used = timeOf(created), timeOf(used)
		all = append(all, one)
		return err
	})
	return all, s.explain(err)
}

// begin keeps a ceremony until its end.
func (s *Store) begin(ctx context.Context, purpose, user string, doc any, options any) (Ceremony, error) {
	stored, err := json.Marshal(doc)
	if err != nil {
		return Ceremony{}, err
	}
	c := Ceremony{ID: newToken()}
	if c.Options, err = json.Marshal(options); err != nil {
		return Ceremony{}, err
	}
	return c, s.write(ctx, func(tx *sqldb.Tx) error {
		if err := tx.Exec(ctx, "DELETE FROM account_ceremonies WHERE expires <= ?", milli(s.now())); err != nil {
			return err
		}
		return tx.Exec(ctx, "INSERT INTO account_ceremonies (id, purpose, user_id, expires, doc) VALUES (?, ?, ?, ?, ?)",
			hash(c.ID), purpose, user, milli(s.now().Add(ceremonyTime)), string(stored))
	})
}

// end takes a ceremony, which ends by that. user is "" where it is not known yet.
func (s *Store) end(ctx context.Context, purpose, user, id string, into any) error {
	var doc string
	found := false
	err := s.write(ctx, func(tx *sqldb.Tx) (err error) {
		found, err = tx.One(ctx, "DELETE FROM account_ceremonies WHERE id = ? AND purpose = ? AND user_id = ? AND expires > ? RETURNING doc",
			[]any{hash(id), purpose, user, milli(s.now())}, &doc)
		return err
	})
	switch {
	case err != nil:
		return err
	case !found:
		return ErrWrong
	}
	return json.Unmarshal([]byte(doc), into)
}

// BeginSignIn begins a sign-in by any passkey of the site.
func (s *Store) BeginSignIn(ctx context.Context, p Party) (Ceremony, error) {
	party, err := p.webauthn()
	if err != nil {
		return Ceremony{}, err
	}
	options, session, err := party.BeginDiscoverableLogin()
	if err != nil {
		return Ceremony{}, err
	}
	return s.begin(ctx, ceremonySignIn, "", ceremonyDoc{Session: *session}, options.Response)
}

// FinishSignIn returns the user of a passkey, or ErrWrong.
func (s *Store) FinishSignIn(ctx context.Context, p Party, id string, credential []byte) (User, error) {
	var doc ceremonyDoc
	if err := s.end(ctx, ceremonySignIn, "", id, &doc); err != nil {
		return User{}, err
	}
	return s.verifyPasskey(ctx, p, doc.Session, credential, func(handle string) (User, error) { return s.User(ctx, handle) })
}

// BeginStrong begins the verification of a signed-in user by one of the passkeys.
func (s *Store) BeginStrong(ctx context.Context, p Party, user User) (Ceremony, error) {
	party, err := p.webauthn()
	if err != nil {
		return Ceremony{}, err
	}
	options, session, err := party.BeginDiscoverableLogin()
	if err != nil {
		return Ceremony{}, err
	}
	return s.begin(ctx, ceremonyStrong, user.ID, ceremonyDoc{Session: *session}, options.Response)
}

// FinishStrong verifies a signed-in user by a passkey of the user, else ErrWrong.
func (s *Store) FinishStrong(ctx context.Context, p Party, user User, id string, credential []byte) error {
	var doc ceremonyDoc
	if err := s.end(ctx, ceremonyStrong, user.ID, id, &doc); err != nil {
		return err
	}
	_, err := s.verifyPasskey(ctx, p, doc.Session, credential, func(handle string) (User, error) {
		if handle != user.ID {
			return User{}, ErrUnknown
		}
		return user, nil
	})
	return err
}

// verifyPasskey checks the answer of an authenticator and notes its use.
func (s *Store) verifyPasskey(
	ctx context.Context, p Party, session webauthn.SessionData, credential []byte, userOf func(handle string) (User, error),
) (User, error) {
	party, err := p.webauthn()
	if err != nil {
		return User{}, err
	}
	answer, err := protocol.ParseCredentialRequestResponseBytes(credential)
	if err != nil {
		return User{}, fmt.Errorf("%w: %w", ErrWrong, err)
	}
	var failure error // of the database
	found, verified, err := party.ValidatePasskeyLogin(func(_, handle []byte) (webauthn.User, error) {
		user, err := userOf(string(handle))
		if err == nil && user.Disabled {
			err = ErrUnknown
		}
		var h *holder
		if err == nil {
			h, err = s.holder(ctx, user)
		}
		if err != nil {
			if !errors.Is(err, ErrUnknown) {
				failure = err
			}
			return nil, err
		}
		return h, nil
	}, session, answer)
	switch {
	case failure != nil:
		return User{}, failure
	case err != nil:
		return User{}, fmt.Errorf("%w: %w", ErrWrong, err)
	case verified.Authenticator.CloneWarning:
		return User{}, fmt.Errorf("%w: the counter of the passkey went back: it may be a copy", ErrWrong)
	}
	doc, err := json.Marshal(verified)
	if err != nil {
		return User{}, err
	}
	user := found.(*holder).User
	return user, s.write(ctx, func(tx *sqldb.Tx) error {
		return tx.Exec(ctx, "UPDATE account_passkeys SET credential = ?, used = ? WHERE id = ? AND user_id = ?",
			string(doc), milli(s.now()), credentialID(verified.ID), user.ID)
	})
}

func credentialID(id []byte) string { return base64.RawURLEncoding.EncodeToString(id) }

// BeginPasskey begins a further passkey of a user.
func (s *Store) BeginPasskey(ctx context.Context, p Party, user User) (Ceremony, error) {
	return s.beginPasskey(ctx, p, ceremonyAdd, user, ceremonyDoc{})
}

// BeginLinkPasskey begins the passkey of the person of a link.
func (s *Store) BeginLinkPasskey(ctx context.Context, p Party, token string, person Person) (Ceremony, error) {
	l, err := s.Link(ctx, token)
	if err != nil {
		return Ceremony{}, err
	}
	user := l.personOf(person)
	if user.ID == "" {
		user.ID = newID()
	}
	return s.beginPasskey(ctx, p, ceremonyLink, user, ceremonyDoc{Link: hash(token), Person: person})
}

func (s *Store) beginPasskey(ctx context.Context, p Party, purpose string, user User, doc ceremonyDoc) (Ceremony, error) {
	party, err := p.webauthn()
	if err != nil {
		return Ceremony{}, err
	}
	h, err := s.holder(ctx, user)
	if err != nil {
		return Ceremony{}, err
	}
	options, session, err := party.BeginRegistration(h, webauthn.WithExclusions(webauthn.Credentials(h.passkeys).CredentialDescriptors()))
	if err != nil {
		return Ceremony{}, err
	}
	doc.Session = *session
	owner := user.ID
	if purpose == ceremonyLink {
		owner = ""
	}
	return s.begin(ctx, purpose, owner, doc, options.Response)
}

// register checks the answer of an authenticator to a new passkey.
func register(p Party, session webauthn.SessionData, credential []byte) (*webauthn.Credential, error) {
	party, err := p.webauthn()
	if err != nil {
		return nil, err
	}
	answer, err := protocol.ParseCredentialCreationResponseBytes(credential)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrWrong, err)
	}
	made, err := party.CreateCredential(&holder{User: User{ID: string(session.UserID)}}, session, answer)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrWrong, err)
	}
	return made, nil
}

// FinishPasskey stores a further passkey of a user.
func (s *Store) FinishPasskey(ctx context.Context, p Party, user User, id string, credential []byte, name string) error {
	var doc ceremonyDoc
	if err := s.end(ctx, ceremonyAdd, user.ID, id, &doc); err != nil {
		return err
	}
	made, err := register(p, doc.Session, credential)
	if err != nil {
		return err
	}
	return s.write(ctx, func(tx *sqldb.Tx) error { return s.addPasskey(ctx, tx, user.ID, made, name) })
}

// FinishLinkPasskey ends a link by a passkey and signs its user in.
func (s *Store) FinishLinkPasskey(
	ctx context.Context, p Party, token, id string, credential []byte, name string, d Device,
) (SignedIn, error) {
	if _, err := s.Link(ctx, token); err != nil {
		return SignedIn{}, err
	}
	var doc ceremonyDoc
	if err := s.end(ctx, ceremonyLink, "", id, &doc); err != nil {
		return SignedIn{}, err
	}
	if doc.Link != hash(token) {
		return SignedIn{}, ErrWrong
	}
	made, err := register(p, doc.Session, credential)
	if err != nil {
		return SignedIn{}, err
	}
	done := SignedIn{Token: newToken()}
	err = s.write(ctx, func(tx *sqldb.Tx) error {
		u, err := s.useLink(ctx, tx, token, string(doc.Session.UserID), doc.Person)
		if err != nil {
			return err
		}
		if err := s.addPasskey(ctx, tx, u.ID, made, name); err != nil {
			return err
		}
		done.Session, err = s.startSession(ctx, tx, u.ID, done.Token, d)
		return err
	})
	return done, err
}

// ErrTooMany reports a user with as many passkeys as one may have.
var ErrTooMany = errors.New("there are too many passkeys: remove one first")

func (s *Store) addPasskey(ctx context.Context, tx *sqldb.Tx, user string, made *webauthn.Credential, name string) error {
	var n int64
	if _, err := tx.One(ctx, "SELECT COUNT(*) FROM account_passkeys WHERE user_id = ?", []any{user}, &n); err != nil {
		return err
	}
	if n >= maxPasskeys {
		return ErrTooMany
	}
	doc, err := json.Marshal(made)
	if err != nil {
		return err
	}
	id := credentialID(made.ID)
	var taken string
	if found, err := tx.One(ctx, "SELECT user_id FROM account_passkeys WHERE id = ?", []any{id}, &taken); err != nil || found {
		return errors.Join(err, ErrWrong) // a passkey has one user
	}
	if runes := []rune(name); len(runes) > maxPasskeyName {
		name = string(runes[:maxPasskeyName])
	}
	return tx.Exec(ctx, "INSERT INTO account_passkeys (id, user_id, credential, name, created, used) VALUES (?, ?, ?, ?, ?, 0)",
		id, user, string(doc), name, milli(s.now()))
}

// ErrLastFactor reports the removal of the only factor of a user.
var ErrLastFactor = errors.New("it is the only way to sign in")

// RemovePasskey removes a passkey of a user and ends the other sessions.
func (s *Store) RemovePasskey(ctx context.Context, session Session, id string) error {
	user := session.User.ID
	return s.write(ctx, func(tx *sqldb.Tx) error {
		u, err := s.userBy(ctx, tx.Conn, "id", user)
		if err != nil {
			return err
		}
		var one string
		found, err := tx.One(ctx, "DELETE FROM account_passkeys WHERE id = ? AND user_id = ? RETURNING id", []any{id, user}, &one)
		switch {
		case err != nil:
			return err
		case !found:
			return ErrUnknown
		case u.Passkeys <= 1 && !u.HasTOTP:
			return ErrLastFactor
		}
		return endSessions(ctx, tx, user, session.ID)
	})
}
