package ssr

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"estate/internal/platform/coalesce"
)

func newPages(tb testing.TB, change func(*PagesConfig)) *Pages {
	tb.Helper()
	cfg := PagesConfig{BrotliShare: 100, Log: slog.New(slog.DiscardHandler)}
	if change != nil {
		change(&cfg)
	}
	pages, err := NewPages(cfg)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { pages.Close() })
	return pages
}

// document returns HTML that compresses like a page, different for each n.
func document(n int) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "<!doctype html><title>Page %d</title>", n)
	for i := range 200 {
		fmt.Fprintf(&b, `<li class="card"><h2>Villa %d</h2><p>%d €</p></li>`, i*n, i*7919*n)
	}
	return []byte(b.String())
}

func builderOf(doc []byte, cacheable bool) BuildFunc {
	return func(context.Context) ([]byte, bool, error) { return doc, cacheable, nil }
}

func decode(t *testing.T, body []byte, encoding string) []byte {
	t.Helper()
	var r io.Reader = bytes.NewReader(body)
	switch encoding {
	case "br":
		r = brotli.NewReader(r)
	case "gzip":
		z, err := gzip.NewReader(r)
		if err != nil {
			t.Fatal(err)
		}
		r = z
	case "zstd":
		z, err := zstd.NewReader(r)
		if err != nil {
			t.Fatal(err)
		}
		defer z.Close()
		r = z
	}
	out, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestBestReturnsAnAcceptedEncoding(t *testing.T) {
	const chrome = "gzip, deflate, br, zstd"
	tests := []struct{ name, accept, want, wantBrotli string }{
		{"no header", "", "", ""},
		{"Chrome", chrome, "zstd", "br"},
		{"Safari", "gzip, deflate, br", "br", "br"},
		{"brotli preferred", "zstd;q=0.5, br", "br", "br"},
		{"gzip preferred", "br;q=0.5, gzip", "gzip", "gzip"},
		{"only gzip", "gzip", "gzip", "gzip"},
		{"old name", "x-gzip", "gzip", "gzip"},
		{"upper case", "GZIP", "gzip", "gzip"},
		{"weights decide", "zstd;q=0.1, gzip;q=0.9", "gzip", "gzip"},
		{"refused", "br;q=0, zstd;q=0, gzip", "gzip", "gzip"},
		{"anything", "*", "zstd", "br"},
		{"anything but", "br;q=0, zstd;q=0.0, *", "gzip", "gzip"},
		{"plain preferred", "identity, gzip;q=0.5", "", ""},
		{"a low weight still beats the plain document that nobody named", "gzip;q=0.001", "gzip", "gzip"},
		{"everything refused", "identity;q=0, *;q=0", "", ""},
		{"unknown names", "deflate, compress, sdch", "", ""},
		{"malformed weights are passed over", "br;q=2, zstd;q=-1, gzip;q=abc", "", ""},
		{"malformed list", ",,;q=1,gzip ; q=1.000 ;x=y,", "gzip", "gzip"},
		{"absurdly long", strings.Repeat("br;q=0.0001,", 10_000) + "zstd", "zstd", "zstd"},
	}
	doc := document(1)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			page := newPage(doc)
			check := func(want string) {
				t.Helper()
				body, encoding := page.Best(tt.accept)
				if encoding != want {
					t.Errorf("Best(%.40q) is %q, want %q", tt.accept, encoding, want)
				}
				if got := decode(t, body, encoding); !bytes.Equal(got, doc) {
					t.Errorf("Best(%.40q) decodes to %d bytes, want the document of %d", tt.accept, len(got), len(doc))
				}
			}
			check(tt.want)
			packed := packBrotli(doc)
			page.bodies[brotliForm].Store(&packed)
			check(tt.wantBrotli)
		})
	}
}

func TestEveryEncodingIsMadeFromAnyOther(t *testing.T) {
	doc := document(1)
	for _, order := range [][]string{{"zstd", "gzip", "", ""}, {"gzip", "zstd", "", ""}, {"", "gzip", "", "zstd"}, {"", "", "zstd", "gzip"}, {"br", "gzip", "", "zstd"}} {
		page := newPage(doc)
		for _, accept := range order {
			body, encoding := page.Best(accept)
			if got := decode(t, body, encoding); encoding != accept || !bytes.Equal(got, doc) {
				t.Errorf("order %q: %q came as %q with %d bytes, want the document of %d", order, accept, encoding, len(got), len(doc))
			}
		}
	}
}

