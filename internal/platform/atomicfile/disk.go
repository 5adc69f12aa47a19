package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// Disk has the operations whose order decides what is left after a power cut. Simulations have
// one that fails.
type Disk interface {
	// CreateTemp creates a file as os.CreateTemp does.
	CreateTemp(folder, pattern string) (File, error)
	Rename(from, to string) error
	Remove(path string) error
	// SyncFolder returns when the names in a folder are on the disk.
	SyncFolder(path string) error
}

// File is a file that is being written.
type File interface {
	io.WriteCloser
	Name() string
	Chmod(mode fs.FileMode) error
	// Sync returns when the content is on the disk.
	Sync() error
}

// Local is the disk of the operating system.
var Local Disk = local{}

type local struct{}

func (local) CreateTemp(folder, pattern string) (File, error) { return os.CreateTemp(folder, pattern) }
func (local) Rename(from, to string) error                    { return os.Rename(from, to) }
func (local) Remove(path string) error                        { return os.Remove(path) }

func (local) SyncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
