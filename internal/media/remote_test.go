package media

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"strconv"
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
		address := c.address(t, l, file)
		for range 3 {
			if _, err := l.Open(t.Context(), address); !errors.Is(err, want) {
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

func TestInventedAddressesReachNoHost(t *testing.T) {
	c := newCMS(t)
	cfg := Config{PrivateHosts: []string{c.host}, Key: []byte("key of the site")}
	l := newLibrary(t, func(own *Config) {
		own.PrivateHosts, own.Key = cfg.PrivateHosts, cfg.Key
		cfg = *own
	})
	signed := c.address(t, l, "a.jpg")
	unsigned := c.address(t, newLibrary(t, func(own *Config) { own.PrivateHosts = cfg.PrivateHosts }), "a.jpg")
	other := c.address(t, newLibrary(t, func(own *Config) { own.PrivateHosts, own.Key = cfg.PrivateHosts, []byte("another key") }), "a.jpg")
	if len(signed) != len(unsigned)+signatureLen {
		t.Errorf("the signature has %d characters, want %d", len(signed)-len(unsigned), signatureLen)
	}
	for name, path := range map[string]string{"unsigned": unsigned, "signed with another key": other} {
		if _, err := l.Open(t.Context(), path); !errors.Is(err, ErrNotFound) {
			t.Errorf("%s: %v, want ErrNotFound", name, err)
		}
		file := strings.TrimSuffix(path, "-320.jpg") + ".pdf"
		if _, err := l.File(t.Context(), file); !errors.Is(err, ErrNotFound) {
			t.Errorf("%s file: %v, want ErrNotFound", name, err)
		}
	}
	if got := c.asked.Load(); got != 0 {
		t.Fatalf("the CMS was asked %d times, want never", got)
	}
	get(t, l, signed)
	get(t, l, strings.Replace(signed, "-320.jpg", "-640.webp", 1)) // one signature for all widths and formats
	for name, path := range map[string]string{"unsigned": unsigned, "signed with another key": other} {
		_, err := l.Open(t.Context(), path)
		if moved, ok := errors.AsType[*MovedError](err); !ok || moved.To != signed {
			t.Errorf("%s address of a rendition that exists: %v, want a redirect to %s", name, err, signed)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if after := c.address(t, reopen(t, cfg), "a.jpg"); after != signed {
		t.Errorf("after a restart the address is %s, want %s", after, signed)
	}
}

// A hundred pictures of a slow CMS must not keep local ones waiting.
func TestLocalPicturesDoNotWaitForAHost(t *testing.T) {
	hang, asked := make(chan bool), make(chan bool, 8)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		asked <- true
		select {
		case <-hang:
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(server.Close)
	t.Cleanup(func() { close(hang) })
	c := &cms{host: strings.TrimPrefix(server.URL, "http://")}
	l := newLibrary(t, func(cfg *Config) { cfg.PrivateHosts, cfg.Queue = []string{c.host}, 4 })
	for n := range 4 {
		path := c.address(t, l, strconv.Itoa(n)+"/a.jpg")
		go func() { _, _ = l.Open(t.Context(), path) }()
	}
	for range 4 {
		<-asked // the queue of remote originals is full
	}
	get(t, l, "/media/terrace-320.jpg")
}

func TestHostsAreGuarded(t *testing.T) {
	c := newCMS(t)
	var guarded []string
	l := newLibrary(t, func(cfg *Config) {
		cfg.PrivateHosts = []string{c.host}
		cfg.Guard = func(host string, transport http.RoundTripper) http.RoundTripper {
			guarded = append(guarded, host)
			return refusing{}
		}
	})
	if _, err := l.Open(t.Context(), c.address(t, l, "a.jpg")); !errors.Is(err, ErrBusy) {
		t.Errorf("with an open circuit breaker: %v, want ErrBusy", err)
	}
	if len(guarded) != 1 || guarded[0] != c.host || c.asked.Load() != 0 {
		t.Errorf("guards of %v, and %d requests beside them", guarded, c.asked.Load())
	}
}

type refusing struct{}

func (refusing) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, errors.New("the circuit breaker is open")
}
