package media

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func TestVideosAndDocumentsAreSentUnchanged(t *testing.T) {
	l := newLibrary(t, func(c *Config) {
		for name, text := range map[string]string{"a.mp4": "film", "plans/house.PDF": "plan", ".hidden.mp4": "no", "plain.txt": "no"} {
			file := filepath.Join(c.Originals, filepath.FromSlash(name))
			if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o600)); err != nil {
				t.Fatal(err)
			}
		}
		outside := filepath.Join(t.TempDir(), "secret.mp4")
		if err := errors.Join(os.WriteFile(outside, []byte("secret"), 0o600), os.Symlink(outside, filepath.Join(c.Originals, "link.mp4"))); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(filepath.Join(c.Originals, "folder.mp4"), 0o755); err != nil {
			t.Fatal(err)
		}
	})
	for address, want := range map[string][2]string{"/media/a.mp4": {"video/mp4", "film"}, "/media/plans/house.PDF": {"application/pdf", "plan"}} {
		file, info, kind, err := l.File(address)
		if err != nil {
			t.Errorf("%s: %v", address, err)
			continue
		}
		text, err := io.ReadAll(file)
		if kind != want[0] || string(text) != want[1] || info.Size() != int64(len(text)) || errors.Join(err, file.Close()) != nil {
			t.Errorf("%s is %q, a %s; want %v", address, text, kind, want)
		}
	}
	for _, address := range []string{
		"/media/none.mp4", "/media/.hidden.mp4", "/media/../a.mp4", "/media/plans/../a.mp4/x.mp4", "/media//etc/x.mp4", "/media/link.mp4",
		"/media/folder.mp4", "/media/plain.txt", "/media/a.jpg", "/a.mp4", "/media/\xff.mp4",
	} {
		if file, _, _, err := l.File(address); !errors.Is(err, ErrNotFound) {
			t.Errorf("%q: %v, %v; want none", address, file, err)
		}
	}
}
