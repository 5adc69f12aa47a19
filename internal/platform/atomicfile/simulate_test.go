package atomicfile_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"estate/internal/platform/atomicfile"
	"estate/internal/tests/simulate"
)

// TestSimulateTornFiles replaces a file on a disk that fails and loses its power by a seed. The file
// is always an old or a new content, complete, and after a power cut never older than the last
// write that returned without an error.
func TestSimulateTornFiles(t *testing.T) {
	simulate.Run(t, func(t *testing.T, faults *simulate.Faults) {
		disk := simulate.NewDisk(faults, "disk")
		path := filepath.Join(faults.Folder, "file")
		acknowledged := -1
		for version := range 30 {
			text := strings.Repeat(fmt.Sprintf("version %d\n", version), 1+faults.IntN("length", 400))
			err := atomicfile.WriteBytesOn(disk, path, 0o600, []byte(text))
			if err == nil {
				acknowledged = version
			}
			if disk.Off() || faults.IntN("power cut between", 8) == 0 {
				if err := disk.PowerCut(); err != nil {
					t.Fatal(err)
				}
			} else if err != nil && !errors.Is(err, simulate.ErrDisk) {
				t.Fatal(err)
			}
			found := -1
			data, err := os.ReadFile(path)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Fatal(err)
			}
			if err == nil {
				line, _, _ := strings.Cut(string(data), "\n")
				_, scanned := fmt.Sscanf(line, "version %d", &found)
				if scanned != nil || strings.ReplaceAll(string(data), line+"\n", "") != "" {
					t.Fatalf("version %d: the file is torn: %.80q", version, data)
				}
			}
			if found < acknowledged {
				t.Fatalf("version %d: the file has version %d, but %d was written", version, found, acknowledged)
			}
		}
	})
}
