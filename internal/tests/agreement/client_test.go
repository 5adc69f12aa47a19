package agreement

import (
	"net/http/httptest"
	"path/filepath"
	"testing"

	"estate/internal/cms/wordpress"
	"estate/internal/content"
	"estate/internal/store"
	"estate/internal/tests/contenttest"
	"estate/internal/tests/postgrestest"
	"estate/internal/tests/restapitest"
)

// serve serves the REST API of a store that holds the fixture.
func serve(t *testing.T, at store.Config) *httptest.Server {
	t.Helper()
	at.Authorize = contenttest.Authorize
	db, err := store.Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	fixture := contenttest.Fixture()
	if err := db.Write(t.Context(), func(b *store.Batch) error { return fixture.Write(b) }); err != nil {
		t.Fatal(err)
	}
	db.UseSearcher(contenttest.NewScan(fixture.Entities))
	return restapitest.Serve(t, db)
}

// TestTheClientAgreesWithTheStore runs the suite of content.Source. The API has no counts of
// options, no deleted content and no redirect pairs.
func TestTheClientAgreesWithTheStore(t *testing.T) {
	for name, place := range map[string]func(t *testing.T) store.Config{
		"SQLite":     func(t *testing.T) store.Config { return store.Config{Path: filepath.Join(t.TempDir(), "estate.db")} },
		"PostgreSQL": func(t *testing.T) store.Config { return store.Config{URL: postgrestest.URL(t)} },
	} {
		t.Run(name, func(t *testing.T) {
			contenttest.Run(t, func(t *testing.T) content.Source {
				server := serve(t, place(t))
				client, err := wordpress.New(wordpress.Config{
					SiteURL: "https://www.example.test", CMSURL: server.URL, Transport: restapitest.OwnPictures(server.URL),
				})
				if err != nil {
					t.Fatal(err)
				}
				return client
			}, contenttest.LackCounts, contenttest.LackWithdrawn, contenttest.LackRedirects)
		})
	}
}
