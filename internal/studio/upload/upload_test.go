package upload

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/media"
	"estate/internal/platform/worker"
	"estate/internal/store"
	"estate/internal/tests/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

var eva, olga = By{"eva", "desk"}, By{"olga", "phone"}

// office is a service with the folders of a site.
type office struct {
	*Service
	t      *testing.T
	store  *store.Store
	folder string // of originals
	now    time.Time
	sent   []string
}

func start(t *testing.T) *office {
	t.Helper()
	node, _, err := worker.FindNode("", []string{"."})
	if err != nil {
		t.Fatalf("these tests need Node: run npm install in the project's folder: %v", err)
	}
	o := &office{t: t, folder: filepath.Join(t.TempDir(), "media"), now: time.Now()}
	library, err := media.New(media.Config{
		Originals: o.folder, Cache: filepath.Join(t.TempDir(), "cache"), Node: node, Near: []string{"."}, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil || library.Status().Unavailable != "" {
		t.Fatalf("these tests need sharp: run npm install in the project's folder: %v %s", err, library.Status().Unavailable)
	}
	t.Cleanup(func() { _ = library.Close() })
	o.store = storetest.Open(t, storetest.Config(t))
	o.Service, err = Open(Config{
		Folder: filepath.Join(t.TempDir(), "uploads"), Library: library, Store: o.store, Now: func() time.Time { return o.now },
		Send: func(_ context.Context, name string) error { o.sent = append(o.sent, name); return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = o.Close() })
	return o
}

// send sends a file in chunks, and returns its id.
func (o *office) send(name string, body []byte) string {
	o.t.Helper()
	id, err := o.Create(eva, name, int64(len(body)))
	if err != nil {
		o.t.Fatalf("%q: %v", name, err)
	}
	for at := int64(0); at < int64(len(body)); {
		if at, err = o.Append(eva, id, at, bytes.NewReader(body[at:])); err != nil {
			o.t.Fatal(err)
		}
	}
	return id
}

func (o *office) finish(name string, body []byte) *File {
	o.t.Helper()
	file, err := o.Finish(o.t.Context(), eva, o.send(name, body))
	if err != nil {
		o.t.Fatalf("%q: %v", name, err)
	}
	return file
}

// stored is a file of the library.
func (o *office) stored(file *File) []byte {
	o.t.Helper()
	body, err := os.ReadFile(filepath.Join(o.folder, strings.TrimPrefix(file.Media.Image.URL, "/media/")))
	if err != nil {
		o.t.Fatal(err)
	}
	return body
}

func picture(t *testing.T, name string) []byte {
	t.Helper()
	body, err := os.ReadFile(filepath.Join("../../media/testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// withComment adds a segment of a comment to a JPEG file.
func withComment(jpeg []byte, text string) []byte {
	segment := binary.BigEndian.AppendUint16([]byte{0xff, 0xfe}, uint16(len(text)+2))
	return bytes.Join([][]byte{jpeg[:2], segment, []byte(text), jpeg[2:]}, nil)
}

func TestAPictureBecomesAFileOfTheLibraryWithoutItsMetadata(t *testing.T) {
	o := start(t)
	body := append(withComment(picture(t, "turned.jpg"), "36.51 N 4.88 W"), "PK\x03\x04<script>alert(1)</script>"...)
	file := o.finish("Küche, Villa_Alba.JPG", body)
	m := file.Media
	if file.Kind != KindPicture || m.ID < content.FirstStudioID || m.Image.ID != m.ID || m.Mime != "image/jpeg" || m.Title[i18n.Fallback] != "Küche, Villa Alba" ||
		m.Image.Width == 0 || m.Image.Height == 0 || !regexp.MustCompile(`^#[0-9a-f]{6}$`).MatchString(m.Image.Color) {
		t.Errorf("file %+v of kind %s", m, file.Kind)
	}
	if !regexp.MustCompile(fmt.Sprintf(`^/media/u/%d/[0-9a-f]{12}-kuche-villa-alba\.jpg$`, o.now.Year())).MatchString(m.Image.URL) {
		t.Errorf("address %q", m.Image.URL)
	}
	stored := o.stored(file)
	for _, text := range []string{"Exif", "36.51 N", "PK\x03\x04", "<script>"} {
		if bytes.Contains(stored, []byte(text)) {
			t.Errorf("the stored picture has %q", text)
		}
	}
	if len(o.sent) != 1 || "/media/"+o.sent[0] != m.Image.URL {
		t.Errorf("sent to the bucket: %q", o.sent)
	}
	again := o.finish("other name.jpg", body)
	if again.Media.ID != m.ID || again.Media.Image.URL != m.Image.URL {
		t.Errorf("the same file is %d %s, want %d", again.Media.ID, again.Media.Image.URL, m.ID)
	}
	if entity, err := o.store.ByID(t.Context(), "en", "media", m.ID, ""); err != nil || entity.(*content.Media).Image.URL != m.Image.URL {
		t.Errorf("the content has %+v, %v", entity, err)
	}
}

func TestDocumentsAndFilmsAreStoredUnchanged(t *testing.T) {
	o := start(t)
	for name, test := range map[string]struct {
		body string
		kind Kind
		ext  string
	}{
		"sheet.pdf": {"%PDF-1.7\nsheet", KindDocument, ".pdf"},
		"walk.mp4":  {"\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00film", KindFilm, ".mp4"},
		"walk.mov":  {"\x00\x00\x00\x14ftypqt  \x00\x00\x00\x00film", KindFilm, ".mov"},
		"walk.webm": {"\x1a\x45\xdf\xa3\x01\x00\x00\x00\x42\x82\x84webmfilm", KindFilm, ".webm"},
		// The name does not say what a file is.
		"sheet.mp4": {"%PDF-1.4\nother", KindDocument, ".pdf"},
	} {
		file := o.finish(name, []byte(test.body))
		if file.Kind != test.kind || filepath.Ext(file.Media.Image.URL) != test.ext || string(o.stored(file)) != test.body {
			t.Errorf("%s is the %s %s", name, file.Kind, file.Media.Image.URL)
		}
	}
}

func TestAVectorPictureStaysAsItIs(t *testing.T) {
	o := start(t)
	file := o.finish("logo.svg", picture(t, "logo.svg"))
	if file.Media.Mime != "image/svg+xml" || !bytes.Equal(o.stored(file), picture(t, "logo.svg")) {
		t.Errorf("file %+v", file.Media)
	}
}

// bomb is a PNG file of 60,000 × 60,000 pixels in some bytes.
func bomb() []byte {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte("IHDR"), 60_000), 60_000)
	head = append(head, 8, 2, 0, 0, 0)
	var b bytes.Buffer
	b.WriteString("\x89PNG\r\n\x1a\n")
	_ = binary.Write(&b, binary.BigEndian, uint32(13))
	b.Write(head)
	_ = binary.Write(&b, binary.BigEndian, crc32.ChecksumIEEE(head))
	return b.Bytes()
}

func TestHostileFilesAreRefused(t *testing.T) {
	o := start(t)
	jpeg := picture(t, "terrace.jpg")
	for name, test := range map[string]struct {
		body   []byte
		reason Reason
	}{
		"page.jpg":      {[]byte("<!doctype html><script>alert(1)</script>"), ReasonType},
		"program.jpg":   {[]byte("\x7fELF\x02\x01\x01\x00"), ReasonType},
		"archive.pdf":   {[]byte("PK\x03\x04%PDF-1.7"), ReasonType},
		"late.pdf":      {[]byte("<script>alert(1)</script>%PDF-1.7"), ReasonType},
		"matroska.webm": {[]byte("\x1a\x45\xdf\xa3\x42\x82\x88matroska"), ReasonType},
		"phone.jpg":     {[]byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"), ReasonHEIC},
		"bomb.png":      {bomb(), ReasonDamaged},
		"half.jpg":      {jpeg[:len(jpeg)/2], ReasonDamaged},
		"script.svg":    {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), ReasonVector},
		"handler.svg":   {[]byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`), ReasonVector},
		"remote.svg":    {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"><image href="https://elsewhere.test/x"/></svg>`), ReasonVector},
		"entities.svg":  {[]byte(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaa">]><svg>&a;</svg>`), ReasonVector},
		"feed.jpg":      {[]byte(`<?xml version="1.0"?><rss/>`), ReasonVector},
	} {
		id := o.send(name, test.body)
		_, err := o.Finish(t.Context(), eva, id)
		refused, ok := errors.AsType[*RefusedError](err)
		if !ok || refused.Reason != test.reason {
			t.Errorf("%s: %v, want the reason %s", name, err, test.reason)
		}
		if _, err := o.Progress(eva, id); !errors.Is(err, ErrNotFound) {
			t.Errorf("%s: a refused file is kept: %v", name, err)
		}
	}
	if entries, err := os.ReadDir(o.folder); err != nil || len(entries) > 0 {
		t.Errorf("the folder of originals has %v, %v", entries, err)
	}
	for size, want := range map[int64]Reason{0: ReasonEmpty, -1: ReasonEmpty, MaxFile + 1: ReasonLarge} {
		_, err := o.Create(eva, "villa.jpg", size)
		if refused, ok := errors.AsType[*RefusedError](err); !ok || refused.Reason != want {
			t.Errorf("%d bytes: %v, want the reason %s", size, err, want)
		}
	}
}

func TestHostileNamesStayInTheFolder(t *testing.T) {
	o := start(t)
	address := regexp.MustCompile(`^/media/u/\d{4}/[0-9a-f]{12}-[a-z0-9-]{1,60}\.pdf$`)
	for i, name := range []string{
		"../../etc/passwd.pdf", `..\..\boot.pdf`, "/etc/shadow.pdf", "nul\x00.jpg.pdf", ".htaccess", "....", "", "\u202efdp.exe", "\xff\xfe.pdf",
		strings.Repeat("ñ", 300) + ".pdf", "plan.php.pdf", "Ω≈ç√∫.pdf", "con.pdf", "a\r\nSet-Cookie: b.pdf", "<img src=x onerror=alert(1)>.pdf",
	} {
		file := o.finish(name, fmt.Appendf(nil, "%%PDF-1.7 %d", i))
		title := file.Media.Title[i18n.Fallback]
		if !address.MatchString(file.Media.Image.URL) || len([]rune(title)) > maxName || strings.ContainsAny(title, "\x00\r\n\u202e/\\") || title == "" {
			t.Errorf("%q becomes %q with the title %q", name, file.Media.Image.URL, title)
		}
	}
}

func TestAnUploadIsResumedWhereItStopped(t *testing.T) {
	o := start(t)
	body := bytes.Repeat([]byte("%PDF-1.7 "), 100_000)
	id, err := o.Create(eva, "sheet.pdf", int64(len(body)))
	if err != nil {
		t.Fatal(err)
	}
	broken := errors.New("connection lost")
	at, err := o.Append(eva, id, 0, &failing{bytes.NewReader(body[:1000]), broken})
	if !errors.Is(err, broken) || at != 1000 {
		t.Fatalf("a lost connection leaves %d bytes, %v", at, err)
	}
	if progress, err := o.Progress(eva, id); err != nil || progress != (Progress{1000, int64(len(body))}) {
		t.Errorf("progress %+v, %v", progress, err)
	}
	if _, err := o.Append(eva, id, 0, bytes.NewReader(body)); !errors.Is(err, ErrOffset) {
		t.Errorf("a chunk at a wrong offset: %v", err)
	}
	if _, err := o.Finish(t.Context(), eva, id); !errors.Is(err, ErrOffset) {
		t.Errorf("an unfinished upload is joined: %v", err)
	}
	// A chunk is bounded, whatever its sender says.
	if at, err = o.Append(eva, id, 1000, bytes.NewReader(body[1000:])); err != nil || at != 1000+MaxChunk {
		t.Errorf("a chunk ends at %d, %v", at, err)
	}
	if at, err = o.Append(eva, id, at, bytes.NewReader(append(body[at:], "more than was announced"...))); err != nil || at != int64(len(body)) {
		t.Errorf("the last chunk ends at %d, %v; want %d", at, err, len(body))
	}
	first, err := o.Finish(t.Context(), eva, id)
	if err != nil || !bytes.Equal(o.stored(first), body) {
		t.Fatalf("joined %+v, %v", first, err)
	}
	// The answer was lost: the call is repeated.
	if again, err := o.Finish(t.Context(), eva, id); err != nil || again.Media.ID != first.Media.ID {
		t.Errorf("a repeated call answers %+v, %v", again, err)
	}
	if progress, err := o.Progress(eva, id); err != nil || progress.Offset != progress.Size {
		t.Errorf("progress after the end %+v, %v", progress, err)
	}
}

// failing is a reader whose connection is lost after the bytes of another one.
type failing struct {
	*bytes.Reader
	err error
}

func (f *failing) Read(p []byte) (int, error) {
	if f.Len() == 0 {
		return 0, f.err
	}
	return f.Reader.Read(p)
}

func TestUploadsOfOthersDoNotExist(t *testing.T) {
	o := start(t)
	id, err := o.Create(eva, "villa.jpg", 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, by := range []By{olga, {eva.User, "another"}, {}} {
		_, progress := o.Progress(by, id)
		_, appended := o.Append(by, id, 0, strings.NewReader("x"))
		_, finished := o.Finish(t.Context(), by, id)
		for _, err := range []error{progress, appended, finished, o.Cancel(by, id)} {
			if !errors.Is(err, ErrNotFound) {
				t.Errorf("%+v: %v", by, err)
			}
		}
	}
	for _, id := range []string{"", "..", "../accounts.db", id + ".json", strings.ToLower(id), id + "\x00"} {
		if _, err := o.Progress(eva, id); !errors.Is(err, ErrNotFound) {
			t.Errorf("%q: %v", id, err)
		}
	}
	if err := o.Cancel(eva, id); err != nil {
		t.Error(err)
	}
	if _, err := o.Progress(eva, id); !errors.Is(err, ErrNotFound) {
		t.Errorf("a cancelled upload: %v", err)
	}
}

func TestUnfinishedUploadsAreBounded(t *testing.T) {
	o := start(t)
	admitted := 0
	for i := range 100 {
		_, err := o.Create(eva, fmt.Sprint(i, ".jpg"), 1000)
		if err == nil {
			admitted++
		} else if !errors.Is(err, ErrTooMany) {
			t.Fatal(err)
		}
	}
	if admitted != maxUnended {
		t.Errorf("%d of 100 uploads at once are admitted, want %d", admitted, maxUnended)
	}
	// Sessions of one user share its bytes; those of another one do not count.
	pending := int64(3 * 1000)
	for i := range 10 {
		if _, err := o.Create(By{eva.User, fmt.Sprint("session ", i)}, "large.jpg", MaxFile); err == nil {
			pending += MaxFile
		}
	}
	if pending > maxPending || pending < maxPending-2*MaxFile {
		t.Errorf("%d bytes are pending, the bound is %d", pending, maxPending)
	}
	if _, err := o.Create(olga, "villa.jpg", MaxFile); err != nil {
		t.Error(err)
	}
	// One film beside them.
	if _, err := o.Create(By{eva.User, "film"}, "walk.mp4", MaxFilm); err != nil {
		t.Error(err)
	}
	if _, err := o.Create(By{eva.User, "film"}, "walk.mp4", 1000); !errors.Is(err, ErrTooMany) {
		t.Errorf("a second film: %v", err)
	}
	// What has stopped makes place.
	o.now = o.now.Add(maxIdle + time.Minute)
	if _, err := o.Create(eva, "next.jpg", 1000); err != nil {
		t.Error(err)
	}
}

func TestOldUploadsAreRemoved(t *testing.T) {
	o := start(t)
	old, err := o.Create(eva, "villa.jpg", 10)
	if err != nil {
		t.Fatal(err)
	}
	o.now = o.now.Add(maxAge - time.Minute)
	young, err := o.Create(eva, "villa.jpg", 10)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(o.path(strings.Repeat("A", 26)+recordSuffix), []byte("{torn"), 0o600); err != nil {
		t.Fatal(err)
	}
	o.now = o.now.Add(2 * time.Minute)
	if err := o.sweep(); err != nil {
		t.Fatal(err)
	}
	if _, err := o.Progress(eva, old); !errors.Is(err, ErrNotFound) {
		t.Errorf("an upload of a day ago: %v", err)
	}
	if _, err := o.Progress(eva, young); err != nil {
		t.Error(err)
	}
	if entries, err := os.ReadDir(o.cfg.Folder); err != nil || len(entries) != 2 {
		t.Errorf("the folder has %v, %v; want the two files of one upload", entries, err)
	}
}
