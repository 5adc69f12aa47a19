package account

import (
	"context"
	"errors"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"estate/internal/content/i18n"
	"estate/internal/tests/passkeytest"
	"estate/internal/tests/postgrestest"
)

// clock is a clock that a test moves.
type clock struct{ at time.Time }

func (c *clock) now() time.Time          { return c.at }
func (c *clock) advance(d time.Duration) { c.at = c.at.Add(d) }

var (
	client   = netip.MustParsePrefix("203.0.113.9/32")
	party    = Party{Host: "studio.example", Origin: "https://studio.example", Name: "Agency"}
	password = "seven quiet lanterns"
)

// onEach runs a test on a file and on PostgreSQL.
func onEach(t *testing.T, run func(t *testing.T, s *Store, c *clock)) {
	places := map[string]func(t *testing.T) Place{
		"file":       func(t *testing.T) Place { return Place{Path: filepath.Join(t.TempDir(), "accounts.db")} },
		"PostgreSQL": func(t *testing.T) Place { return Place{URL: postgrestest.URL(t)} },
	}
	for name, place := range places {
		t.Run(name, func(t *testing.T) {
			c := &clock{time.Date(2026, 11, 26, 9, 0, 0, 0, time.UTC)}
			run(t, open(t, place(t), c), c)
		})
	}
}

