package app

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// stdStream in place of a file name means stdin or stdout.
const stdStream = "-"

// writeAtomically writes a file through a temporary file in the same folder. After an
// error the old file, if any, is unchanged.
func writeAtomically(name string, write func(io.Writer) error) (err error) {
	if name == stdStream {
		return write(os.Stdout)
	}
	file, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err != nil {
		return fmt.Errorf("%w; choose a file in a folder where this user has write permission", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(file.Name()))
		}
	}()
	if err := errors.Join(write(file), file.Chmod(0o644), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), name)
}

// writePrivate writes a file that only this user may read (mode 0600), through a
// temporary file in the same folder.
func writePrivate(name string, write func(io.Writer) error) error {
	file, err := os.CreateTemp(filepath.Dir(name), ".leads-*") // created with mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // fails after the rename, on purpose
	buffered := bufio.NewWriter(file)
	if err := errors.Join(write(buffered), buffered.Flush(), file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), name)
}
