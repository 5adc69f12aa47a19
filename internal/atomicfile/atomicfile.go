// Package atomicfile replaces a file as a whole: a reader finds the old content or the new one,
// never a part, also after a kill or a power cut.
package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// TempPrefix begins the names of temporary files. A killed process leaves them in the folder.
const TempPrefix = ".new-"

// Write replaces the file with what write writes. It returns when file and folder are on the
// disk. After an error the old file, if any, is unchanged.
func Write(path string, mode fs.FileMode, write func(io.Writer) error) (err error) {
	folder := filepath.Dir(path)
	file, err := os.CreateTemp(folder, TempPrefix+"*") // created with mode 0600
	if err != nil {
		return err
	}
	if err = errors.Join(write(file), file.Chmod(mode), file.Sync(), file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return syncFolder(folder)
}

// WriteBytes is Write with the whole content.
func WriteBytes(path string, mode fs.FileMode, data []byte) error {
	return Write(path, mode, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// syncFolder brings the entries of a folder, such as a new name, onto the disk.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
