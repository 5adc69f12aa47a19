package sqldb

import "testing"

func TestPlaceholdersAreNumbered(t *testing.T) {
	query := "SELECT a FROM b WHERE c = ? AND d IN " + Placeholders(2)
	if got := (dialect{numbered: true}).bind(query); got != "SELECT a FROM b WHERE c = $1 AND d IN ($2,$3)" {
		t.Errorf("got %q", got)
	}
	if got := sqliteDialect.bind(query); got != query {
		t.Errorf("got %q", got)
	}
}
