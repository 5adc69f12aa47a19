package media

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/platform/worker"
)

// node is the Node binary of the tests. Tests fail without it: a skipped test would hide that.
func node(tb testing.TB) string {
	tb.Helper()
	path, _, err := worker.FindNode("", []string{"."})
	if err != nil {
		tb.Fatalf("these tests need Node: run npm install in the project's folder: %v", err)
	}
	return path
}

// newLibrary returns a library over a copy of testdata, which tests may change.
func newLibrary(tb testing.TB, change func(*Config)) *Library {
	tb.Helper()
	cfg := Config{
		Originals: filepath.Join(tb.TempDir(), "originals"),
		Cache:     filepath.Join(tb.TempDir(), "cache"),
		Node:      node(tb),
		Near:      []string{"."},
		Log:       slog.New(slog.DiscardHandler),
	}
	if err := os.CopyFS(cfg.Originals, os.DirFS("testdata")); err != nil {
		tb.Fatal(err)
	}
	if change != nil {
		change(&cfg)
	}
	return reopen(tb, cfg)
}

func reopen(tb testing.TB, cfg Config) *Library {
	tb.Helper()
	l, err := New(cfg)
	if err != nil {
		tb.Fatal(err)
	}
	if why := l.Status().Unavailable; why != "" && cfg.Node != "" {
		tb.Fatalf("these tests need sharp: run npm install in the project's folder: %s", why)
	}
	tb.Cleanup(func() { l.Close() })
	return l
}

// write writes a file into the folder of originals.
func write(tb testing.TB, l *Library, name string, body []byte) {
	tb.Helper()
	path := filepath.Join(l.cfg.Originals, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		tb.Fatal(err)
	}
	if err := os.WriteFile(path, body, 0o644); err != nil {
		tb.Fatal(err)
	}
}

func testFile(tb testing.TB, name string) []byte {
	tb.Helper()
	body, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		tb.Fatal(err)
	}
	return body
}

// get opens a rendition and reads all of it.
func get(tb testing.TB, l *Library, path string) (*Rendition, []byte) {
	tb.Helper()
	r, err := l.Open(tb.Context(), path)
	if err != nil {
		tb.Fatalf("Open(%q): %v", path, err)
	}
	defer r.Close()
	body, err := io.ReadAll(r)
	if err != nil {
		tb.Fatal(err)
	}
	if int64(len(body)) != r.Size {
		tb.Errorf("Open(%q) reads %d bytes, Size says %d", path, len(body), r.Size)
	}
	return r, body
}

func TestRenditionsOfAPicture(t *testing.T) {
	l := newLibrary(t, nil)
	tests := []struct{ path, contentType, head string }{
		{"/media/terrace-320.avif", "image/avif", "\x00\x00\x00\x1cftypavif"},
		{"/media/terrace-640.webp", "image/webp", "RIFF"},
		{"/media/terrace-640.jpg", "image/jpeg", "\xff\xd8\xff"},
		{"/media/terrace-1600.jpg", "image/jpeg", "\xff\xd8\xff"},
		{"/media/terrace-1200.jpg", "image/jpeg", "\xff\xd8\xff"},
		{"/media/plans/ground floor.png-320.jpg", "image/jpeg", "\xff\xd8\xff"},
		{"/media/plans/ground floor.png-320.webp", "image/webp", "RIFF"},
	}
	for _, tt := range tests {
		t.Run(tt.path, func(t *testing.T) {
			r, body := get(t, l, tt.path)
			if r.ContentType != tt.contentType || !bytes.HasPrefix(body, []byte(tt.head)) {
				t.Errorf("Open = %s, beginning % x, want %s", r.ContentType, body[:12], tt.contentType)
			}
			if r.ETag == "" || r.Policy != "" {
				t.Errorf("ETag = %q, Policy = %q, want one and none", r.ETag, r.Policy)
			}
		})
	}
}

