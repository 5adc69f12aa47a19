package restapitest

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"

	"estate/internal/cms/restapi"
)

// Serve serves the REST API of a source until the test ends.
func Serve(t testing.TB, source restapi.Source) *httptest.Server {
	t.Helper()
	return ServeBehind(t, source, func(api http.Handler) http.Handler { return api })
}

// ServeBehind is Serve with a handler in front of the API.
func ServeBehind(t testing.TB, source restapi.Source, before func(api http.Handler) http.Handler) *httptest.Server {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	api, err := restapi.New(restapi.Config{
		SiteURL: "http://" + server.Listener.Addr().String(), ShowHiddenPrices: true, Log: slog.New(slog.DiscardHandler),
	}, source)
	if err != nil {
		t.Fatal(err)
	}
	server.Config.Handler = before(api)
	server.Start()
	t.Cleanup(server.Close)
	return server
}

// OwnPictures asks a server as the owner of its content sees it: the API tells
// mediaRelations with its address, so that anybody can show them, and a store has them as
// the site keeps them.
func OwnPictures(address string) http.RoundTripper { return ownPictures{address} }

type ownPictures struct{ address string }

func (p ownPictures) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(response.Body)
	err = errors.Join(err, response.Body.Close())
	body = bytes.ReplaceAll(body, []byte(p.address+"/media/"), []byte("/media/"))
	if err != nil { // a body that is cut stays cut
		response.Body = io.NopCloser(io.MultiReader(bytes.NewReader(body), failingReader{err}))
		return response, nil
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	response.ContentLength = int64(len(body))
	response.Header.Set("Content-Length", strconv.Itoa(len(body)))
	return response, nil
}

type failingReader struct{ err error }

func (b failingReader) Read([]byte) (int, error) { return 0, b.err }
