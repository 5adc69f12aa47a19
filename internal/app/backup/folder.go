package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// KindFolder is the kind of a folder.
const KindFolder = "folder"

// fileChunk is the size of a chunk of a file.
const fileChunk = 1 << 20

// File is a file of a folder.
type File struct {
	Path     string    `json:"path"` // with slashes, below the folder
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
	Chunks   []string  `json:"chunks"`
}

// folder is a folder whose files are replaced and not changed in place.
type folder struct {
	name, path string
	include    func(path string) bool
}

// Folder returns the source of the files below a folder that include accepts; nil accepts
// all. Paths have slashes. Hidden files are left out: they are temporary.
func Folder(name, path string, include func(path string) bool) Source {
	return &folder{name, path, include}
}

func (f *folder) Name() string { return f.name }
func (f *folder) Kind() string { return KindFolder }
func (f *folder) Close() error { return nil }

// list returns the files without their chunks.
func (f *folder) list(ctx context.Context) ([]File, error) {
	var files []File
	err := filepath.WalkDir(f.path, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		}
		relative, err := filepath.Rel(f.path, path)
		if err != nil || relative == "." {
			return err
		}
		relative = filepath.ToSlash(relative)
		if strings.HasPrefix(entry.Name(), ".") || f.include != nil && !f.include(relative) {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if !entry.Type().IsRegular() {
			return nil
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil {
			files = append(files, File{Path: relative, Size: info.Size(), Modified: info.ModTime().UTC()})
		}
		return err
	})
	return files, err
}

// Token is a hash of names, sizes and times.
func (f *folder) Token(ctx context.Context) (string, error) {
	files, err := f.list(ctx)
	h := sha256.New()
	for _, file := range files {
		fmt.Fprintf(h, "%q %d %d\n", file.Path, file.Size, file.Modified.UnixNano())
	}
	return hex.EncodeToString(h.Sum(nil)), err
}

// Write stores the files that differ in size or time from the last snapshot.
func (f *folder) Write(ctx context.Context, r *Repository, last *Index) (*Index, error) {
	known := map[string]File{}
	if last != nil {
		for _, file := range last.Files {
			known[file.Path] = file
		}
	}
	files, err := f.list(ctx)
	if err != nil {
		return nil, err
	}
	index := &Index{}
	for _, file := range files {
		if before, ok := known[file.Path]; ok && before.Size == file.Size && before.Modified.Equal(file.Modified) {
			index.Files = append(index.Files, before)
			continue
		}
		switch err := f.store(ctx, r, &file); {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, fmt.Errorf("back up %s/%s: %w", f.name, file.Path, err)
		default:
			index.Files = append(index.Files, file)
		}
	}
	return index, nil
}

func (f *folder) store(ctx context.Context, r *Repository, file *File) error {
	in, err := os.Open(filepath.Join(f.path, filepath.FromSlash(file.Path)))
	if err != nil {
		return err
	}
	defer in.Close()
	file.Size, file.Chunks = 0, []string{}
	chunk := make([]byte, fileChunk)
	for {
		n, err := io.ReadFull(in, chunk)
		if n > 0 {
			hash, err := r.put(ctx, chunk[:n])
			if err != nil {
				return err
			}
			file.Size += int64(n)
			file.Chunks = append(file.Chunks, hash)
		}
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return nil
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		}
	}
}

func restoreFolder(ctx context.Context, r *Repository, index *Index, path string) error {
	root, err := openRoot(path)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, file := range index.Files {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		name := filepath.FromSlash(file.Path)
		if err := root.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return err
		}
		out, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		if err := errors.Join(r.copyTo(ctx, out, file.Chunks), out.Sync(), out.Close()); err != nil {
			return fmt.Errorf("restore %s: %w", file.Path, err)
		}
		if err := root.Chtimes(name, file.Modified, file.Modified); err != nil {
			return err
		}
	}
	return nil
}

// openRoot creates a folder and confines writes to it.
func openRoot(path string) (*os.Root, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, err
	}
	return os.OpenRoot(path)
}
