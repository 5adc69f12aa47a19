package postgrestest

import (
	"context"
	"crypto/rand"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

// Variable is the environment variable with the address of the server; make test-go sets
// it.
const Variable = "ESTATE_TEST_POSTGRES"

// Has reports whether there is a server.
func Has() bool { return os.Getenv(Variable) != "" }

// URL returns the address of an empty schema, which is dropped when the test ends.
func URL(t testing.TB) string {
	t.Helper()
	server := os.Getenv(Variable)
	if server == "" {
		t.Skip("there is no PostgreSQL: set " + Variable + " to the URL that scripts/postgres.sh prints")
	}
	return Schema(t, server)
}

// Schema creates an empty schema on a server until the test ends.
func Schema(t testing.TB, server string) string {
	t.Helper()
	name := "test_" + strings.ToLower(rand.Text())
	Exec(t, server, "CREATE SCHEMA "+name)
	t.Cleanup(func() { Exec(t, server, "DROP SCHEMA IF EXISTS "+name+" CASCADE") })
	return With(t, server, "search_path", name)
}

// With returns an address with one more parameter.
func With(t testing.TB, address, key, value string) string {
	t.Helper()
	parsed, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	query := parsed.Query()
	query.Set(key, value)
	parsed.RawQuery = query.Encode()
	return parsed.String()
}

// Exec runs statements on a new connection.
func Exec(t testing.TB, server, query string) {
	t.Helper()
	ctx := context.Background() // the test's context may have ended
	conn, err := pgx.Connect(ctx, server)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }() // what matters is done
	if _, err := conn.Exec(ctx, query); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}
