package pairing

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"testing"

	"estate/internal/content"
	"estate/internal/content/contenttest"
	"estate/internal/restapi"
	"estate/internal/store"
	"estate/internal/store/storetest"
	"estate/internal/wordpress"
)

// serve answers the REST API of a store that holds the fixture.
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

	server := httptest.NewUnstartedServer(nil)
	api, err := restapi.New(restapi.Config{
		SiteURL: "http://" + server.Listener.Addr().String(), TellHiddenPrices: true, Log: slog.New(slog.DiscardHandler),
	}, db)
	if err != nil {
		t.Fatal(err)
	}
	server.Config.Handler = api
	server.Start()
	t.Cleanup(server.Close)
	return server
}

// ownPictures takes the server's address off pictures: the API tells it, so that
// anybody can show them, and the fixture has them as the site keeps them.
type ownPictures struct{ address string }

func (p ownPictures) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(response.Body)
	_ = response.Body.Close()
	body = bytes.ReplaceAll(body, []byte(p.address+"/media/"), []byte("/media/"))
	response.Body = io.NopCloser(bytes.NewReader(body))
	response.ContentLength = int64(len(body))
	response.Header.Set("Content-Length", strconv.Itoa(len(body)))
	return response, err
}

// TestTheClientAgreesWithTheStore runs the suite of every source. The API counts
// no options and knows neither deleted content nor the table of old links, which
// a CMS answers with its own pages.
func TestTheClientAgreesWithTheStore(t *testing.T) {
	for name, place := range map[string]func(t *testing.T) store.Config{
		"SQLite":     func(t *testing.T) store.Config { return store.Config{Path: filepath.Join(t.TempDir(), "estate.db")} },
		"PostgreSQL": func(t *testing.T) store.Config { return store.Config{URL: storetest.URL(t)} },
	} {
		t.Run(name, func(t *testing.T) {
			contenttest.Run(t, func(t *testing.T) content.Source {
				server := serve(t, place(t))
				client, err := wordpress.New(wordpress.Config{
					SiteURL: "https://www.example.test", CMSURL: server.URL, Transport: ownPictures{server.URL},
				})
				if err != nil {
					t.Fatal(err)
				}
				return client
			}, contenttest.LackCounts, contenttest.LackWithdrawn, contenttest.LackRedirects)
		})
	}
}
