package main

import (
	"archive/tar"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// writeArchive writes the staged files as a compressed tar file, with one time, owner and order
// of names.
func (r *release) writeArchive(path string) (err error) {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	// One block after the other: with several at once, the bytes depend on the machine.
	compressed, err := zstd.NewWriter(file, zstd.WithEncoderLevel(zstd.SpeedBetterCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	archive := tar.NewWriter(compressed)
	err = filepath.WalkDir(r.root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == r.root {
			return err
		}
		return r.addEntry(archive, path, entry)
	})
	return errors.Join(err, archive.Close(), compressed.Close())
}

func (r *release) addEntry(archive *tar.Writer, path string, entry fs.DirEntry) error {
	info, err := entry.Info()
	if err != nil {
		return err
	}
	target := ""
	if entry.Type() == fs.ModeSymlink {
		if target, err = os.Readlink(path); err != nil {
			return err
		}
	}
	header, err := tar.FileInfoHeader(info, target)
	if err != nil {
		return err
	}
	inner, err := filepath.Rel(r.root, path)
	if err != nil {
		return err
	}
	clean := tar.Header{
		Typeflag: header.Typeflag, Name: r.name() + "/" + filepath.ToSlash(inner), Linkname: target, Size: header.Size,
		Mode: 0o644, Uname: "root", Gname: "root", ModTime: r.time,
	}
	if entry.IsDir() {
		clean.Name += "/"
	}
	if entry.IsDir() || target != "" || info.Mode()&0o111 != 0 {
		clean.Mode = 0o755
	}
	if err := archive.WriteHeader(&clean); err != nil || !entry.Type().IsRegular() {
		return err
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	_, err = io.Copy(archive, file)
	return errors.Join(err, file.Close())
}

// writeChecksums writes the SHA-256 of files in the form of sha256sum.
func writeChecksums(path string, files ...string) error {
	var text strings.Builder
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		hash := sha256.New()
		_, err = io.Copy(hash, file)
		if err := errors.Join(err, file.Close()); err != nil {
			return err
		}
		fmt.Fprintf(&text, "%x  %s\n", hash.Sum(nil), filepath.Base(name))
	}
	fmt.Print(text.String())
	return os.WriteFile(path, []byte(text.String()), 0o644)
}
