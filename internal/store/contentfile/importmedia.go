package contentfile

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// maxMediaFile bounds the bytes of one picture or film of an import.
const maxMediaFile = 1 << 30

// mediaFiles are temporary files of an import that get their final names when the
// import is certain. Symbolic links in the media folder cannot lead them out of it.
type mediaFiles struct {
	root      *os.Root // nil before the first file
	temporary []string
	final     []string
}

func (im *importer) readMedia(name string, size int64, in io.Reader) error {
	if im.options.MediaDir == "" {
		return nil
	}
	local := filepath.FromSlash(path.Clean(strings.TrimPrefix(name, mediaFolder)))
	switch {
	case !filepath.IsLocal(local) || strings.ContainsAny(name, "\x00\\:"):
		im.report.add(Problem{File: name, Text: "its name leads out of the media folder", Remedy: "rename it inside media/"})
		return nil
	case size > maxMediaFile:
		im.report.add(Problem{
			File: name, Text: fmt.Sprintf("%d MB are too many", size>>20),
			Remedy: fmt.Sprintf("keep files below %d MB", maxMediaFile>>20),
		})
		return nil
	}
	if err := im.media.write(im.options.MediaDir, local, in); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if im.options.Strict {
		return nil
	}
	kept, err := im.media.keep()
	im.report.Media += kept
	return err
}

// write writes a file of the media folder under a temporary name.
func (m *mediaFiles) write(dir, final string, in io.Reader) (err error) {
	if m.root == nil {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		if m.root, err = os.OpenRoot(dir); err != nil {
			return err
		}
	}
	folder := filepath.Dir(final)
	if err := m.root.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	temporary := filepath.Join(folder, ".import-"+rand.Text())
	file, err := m.root.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	m.temporary, m.final = append(m.temporary, temporary), append(m.final, final)
	_, err = io.Copy(file, in)
	return errors.Join(err, file.Close())
}

// keep gives the files their final names.
func (m *mediaFiles) keep() (kept int, err error) {
	for i, temporary := range m.temporary {
		if err := m.root.Rename(temporary, m.final[i]); err != nil {
			return kept, err
		}
		kept++
	}
	m.temporary, m.final = nil, nil
	return kept, nil
}

// discard removes the temporary files.
func (m *mediaFiles) discard() {
	if m.root == nil {
		return
	}
	for _, temporary := range m.temporary {
		_ = m.root.Remove(temporary) // a renamed file is not there
	}
	_ = m.root.Close() // nothing is written any more
}
