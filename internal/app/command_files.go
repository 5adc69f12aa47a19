package app

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"estate/internal/platform/atomicfile"
)

// stdStream in place of a file name means stdin or stdout.
const stdStream = "-"

// writeAtomically writes a file through a temporary file in the same folder. After an
// error the old file, if any, is unchanged.
func writeAtomically(name string, write func(io.Writer) error) error {
	if name == stdStream {
		return write(os.Stdout)
	}
	err := atomicfile.Write(name, 0o600, write)
	if path, ok := errors.AsType[*fs.PathError](err); ok && filepath.Dir(path.Path) == filepath.Dir(name) {
		return fmt.Errorf("%w; choose a file in a folder where this user has write permission", err)
	}
	return err
}

// writePrivate writes a file that only this user may read (mode 0600), through a
// temporary file in the same folder.
func writePrivate(name string, write func(io.Writer) error) error {
	return atomicfile.Write(name, 0o600, func(w io.Writer) error {
		buffered := bufio.NewWriter(w)
		return errors.Join(write(buffered), buffered.Flush())
	})
}
