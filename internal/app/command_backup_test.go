package app

import (
	"errors"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"estate/internal/agency/leads"
	"estate/internal/app/backup"
	"estate/internal/app/config"
	"estate/internal/store"
	"estate/internal/studio/account"
	"estate/internal/studio/inbox"
	"estate/internal/tests/postgrestest"
)

// backedUpStore is a site with an empty SQLite store and its backup.
func backedUpStore(t *testing.T) (s config.Settings, backup string) {
	t.Helper()
	s = config.Settings{Data: filepath.Join(t.TempDir(), "data")}
	s.FillDefaults()
	if err := s.MakeDataDir(); err != nil {
		t.Fatal(err)
	}
	st, err := store.Open(t.Context(), s.StoreConfig())
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	backup = filepath.Join(t.TempDir(), "backup")
	if err := Backup(t.Context(), s, backup); err != nil {
		t.Fatal(err)
	}
	return s, backup
}

func TestRestoreIntoARelativeFolder(t *testing.T) {
	s, backup := backedUpStore(t)
	folder := t.TempDir()
	t.Chdir(folder)
	if err := Restore(t.Context(), s, backup, "new/data", ""); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"estate.db", "backup.key"} {
		if _, err := os.Stat(filepath.Join(folder, "new", "data", name)); err != nil {
			t.Errorf("restored into a relative folder: %v", err)
		}
	}
}

// TestASQLiteBackupIsNotRestoredIntoPostgreSQL: the database would stay empty, and the next start
// would publish the demo.
func TestASQLiteBackupIsNotRestoredIntoPostgreSQL(t *testing.T) {
	s, backup := backedUpStore(t)
	s.DB = "postgres://estate@127.0.0.1:1/estate"
	to := filepath.Join(t.TempDir(), "new")
	err := Restore(t.Context(), s, backup, to, "")
	if err == nil || !strings.Contains(err.Error(), "estate export") || !strings.Contains(err.Error(), "estate import") {
		t.Errorf("error %v; want one that names export and import", err)
	}
	if _, err := os.Stat(to); err == nil {
		t.Error("a folder was restored")
	}
}

func TestARestoreWithoutTheKeyNamesIt(t *testing.T) {
	s, backup := backedUpStore(t)
	s.Data = t.TempDir() // of another machine
	err := Restore(t.Context(), s, backup, filepath.Join(t.TempDir(), "new"), "")
	if err == nil || !strings.Contains(err.Error(), "--key-file") || !strings.Contains(err.Error(), "ESTATE_BACKUP_KEY") {
		t.Errorf("error %v; want one that asks for the key", err)
	}
}

// A backup may be older than the end of a session or the use of a link: restored users sign in again, with their factors.
func TestRestoredUsersSignInAgain(t *testing.T) {
	s, _ := backedUpStore(t)
	accounts, err := account.Open(t.Context(), accountPlace(s), nil)
	if err != nil {
		t.Fatal(err)
	}
	const password = "olive terrace quiet harbour"
	setup, _, err := accounts.NewSetupLink(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	person := account.Person{Mail: "ana@example.com", Name: "Ana", Lang: "en"}
	secret, err := accounts.ChoosePassword(t.Context(), netip.Prefix{}, setup, "Agency", person, password)
	if err != nil {
		t.Fatal(err)
	}
	code, err := totp.GenerateCode(secret.Text, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	owner, err := accounts.ConfirmLink(t.Context(), setup, code, account.Device{})
	if err != nil {
		t.Fatal(err)
	}
	recovery, _, _, err := accounts.NewLink(t.Context(), owner.Session.User)
	if err != nil {
		t.Fatal(err)
	}
	if err := accounts.Close(); err != nil {
		t.Fatal(err)
	}
	from, to := filepath.Join(t.TempDir(), "backup"), filepath.Join(t.TempDir(), "new")
	if err := errors.Join(Backup(t.Context(), s, from), Restore(t.Context(), s, from, to, "")); err != nil {
		t.Fatal(err)
	}
	s.Data = to
	if accounts, err = account.Open(t.Context(), accountPlace(s), nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = accounts.Close() })
	if _, err := accounts.Session(t.Context(), owner.Token); !errors.Is(err, account.ErrUnknown) {
		t.Errorf("the session of before: %v, want unknown", err)
	}
	if _, err := accounts.Link(t.Context(), recovery); err == nil {
		t.Error("a link of before the restore works")
	}
	user, err := accounts.VerifyPassword(t.Context(), netip.Prefix{}, "ana@example.com", password, owner.Codes[0])
	if err != nil || user.Role != account.RoleOwner {
		t.Errorf("sign-in after the restore: %+v, %v", user, err)
	}
}

// A snapshot is written when something has changed: what the office notes about an enquiry, and a new user, too.
func TestWorkInTheStudioMakesASnapshotOfPostgreSQL(t *testing.T) {
	s := config.Settings{Data: filepath.Join(t.TempDir(), "data"), DB: config.Database(postgrestest.URL(t))}
	s.FillDefaults()
	if err := prepareDatabase(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	source := backup.Postgres(string(s.DB))
	token := func() string {
		text, err := source.Token(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	handling := inbox.NewStore(inbox.Place{URL: string(s.DB)}, nil)
	t.Cleanup(func() { _ = handling.Close() })
	accounts, err := account.Open(t.Context(), accountPlace(s), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = accounts.Close() })
	for name, change := range map[string]func() error{
		"the state of an enquiry": func() error {
			return handling.SetState(t.Context(), inbox.StateClosed, leads.Key{Node: "a", ID: 1})
		},
		"a user": func() error {
			_, err := accounts.Add(t.Context(), account.User{Mail: "ana@example.com", Name: "Ana", Lang: "es", Role: account.RoleOwner})
			return err
		},
	} {
		before := token()
		if err := change(); err != nil {
			t.Fatal(err)
		}
		if token() == before {
			t.Errorf("%s changes nothing that makes a snapshot", name)
		}
	}
}
