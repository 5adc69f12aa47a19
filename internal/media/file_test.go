package media

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"estate/internal/platform/fairqueue"
)

func TestVideosAndDocumentsAreSentUnchanged(t *testing.T) {
	l := newLibrary(t, func(c *Config) {
		for name, text := range map[string]string{"a.mp4": "film", "plans/house.PDF": "plan", ".hidden.mp4": "no", "plain.html": "no"} {
			file := filepath.Join(c.Originals, filepath.FromSlash(name))
			if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o600)); err != nil {
				t.Fatal(err)
			}
		}
		outside := filepath.Join(t.TempDir(), "secret.mp4")
		if err := errors.Join(os.WriteFile(outside, []byte("secret"), 0o600), os.Symlink(outside, filepath.Join(c.Originals, "link.mp4"))); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(os.Mkdir(filepath.Join(c.Originals, "folder.mp4"), 0o755), syscall.Mkfifo(filepath.Join(c.Originals, "pipe.mp4"), 0o600),
			os.Symlink("/dev/zero", filepath.Join(c.Originals, "zero.mp4"))); err != nil {
			t.Fatal(err)
		}
		socket, err := (&net.ListenConfig{}).Listen(t.Context(), "unix", filepath.Join(c.Originals, "socket.mp4"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = socket.Close() })
	})
	for address, want := range map[string][2]string{"/media/a.mp4": {"video/mp4", "film"}, "/media/plans/house.PDF": {"application/pdf", "plan"}} {
		file, err := l.File(t.Context(), address)
		if err != nil {
			t.Errorf("%s: %v", address, err)
			continue
		}
		text, err := io.ReadAll(file)
		if file.ContentType != want[0] || string(text) != want[1] || errors.Join(err, file.Close()) != nil {
			t.Errorf("%s is %q, a %s; want %v", address, text, file.ContentType, want)
		}
	}
	for _, address := range []string{
		"/media/none.mp4", "/media/.hidden.mp4", "/media/../a.mp4", "/media/plans/../a.mp4/x.mp4", "/media//etc/x.mp4", "/media/link.mp4",
		"/media/folder.mp4", "/media/pipe.mp4", "/media/zero.mp4", "/media/socket.mp4", "/media/plain.html", "/media/a.jpg", "/a.mp4", "/media/\xff.mp4",
	} {
		if file, err := l.File(t.Context(), address); !errors.Is(err, ErrNotFound) {
			t.Errorf("%q: %v, %v; want none", address, file, err)
		}
	}
}

// fileCMS is a CMS that demands a password and sends the files a.pdf (small) and long.mp4.
type fileCMS struct {
	*httptest.Server
	broken atomic.Bool
	ranges atomic.Int64
}

const fileCMSAuthorization = "Basic ZWRpdG9yOndvcmQ="

func newFileCMS(t *testing.T) *fileCMS {
	t.Helper()
	c := &fileCMS{}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case c.broken.Load():
			w.WriteHeader(http.StatusBadGateway)
		case r.Header.Get("Authorization") != fileCMSAuthorization:
			w.WriteHeader(http.StatusUnauthorized)
		case r.URL.Path == "/wp/wp-content/uploads/a.pdf":
			w.Header().Set("Content-Type", "application/pdf")
			_, _ = w.Write([]byte("%PDF brochure"))
		case r.URL.Path == "/wp/wp-content/uploads/long.mp4":
			if r.Header.Get("Range") != "" {
				c.ranges.Add(1)
			}
			w.Header().Set("Content-Type", "video/mp4")
			http.ServeContent(w, r, "", time.Time{}, strings.NewReader(strings.Repeat("0123456789", 200)))
		case r.URL.Path == "/wp/wp-content/uploads/strict.pdf":
			w.Header().Set("Content-Type", "application/xhtml+xml")
			_, _ = w.Write([]byte("<html>"))
		case r.URL.Path == "/wp/wp-content/uploads/nosize.mp4":
			c.ranges.Add(1)
			w.Header().Set("Content-Type", "video/mp4")
			for range 2 {
				_, _ = w.Write(make([]byte, 1000))
				w.(http.Flusher).Flush()
			}
		case r.URL.Path == "/wp/wp-content/uploads/login.pdf":
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte("<h1>Log in</h1>"))
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(c.Close)
	return c
}

func (c *fileCMS) library(t *testing.T) *Library {
	t.Helper()
	host := strings.TrimPrefix(c.URL, "http://")
	return newLibrary(t, func(cfg *Config) {
		cfg.CMS, cfg.PrivateHosts, cfg.MaxBytes = c.URL+"/wp", []string{host}, 1000
		cfg.Authorization = map[string]string{host: fileCMSAuthorization}
	})
}

func TestFilesOfTheCMSHaveAnAddressOfTheSite(t *testing.T) {
	c := newFileCMS(t)
	l := c.library(t)
	upload := c.URL + "/wp/wp-content/uploads/"
	pdf, film := l.FileAddress(upload+"a.pdf"), l.FileAddress(upload+"long.mp4")
	for _, same := range []string{
		strings.Replace(upload, "http:", "https:", 1) + "a.pdf", strings.TrimPrefix(upload, "http:") + "a.pdf",
		"/wp/wp-content/uploads/a.pdf", "/wp-content/uploads/a.pdf", upload + "a.pdf?ver=2#page=3",
	} {
		if got := l.FileAddress(same); got != pdf {
			t.Errorf("FileAddress(%q) = %q, want %q", same, got, pdf)
		}
	}
	if !strings.HasPrefix(pdf, "/media/r/") || !strings.HasSuffix(pdf, ".pdf") || !IsFile(pdf) || !strings.HasSuffix(film, ".mp4") {
		t.Fatalf("addresses %q and %q", pdf, film)
	}
	if got := l.FileAddress(upload + "a.jpg"); !strings.HasSuffix(got, "-1600.jpg") {
		t.Errorf("the original of a picture became %q, want its widest rendition", got)
	}
	for _, address := range []string{upload + "a.php", c.URL + "/wp/about/", "https://elsewhere.test/a.pdf", "/about/", "", upload} {
		if got := l.FileAddress(address); got != "" {
			t.Errorf("FileAddress(%q) = %q, want none", address, got)
		}
	}
	if got := l.FileAddress("/media/plans/a.pdf"); got != "/media/plans/a.pdf" {
		t.Errorf("a local file became %q", got)
	}
}

