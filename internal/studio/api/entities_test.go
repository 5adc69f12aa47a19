package api_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/sanitize"
	"estate/internal/media"
	"estate/internal/store"
	"estate/internal/studio/account"
	"estate/internal/studio/api"
	"estate/internal/studio/edit"
	"estate/internal/studio/upload"
	"estate/internal/tests/storetest"
)

const site = "https://www.example.test"

// desk is the studio of an agency with one property, of agent 7, and a person of each role who is signed in.
type desk struct {
	t       *testing.T
	handler *api.API
	tokens  map[account.Role]string
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	return newDeskWith(t, func(*api.Config) {})
}

// newDeskWith is a desk with further parts.
func newDeskWith(t *testing.T, change func(*api.Config)) *desk {
	t.Helper()
	st := storetest.Open(t, store.Config{Path: filepath.Join(t.TempDir(), "estate.db")})
	day := time.Date(2026, time.March, 1, 9, 0, 0, 0, time.UTC)
	storetest.Put(t, st, &content.Property{
		Head:      content.Head{ID: 1, Type: content.TypeProperty, Slug: "villa", Status: content.StatusPublish, Date: day, Modified: day, Link: "/properties/villa/"},
		Reference: "ZRE1001P", Title: i18n.Text{"en": "Villa", "es": "Villa"}, Price: content.Price{Amount: 1_000_000}, Agent: 7,
		Placing: content.Placing{Offers: []int{3}}, Private: &content.Private{Note: "Keys at the office"},
	})
	sanitizer, err := sanitize.New(sanitize.Config{SiteURL: site})
	if err != nil {
		t.Fatal(err)
	}
	editing, err := edit.New(edit.Config{Store: st, Sanitizer: sanitizer})
	if err != nil {
		t.Fatal(err)
	}
	accounts, err := account.Open(t.Context(), account.Place{Path: filepath.Join(t.TempDir(), "accounts.db")}, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = accounts.Close() })
	d := &desk{t: t, tokens: map[account.Role]string{}}
	for _, role := range account.Roles {
		user, err := accounts.Add(t.Context(), account.User{Mail: string(role) + "@example.test", Name: string(role), Lang: "en", Role: role})
		if err != nil {
			t.Fatal(err)
		}
		if d.tokens[role], _, err = accounts.StartSession(t.Context(), user.ID, account.Device{}); err != nil {
			t.Fatal(err)
		}
	}
	cfg := api.Config{
		Accounts: accounts, Edit: editing, Origins: []string{site},
		Site: func(context.Context, i18n.Lang) api.SiteInfo { return api.SiteInfo{Zone: "Europe/Madrid"} },
	}
	pictures, err := media.New(media.Config{Originals: filepath.Join(t.TempDir(), "media"), Cache: filepath.Join(t.TempDir(), "cache"), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pictures.Close() })
	cfg.Uploads, err = upload.Open(upload.Config{Folder: filepath.Join(t.TempDir(), "uploads"), Library: pictures, Store: st})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cfg.Uploads.Close() })
	change(&cfg)
	if d.handler, err = api.New(cfg); err != nil {
		t.Fatal(err)
	}
	return d
}

// call makes a call as a person of a role, "" for nobody, and decodes the answer.
func (d *desk) call(role account.Role, method, path, body string, into any, change ...func(*http.Request)) int {
	d.t.Helper()
	r := httptest.NewRequest(method, site+"/studio/api/"+path, strings.NewReader(body))
	if role != "" {
		r.AddCookie(&http.Cookie{Name: "__Host-estate_studio", Value: d.tokens[role]})
	}
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	for _, one := range change {
		one(r)
	}
	w := httptest.NewRecorder()
	d.handler.Handler(nil).ServeHTTP(w, r)
	text, err := io.ReadAll(w.Result().Body)
	if err != nil {
		d.t.Fatal(err)
	}
	if into != nil {
		if err := json.Unmarshal(text, into); err != nil {
			d.t.Fatalf("%s %s answers %d: %s", method, path, w.Code, text)
		}
	}
	return w.Code
}