func TestRenditionHasItsWidthAndIsNeverEnlarged(t *testing.T) {
	l := newLibrary(t, nil)
	for path, want := range map[string]image.Point{
		"/media/terrace-320.jpg":                 {320, 213},
		"/media/terrace-640.jpg":                 {640, 427},
		"/media/terrace-1600.jpg":                {960, 640},
		"/media/turned-320.jpg":                  {200, 300}, // stored on its side, 300×200
		"/media/plans/ground floor.png-1280.jpg": {400, 300},
	} {
		_, body := get(t, l, path)
		got, err := jpeg.DecodeConfig(bytes.NewReader(body))
		if err != nil || got.Width != want.X || got.Height != want.Y {
			t.Errorf("%s is %d×%d (%v), want %v", path, got.Width, got.Height, err, want)
		}
	}
}

// tiff returns an uncompressed TIFF picture.
func tiff(width, height int) []byte {
	var b bytes.Buffer
	pixels := width * height * 3
	b.WriteString("II*\x00")
	put := func(values ...any) {
		for _, value := range values {
			_ = binary.Write(&b, binary.LittleEndian, value) // of a buffer
		}
	}
	put(uint32(8+pixels), bytes.Repeat([]byte{200, 120, 40}, width*height))
	entries := [][3]uint32{{256, 4, uint32(width)}, {257, 4, uint32(height)}, {258, 3, 8}, {259, 3, 1}, {262, 3, 2}, {273, 4, 8}, {277, 3, 3}, {278, 4, uint32(height)}, {279, 4, uint32(pixels)}}
	put(uint16(len(entries)))
	for _, entry := range entries {
		put(uint16(entry[0]), uint16(entry[1]), uint32(1), entry[2])
	}
	put(uint32(0))
	return b.Bytes()
}

func TestTIFFBecomesARendition(t *testing.T) {
	l := newLibrary(t, nil)
	write(t, l, "scan.tif", tiff(600, 400))
	p := l.Picture(&content.Image{URL: "/media/scan.tif", Width: 600, Height: 400}, "")
	if p == nil {
		t.Fatal("a TIFF file is no picture")
	}
	r, err := l.Open(t.Context(), p.Src)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	decoded, err := jpeg.Decode(r)
	if err != nil || decoded.Bounds().Dx() != 480 {
		t.Errorf("%v, %v; want a JPEG of 480 pixels", decoded, err)
	}
}

func TestHEICIsRefusedWithItsName(t *testing.T) {
	l := newLibrary(t, nil)
	write(t, l, "phone.jpg", append([]byte("\x00\x00\x00\x18ftypheic"), make([]byte, 100)...))
	_, err := l.Open(t.Context(), "/media/phone-320.jpg")
	if !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "HEIC") {
		t.Errorf("%v, want a refusal that names HEIC", err)
	}
}

