package app

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestUpgradeCheckTellsWhatAStartDoes compares a program with data of its own, an older and a
// newer version. The check leaves the data as they are.
func TestUpgradeCheckTellsWhatAStartDoes(t *testing.T) {
	for name, tt := range map[string]struct {
		file, change, says string
		stops              bool
	}{
		"own content":     {"estate.db", "", "content: the schema is that of this program", false},
		"older content":   {"estate.db", "DELETE FROM goose_db_version WHERE version_id = (SELECT max(version_id) FROM goose_db_version)", "content: the first start changes the schema", false},
		"newer content":   {"estate.db", "INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)", "written by a newer program", true},
		"own enquiries":   {"leads.db", "", "enquiries: the schema is that of this program", false},
		"older enquiries": {"leads.db", "DELETE FROM goose_db_version WHERE version_id = (SELECT max(version_id) FROM goose_db_version)", "enquiries: the first start changes the schema", false},
		"newer enquiries": {"leads.db", "INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)", "written by a newer program", true},
		"own users":       {"accounts.db", "", "users of the studio: the schema is that of this program", false},
		"older users": {
			"accounts.db", "DELETE FROM estate_accounts_schema WHERE version_id > 0", "users of the studio: the first start changes the schema", false,
		},
		"newer users": {"accounts.db", "INSERT INTO estate_accounts_schema (version_id, is_applied) VALUES (9999, 1)", "written by a newer program", true},
	} {
		t.Run(name, func(t *testing.T) {
			data := t.TempDir()
			app, _ := startSite(t, in(data))
			app.Close()
			file := filepath.Join(data, tt.file)
			if tt.change != "" {
				changeDatabase(t, file, tt.change)
			}
			before, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			err = UpgradeCheck(t.Context(), &out, settingsFor(t, data))
			if err != nil {
				out.WriteString(err.Error())
			}
			if (err != nil) != tt.stops || !strings.Contains(out.String(), tt.says) {
				t.Errorf("error %v, output:\n%s\nwant an error: %t, and %q", err, out.String(), tt.stops, tt.says)
			}
			if after, err := os.ReadFile(file); err != nil || !bytes.Equal(before, after) {
				t.Errorf("%s was changed (%v)", tt.file, err)
			}
		})
	}
}

func changeDatabase(t *testing.T, file, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}
