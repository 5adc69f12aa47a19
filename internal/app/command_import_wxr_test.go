package app

import (
	"bytes"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"estate/internal/agency/demo"
	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
)

// An agency whose WordPress is gone has a file: its pages keep their ids and links.
func TestImportOfAnExportFileOfWordPress(t *testing.T) {
	data := t.TempDir()
	s, err := config.Flags{Data: data, SiteURL: publicSite}.Load(config.Addresses{})
	if err != nil {
		t.Fatal(err)
	}
	picture, err := demo.MediaFiles.ReadFile("media/villa-01-golden-hour-pool.jpg")
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(s.OriginalsDir(), "2013", "01")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "picture-611.jpg"), picture, 0o600); err != nil {
		t.Fatal(err)
	}
	const file = "../cms/wxr/testdata/theme-unit-test.xml"
	if err := Import(t.Context(), s, file, ImportOptions{DryRun: true}); err != nil || s.HasStore() {
		t.Errorf("a dry run: error %v, a store was made: %v", err, s.HasStore())
	}
	if err := Import(t.Context(), s, file, ImportOptions{Strict: true}); err != nil {
		t.Fatal(err)
	}
	first := generationOf(t, s)
	if err := Import(t.Context(), s, file, ImportOptions{}); err != nil {
		t.Fatal(err)
	}
	if second := generationOf(t, s); second != first {
		t.Errorf("the same file again changes the content: generation %d, then %d", first, second)
	}

	app, server := startSite(t, func(s *config.Settings) { s.Data = data })
	for link, want := range map[string]string{
		"/2013/01/markup-html-tags-and-formatting/": "Startup", "/2013/01/no-title/": "This post has no title", "/parent-page/child-page/": "The child.",
		"/es/2013/01/nota-con-pie/": "al pie", "/es/quienes-somos/": "Somos una agencia.", "/category/markup/": "Posts in this category test markup.",
		"/author/editor/": "Ana Editor", "/2013/01/template-excerpt-defined/": `content="This is a user-defined post excerpt."`,
		"/2013/01/%D0%BA%D0%B8%D1%80%D0%B8%D0%BB%D0%BB%D0%B8%D1%86%D0%B0/": "Кириллица", "/2013/01/block-embed/": "youtube-nocookie.com",
	} {
		response, body := get(t, server, link)
		if response.StatusCode != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%s: status %d to %q, want %q on the page", link, response.StatusCode, response.Header.Get("Location"), want)
		}
		if strings.Contains(body, "secret123") || strings.Contains(body, "private@") {
			t.Errorf("%s shows what is private", link)
		}
	}
	if response, _ := get(t, server, "/2013/01/featured-picture/"); response.StatusCode != http.StatusMovedPermanently {
		t.Errorf("a former link: status %d", response.StatusCode)
	}
	if response, _ := get(t, server, "/2013/01/trashed/"); response.StatusCode == http.StatusOK {
		t.Error("what is in the trash is shown")
	}
	settings, err := app.store.Settings(t.Context(), i18n.LangEN)
	if err != nil {
		t.Fatal(err)
	}
	if settings.SiteTitle != "Former Agency" || len(settings.Menus["main"].Items) != 5 {
		t.Errorf("settings %+v", settings)
	}
	if settings, err = app.store.Settings(t.Context(), i18n.LangES); err != nil || len(settings.Menus["main"].Items) != 1 {
		t.Errorf("Spanish settings %+v, %v", settings, err)
	}
	post, err := app.store.ByID(t.Context(), i18n.LangEN, "posts", 117, "")
	if err != nil || post.(*content.Post).Featured.URL != "/media/2013/01/picture-611.jpg" {
		t.Errorf("post 117: %+v, %v", post, err)
	}
}

// generationOf is the generation of the stored content.
func generationOf(t *testing.T, s config.Settings) uint64 {
	t.Helper()
	st, err := openStoreToRead(t.Context(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = st.Close() }()
	return st.Generation()
}

func TestAnExportFileThatEndsEarlyImportsNothing(t *testing.T) {
	whole, err := os.ReadFile("../cms/wxr/testdata/theme-unit-test.xml")
	if err != nil {
		t.Fatal(err)
	}
	data := t.TempDir()
	file := filepath.Join(data, "export.xml")
	if err := os.WriteFile(file, whole[:bytes.LastIndex(whole, []byte("<item>"))+200], 0o600); err != nil {
		t.Fatal(err)
	}
	s := settingsFor(t, data)
	if err := Import(t.Context(), s, file, ImportOptions{}); err == nil || !strings.Contains(err.Error(), "export the site again") {
		t.Errorf("error %v", err)
	}
	if s.HasStore() {
		t.Error("a store was made")
	}
}

func TestUndoOfAnExportFileBringsTheContentBack(t *testing.T) {
	data := t.TempDir()
	s := settingsFor(t, data)
	own := &content.Post{
		Head:  content.Head{ID: 117, Type: content.TypePost, Slug: "ours", Link: "/ours/", Lang: i18n.LangEN, Status: content.StatusPublish, Date: time.Unix(1e9, 0)},
		Title: "Ours",
	}
	st, err := openStoreToWrite(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	write(t, st, func(b *store.Batch) error {
		ours := &content.Settings{SiteTitle: "Ours"}
		return errors.Join(b.Put(own), b.PutSettings(i18n.LangEN, ours), b.PutSettings(i18n.LangES, ours),
			b.PutRedirects(content.RedirectPair{From: "/from/", To: "/ours/", Status: http.StatusMovedPermanently}))
	})
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	before := exportedLines(t, s)
	if err := Import(t.Context(), s, "../cms/wxr/testdata/theme-unit-test.xml", ImportOptions{}); err != nil {
		t.Fatal(err)
	}
	if exportedLines(t, s) == before {
		t.Fatal("the import changes nothing")
	}
	if err := Undo(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	if after := exportedLines(t, s); after != before {
		t.Errorf("after import and undo the store has\n%s\nbefore\n%s", after, before)
	}
}

// exportedLines is all content as lines, without the links of what was deleted, which stay answered.
func exportedLines(t *testing.T, s config.Settings) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "all.jsonl")
	if err := Export(t.Context(), s, file, ""); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(slices.DeleteFunc(strings.Split(string(text), "\n"), func(line string) bool {
		return strings.Contains(line, `"kind":"withdrawn"`)
	}), "\n")
}