// TestBrotliOfAFirstRequestIsSmallerThanGzip: Safari accepts brotli and not zstd.
func TestBrotliOfAFirstRequestIsSmallerThanGzip(t *testing.T) {
	doc := bytes.Repeat(document(7), 12)
	if quick, gzip, best := len(packQuickBrotli(doc)), len(Gzip(doc)), len(packBrotli(doc)); quick >= gzip || quick < best {
		t.Errorf("brotli has %d bytes at a fast level and %d at its best, gzip %d", quick, best, gzip)
	}
	page, err := newPages(t, nil).Get(t.Context(), PageKey([]byte("a")), builderOf(doc, true))
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "brotli at its best level replaces the first one", func() bool {
		body, encoding := page.Best("gzip, deflate, br")
		if got := decode(t, body, encoding); encoding != "br" || !bytes.Equal(got, doc) {
			t.Fatalf("%q decodes to %d bytes, want the document of %d", encoding, len(got), len(doc))
		}
		return page.bodies[brotliForm].Load() != nil && page.bodies[quickBrotli].Load() == nil
	})
}

func TestCompressedPageDropsThePlainDocument(t *testing.T) {
	pages := newPages(t, nil)
	page, err := pages.Get(t.Context(), PageKey([]byte("a")), builderOf(document(1), true))
	if err != nil {
		t.Fatal(err)
	}
	for _, accept := range []string{"br", "gzip", "zstd"} {
		page.Best(accept)
		if got := int(page.weight()); got > page.Size() {
			t.Errorf("after %s the page takes %d bytes, want less than the document's %d", accept, got, page.Size())
		}
	}
}

func TestBrotliIsMadeForRepeatedRequests(t *testing.T) {
	pages := newPages(t, nil)
	page, err := pages.Get(t.Context(), PageKey([]byte("a")), builderOf(document(1), true))
	if err != nil {
		t.Fatal(err)
	}
	if _, encoding := page.Best("br, zstd"); encoding != "zstd" {
		t.Errorf("first encoding is %q, want zstd", encoding)
	}
	eventually(t, "brotli is there", func() bool {
		_, encoding := page.Best("br, zstd")
		return encoding == "br"
	})
	eventually(t, "the larger encodings are dropped", func() bool { return page.bodies[zstdForm].Load() == nil && pages.Status().Bytes < uint64(page.Size()) })
	if body, encoding := page.Best("gzip"); encoding != "gzip" || !bytes.Equal(decode(t, body, encoding), document(1)) {
		t.Errorf("after brotli gzip comes as %q, want the document in gzip", encoding)
	}
}

func TestEqualPagesAreBuiltOnce(t *testing.T) {
	pages := newPages(t, nil)
	var builds atomic.Int64
	release := make(chan struct{})
	build := func(context.Context) ([]byte, bool, error) {
		builds.Add(1)
		<-release
		return document(1), true, nil
	}
	var callers sync.WaitGroup
	var same sync.Map
	for range 50 {
		callers.Go(func() {
			page, err := pages.Get(t.Context(), PageKey([]byte("a")), build)
			if err != nil {
				t.Error(err)
			}
			same.Store(page, true)
		})
	}
	eventually(t, "the build has begun", func() bool { return builds.Load() > 0 })
	close(release)
	callers.Wait()
	if _, err := pages.Get(t.Context(), PageKey([]byte("a")), build); err != nil {
		t.Error(err)
	}
	if builds.Load() != 1 {
		t.Errorf("built %d times, want once", builds.Load())
	}
	n := 0
	same.Range(func(any, any) bool { n++; return true })
	if n != 1 {
		t.Errorf("%d different pages, want one", n)
	}
}

func TestUncacheablePageIsNotKept(t *testing.T) {
	pages := newPages(t, nil)
	key := PageKey([]byte("preview"))
	for range 2 {
		page, err := pages.Get(t.Context(), key, builderOf([]byte("draft"), false))
		if err != nil || page.ETag != "" {
			t.Fatalf("Get = ETag %q, %v, want no ETag", page.ETag, err)
		}
		if body, _ := page.Best(""); string(body) != "draft" {
			t.Errorf("body = %q", body)
		}
	}
	if _, ok := pages.Cached(key); ok {
		t.Error("the page is cached, want it not to be")
	}
}

func TestFailedBuildIsNotKept(t *testing.T) {
	pages := newPages(t, nil)
	key := PageKey([]byte("a"))
	broken := errors.New("broken")
	if _, err := pages.Get(t.Context(), key, func(context.Context) ([]byte, bool, error) { return nil, true, broken }); !errors.Is(err, broken) {
		t.Errorf("error = %v, want %v", err, broken)
	}
	if _, err := pages.Get(t.Context(), key, func(context.Context) ([]byte, bool, error) { panic("a bug") }); err == nil || !strings.Contains(err.Error(), "a bug") {
		t.Errorf("error = %v, want the panic as an error", err)
	}
	if _, err := pages.Get(t.Context(), key, builderOf(document(1), true)); err != nil {
		t.Errorf("after failures: %v, want the page", err)
	}
}

