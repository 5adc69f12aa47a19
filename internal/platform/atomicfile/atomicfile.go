// Package atomicfile replaces a file as a whole: a reader finds the old content or the new one,
// never a part, also after a kill or a power cut.
package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"path/filepath"
)

// TempPrefix begins the names of temporary files. A killed process leaves them in the folder.
const TempPrefix = ".new-"

// maxName bounds the part of a file's name, in bytes, that its temporary file has.
const maxName = 100

// tempPrefix begins the names of the temporary files of a path.
func tempPrefix(path string) string {
	name := filepath.Base(path)
	return TempPrefix + name[:min(len(name), maxName)] + "-"
}

// Write replaces the file with what write writes. It returns when file and folder are on the
// disk. After an error the file is the old one, if any, or the new one, complete.
func Write(path string, mode fs.FileMode, write func(io.Writer) error) error {
	return WriteOn(Local, path, mode, write)
}

// WriteOn is Write on a disk.
func WriteOn(disk Disk, path string, mode fs.FileMode, write func(io.Writer) error) (err error) {
	folder := filepath.Dir(path)
	file, err := disk.CreateTemp(folder, tempPrefix(path)+"*") // created with mode 0600
	if err != nil {
		return err
	}
	if err = errors.Join(write(file), file.Chmod(mode), file.Sync(), file.Close()); err == nil {
		err = disk.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, disk.Remove(file.Name()))
	}
	return disk.SyncFolder(folder)
}

// WriteBytes is Write with the whole content.
func WriteBytes(path string, mode fs.FileMode, data []byte) error {
	return WriteBytesOn(Local, path, mode, data)
}

// WriteBytesOn is WriteBytes on a disk.
func WriteBytesOn(disk Disk, path string, mode fs.FileMode, data []byte) error {
	return WriteOn(disk, path, mode, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}
