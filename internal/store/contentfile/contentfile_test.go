package contentfile_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"estate/internal/content"
	"estate/internal/store"
	"estate/internal/store/contentfile"
	"estate/internal/tests/contenttest"
	"estate/internal/tests/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

func export(t *testing.T, s *store.Store, options contentfile.ExportOptions) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := contentfile.Export(t.Context(), s, &b, options); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func importAll(t *testing.T, s *store.Store, data []byte, options contentfile.ImportOptions) *contentfile.Report {
	t.Helper()
	report, err := contentfile.Import(t.Context(), s, bytes.NewReader(data), options)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestExportComesBackIdentical(t *testing.T) {
	pictures := fstest.MapFS{
		"sea.jpg":                                {Data: []byte("sea")},
		"2024/05/été.jpg":                        {Data: bytes.Repeat([]byte("summer"), 30_000)},
		strings.Repeat("long/", 40) + "name.png": {Data: []byte("deep")},
	}
	for _, format := range []contentfile.Format{contentfile.FormatZstd, contentfile.FormatTar, contentfile.FormatLines} {
		for _, strict := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s strict %v", format, strict), func(t *testing.T) {
				first := storetest.Sample(t, store.Config{})
				data := export(t, first, contentfile.ExportOptions{Format: format, Media: pictures})

				second := storetest.Open(t, store.Config{Authorize: contenttest.Authorize})
				folder := t.TempDir()
				report := importAll(t, second, data, contentfile.ImportOptions{Strict: strict, MediaDir: folder})
				if len(report.Problems) > 0 || report.Imported != report.Lines || report.Lines == 0 {
					t.Fatalf("report %+v", report)
				}
				media := fs.FS(nil)
				if format != contentfile.FormatLines {
					media = os.DirFS(folder)
					if report.Media != len(pictures) {
						t.Errorf("%d pictures, want %d", report.Media, len(pictures))
					}
				}
				again := export(t, second, contentfile.ExportOptions{Format: format, Media: media})
				if !bytes.Equal(data, again) {
					t.Errorf("the second export differs: %d bytes and %d", len(data), len(again))
				}
				contenttest.Run(t, func(t *testing.T) content.Source {
					second.UseSearcher(contenttest.NewScan(contenttest.Fixture().Entities))
					return second
				})
			})
		}
	}
}

func TestLongExportIsSplitAndReadBack(t *testing.T) {
	first := storetest.Open(t, store.Config{})
	var posts []content.Entity
	for id := 1; id <= 45; id++ {
		posts = append(posts, &content.Post{
			Head:    content.Head{ID: id, Type: content.TypePost, Slug: fmt.Sprint("p", id), Status: content.StatusPublish, Lang: "en", Link: fmt.Sprintf("/p%d/", id)},
			Title:   "Long read",
			Content: content.UnsafeHTML(strings.Repeat("<p>Two hundred kilobytes.</p>", 7000)),
		})
	}
	storetest.Put(t, first, posts...)
	data := export(t, first, contentfile.ExportOptions{Format: contentfile.FormatTar})
	var names []string
	for bundle := tar.NewReader(bytes.NewReader(data)); ; {
		header, err := bundle.Next()
		if err != nil {
			break
		}
		names = append(names, header.Name)
	}
	if diff := cmp.Diff([]string{"content.jsonl", "content-0002.jsonl"}, names); diff != "" {
		t.Errorf("parts (-want +got):\n%s", diff)
	}
	second := storetest.Open(t, store.Config{})
	importAll(t, second, data, contentfile.ImportOptions{})
	if !bytes.Equal(data, export(t, second, contentfile.ExportOptions{Format: contentfile.FormatTar})) {
		t.Error("the second export differs")
	}
}

const goodTerm = `{"kind":"term","data":{"id":21,"taxonomy":"category","slug":"market","name":{"en":"Market"},"lang":"en"}}`