func TestFirstCallerMayLeave(t *testing.T) {
	pages := newPages(t, nil)
	key := PageKey([]byte("a"))
	ctx, leave := context.WithCancel(t.Context())
	release := make(chan struct{})
	build := func(ctx context.Context) ([]byte, bool, error) {
		leave()
		<-release
		return document(1), true, ctx.Err()
	}
	if _, err := pages.Get(ctx, key, build); !errors.Is(err, context.Canceled) {
		t.Errorf("the first caller got %v, want context.Canceled", err)
	}
	close(release)
	if _, err := pages.Get(t.Context(), key, build); err != nil {
		t.Errorf("the second caller got %v, want the page of the same call", err)
	}
}

func TestMemoryIsLimited(t *testing.T) {
	const limit = 256 << 10
	pages := newPages(t, func(c *PagesConfig) { c.MaxBytes = limit })
	for n := range 500 {
		page, err := pages.Get(t.Context(), PageKey(fmt.Append(nil, n)), builderOf(document(n), true))
		if err != nil {
			t.Fatal(err)
		}
		for _, accept := range []string{"", "gzip"} {
			page.Best(accept)
		}
	}
	eventually(t, "the cache is within its limit", func() bool { return pages.Status().Bytes <= limit })
	if got := pages.Status().Pages; got == 0 || got >= 500 {
		t.Errorf("%d pages kept, want some and not all", got)
	}
}

func TestKeysDependOnTheBordersOfParts(t *testing.T) {
	keys := map[Key]string{}
	for _, parts := range [][]string{{"ab", "c"}, {"a", "bc"}, {"abc"}, {"abc", ""}, {"", "abc"}, {}} {
		var raw [][]byte
		for _, p := range parts {
			raw = append(raw, []byte(p))
		}
		key := PageKey(raw...)
		if other, ok := keys[key]; ok {
			t.Errorf("%q and %s share a key", parts, other)
		}
		keys[key] = fmt.Sprintf("%q", parts)
	}
}

func TestETagIsTheSameOnEveryNode(t *testing.T) {
	key := PageKey([]byte(`{"view":1}`), []byte("build"))
	var tags []string
	for range 2 {
		page, err := newPages(t, nil).Get(t.Context(), key, builderOf(document(1), true))
		if err != nil {
			t.Fatal(err)
		}
		tags = append(tags, page.ETag)
	}
	if tags[0] != tags[1] || !strings.HasPrefix(tags[0], `W/"`) {
		t.Errorf("ETags are %q, want the same weak one", tags)
	}
}

func TestClosedCacheBuildsNothing(t *testing.T) {
	pages := newPages(t, nil)
	pages.Close()
	if _, err := pages.Get(t.Context(), PageKey(), builderOf(nil, true)); !errors.Is(err, coalesce.ErrClosed) {
		t.Errorf("error = %v, want coalesce.ErrClosed", err)
	}
}

func TestCacheHitAllocatesNothing(t *testing.T) {
	pages := newPages(t, nil)
	key := PageKey([]byte("a"))
	build := builderOf(document(1), true)
	request := func() {
		page, err := pages.Get(t.Context(), key, build)
		if err != nil {
			t.Fatal(err)
		}
		page.Best("gzip, deflate, br;q=0.9, zstd;q=0.8")
	}
	for range 3 {
		request()
	}
	page, _ := pages.Cached(key)
	eventually(t, "brotli is there", func() bool { return page.bodies[brotliForm].Load() != nil })
	if got := testing.AllocsPerRun(1000, request); got > 1 {
		t.Errorf("a hit allocates %v times, want at most once", got)
	}
}

func BenchmarkHit(b *testing.B) {
	pages := newPages(b, nil)
	key := PageKey([]byte("a"))
	build := builderOf(document(1), true)
	for b.Loop() {
		page, err := pages.Get(b.Context(), key, build)
		if err != nil {
			b.Fatal(err)
		}
		page.Best("gzip, deflate, br, zstd")
	}
}

func BenchmarkMiss(b *testing.B) {
	doc := bytes.Repeat(document(7), 12)
	b.Logf("document of %d bytes, zstd %d, gzip %d", len(doc), len(packZstd(doc)), len(Gzip(doc)))
	for _, bb := range []struct {
		name string
		pack func([]byte) []byte
	}{{"zstd", packZstd}, {"gzip", Gzip}, {"quick brotli", packQuickBrotli}} {
		b.Run(bb.name, func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			for b.Loop() {
				bb.pack(doc)
			}
		})
	}
}
