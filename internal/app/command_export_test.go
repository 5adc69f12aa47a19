package app

import (
	"errors"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"estate/internal/app/config"
	"estate/internal/content/i18n"
	"estate/internal/store"
	"estate/internal/store/contentfile"
)

// otherLinks are links of every kind beside those of single entities.
var otherLinks = []string{
	"/", "/properties/", "/properties/page/2/", "/properties/?s_offer=3&s_type=15&sort_by=price_low", "/developments/",
	"/search-developments/", "/cities/marbella/", "/cities/nowhere/", "/for-sale/", "/for-rent/", "/for-sale/villas/marbella/",
	"/blog/", "/blog/page/2/", "/blog/?s=marbella", "/favorites/", "/no-such-page/", "/2024/", "/properties/page/9999/",
}

// everyLink are the links of all published content and otherLinks, in both languages.
func everyLink(t *testing.T, st *store.Store) []string {
	t.Helper()
	groups, err := st.Published(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var links []string
	for _, group := range groups {
		heads, err := st.Heads(t.Context(), group.Type, group.Lang, 0, group.Count)
		if err != nil {
			t.Fatal(err)
		}
		for i := range heads {
			for _, lang := range i18n.Filled {
				if at := heads[i].LinkIn(lang); at != "" {
					links = append(links, at)
				}
			}
		}
	}
	for _, lang := range i18n.Filled {
		for _, link := range otherLinks {
			links = append(links, lang.Prefix()+link)
		}
		for _, taxonomy := range []string{"category", "tag"} {
			terms, err := st.Terms(t.Context(), lang, taxonomy)
			if err != nil {
				t.Fatal(err)
			}
			for _, term := range terms {
				links = append(links, term.LinkIn(lang))
			}
		}
		links = append(links, lang.Prefix()+"/propiedades/villas-marbella/")
	}
	return links
}

// exported exports the store of a running site and returns the file.
func exported(t *testing.T, data, name string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := Export(t.Context(), settingsFor(t, data), file, ""); err != nil {
		t.Fatalf("export: %v", err)
	}
	return file
}

func TestImportedExportShowsTheSameSite(t *testing.T) {
	for _, name := range []string{"agency.tar.zst", "agency.jsonl"} {
		t.Run(name, func(t *testing.T) {
			data, other := t.TempDir(), t.TempDir()
			first, server := startSite(t, in(data))
			file := exported(t, data, name)
			if err := Import(t.Context(), settingsFor(t, other), file, ImportOptions{Strict: true}); err != nil {
				t.Fatalf("import: %v", err)
			}
			_, copied := startSite(t, in(other))
			links := everyLink(t, first.store)
			if len(links) < 500 {
				t.Fatalf("only %d links to compare", len(links))
			}
			for _, link := range links {
				compareViews(t, server, copied, link)
			}
			if strings.HasSuffix(name, ".jsonl") {
				return
			}
			if got, want := filesIn(t, filepath.Join(other, "media")), filesIn(t, filepath.Join(data, "media")); got != want || want == "" {
				t.Errorf("the pictures of the copy differ")
			}
		})
	}
}

func compareViews(t *testing.T, first, second *httptest.Server, link string) {
	t.Helper()
	want, wantBody := get(t, first, "/_view"+link)
	got, gotBody := get(t, second, "/_view"+link)
	if got.StatusCode != want.StatusCode || gotBody != wantBody {
		t.Errorf("%s: the views differ: %d bytes, want %d", link, len(gotBody), len(wantBody))
	}
}

// filesIn lists the names and sizes of the files in a folder.
func filesIn(t *testing.T, folder string) string {
	t.Helper()
	var list strings.Builder
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(folder, path)
		fmt.Fprintln(&list, rel, info.Size())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list.String()
}

const goodLines = `{"kind":"estate","version":1}
{"kind":"term","data":{"id":1,"taxonomy":"category","slug":"c","name":{"en":"C"},"lang":"en","link":"/category/c/"}}
`

func TestImportReportsWhatItSkipped(t *testing.T) {
	tests := []struct {
		name, lines string
		strict      bool
		fails       error
		imported    bool
	}{
		{"no error", goodLines, false, nil, true},
		{"one bad line", goodLines + "{\"kind\":\"term\",\"data\":{\"id\":\"x\"}}\n", false, errIncomplete, true},
		{"one bad line, strict", goodLines + "{\"kind\":\"term\",\"data\":{\"id\":\"x\"}}\n", true, contentfile.ErrRefused, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			data := t.TempDir()
			file := filepath.Join(data, "in.jsonl")
			if err := os.WriteFile(file, []byte(tt.lines), 0o600); err != nil {
				t.Fatal(err)
			}
			err := Import(t.Context(), settingsFor(t, data), file, ImportOptions{Strict: tt.strict})
			if !errors.Is(err, tt.fails) {
				t.Errorf("error %v, want %v", err, tt.fails)
			}
			st, err := openStoreToRead(t.Context(), config.Settings{Data: data}, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = st.Close() }()
			terms, err := st.Terms(t.Context(), i18n.LangEN, "category")
			if err != nil || (len(terms) > 0) != tt.imported {
				t.Errorf("%d terms in the store (%v), want some: %v", len(terms), err, tt.imported)
			}
		})
	}
}

func TestFailedExportLeavesNoPartialFile(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "out.jsonl")
	if err := os.WriteFile(file, []byte("before"), 0o600); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("the disk is full")
	err := writeAtomically(file, func(w io.Writer) error {
		_, _ = w.Write([]byte("half"))
		return broken
	})
	if !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
	text, err := os.ReadFile(file)
	if entries, _ := os.ReadDir(folder); string(text) != "before" || err != nil || len(entries) != 1 {
		t.Errorf("file %q, %d files in the folder; want them unchanged", text, len(entries))
	}
	if err := Export(t.Context(), settingsFor(t, folder), "agency.zip", ""); err == nil || !strings.Contains(err.Error(), ".tar.zst") {
		t.Errorf("error %v, want one that names the extensions", err)
	}
}