func TestAPriceIsChangedAndUndone(t *testing.T) {
	d := newDesk(t)
	var list api.PropertyList
	if code := d.call("editor", "GET", "properties?q=1001", "", &list); code != http.StatusOK || list.Total != 1 || !list.Properties[0].May ||
		list.Properties[0].Price.Amount != 1_000_000 || len(list.Properties[0].Findings) == 0 {
		t.Fatalf("list %d: %+v", code, list)
	}
	change := func(from, to, key, more string) string {
		return `{"changes":[{"path":"price.amount","from":` + from + `,"to":` + to + `}],"key":"` + key + `"` + more + `}`
	}
	const path = "entities/properties/1/changes"
	var saved api.Saved
	if code := d.call("editor", "POST", path, change("1000000", "950000", "a", ""), &saved); code != http.StatusOK || saved.Change == 0 {
		t.Fatalf("saved %d: %+v", code, saved)
	}
	var problem api.Problem
	if code := d.call("owner", "POST", path, change("1000000", "900000", "b", ""), &problem); code != http.StatusConflict ||
		problem.Type != api.ProblemConflict || problem.Saved != nil || len(problem.Conflicts) != 1 ||
		string(problem.Conflicts[0].Now) != "950000" || problem.Conflicts[0].By != "editor" {
		t.Errorf("a stale from %d: %+v", code, problem)
	}
	problem = api.Problem{}
	if code := d.call("owner", "POST", path, change("950000", "95000", "c", ""), &problem); code != http.StatusUnprocessableEntity ||
		problem.Type != api.ProblemConfirm || len(problem.Guards) != 1 {
		t.Errorf("a price without its last digit %d: %+v", code, problem)
	}
	problem = api.Problem{}
	if code := d.call("agent", "POST", path, change("950000", "940000", "d", ""), &problem); code != http.StatusForbidden || problem.Type != api.ProblemForbidden {
		t.Errorf("another agent's property %d: %+v", code, problem)
	}
	var document api.Document
	if code := d.call("agent", "GET", "entities/properties/1", "", &document); code != http.StatusOK || document.May || strings.Contains(string(document.Doc), "Keys") {
		t.Errorf("an agent reads %d: %+v %s", code, document, document.Doc)
	}
	var today api.Today
	if code := d.call("owner", "GET", "today", "", &today); code != http.StatusOK || len(today.Changes) != 1 || today.Blocked != 1 {
		t.Errorf("today %d: %+v", code, today)
	}
	var log []api.LogEntry
	if code := d.call("owner", "GET", "log", "", &log); code != http.StatusOK || len(log) != 1 || !log[0].MayUndo || log[0].Changes[0].Path != "price.amount" {
		t.Errorf("log %d: %+v", code, log)
	}
	var found api.Found
	if code := d.call("owner", "GET", "search?q=villa", "", &found); code != http.StatusOK || len(found.Properties) != 1 {
		t.Errorf("search %d: %+v", code, found)
	}
	if code := d.call("owner", "POST", "undo", `{"change":1,"key":"e"}`, &saved); code != http.StatusOK || saved.Change != 2 {
		t.Errorf("undo %d: %+v", code, saved)
	}
}

func TestCallsAboutContentAreRefused(t *testing.T) {
	d := newDesk(t)
	foreign := func(r *http.Request) {
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		r.Header.Set("Origin", "https://evil.example")
	}
	calls := []struct{ method, path, body string }{
		{"GET", "properties", ""},
		{"GET", "entities/properties/1", ""},
		{"POST", "entities/properties/1/changes", `{"changes":[],"key":"k"}`},
		{"GET", "entities/properties/1/draft", ""},
		{"PUT", "entities/properties/1/draft", `{"changes":[],"seen":""}`},
		{"DELETE", "entities/properties/1/draft", ""},
		{"POST", "undo", `{"change":1,"key":"k"}`},
		{"GET", "log", ""},
		{"GET", "today", ""},
		{"GET", "search?q=villa", ""},
	}
	for _, c := range calls {
		if code := d.call("", c.method, c.path, c.body, nil); code != http.StatusUnauthorized {
			t.Errorf("%s %s without a session: %d", c.method, c.path, code)
		}
		if code := d.call("owner", c.method, c.path, c.body, nil, foreign); code != http.StatusForbidden {
			t.Errorf("%s %s from another origin: %d", c.method, c.path, code)
		}
	}
	const path = "entities/properties/1/changes"
	for body, want := range map[string]int{
		`{"changes":[{"path":"title.en","from":"Villa","to":"X","evil":1}],"key":"k"}`: http.StatusBadRequest,
		`{"changes":{},"key":"k"}`:   http.StatusBadRequest,
		`[]`:                         http.StatusBadRequest,
		`{"changes":[],"key":"k"}{}`: http.StatusBadRequest,
		`{"changes":[{"path":"title.en","from":"Villa","to":"X"}]}`:                                                                         http.StatusUnprocessableEntity,
		`{"changes":[{"path":"__proto__.x","from":null,"to":1}],"key":"k"}`:                                                                 http.StatusUnprocessableEntity,
		`{"changes":[{"path":"title.en","from":"Villa","to":"` + strings.Repeat("x", 2<<20) + `"}],"key":"k"}`:                              http.StatusRequestEntityTooLarge,
		`{"changes":[{"path":"title.en","from":"Villa","to":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}],"key":"k"}`: http.StatusBadRequest,
	} {
		if code := d.call("owner", "POST", path, body, nil); code != want {
			t.Errorf("%.80s: %d, want %d", body, code, want)
		}
	}
	for _, path := range []string{"entities/properties/99", "entities/properties/-1", "entities/properties/x", "entities/author/7", "entities/settings/1"} {
		if code := d.call("owner", "GET", path, "", nil); code != http.StatusNotFound {
			t.Errorf("GET %s: %d", path, code)
		}
	}
	if code := d.call("agent", "GET", "entities/settings/0", "", nil); code != http.StatusForbidden {
		t.Errorf("an agent reads the settings: %d", code)
	}
}
