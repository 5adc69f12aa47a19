package app

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"estate/internal/platform/atomicfile"
	"estate/internal/platform/privilege"
)

// stdStream in place of a file name means stdin or stdout.
const stdStream = "-"

// writeAtomically writes a file that only this user may read through a temporary file in the same folder. After an
// error the old file, if any, is unchanged.
func writeAtomically(name string, write func(io.Writer) error) error {
	if name == stdStream {
		return write(os.Stdout)
	}
	err := privilege.OrAsStarted(func() error { return atomicfile.Write(name, 0o600, write) })
	if path, ok := errors.AsType[*fs.PathError](err); ok && filepath.Dir(path.Path) == filepath.Dir(name) {
		return fmt.Errorf("%w; choose a file in a folder where this user has write permission", err)
	}
	return err
}
