package agreement

import (
	"context"
	"iter"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"estate/internal/content/search"
	"estate/internal/tests/postgrestest"
)

// postgresTables is an idiomatic PostgreSQL schema for search: lists as arrays, an index for
// every filter and every order.
var postgresTables = []string{
	`CREATE TABLE property (id int PRIMARY KEY, offers int[] NOT NULL, types int[] NOT NULL, categories int[] NOT NULL,
		collections text[] NOT NULL, features text[] NOT NULL, built int NOT NULL, plot int NOT NULL, terrace int NOT NULL, province int NOT NULL, city int NOT NULL, subarea int NOT NULL, beds int NOT NULL, baths int NOT NULL,
		price int NOT NULL, price_to int NOT NULL, modified bigint NOT NULL, sold boolean NOT NULL, reference text NOT NULL)`,
	"CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public",
}

var postgresIndexes = []string{
	"CREATE INDEX ON property (modified DESC, id DESC)",
	"CREATE INDEX ON property ((price = 0), price, modified DESC, id DESC)",
	"CREATE INDEX ON property ((price = 0), price DESC, modified DESC, id DESC)",
	"CREATE INDEX ON property (price_to)",
	"CREATE INDEX ON property (province)", "CREATE INDEX ON property (city)", "CREATE INDEX ON property (subarea)",
	"CREATE INDEX ON property (beds)", "CREATE INDEX ON property (baths)",
	"CREATE INDEX ON property USING gin (offers)", "CREATE INDEX ON property USING gin (types)",
	"CREATE INDEX ON property USING gin (categories)", "CREATE INDEX ON property USING gin (collections)", "CREATE INDEX ON property USING gin (features)",
	"CREATE INDEX ON property USING gin (lower(reference) public.gin_trgm_ops)",
	"VACUUM ANALYZE property",
}

// postgresSettings assume that all properties fit in memory.
var postgresSettings = []string{
	"SET work_mem = '128MB'", "SET random_page_cost = 1.1", "SET effective_cache_size = '2GB'", "SET jit = off",
}

// inPostgres stores rows in PostgreSQL and uses one connection.
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
	run(postgresTables)
	next, stop := iter.Pull(rows)
	defer stop()
	columns := []string{
		"id", "offers", "types", "categories", "collections", "features", "built", "plot", "terrace", "province", "city", "subarea", "beds", "baths", "price", "price_to", "modified", "sold", "reference",
	}
	_, err = conn.CopyFrom(ctx, pgx.Identifier{"property"}, columns, pgx.CopyFromFunc(func() ([]any, error) {
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
	run(postgresIndexes)
	db := stdlib.OpenDB(*config, stdlib.OptionAfterConnect(func(ctx context.Context, conn *pgx.Conn) error {
		for _, setting := range postgresSettings {
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

// notNil returns an empty list in place of nil.
func notNil[E any](list []E) []E {
	if list == nil {
		return []E{}
	}
	return list
}
