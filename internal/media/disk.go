package media

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"estate/internal/platform/atomicfile"
)

// disk is a file cache in a folder, limited in bytes, with eviction of the least recently used
// file. Files are written atomically and survive a restart; after a power cut a file is missing or complete. Keys are
// file names.
type disk struct {
	dir   string
	files atomicfile.Disk
	limit int64
	now   func() time.Time
	log   *slog.Logger

	mu      sync.Mutex
	entries map[string]entry
	bytes   int64
	scanned bool // the folder has been read

	cancel  context.CancelFunc
	running sync.WaitGroup
}

type entry struct {
	size int64
	used time.Time
}

// cacheFiles does not wait for the names in a folder: a name that a power cut takes is a cache miss.
type cacheFiles struct{ atomicfile.Disk }

// SyncFolder implements atomicfile.Disk.
func (cacheFiles) SyncFolder(string) error { return nil }

// isTemporary reports files that are being written, or were by an earlier version of the program.
func isTemporary(name string) bool {
	return strings.HasPrefix(name, atomicfile.TempPrefix) || strings.HasPrefix(name, ".tmp-")
}

// openDisk opens the folder and scans it in the background: a full cache must not delay the
// start.
func openDisk(dir string, limit int64, now func() time.Time, log *slog.Logger) (*disk, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("media: create the cache folder: %w", err)
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("media: cache folder: %w", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	d := &disk{dir: dir, files: cacheFiles{atomicfile.Local}, limit: limit, now: now, log: log, entries: map[string]entry{}, cancel: cancel}
	d.running.Go(func() { d.scan(ctx) })
	return d, nil
}

func (d *disk) close() {
	d.cancel()
	d.running.Wait()
}

// path distributes files over subfolders: some file systems are slow with many files in one.
func (d *disk) path(key string) string { return filepath.Join(d.dir, key[:2], key) }

// open opens a file and records its use.
func (d *disk) open(key string) (*os.File, fs.FileInfo, bool) {
	f, err := os.Open(d.path(key))
	if err != nil {
		return nil, nil, false
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, nil, false
	}
	d.recordUse(key, info.Size(), d.now())
	return f, info, true
}

// put writes a file and evicts others if the cache is too large. The content is on the disk before it gets its name:
// without that a power cut leaves a file of zeros, which browsers and CDNs would keep for a year.
func (d *disk) put(key string, body []byte) error {
	path := d.path(key)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("store %s: %w", key, err)
	}
	if err := atomicfile.WriteBytesOn(d.files, path, 0o600, body); err != nil {
		return fmt.Errorf("store %s: %w", key, err)
	}
	if err := d.touch(key); err != nil && !errors.Is(err, fs.ErrNotExist) { // evicted at once
		return fmt.Errorf("store %s: %w", key, err)
	}
	d.recordUse(key, int64(len(body)), d.now())
	d.evict(key)
	return nil
}

// touch sets the time of change of a file to now.
func (d *disk) touch(key string) error { return os.Chtimes(d.path(key), time.Time{}, d.now()) }

func (d *disk) recordUse(key string, size int64, used time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.bytes += size - d.entries[key].size
	d.entries[key] = entry{size, used}
}

// evict removes the least recently used files until a tenth of the limit is free, so that not
// every new file causes an eviction. The file kept is not removed.
func (d *disk) evict(kept string) {
	for _, key := range d.victims(kept) {
		if err := os.Remove(d.path(key)); err != nil && !os.IsNotExist(err) {
			d.log.Warn("a file cannot be removed from the picture cache", "err", err)
		}
	}
}

func (d *disk) victims(kept string) []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.bytes <= d.limit || !d.scanned {
		return nil
	}
	keys := make([]string, 0, len(d.entries))
	for key := range d.entries {
		if key != kept {
			keys = append(keys, key)
		}
	}
	slices.SortFunc(keys, func(a, b string) int {
		return cmp.Or(d.entries[a].used.Compare(d.entries[b].used), strings.Compare(a, b))
	})
	n := 0
	for ; n < len(keys) && d.bytes > d.limit/10*9; n++ {
		d.bytes -= d.entries[keys[n]].size
		delete(d.entries, keys[n])
	}
	return keys[:n]
}

// scan adds the files of earlier runs. Their last use is their time of change.
func (d *disk) scan(ctx context.Context) {
	// A file that cannot be read is skipped: a request finds it or creates it again.
	_ = filepath.WalkDir(d.dir, func(path string, e fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil || e.IsDir() {
			return nil
		}
		info, err := e.Info()
		if err != nil || d.path(pad(e.Name())) != path && !isTemporary(e.Name()) {
			return nil // not a file of the cache
		}
		if isTemporary(e.Name()) {
			if d.now().Sub(info.ModTime()) > time.Hour {
				os.Remove(path)
			}
			return nil
		}
		d.add(e.Name(), info)
		return nil
	})
	d.mu.Lock()
	d.scanned = ctx.Err() == nil
	d.mu.Unlock()
	d.evict("")
}

// pad makes a name long enough for path.
func pad(name string) string {
	if len(name) < 2 {
		return "__" + name
	}
	return name
}

func (d *disk) add(key string, info fs.FileInfo) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, known := d.entries[key]; known {
		return
	}
	d.bytes += info.Size()
	d.entries[key] = entry{info.Size(), info.ModTime()}
}

func (d *disk) usage() (files int, bytes int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.entries), d.bytes
}
