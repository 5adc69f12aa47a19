package mediasync

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"estate/internal/tests/s3test"
)

// node is a node with its own folder of originals.
type node struct {
	*Sync
	t      *testing.T
	server *s3test.Server
	data   string
}

func newNode(t *testing.T, server *s3test.Server) *node {
	t.Helper()
	n := &node{t: t, server: server, data: t.TempDir()}
	n.restart()
	return n
}

func (n *node) restart() {
	n.t.Helper()
	s, err := Open(Config{
		Folder: filepath.Join(n.data, "media"), State: filepath.Join(n.data, "media.json"), Bucket: n.server.Open("media"), Log: slog.New(slog.DiscardHandler),
		Accepts: func(name string) bool { return strings.HasSuffix(name, ".jpg") },
	})
	if err != nil {
		n.t.Fatal(err)
	}
	n.t.Cleanup(func() { _ = s.Close() })
	n.Sync = s
}

func (n *node) write(name, text string) {
	n.t.Helper()
	path := filepath.Join(n.data, "media", name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o600)); err != nil {
		n.t.Fatal(err)
	}
}

func (n *node) remove(name string) {
	n.t.Helper()
	if err := os.Remove(filepath.Join(n.data, "media", name)); err != nil {
		n.t.Fatal(err)
	}
}

// read is the text of a file, "-" for a missing one.
func (n *node) read(name string) string {
	data, err := os.ReadFile(filepath.Join(n.data, "media", name))
	if err != nil {
		return "-"
	}
	return string(data)
}

func (n *node) sync() {
	n.t.Helper()
	if err := n.Once(n.t.Context()); err != nil {
		n.t.Fatal(err)
	}
}

func TestNodesShareTheirOriginals(t *testing.T) {
	server := s3test.Start(t)
	a, b := newNode(t, server), newNode(t, server)
	a.write("2024/villa.jpg", "villa")
	a.write("notes.txt", "no original")
	a.write(".hidden.jpg", "temporary")
	b.write("sea.jpg", "sea")
	a.sync()
	b.sync()
	a.sync()
	for _, n := range []*node{a, b} {
		if villa, sea := n.read("2024/villa.jpg"), n.read("sea.jpg"); villa != "villa" || sea != "sea" {
			t.Errorf("a node has %q and %q", villa, sea)
		}
	}
	if b.read("notes.txt") != "-" || b.read(".hidden.jpg") != "-" {
		t.Error("files were copied that are no originals")
	}
	before, err := os.Stat(filepath.Join(a.data, "media", "2024/villa.jpg"))
	after, err2 := os.Stat(filepath.Join(b.data, "media", "2024/villa.jpg"))
	if err != nil || err2 != nil || !before.ModTime().Equal(after.ModTime()) {
		t.Error("the time of change differs between the nodes, so their renditions would")
	}
	a.write("2024/villa.jpg", "villa with a pool")
	a.sync()
	b.sync()
	if got := b.read("2024/villa.jpg"); got != "villa with a pool" {
		t.Errorf("a replaced file is %q on the other node", got)
	}
	uploads := a.Status().Uploaded + b.Status().Uploaded
	a.sync()
	b.sync()
	if got := a.Status().Uploaded + b.Status().Uploaded; got != uploads {
		t.Errorf("%d files were sent again though nothing changed", got-uploads)
	}
}

// TestNothingIsDeletedInTheBucket: a node that loses its folder loses nothing for the others.
func TestNothingIsDeletedInTheBucket(t *testing.T) {
	server := s3test.Start(t)
	a, b := newNode(t, server), newNode(t, server)
	a.write("old.jpg", "old")
	a.write("kept.jpg", "kept")
	a.sync()
	b.sync()
	a.remove("old.jpg")
	a.sync()
	if got := a.read("old.jpg"); got != "-" {
		t.Errorf("a deleted file came back as %q", got)
	}
	b.sync()
	if got := b.read("old.jpg"); got != "old" {
		t.Errorf("the other node has %q", got)
	}
	if err := os.RemoveAll(a.data); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(a.data, 0o700); err != nil {
		t.Fatal(err)
	}
	a.restart()
	a.sync()
	if old, kept := a.read("old.jpg"), a.read("kept.jpg"); old != "old" || kept != "kept" {
		t.Errorf("after the loss of the data folder: %q and %q", old, kept)
	}
}

// TestALostStateKeepsTheLocalFiles: all are sent again, and other nodes take only what differs.
func TestALostStateKeepsTheLocalFiles(t *testing.T) {
	server := s3test.Start(t)
	a, b := newNode(t, server), newNode(t, server)
	a.write("same.jpg", "same")
	a.write("edit.jpg", "old!")
	a.sync()
	b.sync()
	if err := os.WriteFile(filepath.Join(a.data, "media.json"), []byte("{torn"), 0o600); err != nil {
		t.Fatal(err)
	}
	a.write("edit.jpg", "new!")
	a.restart()
	a.sync()
	before := b.Status().Downloaded
	b.sync()
	if same, edit := b.read("same.jpg"), b.read("edit.jpg"); same != "same" || edit != "new!" {
		t.Errorf("the other node has %q and %q", same, edit)
	}
	if n := b.Status().Downloaded - before; n != 1 {
		t.Errorf("the other node took %d files, want the changed one", n)
	}
}

func TestAVisitorGetsAPictureBeforeTheNextTransfer(t *testing.T) {
	server := s3test.Start(t)
	a, b := newNode(t, server), newNode(t, server)
	a.write("new.jpg", "new")
	a.sync()
	var visitors sync.WaitGroup
	for range 8 {
		visitors.Go(func() {
			if err := b.Fetch(t.Context(), "new.jpg"); err != nil {
				t.Error(err)
			}
		})
	}
	visitors.Wait()
	if got := b.read("new.jpg"); got != "new" {
		t.Errorf("fetched %q", got)
	}
	for _, name := range []string{"absent.jpg", "../media.json", "/etc/passwd.jpg", "notes.txt", ""} {
		if err := b.Fetch(t.Context(), name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%q: %v, want fs.ErrNotExist", name, err)
		}
	}
	server.Stop()
	if err := b.Fetch(t.Context(), "absent.jpg"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that was missing a moment ago is requested again: %v", err)
	}
}

// TestTheStoreMayBeAway: originals of that time arrive later.
func TestTheStoreMayBeAway(t *testing.T) {
	server := s3test.Start(t)
	a, b := newNode(t, server), newNode(t, server)
	server.Stop()
	for i := range 5 {
		a.write(fmt.Sprint(i, ".jpg"), "picture")
	}
	if err := a.Once(t.Context()); err == nil {
		t.Error("a store that is away is no error")
	}
	server.Resume()
	a.restart()
	a.sync()
	b.sync()
	for i := range 5 {
		if got := b.read(fmt.Sprint(i, ".jpg")); got != "picture" {
			t.Errorf("%d.jpg is %q", i, got)
		}
	}
}

func TestAnotherNodeHasWhatWasPut(t *testing.T) {
	server := s3test.Start(t)
	a, b := newNode(t, server), newNode(t, server)
	a.write("u/villa.jpg", "villa")
	if err := a.Put(t.Context(), "u/villa.jpg"); err != nil {
		t.Fatal(err)
	}
	if err := b.Fetch(t.Context(), "u/villa.jpg"); err != nil || b.read("u/villa.jpg") != "villa" {
		t.Errorf("the other node has %q, %v", b.read("u/villa.jpg"), err)
	}
	if err := a.Put(t.Context(), "../media.json"); err == nil {
		t.Error("a file outside of the originals was sent")
	}
}
