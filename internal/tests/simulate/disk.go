package simulate

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"estate/internal/platform/atomicfile"
)

// Errors of a Disk.
var (
	ErrDisk     = errors.New("simulated failure of the disk")
	ErrPowerCut = errors.New("simulated power cut")
)

// Disk is a disk whose operations fail by the seed, and whose power may be cut at any of them.
// Until a cut programs see what they wrote, in the folder of the simulation. PowerCut leaves there what a disk
// may have: what was synced, and of the rest a part that the seed chooses. A write is
// kept, lost, or torn into blocks, of which some are zeros. Of the new names of a folder any may be lost, in any order.
type Disk struct {
	// FailureRate and CutRate are one in how many operations fails, or is the last; 0 for none.
	FailureRate, CutRate int

	faults *Faults
	name   string

	mu      sync.Mutex
	off     bool
	files   map[string]*diskFile // by path, as programs see them
	durable map[string]*diskFile // by path, after a power cut
	pending []nameChange         // names that are not synced
}

// diskFile is the content of a file.
type diskFile struct{ written, synced []byte }

// nameChange gives a name to a file, or takes it away.
type nameChange struct {
	path string
	file *diskFile // nil: the name is gone
	from string    // of a rename: this name is gone at the same moment
}

// NewDisk returns an empty disk. The name is part of the names of its calls.
func NewDisk(faults *Faults, name string) *Disk {
	return &Disk{faults: faults, name: name, FailureRate: 30, CutRate: 40, files: map[string]*diskFile{}, durable: map[string]*diskFile{}}
}

// Off reports that the power is cut.
func (d *Disk) Off() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.off
}

// do runs an operation, which the seed may prevent, or which is the last one before the power is
// cut, in either order.
func (d *Disk) do(call string, operation func() error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	name := d.name + " " + call
	switch {
	case d.off:
		return ErrPowerCut
	case d.CutRate > 0 && d.faults.Chance(name+" power cut", d.CutRate):
		d.off = true
		if d.faults.IntN(name+" power cut before", 2) == 0 {
			return ErrPowerCut
		}
		return errors.Join(operation(), ErrPowerCut)
	case d.FailureRate > 0 && d.faults.Chance(name+" fails", d.FailureRate):
		return ErrDisk
	}
	return operation()
}

// CreateTemp implements atomicfile.Disk.
func (d *Disk) CreateTemp(folder, pattern string) (file atomicfile.File, err error) {
	err = d.do("create", func() error {
		real, err := os.CreateTemp(folder, pattern)
		if err != nil {
			return err
		}
		f := &openFile{File: real, disk: d, content: &diskFile{}}
		d.files[real.Name()] = f.content
		d.pending = append(d.pending, nameChange{path: real.Name(), file: f.content})
		file = f
		return nil
	})
	if err != nil && file != nil {
		_ = file.Close() // of a process without power
	}
	if err != nil {
		return nil, err
	}
	return file, nil
}

// Rename implements atomicfile.Disk.
func (d *Disk) Rename(from, to string) error {
	return d.do("rename", func() error {
		if err := os.Rename(from, to); err != nil {
			return err
		}
		d.files[to] = d.files[from]
		delete(d.files, from)
		d.pending = append(d.pending, nameChange{path: to, file: d.files[to], from: from})
		return nil
	})
}

// Remove implements atomicfile.Disk.
func (d *Disk) Remove(path string) error {
	return d.do("remove", func() error {
		if err := os.Remove(path); err != nil {
			return err
		}
		delete(d.files, path)
		d.pending = append(d.pending, nameChange{path: path})
		return nil
	})
}

// SyncFolder implements atomicfile.Disk.
func (d *Disk) SyncFolder(folder string) error {
	return d.do("sync folder", func() error {
		d.pending = slices.DeleteFunc(d.pending, func(c nameChange) bool {
			if filepath.Dir(c.path) != filepath.Clean(folder) {
				return false
			}
			d.keep(c)
			return true
		})
		return nil
	})
}

// keep brings a change of a name onto the disk.
func (d *Disk) keep(c nameChange) {
	if c.file == nil {
		delete(d.durable, c.path)
		return
	}
	if c.from != "" && d.durable[c.from] == c.file {
		delete(d.durable, c.from)
	}
	d.durable[c.path] = c.file
}

// PowerCut cuts the power, leaves what the disk may have then, and turns it on again.
func (d *Disk) PowerCut() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i, c := range d.pending {
		if d.faults.IntN(fmt.Sprint(d.name, " name ", i, " is kept"), 2) == 0 {
			d.keep(c)
		}
	}
	paths := slices.Collect(maps.Keys(d.files))
	for path := range d.durable {
		if d.files[path] == nil {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	for _, path := range paths {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	d.files, d.pending, d.off = map[string]*diskFile{}, nil, false
	for _, path := range slices.Sorted(maps.Keys(d.durable)) {
		content := d.afterCut(d.durable[path])
		d.durable[path] = &diskFile{written: content, synced: content}
		d.files[path] = d.durable[path]
		if err := os.WriteFile(path, content, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// diskBlock is what a disk writes at once, in bytes.
const diskBlock = 512

// afterCut is the content of a file after a power cut.
func (d *Disk) afterCut(file *diskFile) []byte {
	choose := func(what string, n int) int { return d.faults.IntN(d.name+" content "+what, n) }
	unsynced := file.written[len(file.synced):]
	if len(unsynced) == 0 {
		return file.written
	}
	content := slices.Clone(file.synced)
	switch choose("is", 4) {
	case 0: // lost
	case 1: // kept
		content = append(content, unsynced...)
	case 2: // cut
		content = append(content, unsynced[:choose("length", len(unsynced)+1)]...)
	default: // torn
		for block := range slices.Chunk(unsynced, diskBlock) {
			if choose("block", 2) == 0 {
				block = make([]byte, len(block))
			}
			content = append(content, block...)
		}
	}
	return content
}

// openFile is a file that is being written.
type openFile struct {
	*os.File
	disk    *Disk
	content *diskFile
}

// Write may write a part only.
func (f *openFile) Write(p []byte) (n int, err error) {
	err = f.disk.do("write", func() error {
		n, err = f.File.Write(p)
		f.content.written = append(f.content.written, p[:n]...)
		return err
	})
	if errors.Is(err, ErrDisk) && len(p) > 0 {
		half := len(p) / 2
		n, _ = f.File.Write(p[:half]) // the disk is full
		f.disk.mu.Lock()
		f.content.written = append(f.content.written, p[:n]...)
		f.disk.mu.Unlock()
	}
	return n, err
}

// ReadFrom keeps io.Copy from bypassing Write.
func (f *openFile) ReadFrom(r io.Reader) (int64, error) {
	return io.Copy(struct{ io.Writer }{f}, r)
}

// Sync implements atomicfile.File.
func (f *openFile) Sync() error {
	return f.disk.do("sync", func() error {
		f.content.synced = slices.Clone(f.content.written)
		return nil
	})
}
