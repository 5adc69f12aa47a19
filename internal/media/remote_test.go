package media

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"estate/internal/content"
)

// cms is a CMS on loopback with one picture that tests may change.
type cms struct {
	host    string
	asked   atomic.Int64
	broken  atomic.Bool
	picture atomic.Pointer[[]byte]
}

func newCMS(t *testing.T) *cms {
	t.Helper()
	c := &cms{}
	picture := testFile(t, "terrace.jpg")
	c.picture.Store(&picture)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.asked.Add(1)
		switch {
		case c.broken.Load():
			w.WriteHeader(http.StatusBadGateway)
		case strings.HasSuffix(r.URL.Path, "/a.jpg"):
			w.Header().Set("Content-Type", "image/jpeg")
			w.Write(*c.picture.Load())
		case strings.HasSuffix(r.URL.Path, "/letter.jpg"):
			w.Header().Set("Content-Type", "image/jpeg")
			w.Write([]byte("not a picture at all"))
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(server.Close)
	c.host = strings.TrimPrefix(server.URL, "http://")
	return c
}

// address returns the address of a picture of the CMS.
func (c *cms) address(t *testing.T, l *Library, file string) string {
	t.Helper()
	p := l.Picture(&content.Image{URL: "http://" + c.host + "/wp-content/" + file, Width: 960, Height: 640}, "")
	if p == nil {
		t.Fatalf("no picture for %s", file)
	}
	return strings.Replace(p.Src, "-800.", "-320.", 1)
}

func TestRemoteOriginalIsFetchedOnce(t *testing.T) {
	c := newCMS(t)
	l := newLibrary(t, func(cfg *Config) { cfg.PrivateHosts = []string{c.host} })
	path := c.address(t, l, "a.jpg")
	_, first := get(t, l, path)
	get(t, l, strings.Replace(path, ".jpg", ".webp", 1))
	c.broken.Store(true)
	if _, again := get(t, l, path); !bytes.Equal(first, again) {
		t.Error("the second answer is another picture")
	}
	get(t, l, strings.Replace(path, "-320.jpg", "-640.avif", 1))
	if got := c.asked.Load(); got != 1 {
		t.Errorf("the CMS was asked %d times, want once", got)
	}
}

func TestOldRemoteOriginalIsRevalidated(t *testing.T) {
	c := newCMS(t)
	now := time.Now()
	var later atomic.Int64
	l := newLibrary(t, func(cfg *Config) {
		cfg.PrivateHosts = []string{c.host}
		cfg.RemoteAge = time.Hour
		cfg.Now = func() time.Time { return now.Add(time.Duration(later.Load())) }
	})
	path := c.address(t, l, "a.jpg")
	first, before := get(t, l, path)

	later.Store(int64(2 * time.Hour))
	c.broken.Store(true)
	if _, got := get(t, l, path); !bytes.Equal(got, before) {
		t.Error("while the CMS is down the old picture is not served")
	}

	c.broken.Store(false)
	other := testFile(t, "turned.jpg")
	c.picture.Store(&other)
	second, after := get(t, l, path)
	if bytes.Equal(after, before) || first.ETag == second.ETag {
		t.Errorf("the replaced picture is not taken over: ETags %s, %s", first.ETag, second.ETag)
	}
}

func TestRemoteOriginalThatIsNotAPicture(t *testing.T) {
	c := newCMS(t)
	l := newLibrary(t, func(cfg *Config) { cfg.PrivateHosts = []string{c.host} })
	for file, want := range map[string]error{"letter.jpg": ErrRefused, "missing.jpg": ErrNotFound} {
		c.asked.Store(0)
		for range 3 {
			if _, err := l.Open(t.Context(), c.address(t, l, file)); !errors.Is(err, want) {
				t.Errorf("Open(%s) error = %v, want %v", file, err, want)
			}
		}
		if got := c.asked.Load(); got != 1 {
			t.Errorf("the CMS was asked %d times for %s, want once", got, file)
		}
	}
	c.broken.Store(true)
	path := c.address(t, l, "b/a.jpg")
	if _, err := l.Open(t.Context(), path); !errors.Is(err, ErrBusy) {
		t.Errorf("while the CMS is down: %v, want ErrBusy", err)
	}
	c.broken.Store(false)
	get(t, l, path)
}
