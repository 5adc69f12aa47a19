package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// maxMediaFile bounds one picture or film of an import.
const maxMediaFile = 1 << 30

// mediaFiles are files written aside until it is certain that they stay.
type mediaFiles struct {
	aside []string
	final []string
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
		im.report.add(Problem{File: name, Text: fmt.Sprintf("%d MB are too many", size>>20), Remedy: fmt.Sprintf("keep files below %d MB", maxMediaFile>>20)})
		return nil
	}
	if err := im.media.write(filepath.Join(im.options.MediaDir, local), in); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if im.options.Strict {
		return nil
	}
	kept, err := im.media.keep()
	im.report.Media += kept
	return err
}

func (m *mediaFiles) write(final string, in io.Reader) (err error) {
	if err := os.MkdirAll(filepath.Dir(final), 0o755); err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(final), ".import-*")
	if err != nil {
		return err
	}
	m.aside, m.final = append(m.aside, file.Name()), append(m.final, final)
	_, err = io.Copy(file, in)
	return errors.Join(err, file.Chmod(0o644), file.Close())
}

// keep moves the files to their places.
func (m *mediaFiles) keep() (kept int, err error) {
	for i, aside := range m.aside {
		if err := os.Rename(aside, m.final[i]); err != nil {
			return kept, err
		}
		kept++
	}
	m.aside, m.final = nil, nil
	return kept, nil
}

// discard removes what was written aside and not kept.
func (m *mediaFiles) discard() {
	for _, aside := range m.aside {
		_ = os.Remove(aside) // a file already moved is not there
	}
}