func TestBadLinesAreReportedWithTheirRemedy(t *testing.T) {
	for _, tt := range []struct{ name, line, want string }{
		{"cut JSON", `{"kind":"term","data":{"id":1`, "list.jsonl:2: the JSON ends too early; complete the line"},
		{"no JSON", `{kind: term}`, "list.jsonl:2: no JSON from byte 2 on"},
		{"text", `hello`, "list.jsonl:2: no JSON from byte 1 on"},
		{"two objects", goodTerm + goodTerm, "more than one JSON value; put each object on a line of its own"},
		{"unknown kind", `{"kind":"villa","data":{}}`, `unknown kind "villa"; use one of settings, term,`},
		{"no data", `{"kind":"post"}`, `"data" is missing; put the post into it`},
		{"misspelt field", `{"kind":"property","data":{"bedroms":3}}`, `unknown field "bedroms"; correct its spelling or remove it`},
		{"wrong type", `{"kind":"property","data":{"bedrooms":"three"}}`, `field "bedrooms" holds a string; it wants a value of type int`},
		{"unfindable", `{"kind":"post","data":{"id":5,"type":"post","status":"publish","lang":"en","link":"/x/"}}`, `post 5: "slug" is missing; published content needs one`},
		{"redirect loop", `{"kind":"redirect","data":{"from":"/a/","to":"/A"}}`, "it must lead to another link"},
		{"not UTF-8", "{\"kind\":\"term\xff\"}", "not UTF-8; save the file as UTF-8"},
		{"far too long", `{"kind":"` + strings.Repeat("x", 17<<20) + `"}`, "longer than 16 MB; shorten the line"},
		{"null", `{"kind":"settings","lang":"xx","data":null}`, `"lang" is "xx"; use one of`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			data := []byte("\ufeff" + `{"kind":"estate","version":1}` + "\r\n" + tt.line + "\r\n\r\n" + goodTerm)
			s := storetest.Open(t, store.Config{})
			report := importAll(t, s, data, contentfile.ImportOptions{Name: "list.jsonl"})
			if len(report.Problems) != 1 || !strings.Contains(report.Problems[0].String(), tt.want) {
				t.Errorf("problems %v, want one with %q", report.Problems, tt.want)
			}
			if report.Lines != 2 || report.Imported != 1 || storetest.BySlug(t, s, "en", "categories", "market") == nil {
				t.Errorf("the good line was not taken: %d of %d", report.Imported, report.Lines)
			}

			strict := storetest.Open(t, store.Config{})
			refused, err := contentfile.Import(t.Context(), strict, bytes.NewReader(data), contentfile.ImportOptions{Name: "list.jsonl", Strict: true})
			if !errors.Is(err, contentfile.ErrRefused) || len(refused.Problems) != 1 || refused.Imported != 0 {
				t.Errorf("strict: %v, report %+v", err, refused)
			}
			if storetest.BySlug(t, strict, "en", "categories", "market") != nil || strict.Generation() != 0 {
				t.Error("strict: something was taken")
			}
		})
	}
}

func TestFilesThatAreNoExport(t *testing.T) {
	s := storetest.Sample(t, store.Config{})
	whole := export(t, s, contentfile.ExportOptions{})
	plain := export(t, s, contentfile.ExportOptions{Format: contentfile.FormatTar})
	for _, tt := range []struct {
		name string
		data []byte
		want string
	}{
		{"a picture", []byte("\x89PNG\r\n\x1a\n\x00\x00"), "is no export of this program"},
		{"web page", []byte("<!DOCTYPE html>\n<p>Not found"), "is no export of this program"},
		{"newer version", []byte(`{"kind":"estate","version":99}`), "update the program"},
		{"cut compressed", whole[:len(whole)/2], "get the file again"},
		{"cut tar", plain[:len(plain)/2], "get the file again"},
		{"bad compression", append([]byte{0x28, 0xb5, 0x2f, 0xfd}, "rubbish rubbish"...), ""},
		{"bad gzip", []byte{0x1f, 0x8b, 1, 2, 3}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, strict := range []bool{false, true} {
				into := storetest.Open(t, store.Config{})
				report, err := contentfile.Import(t.Context(), into, bytes.NewReader(tt.data), contentfile.ImportOptions{Name: "file", Strict: strict})
				if err == nil || !strings.Contains(err.Error(), tt.want) || report == nil {
					t.Errorf("strict %v: got %v, want %q", strict, err, tt.want)
				}
				if strict && into.Generation() != 0 {
					t.Error("a strict import of a broken file left something")
				}
			}
		})
	}
}

func TestPicturesStayInTheirFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "media")
	bundle := func(name string, kind byte) []byte {
		var b bytes.Buffer
		w := tar.NewWriter(&b)
		header := &tar.Header{Name: name, Typeflag: kind, Mode: 0o777}
		if kind == tar.TypeReg {
			header.Size = 4
		} else {
			header.Linkname = "/etc/passwd"
		}
		if err := w.WriteHeader(header); err != nil {
			t.Fatal(err)
		}
		if kind == tar.TypeReg {
			if _, err := w.Write([]byte("evil")); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	s := storetest.Open(t, store.Config{})
	for _, data := range [][]byte{
		bundle("media/../../evil", tar.TypeReg), bundle("media//etc/evil", tar.TypeReg), bundle("media/..", tar.TypeReg),
		bundle("/evil", tar.TypeReg), bundle("media/link", tar.TypeSymlink), bundle(`media/..\evil`, tar.TypeReg),
	} {
		report := importAll(t, s, data, contentfile.ImportOptions{MediaDir: folder})
		if len(report.Problems) != 1 || report.Media != 0 {
			t.Errorf("report %+v, want one problem", report)
		}
	}
	err := filepath.WalkDir(filepath.Dir(folder), func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			t.Errorf("%s was written", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestStrictImportKeepsPicturesOnlyWithItsContent(t *testing.T) {
	first := storetest.Sample(t, store.Config{})
	data := export(t, first, contentfile.ExportOptions{Format: contentfile.FormatTar, Media: fstest.MapFS{"sea.jpg": {Data: []byte("sea")}}})
	broken := bytes.Replace(data, []byte(`"kind":"author"`), []byte(`"kind":"auth0r"`), 1)
	folder := t.TempDir()
	s := storetest.Open(t, store.Config{})
	if _, err := contentfile.Import(t.Context(), s, bytes.NewReader(broken), contentfile.ImportOptions{Strict: true, MediaDir: folder}); !errors.Is(err, contentfile.ErrRefused) {
		t.Errorf("got %v, want ErrRefused", err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 0 {
		t.Errorf("left in the media folder: %v, %v", entries, err)
	}
	importAll(t, s, broken, contentfile.ImportOptions{MediaDir: folder})
	if text, err := os.ReadFile(filepath.Join(folder, "sea.jpg")); string(text) != "sea" {
		t.Errorf("picture holds %q, %v", text, err)
	}
}

func TestFormatFollowsTheFileName(t *testing.T) {
	for name, want := range map[string]contentfile.Format{
		"backup.tar.zst": contentfile.FormatZstd, "B.TAR": contentfile.FormatTar, "x.jsonl": contentfile.FormatLines, "x.zip": "", "x": "",
	} {
		got, err := contentfile.FormatOf(name)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("FormatOf(%q) = %q, %v; want %q", name, got, err, want)
		}
	}
}

func FuzzImport(f *testing.F) {
	f.Add([]byte(`{"kind":"estate","version":1}` + "\n" + goodTerm))
	f.Add([]byte(`{"kind":"property","data":{"id":1,"type":"properties","slug":"a","status":"publish","link":"/a/","alternative_links":{"es":"//"}}}`))
	f.Add([]byte(`{"kind":"redirect","data":{"from":"/%zz/?&&=","to":"/b/"}}`))
	s, err := store.Open(f.Context(), store.Config{Path: filepath.Join(f.TempDir(), "estate.db")})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { s.Close() })
	f.Fuzz(func(t *testing.T, data []byte) {
		report, err := contentfile.Import(t.Context(), s, bytes.NewReader(data), contentfile.ImportOptions{})
		if err == nil && report.Imported+len(report.Problems)+report.More < report.Lines {
			t.Errorf("%d lines, but %d taken and %d problems", report.Lines, report.Imported, len(report.Problems))
		}
		// What was taken must be readable: a bad document would fail every later start.
		if err := contentfile.Export(t.Context(), s, &bytes.Buffer{}, contentfile.ExportOptions{Format: contentfile.FormatLines}); err != nil {
			t.Errorf("export after the import: %v", err)
		}
	})
}

// archive is a tar file with content and further entries.
func archive(t *testing.T, content []byte, entries ...tar.Header) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	put := func(header tar.Header, body []byte) {
		header.Size = int64(len(body))
		if err := w.WriteHeader(&header); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(body); err != nil {
			t.Fatal(err)
		}
	}
	for _, header := range entries {
		var body []byte
		if header.Typeflag == tar.TypeReg {
			body = []byte("data")
		}
		put(header, body)
	}
	put(tar.Header{Typeflag: tar.TypeReg, Name: "content.jsonl", Mode: 0o644}, content)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestOddEntriesOfAnArchiveAreReportedAndSkipped(t *testing.T) {
	lines := export(t, storetest.Sample(t, store.Config{}), contentfile.ExportOptions{Format: contentfile.FormatLines})
	outside := t.TempDir()
	media := t.TempDir()
	if err := os.Symlink(outside, filepath.Join(media, "linked")); err != nil {
		t.Fatal(err)
	}
	data := archive(t, lines,
		tar.Header{Typeflag: tar.TypeSymlink, Name: "media/a.jpg", Linkname: "/etc/passwd"},
		tar.Header{Typeflag: tar.TypeLink, Name: "media/b.jpg", Linkname: "media/a.jpg"},
		tar.Header{Typeflag: tar.TypeFifo, Name: "media/c.mp4"},
		tar.Header{Typeflag: tar.TypeChar, Name: "media/d.mp4"},
		tar.Header{Typeflag: tar.TypeReg, Name: "media/../../e.jpg"},
		tar.Header{Typeflag: tar.TypeReg, Name: "/etc/f.jpg"},
		tar.Header{Typeflag: tar.TypeReg, Name: "notes.txt"},
		tar.Header{Typeflag: tar.TypeReg, Name: "media/good.jpg"},
	)
	report := importAll(t, storetest.Open(t, store.Config{}), data, contentfile.ImportOptions{MediaDir: media})
	if len(report.Problems) != 7 || report.Media != 1 || report.Imported == 0 {
		t.Errorf("problems %v, %d files, %d entities; want 7 problems, 1 file and all entities", report.Problems, report.Media, report.Imported)
	}
	entries, err := os.ReadDir(media)
	if err != nil || len(entries) != 2 { // good.jpg and the link that was there
		t.Errorf("the media folder has %v (%v)", entries, err)
	}
	// A link in the media folder does not lead an archive out of it.
	data = archive(t, lines, tar.Header{Typeflag: tar.TypeReg, Name: "media/linked/h.jpg"})
	if _, err := contentfile.Import(t.Context(), storetest.Open(t, store.Config{}), bytes.NewReader(data), contentfile.ImportOptions{MediaDir: media}); err == nil {
		t.Error("a file was written through a symbolic link")
	}
	if entries, err := os.ReadDir(outside); err != nil || len(entries) != 0 {
		t.Errorf("outside the media folder: %v (%v)", entries, err)
	}
}

func TestNestedAndExplodingFilesAreRefused(t *testing.T) {
	pack := func(data []byte) []byte {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		if _, err := w.Write(data); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	lines := export(t, storetest.Sample(t, store.Config{}), contentfile.ExportOptions{Format: contentfile.FormatLines})
	importAll(t, storetest.Open(t, store.Config{}), pack(pack(lines)), contentfile.ImportOptions{})
	for name, data := range map[string][]byte{
		"nested": pack(pack(pack(lines))),
		"bomb":   pack(append(lines, bytes.Repeat([]byte(" "), 120<<20)...)),
	} {
		if _, err := contentfile.Import(t.Context(), storetest.Open(t, store.Config{}), bytes.NewReader(data), contentfile.ImportOptions{Name: name}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v, want a refusal", name, err)
		}
	}
}

func TestExportLeavesOutLinksAndPipes(t *testing.T) {
	folder := t.TempDir()
	if err := errors.Join(
		os.WriteFile(filepath.Join(folder, "a.jpg"), []byte("a"), 0o600),
		os.Symlink("/etc/passwd", filepath.Join(folder, "b.jpg")),
		syscall.Mkfifo(filepath.Join(folder, "c.mp4"), 0o600),
	); err != nil {
		t.Fatal(err)
	}
	data := export(t, storetest.Sample(t, store.Config{}), contentfile.ExportOptions{Format: contentfile.FormatTar, Media: os.DirFS(folder)})
	in := tar.NewReader(bytes.NewReader(data))
	var names []string
	for {
		header, err := in.Next()
		if err != nil {
			break
		}
		names = append(names, header.Name)
	}
	if got := strings.Join(names, " "); got != "content.jsonl media/a.jpg" {
		t.Errorf("the export has %s", got)
	}
}
