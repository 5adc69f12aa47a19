package restapi_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"estate/internal/cms/restapi"
	"estate/internal/store"
	"estate/internal/tests/contenttest"
)

// site is the address that the API under test believes to have.
const site = "https://www.example.test"

// api is the API of a store that holds the fixture.
type api struct{ *restapi.API }

func newAPI(t testing.TB, change func(*restapi.Config)) api {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{Path: filepath.Join(t.TempDir(), "estate.db"), Authorize: contenttest.Authorize})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	fixture := contenttest.Fixture()
	if err := db.Write(t.Context(), func(b *store.Batch) error { return fixture.Write(b) }); err != nil {
		t.Fatal(err)
	}
	db.UseSearcher(contenttest.NewScan(fixture.Entities))
	cfg := restapi.Config{SiteURL: site, Log: slog.New(slog.DiscardHandler)}
	if change != nil {
		change(&cfg)
	}
	served, err := restapi.New(cfg, db)
	if err != nil {
		t.Fatal(err)
	}
	return api{served}
}

// reply is one answer, its body read.
type reply struct {
	status int
	header http.Header
	text   string
	body   any
}

// ask sends a GET; headers come as name, value.
func (a api) ask(t testing.TB, path string, headers ...string) reply {
	t.Helper()
	return a.send(t, http.MethodGet, path, headers...)
}

func (a api) send(t testing.TB, method, path string, headers ...string) reply {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), method, "/", nil)
	var err error
	if request.URL, err = request.URL.Parse(path); err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	recorder := httptest.NewRecorder()
	a.ServeHTTP(recorder, request)
	response := recorder.Result()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	got := reply{status: response.StatusCode, header: response.Header, text: string(text)}
	if len(text) > 0 {
		if err := json.Unmarshal(text, &got.body); err != nil {
			t.Fatalf("%s: %v in %.200s", path, err, text)
		}
	}
	return got
}

// at follows keys and indexes into the body, nil where there is nothing.
func (r reply) at(path ...any) any {
	value := r.body
	for _, step := range path {
		switch step := step.(type) {
		case string:
			object, _ := value.(map[string]any)
			value = object[step]
		case int:
			list, _ := value.([]any)
			if step >= len(list) {
				return nil
			}
			value = list[step]
		}
	}
	return value
}

// ids are those of a list's entities.
func (r reply) ids() []int {
	list, _ := r.body.([]any)
	ids := []int{}
	for i := range list {
		id, _ := r.at(i, "id").(float64)
		ids = append(ids, int(id))
	}
	return ids
}
