package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"estate/internal/platform/privilege"
)

type folderLocation string

func (l folderLocation) String() string { return string(l) }

func (l folderLocation) open(_ context.Context, write bool) (storage, error) {
	folder := string(l)
	if !write {
		return &folderStorage{folder: folder}, nil
	}
	for _, name := range []string{objectsDir, snapshotsDir} {
		if err := os.MkdirAll(filepath.Join(folder, name), 0o700); err != nil {
			return nil, fmt.Errorf("backup: %w; choose a folder in which this user may write", privilege.ExplainReadOnly(err, folder))
		}
	}
	lock, err := os.OpenFile(filepath.Join(folder, lockName), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("backup: %w", privilege.ExplainReadOnly(err, folder))
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = lock.Close()
		return nil, fmt.Errorf("backup: another process writes to %s (%w)", folder, err)
	}
	return &folderStorage{folder, lock, map[string]bool{}}, nil
}

// folderStorage is a repository in a folder.
type folderStorage struct {
	folder string
	lock   *os.File        // nil when opened to read
	fresh  map[string]bool // folders with files that are not on disk for certain
}

func (s *folderStorage) path(name string) string {
	return filepath.Join(s.folder, filepath.FromSlash(name))
}

func (s *folderStorage) has(_ context.Context, name string) (bool, error) {
	info, err := os.Stat(s.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && info.Size() > 0, err
}

func (s *folderStorage) get(_ context.Context, name string) ([]byte, error) {
	return os.ReadFile(s.path(name))
}

func (s *folderStorage) put(_ context.Context, name string, data []byte) error {
	path := s.path(name)
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	s.fresh[folder] = true
	return writeFile(path, data)
}

// sync brings the names of new files onto the disk. One pass for all objects of a snapshot
// costs less than one for each.
func (s *folderStorage) sync(context.Context) error {
	for folder := range s.fresh {
		if err := errors.Join(syncDir(folder), syncDir(filepath.Dir(folder))); err != nil {
			return err
		}
	}
	clear(s.fresh)
	return nil
}

func (s *folderStorage) remove(_ context.Context, name string) error { return os.Remove(s.path(name)) }

func (s *folderStorage) names(ctx context.Context, folder string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		err := filepath.WalkDir(s.path(folder), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || strings.HasPrefix(entry.Name(), ".") {
				return errors.Join(err, ctx.Err())
			}
			name, err := filepath.Rel(s.folder, path)
			if err == nil && !yield(filepath.ToSlash(name), nil) {
				return fs.SkipAll
			}
			return err
		})
		if err != nil {
			yield("", err)
		}
	}
}

func (s *folderStorage) close(context.Context) error {
	if s.lock == nil {
		return nil
	}
	return s.lock.Close()
}

// writeFile writes a file through a temporary one, and onto the disk.
func writeFile(path string, data []byte) error {
	file, err := os.CreateTemp(filepath.Dir(path), ".new-*") // created with mode 0600
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return os.Rename(file.Name(), path)
}

func syncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