func TestFilesOfTheCMSAreServed(t *testing.T) {
	c := newFileCMS(t)
	l := c.library(t)
	upload := c.URL + "/wp/wp-content/uploads/"
	read := func(address string, from int64, n int) string {
		t.Helper()
		file, err := l.File(t.Context(), address)
		if err != nil {
			t.Fatalf("%s: %v", address, err)
		}
		defer func() { _ = file.Close() }()
		if _, err := file.Seek(0, io.SeekEnd); err != nil {
			t.Fatal(err)
		}
		if _, err := file.Seek(from, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		body := make([]byte, n)
		if _, err := io.ReadFull(file, body); err != nil {
			t.Fatalf("%s: %v", address, err)
		}
		return string(body)
	}
	if got := read(l.FileAddress(upload+"long.mp4"), 1003, 4); got != "3456" || c.ranges.Load() != 1 {
		t.Errorf("a part of a large film is %q after %d requests of a range", got, c.ranges.Load())
	}
	if got := read(l.FileAddress(upload+"a.pdf"), 0, 13); got != "%PDF brochure" {
		t.Errorf("a document is %q", got)
	}
	c.broken.Store(true)
	if got := read(l.FileAddress(upload+"a.pdf"), 5, 8); got != "brochure" {
		t.Errorf("without the CMS the copy is %q", got)
	}
	if _, err := l.File(t.Context(), l.FileAddress(upload+"long.mp4")); !errors.Is(err, ErrBusy) {
		t.Errorf("an outage gives %v, want ErrBusy", err)
	}
	c.broken.Store(false)
	if _, err := l.File(t.Context(), l.FileAddress(upload+"login.pdf")); !errors.Is(err, ErrRefused) {
		t.Errorf("a login page in place of a file gives %v, want ErrRefused", err)
	}
	if _, err := l.File(t.Context(), l.FileAddress(upload+"missing.pdf")); !errors.Is(err, ErrNotFound) {
		t.Errorf("a missing file gives %v, want ErrNotFound", err)
	}
}

func TestFilesThatAreNoneAreRefusedOnce(t *testing.T) {
	c := newFileCMS(t)
	l := c.library(t)
	for _, name := range []string{"strict.pdf", "nosize.mp4", "nosize.mp4"} {
		if _, err := l.File(t.Context(), l.FileAddress(c.URL+"/wp/wp-content/uploads/"+name)); !errors.Is(err, ErrRefused) {
			t.Errorf("%s: %v, want ErrRefused", name, err)
		}
	}
	if n := c.ranges.Load(); n != 1 {
		t.Errorf("a film without a size was transferred %d times, want once", n)
	}
}

// Films that pass through hold a connection to the CMS while their client reads.
func TestSlowReadersOfFilmsLeaveConnectionsToOthers(t *testing.T) {
	c := newFileCMS(t)
	l := c.library(t)
	address := l.FileAddress(c.URL + "/wp/wp-content/uploads/long.mp4")
	open := func(client string) (*File, error) {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		t.Cleanup(cancel)
		return l.File(fairqueue.WithTicket(ctx, fairqueue.Ticket{Client: netip.MustParsePrefix(client)}), address)
	}
	var first *File
	for range passingOfOne {
		file, err := open("203.0.113.66/32")
		if err != nil {
			t.Fatal(err)
		}
		first = file
		defer func() { _ = file.Close() }()
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := l.File(fairqueue.WithTicket(ctx, fairqueue.Ticket{Client: netip.MustParsePrefix("203.0.113.66/32")}), address); !errors.Is(err, ErrBusy) {
		t.Errorf("one more film of the same client: %v, want ErrBusy", err)
	}
	other, err := open("198.51.100.9/32")
	if err != nil {
		t.Fatalf("another client waits for the slow one: %v", err)
	}
	_ = other.Close()
	_ = first.Close()
	again, err := open("203.0.113.66/32")
	if err != nil {
		t.Fatalf("after a film was closed: %v", err)
	}
	_ = again.Close()
}

func TestImportedUploadsAreLocal(t *testing.T) {
	l := newLibrary(t, nil)
	if got := l.FileAddress("/wp-content/uploads/2024/06/a%20b.pdf"); got != "/media/2024/06/a%20b.pdf" {
		t.Errorf("FileAddress = %q", got)
	}
}

// Many visitors may open files of the CMS at the same time; each copy is in memory until it is
// stored.
func TestCopiesOfFilesAreBounded(t *testing.T) {
	c := newFileCMS(t)
	l := c.library(t)
	address := l.FileAddress(c.URL + "/wp/wp-content/uploads/a.pdf")
	for range maxCopies {
		l.copying <- struct{}{}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := l.File(ctx, address); !errors.Is(err, ErrBusy) {
		t.Errorf("beside %d copies a further one is made: error %v, want ErrBusy", maxCopies, err)
	}
	<-l.copying
	file, err := l.File(t.Context(), address)
	if err != nil {
		t.Fatalf("after a copy the next one waits: %v", err)
	}
	_ = file.Close()
}
