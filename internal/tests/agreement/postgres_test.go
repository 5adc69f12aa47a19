package agreement

import (
	"context"
	"iter"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"estate/internal/search"
	"estate/internal/tests/postgrestest"
)

// homesInPostgres is how somebody who knows PostgreSQL would keep homes for search:
// lists as arrays, an index for every filter and every order.
var homesInPostgres = []string{
	`CREATE TABLE home (id int PRIMARY KEY, offers int[] NOT NULL, types int[] NOT NULL, categories int[] NOT NULL,
		collections text[] NOT NULL, features text[] NOT NULL, built int NOT NULL, plot int NOT NULL, terrace int NOT NULL, province int NOT NULL, city int NOT NULL, subarea int NOT NULL, beds int NOT NULL, baths int NOT NULL,
		price int NOT NULL, price_to int NOT NULL, modified bigint NOT NULL, sold boolean NOT NULL, reference text NOT NULL)`,
	"CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public",
}

var indexesInPostgres = []string{
	"CREATE INDEX ON home (modified DESC, id DESC)",
	"CREATE INDEX ON home ((price = 0), price, modified DESC, id DESC)",
	"CREATE INDEX ON home ((price = 0), price DESC, modified DESC, id DESC)",
	"CREATE INDEX ON home (price_to)",
	"CREATE INDEX ON home (province)", "CREATE INDEX ON home (city)", "CREATE INDEX ON home (subarea)",
	"CREATE INDEX ON home (beds)", "CREATE INDEX ON home (baths)",
	"CREATE INDEX ON home USING gin (offers)", "CREATE INDEX ON home USING gin (types)",
	"CREATE INDEX ON home USING gin (categories)", "CREATE INDEX ON home USING gin (collections)", "CREATE INDEX ON home USING gin (features)",
	"CREATE INDEX ON home USING gin (lower(reference) public.gin_trgm_ops)",
	"VACUUM ANALYZE home",
}

// settingsOfPostgres suit a machine whose memory holds all homes.
var settingsOfPostgres = []string{
	"SET work_mem = '128MB'", "SET random_page_cost = 1.1", "SET effective_cache_size = '2GB'", "SET jit = off",
}

// inPostgres keeps rows in PostgreSQL, on one connection.
func inPostgres(t *testing.T, rows iter.Seq[search.Row]) tables {
	t.Helper()
	ctx := context.Background()
	config, err := pgx.ParseConfig(postgrestest.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	run := func(statements []string) {
		for _, statement := range statements {
			if _, err := conn.Exec(ctx, statement); err != nil {
				t.Fatalf("%s: %v", statement, err)
			}
		}
	}
	run(homesInPostgres)
	next, stop := iter.Pull(rows)
	defer stop()
	columns := []string{
		"id", "offers", "types", "categories", "collections", "features", "built", "plot", "terrace", "province", "city", "subarea", "beds", "baths", "price", "price_to", "modified", "sold", "reference",
	}
	_, err = conn.CopyFrom(ctx, pgx.Identifier{"home"}, columns, pgx.CopyFromFunc(func() ([]any, error) {
		row, ok := next()
		if !ok {
			return nil, nil
		}
		return []any{
			row.ID, notNil(row.Offers), notNil(row.Types), notNil(row.Categories), notNil(row.Collections), notNil(row.Features),
			row.Built, row.Plot, row.Terrace, row.Province, row.City, row.Subarea,
			row.Beds, row.Baths, row.Price, max(row.Price, row.PriceTo), row.Modified, row.Sold, row.Reference,
		}, nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	run(indexesInPostgres)
	db := stdlib.OpenDB(*config, stdlib.OptionAfterConnect(func(ctx context.Context, conn *pgx.Conn) error {
		for _, setting := range settingsOfPostgres {
			if _, err := conn.Exec(ctx, setting); err != nil {
				return err
			}
		}
		return nil
	}))
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() })
	return tables{db: db, arrays: true}
}

// notNil is a list that is empty rather than null.
func notNil[E any](list []E) []E {
	if list == nil {
		return []E{}
	}
	return list
}
