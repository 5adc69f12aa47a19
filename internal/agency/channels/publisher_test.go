package channels_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"estate/internal/agency/channels"
	"estate/internal/platform/atomicfile"
)

// uploaderFunc is an Uploader.
type uploaderFunc func() error

func (f uploaderFunc) Upload(context.Context, string, string) error { return f() }

// The operator reads the state from its file, and a new process continues with it.
func TestStatusTellsOfTheLastUpload(t *testing.T) {
	folder, now := t.TempDir(), time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	cfg := channels.Config{Name: "portal", Kind: plainKind{}}
	p, err := channels.Open(folder, cfg)
	if err != nil {
		t.Fatal(err)
	}
	publish := func() {
		t.Helper()
		plan := &channels.Plan{Items: []channels.Item{{ID: 1, Body: []byte("item")}}}
		if err := p.Publish(t.Context(), plan, now, "https://www.example.test/x"); err != nil {
			t.Fatal(err)
		}
	}
	publish()
	failing := errors.New("the server is away")
	if err := p.Send(t.Context(), uploaderFunc(func() error { return failing }), "file.txt", now); !errors.Is(err, failing) {
		t.Fatalf("got %v, want the error of the upload", err)
	}
	publish()
	if status, err := channels.ReadStatus(folder, "portal"); err != nil || !strings.Contains(status.UploadError, failing.Error()) {
		t.Errorf("after a failed upload the status is %+v, %v", status, err)
	}
	if err := p.Send(t.Context(), uploaderFunc(func() error { return nil }), "file.txt", now); err != nil {
		t.Fatal(err)
	}
	if p, err = channels.Open(folder, cfg); err != nil {
		t.Fatal(err)
	}
	publish()
	if status, err := channels.ReadStatus(folder, "portal"); err != nil || status.UploadError != "" || !status.Uploaded.Equal(now) {
		t.Errorf("after an upload and a restart the status is %+v, %v", status, err)
	}
}

// orderedDisk records the operations.
type orderedDisk struct {
	atomicfile.Disk
	operations []string
}

func (d *orderedDisk) Rename(from, to string) error {
	d.operations = append(d.operations, filepath.Ext(to))
	return d.Disk.Rename(from, to)
}

func (d *orderedDisk) SyncFolder(folder string) error {
	d.operations = append(d.operations, "sync")
	return d.Disk.SyncFolder(folder)
}

// TestNamesAreOnTheDiskBeforeTheManifest: after a power cut the manifest could name a file that was
// not there (seed 33 of TestSimulateChannelFiles).
func TestNamesAreOnTheDiskBeforeTheManifest(t *testing.T) {
	disk := &orderedDisk{Disk: atomicfile.Local}
	p, err := channels.Open(t.TempDir(), channels.Config{Name: "portal", Kind: plainKind{}, Disk: disk})
	if err != nil {
		t.Fatal(err)
	}
	plan := &channels.Plan{Items: []channels.Item{{ID: 1, Body: []byte("item")}}}
	if err := p.Publish(t.Context(), plan, time.Now(), "https://www.example.test/x"); err != nil {
		t.Fatal(err)
	}
	want := []string{".txt", ".gz", "sync", ".json", "sync"}
	if got := disk.operations[:min(len(want), len(disk.operations))]; !slices.Equal(got, want) {
		t.Errorf("operations %v, want %v", got, want)
	}
}
