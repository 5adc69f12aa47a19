package bucket_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"estate/internal/platform/bucket"
	"estate/internal/tests/s3test"
)

func TestAddressesOfBuckets(t *testing.T) {
	for text, want := range map[string][2]string{
		"s3://estate":            {"estate", ""},
		"s3://estate/":           {"estate", ""},
		"s3://estate/a/b/":       {"estate", "a/b"},
		"s3://my.bucket-1/photo": {"my.bucket-1", "photo"},
	} {
		name, folder, err := bucket.ParseAddress(text)
		if err != nil || name != want[0] || folder != want[1] {
			t.Errorf("%s: %q, %q, %v; want %q", text, name, folder, err, want)
		}
	}
	for _, text := range []string{"", "s3://", "estate/a", "s3:///a", "s3://Estate", "s3://estate/../other", "s3://estate/a//b", "https://estate"} {
		if _, _, err := bucket.ParseAddress(text); err == nil {
			t.Errorf("%q was taken", text)
		}
	}
}

func TestObjectsOfABucket(t *testing.T) {
	server := s3test.Start(t)
	b, other := server.Open("one"), server.Open("two")
	ctx := t.Context()
	if _, _, err := b.Get(ctx, "a/x", 100); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing object: %v, want fs.ErrNotExist", err)
	}
	for _, name := range []string{"a/x", "a/deep/y", "b/z"} {
		if err := b.Put(ctx, name, []byte(name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := other.Put(ctx, "a/x", []byte("other")); err != nil {
		t.Fatal(err)
	}
	data, object, err := b.Get(ctx, "a/x", 100)
	if err != nil || string(data) != "a/x" || object.Size != 3 {
		t.Errorf("a/x: %q, %v, %v", data, object, err)
	}
	if _, _, err := b.Get(ctx, "a/deep/y", 7); err == nil {
		t.Error("an object above the limit was read")
	}
	var names []string
	for object, err := range b.List(ctx, "a") {
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, object.Name)
	}
	if want := []string{"a/deep/y", "a/x"}; !slices.Equal(names, want) {
		t.Errorf("listed %q, want %q", names, want)
	}
	if err := errors.Join(b.Delete(ctx, "a/x"), b.Delete(ctx, "a/x")); err != nil {
		t.Errorf("delete: %v", err)
	}
	if _, _, err := b.Get(ctx, "a/x", 100); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a deleted object: %v", err)
	}
	if data, _, err := other.Get(ctx, "a/x", 100); err != nil || string(data) != "other" {
		t.Errorf("the object of the other folder: %q, %v", data, err)
	}
}

// TestOnlyOneWriterReplacesAnObject: a lock in a bucket needs it.
func TestOnlyOneWriterReplacesAnObject(t *testing.T) {
	b := s3test.Start(t).Open("")
	ctx := t.Context()
	first, err := b.Replace(ctx, "lock", []byte("first"), "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Replace(ctx, "lock", []byte("second"), ""); !errors.Is(err, bucket.ErrChanged) {
		t.Errorf("a second creation: %v, want ErrChanged", err)
	}
	if _, err := b.Replace(ctx, "lock", []byte("renewed"), first); err != nil {
		t.Errorf("replacement by the holder: %v", err)
	}
	if _, err := b.Replace(ctx, "lock", []byte("late"), first); !errors.Is(err, bucket.ErrChanged) {
		t.Errorf("replacement with an old tag: %v, want ErrChanged", err)
	}
	if data, _, err := b.Get(ctx, "lock", 100); err != nil || string(data) != "renewed" {
		t.Errorf("the object has %q, %v", data, err)
	}
}

func TestFilesKeepTheirTimeOfChange(t *testing.T) {
	b := s3test.Start(t).Open("media")
	folder := t.TempDir()
	path := filepath.Join(folder, "villa ñ.jpg")
	content := bytes.Repeat([]byte("picture"), 3_000_000) // more than one part
	modified := time.Date(2024, 5, 1, 12, 30, 15, 500_000_000, time.UTC)
	if err := errors.Join(os.WriteFile(path, content, 0o600), os.Chtimes(path, modified, modified)); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := b.PutFile(t.Context(), "2024/villa ñ.jpg", file); err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(folder, "copy.jpg")
	if _, err := b.GetFile(t.Context(), "2024/villa ñ.jpg", copied, 1000); err == nil {
		t.Error("a file above the limit was copied")
	}
	if _, err := b.GetFile(t.Context(), "2024/villa ñ.jpg", copied, 100<<20); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(copied)
	info, statErr := os.Stat(copied)
	if err != nil || statErr != nil || !bytes.Equal(got, content) || !info.ModTime().Equal(modified) {
		t.Errorf("the copy has %d bytes of %v; want %d of %v (%v)", len(got), info.ModTime(), len(content), modified, errors.Join(err, statErr))
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 2 {
		t.Errorf("the folder has %v, %v; want the file and its copy", entries, err)
	}
}

func TestWrongKeysAreNamedAndNotPrinted(t *testing.T) {
	server := s3test.Start(t)
	config := server.Config()
	config.SecretKey = "wrong-secret-key"
	b, err := bucket.Open(config, s3test.Address("a"))
	if err != nil {
		t.Fatal(err)
	}
	err = b.Put(t.Context(), "x", []byte("x"))
	if err == nil || !strings.Contains(err.Error(), "check the keys") || strings.Contains(err.Error(), config.SecretKey) || strings.Contains(err.Error(), config.AccessKey) {
		t.Errorf("error %v; want one that asks to check the keys and repeats none", err)
	}
	missing, err := bucket.Open(server.Config(), "s3://absent")
	if err != nil {
		t.Fatal(err)
	}
	if err := missing.Put(t.Context(), "x", []byte("x")); err == nil || !strings.Contains(err.Error(), "create it first") {
		t.Errorf("a missing bucket: %v", err)
	}
}