// An iPhone's picture that was renamed: the name does not tell that nobody can show it.
func TestAnUnreadablePictureIsLeftOut(t *testing.T) {
	now := time.Date(2026, time.May, 1, 9, 0, 0, 0, time.UTC)
	l := newLibrary(t, func(c *Config) { c.Now = func() time.Time { return now } })
	image := &content.Image{URL: "/media/phone.jpg"}
	for _, head := range []string{"\x00\x00\x00\x18ftypheic", "\x00\x00\x00\x1cftypmif1\x00\x00\x00\x00mif1heicmiaf", "no picture at all"} {
		write(t, l, "phone.jpg", append([]byte(head), make([]byte, 100)...))
		if reason := l.Unreadable(image.URL); !strings.Contains(reason, "it is ") {
			t.Errorf("%.14q before a request: %q, want the reason", head, reason)
		}
	}
	write(t, l, "phone.jpg", []byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"))
	if l.Picture(image, "") == nil || l.UnreadableCount() != 0 {
		t.Fatal("the file was read before a request")
	}
	for range 2 {
		if _, err := l.Open(t.Context(), "/media/phone-320.jpg"); !errors.Is(err, ErrRefused) {
			t.Fatalf("error %v, want ErrRefused", err)
		}
	}
	if p, og, logo := l.Picture(image, ""), l.OGImage(image), l.Logo(image); p != nil || og != "" || logo != "" || l.UnreadableCount() != 1 {
		t.Errorf("picture %v, for social networks %q, as logo %q, count %d; want none and 1", p, og, logo, l.UnreadableCount())
	}
	if l.Picture(&content.Image{URL: "/media/terrace.jpg"}, "") == nil || l.Unreadable("/media/terrace.jpg") != "" {
		t.Error("another picture is left out too")
	}
	if reason := l.Unreadable("https://other.test/a.jpg"); !strings.Contains(reason, "host") {
		t.Errorf("picture of a host that is not configured: %q, want a reason", reason)
	}
	cfg := l.cfg
	cfg.Node = ""
	again, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if reason := again.Unreadable(image.URL); !strings.Contains(reason, "HEIC") {
		t.Errorf("after a restart: %q, want HEIC", reason)
	}
	now = now.Add(unreadableAge + time.Minute)
	if l.Picture(image, "") == nil {
		t.Error("the picture is not tried again after a day")
	}
}

func TestIncompleteAddressesAreThoseOfTheCMS(t *testing.T) {
	l := newLibrary(t, func(c *Config) { c.CMS, c.Hosts = "https://cms.example.test", []string{"cms.example.test"} })
	want := l.Picture(&content.Image{URL: "https://cms.example.test/wp-content/uploads/a.png"}, "")
	if want == nil {
		t.Fatal("no picture of the CMS")
	}
	for _, address := range []string{"//cms.example.test/wp-content/uploads/a.png", "cms.example.test/wp-content/uploads/a.png", "/wp-content/uploads/a.png", "wp-content/uploads/a.png", "../../wp-content/uploads/a.png"} {
		if got := l.Picture(&content.Image{URL: address}, ""); got == nil || got.Src != want.Src {
			t.Errorf("%s: %+v, want %s", address, got, want.Src)
		}
	}
	for _, address := range []string{"cms.example.tester/wp-content/uploads/a.png", "../etc/a.png", "other.test/a.png"} {
		if got := l.Picture(&content.Image{URL: address}, ""); got != nil {
			t.Errorf("%s: %+v, want none", address, got)
		}
	}
}

func TestRenditionHasNoMetadata(t *testing.T) {
	l := newLibrary(t, nil)
	if !bytes.Contains(testFile(t, "turned.jpg"), []byte("Exif")) {
		t.Fatal("the original has no Exif block: nothing to test")
	}
	for _, path := range []string{"/media/turned-320.jpg", "/media/turned-320.webp", "/media/turned-320.avif"} {
		if _, body := get(t, l, path); bytes.Contains(body, []byte("Exif")) || bytes.Contains(body, []byte("secret camera")) {
			t.Errorf("%s carries the original's Exif block", path)
		}
	}
}

func TestHarmfulOriginalsAreRefused(t *testing.T) {
	var log lockedBuffer
	l := newLibrary(t, func(c *Config) {
		c.MaxBytes = 1 << 20
		c.Log = slog.New(slog.NewTextHandler(&log, nil))
	})
	good := testFile(t, "terrace.jpg")
	write(t, l, "truncated.jpg", good[:len(good)/2])
	write(t, l, "head.jpg", good[:40])
	write(t, l, "empty.jpg", nil)
	write(t, l, "text.jpg", []byte("This is a letter to the agency, not a picture.\n"))
	write(t, l, "page.jpg", []byte("<!doctype html><script>alert(1)</script>"))
	write(t, l, "drawing.jpg", []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>`))
	write(t, l, "bomb.png", bomb(t, 60_000, 60_000))
	write(t, l, "large.png", bomb(t, 10_000, 5_001))
	write(t, l, "heavy.jpg", append(bytes.Clone(good), make([]byte, 2<<20)...))
	write(t, l, "tiff.jpg", []byte("II*\x00\x08\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"))
	for _, stem := range []string{"truncated", "head", "empty", "text", "page", "drawing", "bomb.png", "large.png", "heavy", "tiff"} {
		t.Run(stem, func(t *testing.T) {
			path := "/media/" + stem + "-320.jpg"
			for range 2 {
				if _, err := l.Open(t.Context(), path); !errors.Is(err, ErrRefused) {
					t.Errorf("Open(%q) error = %v, want ErrRefused", path, err)
				}
			}
			if got := strings.Count(log.String(), "original="+strings.TrimSuffix(stem, ".png")+"."); got != 1 {
				t.Errorf("refused %d times in the log, want once", got)
			}
		})
	}
	get(t, l, "/media/terrace-320.jpg")
	if got := l.Status().Workers.Restarts; got != 0 {
		t.Errorf("hostile pictures cost %d workers, want none", got)
	}
}

func TestPathsWithoutAPicture(t *testing.T) {
	l := newLibrary(t, nil)
	outside := filepath.Join(filepath.Dir(l.cfg.Originals), "outside.jpg")
	if err := os.WriteFile(outside, testFile(t, "terrace.jpg"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(l.cfg.Originals, "link.jpg")); err != nil {
		t.Fatal(err)
	}
	write(t, l, ".hidden.jpg", testFile(t, "terrace.jpg"))
	write(t, l, "folder.jpg/inner.jpg", testFile(t, "terrace.jpg"))
	coded := base64.RawURLEncoding.EncodeToString
	for _, path := range []string{
		"", "/", "/media/", "/media/r/", "/media/missing.jpg", "/media/-320.jpg", "/media/missing-320.jpg",
		"/media/../outside.jpg", "/media/link.jpg", "/media/.hidden.jpg", "/media/folder.jpg", "/media//terrace.jpg", "/media/./terrace.jpg",
		"/media/terrace-321.jpg", "/media/terrace-0320.jpg", "/media/terrace-+320.jpg", "/media/terrace--320.jpg",
		"/media/terrace-99999999999999999999.jpg", "/media/terrace-1200.avif", "/media/terrace-320.png", "/media/terrace-320.JPG",
		"/media/../outside-320.jpg", "/media/..-320.jpg", "/media/a/../terrace-320.jpg", "/media//terrace-320.jpg",
		"/media//etc/passwd-320.jpg", `/media/..\outside-320.jpg`, "/media/terrace\x00-320.jpg", "/media/\xff-320.jpg",
		"/media/link-320.jpg", "/media/.hidden-320.jpg", "/media/folder-320.jpg", "/media/./terrace-320.jpg",
		"/media/terrace.jpg-320.jpg", "/media/" + strings.Repeat("a", 100_000) + "-320.jpg",
		"/media/r/terrace-320.jpg", "/media/r/!!!-320.jpg",
		"/media/r/" + coded([]byte("cms.example/a.jpg")) + "-320.jpg",
		"/media/r/" + coded([]byte("file:///etc/passwd.jpg")) + "-320.jpg",
		"/media/r/" + coded([]byte("/media/terrace.jpg")) + "-320.jpg",
		"/media/terrace.svg", "/media/missing.svg",
	} {
		if r, err := l.Open(t.Context(), path); !errors.Is(err, ErrNotFound) {
			t.Errorf("Open(%.80q) = %v, error %v, want ErrNotFound", path, r, err)
		}
	}
}

func TestAddressOfAnOriginalReturnsItsWidestJPEG(t *testing.T) {
	l := newLibrary(t, nil)
	original := testFile(t, "terrace.jpg")
	write(t, l, "terrace.jpg", original)
	r, got := get(t, l, "/media/terrace.jpg")
	_, widest := get(t, l, "/media/terrace-1600.jpg")
	if r.ContentType != "image/jpeg" || !bytes.Equal(got, widest) {
		t.Errorf("%s of %d bytes, want the JPEG of %d bytes", r.ContentType, len(got), len(widest))
	}
	if bytes.Equal(got, original) {
		t.Error("the original itself was sent")
	}
}

func TestSVGFiles(t *testing.T) {
	l := newLibrary(t, nil)
	r, body := get(t, l, "/media/logo.svg")
	if r.ContentType != "image/svg+xml; charset=utf-8" || !strings.Contains(r.Policy, "default-src 'none'") || !strings.Contains(r.Policy, "sandbox") {
		t.Errorf("drawing has type %q and policy %q, want a policy that stops everything", r.ContentType, r.Policy)
	}
	if !bytes.Equal(body, testFile(t, "logo.svg")) {
		t.Error("the drawing is not as it was")
	}
	const open = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">`
	for name, text := range map[string]string{
		"script":      open + `<script>alert(1)</script></svg>`,
		"upper case":  open + `<SCRIPT/></svg>`,
		"handler":     open + `<rect onload="alert(1)"/></svg>`,
		"link":        open + `<a href="javascript:alert(1)"><rect/></a></svg>`,
		"old link":    open + `<use xlink:href="https://evil.example/x.svg#a"/></svg>`,
		"foreign":     open + `<foreignObject><body/></foreignObject></svg>`,
		"entities":    `<!DOCTYPE svg [<!ENTITY a "aaaa">]>` + open + `&a;</svg>`,
		"stylesheet":  `<?xml-stylesheet href="https://evil.example/x.css"?>` + open + `</svg>`,
		"HTML":        `<html><body/></html>`,
		"no XML":      `GIF89a`,
		"nothing":     ``,
		"unclosed":    open + `<g>`,
		"too long":    open + strings.Repeat("<g/>", 300_000) + `</svg>`,
		"many tags":   open + strings.Repeat("<g/>", 60_000) + `</svg>`,
		"bad charset": `<?xml version="1.0" encoding="utf-7"?>` + open + `</svg>`,
	} {
		t.Run(name, func(t *testing.T) {
			file := strings.ReplaceAll(name, " ", "-")
			write(t, l, file+".svg", []byte(text))
			if _, err := l.Open(t.Context(), "/media/"+file+".svg"); !errors.Is(err, ErrRefused) {
				t.Errorf("error = %v, want ErrRefused", err)
			}
		})
	}
}

func TestRenditionIsCreatedOnceAndSurvivesARestart(t *testing.T) {
	l := newLibrary(t, nil)
	const path = "/media/terrace-640.webp"
	var callers sync.WaitGroup
	for range 10 {
		callers.Go(func() {
			r, err := l.Open(t.Context(), path)
			if err != nil {
				t.Errorf("Open: %v", err)
				return
			}
			r.Close()
		})
	}
	callers.Wait()
	first, body := get(t, l, path)
	if got := l.Status().CacheFiles; got != 1 {
		t.Errorf("%d files in the cache, want 1", got)
	}
	l.Close()

	cfg := l.cfg
	cfg.Node = ""
	again := reopen(t, cfg)
	second, kept := get(t, again, path)
	if second.ETag != first.ETag || !bytes.Equal(kept, body) {
		t.Error("after a restart the rendition is another one")
	}
	if _, err := again.Open(t.Context(), "/media/terrace-320.webp"); !errors.Is(err, ErrUnavailable) {
		t.Errorf("without Node a new rendition gives %v, want ErrUnavailable", err)
	}
	if got := again.Picture(&content.Image{URL: "/media/terrace.jpg", Width: 960, Height: 640}, ""); got != nil {
		t.Errorf("without Node Picture = %+v, want none", got)
	}
}

func TestReplacedOriginalHasANewRendition(t *testing.T) {
	l := newLibrary(t, nil)
	before, _ := get(t, l, "/media/terrace-320.jpg")
	write(t, l, "terrace.jpg", testFile(t, "turned.jpg"))
	after, body := get(t, l, "/media/terrace-320.jpg")
	got, err := jpeg.DecodeConfig(bytes.NewReader(body))
	if err != nil || got.Width != 200 || before.ETag == after.ETag {
		t.Errorf("after the original was replaced: %d wide (%v), ETag %s then %s, want the new picture", got.Width, err, before.ETag, after.ETag)
	}
}

func TestRepairedOriginalIsServedAtOnce(t *testing.T) {
	l := newLibrary(t, nil)
	write(t, l, "new.jpg", []byte("half an upload"))
	if _, err := l.Open(t.Context(), "/media/new-320.jpg"); !errors.Is(err, ErrRefused) {
		t.Fatalf("error = %v, want ErrRefused", err)
	}
	write(t, l, "new.jpg", testFile(t, "terrace.jpg"))
	get(t, l, "/media/new-320.jpg")
}

func TestCacheStaysWithinItsLimit(t *testing.T) {
	now := time.Now()
	var clock sync.Mutex
	l := newLibrary(t, func(c *Config) {
		c.CacheBytes = 60_000
		c.Now = func() time.Time {
			clock.Lock()
			defer clock.Unlock()
			now = now.Add(time.Second)
			return now
		}
	})
	for _, w := range []int{320, 480, 640} {
		for _, f := range []format{formatJPEG, formatWebP, formatAVIF} {
			get(t, l, fmt.Sprintf("/media/terrace-%d.%s", w, f))
			get(t, l, "/media/logo.svg") // always in use
		}
	}
	onDisk := int64(0)
	filepath.WalkDir(l.cfg.Cache, func(path string, e os.DirEntry, err error) error {
		if info, err := e.Info(); err == nil && !e.IsDir() {
			onDisk += info.Size()
		}
		return nil
	})
	files, counted := l.Status().CacheFiles, l.Status().CacheBytes
	if onDisk > 60_000 || counted != onDisk || files < 2 {
		t.Errorf("cache holds %d bytes on disk, counts %d in %d files, want equal and at most 60000", onDisk, counted, files)
	}
	logo := source{file: "logo.svg"}
	stamp, err := l.stamp(t.Context(), logo)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(l.cache.path(target{source: logo, format: formatSVG, stamp: stamp}.key())); err != nil {
		t.Error("what is in constant use was evicted")
	}
}

func TestUnwritableCacheStillServes(t *testing.T) {
	l := newLibrary(t, nil)
	if err := os.RemoveAll(l.cfg.Cache); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(l.cfg.Cache, []byte("a file where the folder was"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, body := get(t, l, "/media/terrace-320.jpg"); len(body) == 0 {
		t.Error("no rendition, want one that is not kept")
	}
}

func TestWorkerThatHangsIsKilled(t *testing.T) {
	l := newLibrary(t, func(c *Config) { c.Timeout = time.Millisecond })
	if _, err := l.Open(t.Context(), "/media/terrace-800.avif"); !errors.Is(err, ErrRefused) {
		t.Errorf("error = %v, want ErrRefused after two tries", err)
	}
	if got := l.Status().Workers.LastError; !strings.Contains(got, "longer than 1ms") {
		t.Errorf("LastError = %q, want the time limit as the reason", got)
	}
}

func TestCancelledCallerReturnsAtOnce(t *testing.T) {
	l := newLibrary(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.Open(ctx, "/media/terrace-640.avif"); !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want context.Canceled", err)
	}
	get(t, l, "/media/terrace-640.avif")
}

func TestValidateNamesEveryMistake(t *testing.T) {
	_, err := New(Config{Workers: -1, Hosts: []string{"https://cms.example/"}})
	for _, want := range []string{"folder of originals", "cache folder", "workers is -1", `"https://cms.example/"`} {
		if !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("error = %v, want %q in it", err, want)
		}
	}
}

// bomb returns a PNG of a few bytes whose header declares a huge size.
func bomb(t *testing.T, w, h uint32) []byte {
	t.Helper()
	chunk := func(kind string, data []byte) []byte {
		out := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
		out = append(append(out, kind...), data...)
		return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
	}
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)
	out := []byte("\x89PNG\r\n\x1a\n")
	out = append(out, chunk("IHDR", append(head, 8, 2, 0, 0, 0))...)
	out = append(out, chunk("IDAT", []byte("\x78\x9c\x63\x00\x00\x00\x01\x00\x01"))...)
	return append(out, chunk("IEND", nil)...)
}

type lockedBuffer struct {
	mu  sync.Mutex
	buf strings.Builder
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

func BenchmarkRendition(b *testing.B) {
	l := newLibrary(b, func(c *Config) { c.Threads = 1 })
	var original bytes.Buffer
	if err := jpeg.Encode(&original, gradient(1600, 1067), nil); err != nil {
		b.Fatal(err)
	}
	write(b, l, "large.jpg", original.Bytes())
	for _, w := range []int{640, 1280} {
		for _, f := range []format{formatAVIF, formatWebP, formatJPEG} {
			b.Run(fmt.Sprintf("%d %s", w, f), func(b *testing.B) {
				for b.Loop() {
					if _, err := l.render(b.Context(), job{filepath.Join(l.cfg.Originals, "large.jpg"), w, f}, l.cfg.MaxBytes); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkOpenKept(b *testing.B) {
	l := newLibrary(b, nil)
	for b.Loop() {
		r, err := l.Open(b.Context(), "/media/terrace-320.jpg")
		if err != nil {
			b.Fatal(err)
		}
		r.Close()
	}
}

// gradient returns a picture that takes time to encode.
func gradient(w, h int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.Set(x, y, color.RGBA{uint8(x * 255 / w), uint8(y * 255 / h), uint8((x*x/97 + y*y/89) & 63), 255})
		}
	}
	return img
}