func open(t *testing.T, place Place, c *clock) *Store {
	t.Helper()
	s, err := Open(t.Context(), place, c.now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func add(t *testing.T, s *Store, mail string, role Role) User {
	t.Helper()
	u, err := s.Add(t.Context(), User{Mail: mail, Name: "Ana Ruiz", Role: role})
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func code(t *testing.T, secret Secret, c *clock) string {
	t.Helper()
	text, err := totp.GenerateCode(secret.Text, c.now())
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// join uses the link of a user for a password.
func join(t *testing.T, s *Store, c *clock, u User) (Secret, SignedIn) {
	t.Helper()
	token, _, _, err := s.NewLink(t.Context(), u)
	if err != nil {
		t.Fatal(err)
	}
	return joinBy(t, s, c, token, Person{Mail: u.Mail, Name: u.Name, Lang: i18n.LangEN})
}

func joinBy(t *testing.T, s *Store, c *clock, token string, p Person) (Secret, SignedIn) {
	t.Helper()
	secret, err := s.ChoosePassword(t.Context(), client, token, "Agency", p, password)
	if err != nil {
		t.Fatal(err)
	}
	done, err := s.ConfirmLink(t.Context(), token, code(t, secret, c), Device{})
	if err != nil {
		t.Fatal(err)
	}
	return secret, done
}

func TestUsersHaveOneMailAddress(t *testing.T) {
	onEach(t, func(t *testing.T, s *Store, _ *clock) {
		if empty, err := s.Empty(t.Context()); err != nil || !empty {
			t.Fatalf("a new database: empty %v, %v", empty, err)
		}
		u := add(t, s, "Ana@Example.com", RoleEditor)
		if _, err := s.Add(t.Context(), User{Mail: "ana@example.COM", Name: "Other", Role: RoleAgent}); !errors.Is(err, ErrTaken) {
			t.Errorf("the same mail address in capitals: %v, want ErrTaken", err)
		}
		for field, wrong := range map[string]User{
			"mail": {Mail: "ana", Name: "A", Role: RoleAgent},
			"name": {Mail: "b@example.com", Name: " ", Role: RoleAgent},
			"role": {Mail: "b@example.com", Name: "B", Role: "admin"},
			"lang": {Mail: "b@example.com", Name: "B", Role: RoleAgent, Lang: "fr"},
		} {
			_, err := s.Add(t.Context(), wrong)
			if problem := (*FieldError)(nil); !errors.As(err, &problem) || problem.Field != field {
				t.Errorf("a wrong %s: %v", field, err)
			}
		}
		got, err := s.UserOf(t.Context(), " ANA@example.com ")
		if err != nil || got.ID != u.ID || got.Mail != "Ana@Example.com" || !got.Pending || got.Lang != i18n.Fallback {
			t.Errorf("the user: %+v, %v", got, err)
		}
		if all, err := s.Users(t.Context()); err != nil || len(all) != 1 {
			t.Errorf("users: %v, %v", all, err)
		}
	})
}

func TestTheFileIsPrivateAndTwoProcessesUseIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "accounts.db")
	c := &clock{time.Now()}
	site, command := open(t, Place{Path: path}, c), open(t, Place{Path: path}, c)
	add(t, command, "ana@example.com", RoleOwner)
	if all, err := site.Users(t.Context()); err != nil || len(all) != 1 {
		t.Errorf("the site sees %d users, %v; want that of the command", len(all), err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v; want 0600", info.Mode(), err)
	}
}

func TestSecretsAreStoredHashed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "accounts.db")
	c := &clock{time.Now()}
	s := open(t, Place{Path: path}, c)
	u := add(t, s, "ana@example.com", RoleOwner)
	_, done := join(t, s, c, u)
	setup, _, err := s.newLink(t.Context(), PurposeRecover, u.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	stored, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	secrets := append([]string{password, done.Token, setup}, done.Codes...)
	for _, code := range done.Codes {
		secrets = append(secrets, plainCode(code))
	}
	for _, secret := range secrets {
		if strings.Contains(string(stored), secret) {
			t.Errorf("%q stands in the file", secret)
		}
	}
	if !strings.Contains(string(stored), "$argon2id$v=19$m=65536,t=3,p=1$") {
		t.Error("no argon2id with the documented parameters is in the file")
	}
}

func TestSignInByPassword(t *testing.T) {
	onEach(t, func(t *testing.T, s *Store, c *clock) {
		u := add(t, s, "ana@example.com", RoleEditor)
		secret, done := join(t, s, c, u)
		verify := func(mail, pass, code string) error {
			_, err := s.VerifyPassword(t.Context(), client, mail, pass, code)
			return err
		}
		if err := verify("ana@example.com", password, code(t, secret, c)); !errors.Is(err, ErrWrong) {
			t.Errorf("the code that confirmed the authenticator: %v, want ErrWrong", err)
		}
		c.advance(time.Minute)
		for name, tt := range map[string]struct {
			mail, password, code string
			want                 error
		}{
			"unknown mail":      {"other@example.com", password, code(t, secret, c), ErrWrong},
			"wrong password":    {"ana@example.com", "eight quiet lanterns", code(t, secret, c), ErrWrong},
			"wrong code":        {"ana@example.com", password, "000000", ErrWrong},
			"no code":           {"ana@example.com", password, "", ErrCodeNeeded},
			"wrong and no code": {"ana@example.com", "eight quiet lanterns", "", ErrWrong},
			"huge password":     {"ana@example.com", strings.Repeat("x", 1<<20), "", ErrWrong},
		} {
			if err := verify(tt.mail, tt.password, tt.code); !errors.Is(err, tt.want) {
				t.Errorf("%s: %v, want %v", name, err, tt.want)
			}
		}
		now := code(t, secret, c)
		if err := verify("ANA@example.com", password, now); err != nil {
			t.Errorf("right details: %v", err)
		}
		if err := verify("ana@example.com", password, now); !errors.Is(err, ErrWrong) {
			t.Errorf("the same code again: %v, want ErrWrong", err)
		}
		if err := verify("ana@example.com", password, strings.ToUpper(done.Codes[0])); err != nil {
			t.Errorf("a recovery code: %v", err)
		}
		if err := verify("ana@example.com", password, done.Codes[0]); !errors.Is(err, ErrWrong) {
			t.Errorf("the same recovery code again: %v, want ErrWrong", err)
		}
		if n, err := s.Codes(t.Context(), u.ID); err != nil || n != recoveryCodes-1 {
			t.Errorf("%d recovery codes are left, %v", n, err)
		}
		c.advance(time.Minute)
		if _, err := s.Update(t.Context(), u.ID, Change{Disabled: new(true)}); err != nil {
			t.Fatal(err)
		}
		if err := verify("ana@example.com", password, code(t, secret, c)); !errors.Is(err, ErrWrong) {
			t.Errorf("a disabled user: %v, want ErrWrong", err)
		}
	})
}

func TestACodeIsAcceptedOnceAlsoAtTheSameMoment(t *testing.T) {
	onEach(t, func(t *testing.T, s *Store, c *clock) {
		u := add(t, s, "ana@example.com", RoleEditor)
		secret, _ := join(t, s, c, u)
		c.advance(time.Minute)
		now := code(t, secret, c)
		var mu sync.Mutex
		var group sync.WaitGroup
		accepted := 0
		for range 8 {
			group.Go(func() {
				used, err := s.useCode(context.Background(), u.ID, secret.Text, now)
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				if used {
					accepted++
				}
			})
		}
		group.Wait()
		if accepted != 1 {
			t.Errorf("%d of 8 equal codes were accepted, want 1", accepted)
		}
	})
}

func TestSessionsOfTheStudioEnd(t *testing.T) {
	onEach(t, func(t *testing.T, s *Store, c *clock) {
		u := add(t, s, "ana@example.com", RoleEditor)
		start := func(keep bool) string {
			token, _, err := s.StartSession(t.Context(), u.ID, Device{Agent: "Firefox", Network: "203.0.113.9/32", Keep: keep})
			if err != nil {
				t.Fatal(err)
			}
			return token
		}
		isOpen := func(token string) bool {
			_, err := s.Session(t.Context(), token)
			if err != nil && !errors.Is(err, ErrUnknown) {
				t.Fatal(err)
			}
			return err == nil
		}
		plain, idle, kept := start(false), start(false), start(true)
		if isOpen("") || isOpen("guess") {
			t.Error("a guess opens a session")
		}
		c.advance(7 * time.Hour)
		if !isOpen(plain) {
			t.Error("a used session ended after 7 h")
		}
		c.advance(time.Hour)
		if isOpen(idle) {
			t.Error("an idle session lasts longer than 8 h")
		}
		if !isOpen(plain) {
			t.Error("a session that was used an hour ago ended")
		}
		c.advance(4 * time.Hour)
		if isOpen(plain) {
			t.Error("a session lasts longer than 12 h")
		}
		c.advance(12 * 24 * time.Hour)
		if !isOpen(kept) {
			t.Error("a kept session ended after 12 days")
		}
		c.advance(36 * time.Hour)
		if isOpen(kept) {
			t.Error("a kept session lasts longer than 14 days")
		}

		one, other := start(false), start(false)
		session, err := s.Session(t.Context(), one)
		if err != nil {
			t.Fatal(err)
		}
		if all, err := s.Sessions(t.Context(), u.ID); err != nil || len(all) != 2 {
			t.Errorf("%d open sessions, %v; want 2", len(all), err)
		}
		if err := s.EndSession(t.Context(), "another user", session.ID); err != nil || !isOpen(one) {
			t.Errorf("another user ended the session, %v", err)
		}
		if err := s.EndSession(t.Context(), u.ID, session.ID); err != nil || isOpen(one) || !isOpen(other) {
			t.Errorf("ending one session: %v", err)
		}
		if err := s.EndSessions(t.Context(), u.ID, ""); err != nil || isOpen(other) {
			t.Errorf("ending all sessions: %v", err)
		}
		for range maxSessions + 5 {
			start(false)
			c.advance(time.Second)
		}
		if all, err := s.Sessions(t.Context(), u.ID); err != nil || len(all) != maxSessions {
			t.Errorf("%d sessions, %v; want at most %d", len(all), err, maxSessions)
		}
	})
}

func TestARenewedSessionIsStrong(t *testing.T) {
	onEach(t, func(t *testing.T, s *Store, c *clock) {
		u := add(t, s, "ana@example.com", RoleEditor)
		token, first, err := s.StartSession(t.Context(), u.ID, Device{})
		if err != nil {
			t.Fatal(err)
		}
		c.advance(time.Hour)
		renewed, second, err := s.Renew(t.Context(), first)
		if err != nil {
			t.Fatal(err)
		}
		if !second.StrongUntil.Equal(c.now().Add(strongTime)) || !second.Ends.Equal(first.Ends) {
			t.Errorf("strong until %s, ends %s; want 15 minutes from now, and the first end %s", second.StrongUntil, second.Ends, first.Ends)
		}
		if old, err := s.Session(t.Context(), token); err != nil || old.StrongUntil.After(c.now()) {
			t.Errorf("a call that was on its way: %v, strong until %s", err, old.StrongUntil)
		}
		c.advance(time.Minute)
		if _, err := s.Session(t.Context(), token); !errors.Is(err, ErrUnknown) {
			t.Errorf("the former token after a minute: %v, want ErrUnknown", err)
		}
		if _, err := s.Session(t.Context(), renewed); err != nil {
			t.Errorf("the new token: %v", err)
		}
	})
}

func TestTheSetupLinkMakesOneOwner(t *testing.T) {
	onEach(t, func(t *testing.T, s *Store, c *clock) {
		first, _, err := s.NewSetupLink(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		second, expires, err := s.NewSetupLink(t.Context())
		if err != nil || !expires.Equal(c.now().Add(time.Hour)) {
			t.Fatalf("expires %s, %v", expires, err)
		}
		if _, err := s.Link(t.Context(), first); !s.db.OnServer() && !errors.Is(err, ErrLinkEnded) {
			t.Errorf("the link of an earlier start: %v, want ErrLinkEnded", err)
		}
		if s.db.OnServer() {
			second = first // as if two nodes had started: both links lead to one owner
		}
		keys := make([]*passkeytest.Authenticator, 2)
		ceremonies := make([]Ceremony, 2)
		for i := range keys {
			keys[i] = passkeytest.New(t, party.Origin)
			person := Person{Mail: "owner@example.com", Name: "Owner", Lang: i18n.LangES}
			if ceremonies[i], err = s.BeginLinkPasskey(t.Context(), party, second, person); err != nil {
				t.Fatal(err)
			}
		}
		results := make([]error, 2)
		var group sync.WaitGroup
		for i := range keys {
			answer := keys[i].Create(ceremonies[i].Options)
			group.Go(func() {
				_, results[i] = s.FinishLinkPasskey(context.Background(), party, second, ceremonies[i].ID, answer, "Phone", Device{})
			})
		}
		group.Wait()
		if (results[0] == nil) == (results[1] == nil) {
			t.Errorf("two last steps at once: %v; want one that wins", results)
		}
		for _, err := range results {
			if err != nil && !errors.Is(err, ErrLinkEnded) {
				t.Errorf("the other one: %v, want ErrLinkEnded", err)
			}
		}
		all, err := s.Users(t.Context())
		if err != nil || len(all) != 1 || all[0].Role != RoleOwner || all[0].Lang != i18n.LangES || all[0].Passkeys != 1 {
			t.Errorf("users: %+v, %v; want one owner with a passkey", all, err)
		}
		if has, err := s.HasSetupLink(t.Context()); err != nil || has {
			t.Errorf("a setup link is left: %v, %v", has, err)
		}
	})
}

func TestLinksExpire(t *testing.T) {
	onEach(t, func(t *testing.T, s *Store, c *clock) {
		u := add(t, s, "ana@example.com", RoleAgent)
		setup, _, err := s.NewSetupLink(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Link(t.Context(), setup); err != nil {
			t.Errorf("a new link of the setup: %v", err)
		}
		other, _, err := s.NewSetupLink(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		add(t, s, "b@example.com", RoleAgent)
		if _, err := s.Link(t.Context(), other); !errors.Is(err, ErrLinkEnded) {
			t.Errorf("the link of the setup where there is a user: %v, want ErrLinkEnded", err)
		}
		if setup, _, err = s.NewSetupLink(t.Context()); err != nil {
			t.Fatal(err)
		}
		invite, purpose, _, err := s.NewLink(t.Context(), u)
		if err != nil || purpose != PurposeInvite {
			t.Fatalf("purpose %q, %v", purpose, err)
		}
		c.advance(time.Hour)
		if _, err := s.Link(t.Context(), setup); !errors.Is(err, ErrLinkEnded) {
			t.Errorf("the link of the setup after an hour: %v", err)
		}
		l, err := s.Link(t.Context(), invite)
		if err != nil || l.User.Mail != "ana@example.com" || l.User.Role != RoleAgent {
			t.Errorf("an invitation: %+v, %v", l, err)
		}
		c.advance(7 * 24 * time.Hour)
		if _, err := s.Link(t.Context(), invite); !errors.Is(err, ErrLinkEnded) {
			t.Errorf("an invitation after a week: %v", err)
		}
		join(t, s, c, u)
		if u, err = s.User(t.Context(), u.ID); err != nil {
			t.Fatal(err)
		}
		recover, purpose, _, err := s.NewLink(t.Context(), u)
		if err != nil || purpose != PurposeRecover {
			t.Fatalf("purpose %q, %v", purpose, err)
		}
		c.advance(24 * time.Hour)
		if _, err := s.Link(t.Context(), recover); !errors.Is(err, ErrLinkEnded) {
			t.Errorf("a recovery after a day: %v", err)
		}
	})
}

// The invited person chooses the own name, and nothing else of the account.
func TestAnInvitationKeepsMailAndRole(t *testing.T) {
	onEach(t, func(t *testing.T, s *Store, c *clock) {
		add(t, s, "owner@example.com", RoleOwner)
		u := add(t, s, "ana@example.com", RoleAgent)
		token, _, _, err := s.NewLink(t.Context(), u)
		if err != nil {
			t.Fatal(err)
		}
		_, done := joinBy(t, s, c, token, Person{Mail: "owner@example.com", Name: "Ana María", Lang: i18n.LangES})
		got := done.Session.User
		if got.Mail != "ana@example.com" || got.Role != RoleAgent || got.Name != "Ana María" || got.Lang != i18n.LangES || got.Pending {
			t.Errorf("the user: %+v", got)
		}
		if _, err := s.ConfirmLink(t.Context(), token, "123456", Device{}); !errors.Is(err, ErrLinkEnded) {
			t.Errorf("the used link: %v, want ErrLinkEnded", err)
		}
	})
}

func TestARecoveryReplacesAllFactorsAndSessions(t *testing.T) {
	onEach(t, func(t *testing.T, s *Store, c *clock) {
		u := add(t, s, "ana@example.com", RoleOwner)
		secret, done := join(t, s, c, u)
		c.advance(time.Minute)
		u = done.Session.User
		token, _, _, err := s.NewLink(t.Context(), u)
		if err != nil {
			t.Fatal(err)
		}
		key := passkeytest.New(t, party.Origin)
		ceremony, err := s.BeginLinkPasskey(t.Context(), party, token, Person{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.FinishLinkPasskey(t.Context(), party, token, ceremony.ID, key.Create(ceremony.Options), "", Device{}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Session(t.Context(), done.Token); !errors.Is(err, ErrUnknown) {
			t.Errorf("a session from before the recovery: %v, want ErrUnknown", err)
		}
		if _, err := s.VerifyPassword(t.Context(), client, u.Mail, password, code(t, secret, c)); !errors.Is(err, ErrWrong) {
			t.Errorf("the former password: %v, want ErrWrong", err)
		}
		if got, err := s.User(t.Context(), u.ID); err != nil || got.HasTOTP || got.Passkeys != 1 || got.Name != u.Name {
			t.Errorf("the user: %+v, %v", got, err)
		}
	})
}

func TestPasskeysSignIn(t *testing.T) {
	onEach(t, func(t *testing.T, s *Store, c *clock) {
		u := add(t, s, "ana@example.com", RoleOwner)
		key := passkeytest.New(t, party.Origin)
		ceremony, err := s.BeginPasskey(t.Context(), party, u)
		if err != nil {
			t.Fatal(err)
		}
		key.Unverified = true
		if err := s.FinishPasskey(t.Context(), party, u, ceremony.ID, key.Create(ceremony.Options), "Phone"); !errors.Is(err, ErrWrong) {
			t.Errorf("a passkey without the verification of its user: %v, want ErrWrong", err)
		}
		key.Unverified = false
		if ceremony, err = s.BeginPasskey(t.Context(), party, u); err != nil {
			t.Fatal(err)
		}
		made := key.Create(ceremony.Options)
		if err := s.FinishPasskey(t.Context(), party, u, ceremony.ID, made, "Phone"); err != nil {
			t.Fatal(err)
		}
		if err := s.FinishPasskey(t.Context(), party, u, ceremony.ID, made, "Phone"); !errors.Is(err, ErrWrong) {
			t.Errorf("the same ceremony again: %v, want ErrWrong", err)
		}
		begin := func() Ceremony {
			t.Helper()
			one, err := s.BeginSignIn(t.Context(), party)
			if err != nil {
				t.Fatal(err)
			}
			return one
		}
		one := begin()
		answer := key.Get(one.Options)
		if got, err := s.FinishSignIn(t.Context(), party, one.ID, answer); err != nil || got.ID != u.ID {
			t.Errorf("sign-in: %+v, %v", got, err)
		}
		if _, err := s.FinishSignIn(t.Context(), party, one.ID, answer); !errors.Is(err, ErrWrong) {
			t.Errorf("the same answer again: %v, want ErrWrong", err)
		}
		one = begin()
		key.Unverified = true
		if _, err := s.FinishSignIn(t.Context(), party, one.ID, key.Get(one.Options)); !errors.Is(err, ErrWrong) {
			t.Errorf("without verification: %v, want ErrWrong", err)
		}
		key.Unverified = false
		one = begin()
		key.Origin = "https://elsewhere.example"
		if _, err := s.FinishSignIn(t.Context(), party, one.ID, key.Get(one.Options)); !errors.Is(err, ErrWrong) {
			t.Errorf("at another site: %v, want ErrWrong", err)
		}
		key.Origin = party.Origin
		one = begin()
		c.advance(ceremonyTime)
		if _, err := s.FinishSignIn(t.Context(), party, one.ID, key.Get(one.Options)); !errors.Is(err, ErrWrong) {
			t.Errorf("after the time of the ceremony: %v, want ErrWrong", err)
		}
		one = begin()
		key.Counter = 0
		if _, err := s.FinishSignIn(t.Context(), party, one.ID, key.Get(one.Options)); !errors.Is(err, ErrWrong) {
			t.Errorf("a copy of the passkey: %v, want ErrWrong", err)
		}
		key.Counter = 100

		other := add(t, s, "other@example.com", RoleAgent)
		strong, err := s.BeginStrong(t.Context(), party, other)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.FinishStrong(t.Context(), party, other, strong.ID, key.Get(strong.Options)); !errors.Is(err, ErrWrong) {
			t.Errorf("another user's passkey confirms: %v, want ErrWrong", err)
		}
		if _, err := s.Update(t.Context(), other.ID, Change{Role: new(RoleOwner)}); err != nil {
			t.Fatal(err)
		}
		for _, garbage := range []string{"", "{}", "null", `{"id":"x"}`, strings.Repeat("[", 1000)} {
			one = begin()
			if _, err := s.FinishSignIn(t.Context(), party, one.ID, []byte(garbage)); !errors.Is(err, ErrWrong) {
				t.Errorf("%.20q: %v, want ErrWrong", garbage, err)
			}
		}
	})
}

func TestTheLastFactorStays(t *testing.T) {
	onEach(t, func(t *testing.T, s *Store, c *clock) {
		u := add(t, s, "ana@example.com", RoleOwner)
		key := passkeytest.New(t, party.Origin)
		ceremony, err := s.BeginPasskey(t.Context(), party, u)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.FinishPasskey(t.Context(), party, u, ceremony.ID, key.Create(ceremony.Options), "Phone"); err != nil {
			t.Fatal(err)
		}
		keys, err := s.Passkeys(t.Context(), u.ID)
		if err != nil || len(keys) != 1 || keys[0].Name != "Phone" {
			t.Fatalf("passkeys: %v, %v", keys, err)
		}
		_, session, err := s.StartSession(t.Context(), u.ID, Device{})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.RemovePasskey(t.Context(), session, keys[0].ID); !errors.Is(err, ErrLastFactor) {
			t.Errorf("the only passkey: %v, want ErrLastFactor", err)
		}
		other, _, err := s.StartSession(t.Context(), u.ID, Device{})
		if err != nil {
			t.Fatal(err)
		}
		secret, err := s.SetPassword(t.Context(), client, session, "Agency", password)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.VerifyPassword(t.Context(), client, u.Mail, password, code(t, secret, c)); !errors.Is(err, ErrWrong) {
			t.Errorf("a password whose authenticator is not confirmed: %v, want ErrWrong", err)
		}
		if codes, err := s.ConfirmPassword(t.Context(), session, code(t, secret, c)); err != nil || len(codes) != recoveryCodes {
			t.Fatalf("%d codes, %v", len(codes), err)
		}
		if _, err := s.Session(t.Context(), other); !errors.Is(err, ErrUnknown) {
			t.Errorf("another session after a change of the factors: %v, want ErrUnknown", err)
		}
		if err := s.RemovePasskey(t.Context(), session, keys[0].ID); err != nil {
			t.Errorf("a passkey beside a password: %v", err)
		}
	})
}

func TestTheLastOwnerStays(t *testing.T) {
	onEach(t, func(t *testing.T, s *Store, c *clock) {
		owner := add(t, s, "ana@example.com", RoleOwner)
		join(t, s, c, owner)
		pending := add(t, s, "invited@example.com", RoleOwner)
		changes := map[string]func(id string) error{
			"remove":  func(id string) error { return s.Remove(t.Context(), id) },
			"disable": func(id string) error { _, err := s.Update(t.Context(), id, Change{Disabled: new(true)}); return err },
			"demote":  func(id string) error { _, err := s.Update(t.Context(), id, Change{Role: new(RoleEditor)}); return err },
		}
		for name, change := range changes {
			if err := change(owner.ID); !errors.Is(err, ErrLastOwner) {
				t.Errorf("%s the only owner that can sign in: %v, want ErrLastOwner", name, err)
			}
		}
		join(t, s, c, pending)
		// Two owners that demote each other at the same moment: one stays.
		errs := make([]error, 2)
		var group sync.WaitGroup
		for i, id := range []string{owner.ID, pending.ID} {
			group.Go(func() { _, errs[i] = s.Update(context.Background(), id, Change{Role: new(RoleAgent)}) })
		}
		group.Wait()
		if (errs[0] == nil) == (errs[1] == nil) {
			t.Errorf("both demoted at once: %v; want one refusal", errs)
		}
	})
}

func TestARemovedUserLeavesNothing(t *testing.T) {
	onEach(t, func(t *testing.T, s *Store, c *clock) {
		keeper := add(t, s, "owner@example.com", RoleOwner)
		join(t, s, c, keeper)
		u := add(t, s, "ana@example.com", RoleEditor)
		_, done := join(t, s, c, u)
		if err := s.Remove(t.Context(), u.ID); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Session(t.Context(), done.Token); !errors.Is(err, ErrUnknown) {
			t.Errorf("the session: %v", err)
		}
		for _, table := range []string{"sessions", "passkeys", "codes", "links", "ceremonies"} {
			var n int
			if _, err := s.db.Read().One(t.Context(), "SELECT COUNT(*) FROM account_"+table+" WHERE user_id = ?", []any{u.ID}, &n); err != nil || n != 0 {
				t.Errorf("%d rows in %s, %v", n, table, err)
			}
		}
		if err := s.Remove(t.Context(), u.ID); !errors.Is(err, ErrUnknown) {
			t.Errorf("again: %v, want ErrUnknown", err)
		}
	})
}

func TestARoleChangeSignsOut(t *testing.T) {
	onEach(t, func(t *testing.T, s *Store, c *clock) {
		join(t, s, c, add(t, s, "owner@example.com", RoleOwner))
		u := add(t, s, "ana@example.com", RoleEditor)
		_, done := join(t, s, c, u)
		if _, err := s.Update(t.Context(), u.ID, Change{Name: new("Ana R.")}); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Session(t.Context(), done.Token); err != nil || got.User.Name != "Ana R." {
			t.Errorf("after another name: %+v, %v", got.User, err)
		}
		if _, err := s.Update(t.Context(), u.ID, Change{Role: new(RoleAgent)}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Session(t.Context(), done.Token); !errors.Is(err, ErrUnknown) {
			t.Errorf("the session of another role: %v, want ErrUnknown", err)
		}
	})
}

func TestEasyPasswordsAreRefused(t *testing.T) {
	own := []string{"Zero Real Estate", "https://www.zero-estate.com", "ana.ruiz@example.com", "studio"}
	for text, want := range map[string]PasswordProblem{
		"short":                         PasswordShort,
		"elevenchars":                   PasswordShort,
		strings.Repeat("ab cd ", 30):    PasswordLong,
		"password1234":                  PasswordCommon,
		"Password2026!":                 PasswordCommon,
		"P@ssw0rdP@ssw0rd":              PasswordCommon,
		"123456789012":                  PasswordCommon,
		"aaaaaaaaaaaaaaaa":              PasswordCommon,
		"qwertyuiopas":                  PasswordCommon,
		"qwertyqwerty":                  PasswordCommon,
		"abcdefghijklmnop":              PasswordCommon,
		"RealEstate2026":                PasswordCommon,
		"zero-estate-1":                 PasswordCommon,
		"studio.ruiz.1":                 PasswordCommon,
		"iloveyou12345":                 PasswordCommon,
		"seven quiet lanterns":          "",
		"villa terrace umbrella violin": "",
		"k7#mQ2!xVw9p":                  "",
		"ñandú veloz cruza":             "",
		"correct horse battery staple":  "",
	} {
		if got := CheckPassword(text, own...); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if n := len(commonSet()); n < 9_900 {
		t.Errorf("%d common passwords, want 10,000", n)
	}
}
