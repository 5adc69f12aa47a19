package shareddict

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

func openLibrary(t *testing.T, folder, build string, at time.Time) *Library {
	t.Helper()
	client := fstest.MapFS{
		"assets/entry-client-ABCDEFGH.js": {Data: []byte(strings.Repeat("script of "+build+";", 100))},
		"assets/photo-ABCDEFGH.png":       {Data: []byte("no script")},
	}
	l := Open(Config{Folder: folder, Build: build, Client: client, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return at }})
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return l
}

func TestOnlyTheLastBuildsAreKept(t *testing.T) {
	folder, start := t.TempDir(), time.Now().Add(-time.Hour)
	for i := range 6 {
		build := fmt.Sprintf("build%d", i)
		openLibrary(t, folder, build, start)
		at := start.Add(time.Duration(i) * time.Minute)
		if err := os.Chtimes(filepath.Join(folder, "builds", build), at, at); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := os.ReadDir(filepath.Join(folder, "builds"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	if strings.Join(names, " ") != "build2 build3 build4 build5" {
		t.Errorf("kept %v", names)
	}
	files, err := os.ReadDir(filepath.Join(folder, "builds", "build5"))
	if err != nil || len(files) != 1 {
		t.Errorf("kept %v, %v", files, err)
	}
}

func TestOnlyTheLastSamplesAreKept(t *testing.T) {
	folder := t.TempDir()
	for i := range keptSamples + 2 {
		l := openLibrary(t, folder, "build", time.Unix(int64(1000+i), 0))
		if _, err := l.AddSample("en", []byte{byte(i)}); err != nil {
			t.Fatal(err)
		}
	}
	files, err := os.ReadDir(filepath.Join(folder, "samples"))
	if err != nil || len(files) != keptSamples {
		t.Errorf("%d samples, %v", len(files), err)
	}
	l := openLibrary(t, folder, "build", time.Unix(2000, 0))
	newest, age, ok := l.Sample("en")
	if !ok || age < 0 {
		t.Fatal("the sample is lost after a restart")
	}
	if content, err := newest.Content(); err != nil || content[0] != keptSamples+1 {
		t.Errorf("newest sample %v, %v", content, err)
	}
	if _, _, ok := openLibrary(t, folder, "next", time.Unix(2000, 0)).Sample("en"); ok {
		t.Error("a build uses the sample of another one")
	}
}

func TestADictionaryIsFoundByItsHash(t *testing.T) {
	l := openLibrary(t, t.TempDir(), "build", time.Unix(1000, 0))
	d, err := l.AddSample("en", []byte("sample"))
	if err != nil {
		t.Fatal(err)
	}
	const hash = ":r0KR3SOJ8rBuJ4MQ5Q9jqgcTv3qk9Qdq4nV9r0NxV0k=:" // of something else
	for header, want := range map[string]bool{hash: false, "": false, ":": false, "::": false, ":AAAA:": false, ":!:": false} {
		if _, ok := l.Lookup(header); ok != want {
			t.Errorf("%q is found: %v", header, ok)
		}
	}
	_ = d
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	w := httptest.NewRecorder()
	if _, ok := l.Of(w, r); ok || w.Header().Get("Vary") != "" {
		t.Error("a client without dictionaries has one")
	}
	var none *Library
	if _, ok := none.Of(w, r); ok {
		t.Error("no library has a dictionary")
	}
}

// A removed folder must not break a response.
func TestALostDictionaryIsNotUsed(t *testing.T) {
	folder := t.TempDir()
	l := openLibrary(t, folder, "build", time.Unix(1000, 0))
	d, err := l.AddSample("en", []byte("sample"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if d.Pack([]byte("a page")) != nil || d.PackAsset("a.js", []byte("a script")) != nil {
		t.Error("packed with a dictionary that is lost")
	}
}
