package media

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// disk keeps files under a folder within a number of bytes. Files appear whole or
// not at all, and survive a restart. Keys are file names of our own making.
type disk struct {
	dir   string
	limit int64
	now   func() time.Time
	log   *slog.Logger

	mu      sync.Mutex
	entries map[string]entry
	bytes   int64
	counted bool // the folder has been gone through

	cancel  context.CancelFunc
	running sync.WaitGroup
}

type entry struct {
	size int64
	used time.Time
}

// tempPrefix marks files that are being written.
const tempPrefix = ".tmp-"

// openDisk opens the folder and counts in the background what is there: a full
// cache must not delay the start.
func openDisk(dir string, limit int64, now func() time.Time, log *slog.Logger) (*disk, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("media: make the cache folder: %w", err)
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("media: cache folder: %w", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	d := &disk{dir: dir, limit: limit, now: now, log: log, entries: map[string]entry{}, cancel: cancel}
	d.running.Go(func() { d.count(ctx) })
	return d, nil
}

func (d *disk) close() {
	d.cancel()
	d.running.Wait()
}

// path spreads files over folders, because some file systems are slow with many in one.
func (d *disk) path(key string) string { return filepath.Join(d.dir, key[:2], key) }

// open opens a file and notes its use.
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
	d.note(key, info.Size(), d.now())
	return f, info, true
}

// put writes a file beside its place and moves it there, then makes room if there is too much.
func (d *disk) put(key string, body []byte) error {
	path := d.path(key)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("keep %s: %w", key, err)
	}
	f, err := os.CreateTemp(filepath.Dir(path), tempPrefix+"*")
	if err != nil {
		return fmt.Errorf("keep %s: %w", key, err)
	}
	_, err = f.Write(body)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Chtimes(f.Name(), time.Time{}, d.now())
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("keep %s: %w", key, err)
	}
	d.note(key, int64(len(body)), d.now())
	d.evict(key)
	return nil
}

// touch makes a file count as written now.
func (d *disk) touch(key string) error { return os.Chtimes(d.path(key), time.Time{}, d.now()) }

func (d *disk) note(key string, size int64, used time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.bytes += size - d.entries[key].size
	d.entries[key] = entry{size, used}
}

// evict removes what was used longest ago until a tenth of the limit is free
// again, so that not every new file searches for a victim. spared stays.
func (d *disk) evict(spared string) {
	for _, key := range d.victims(spared) {
		if err := os.Remove(d.path(key)); err != nil && !os.IsNotExist(err) {
			d.log.Warn("a picture cannot be removed from the cache", "err", err)
		}
	}
}

func (d *disk) victims(spared string) []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.bytes <= d.limit || !d.counted {
		return nil
	}
	keys := make([]string, 0, len(d.entries))
	for key := range d.entries {
		if key != spared {
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

// count takes stock of files of earlier runs; they were last used when they were written, as far as is known.
func (d *disk) count(ctx context.Context) {
	// What cannot be read is not counted; it will be found, or made again, when it is asked for.
	_ = filepath.WalkDir(d.dir, func(path string, e fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil || e.IsDir() {
			return nil
		}
		info, err := e.Info()
		if err != nil || d.path(pad(e.Name())) != path && !strings.HasPrefix(e.Name(), tempPrefix) {
			return nil // not ours
		}
		if strings.HasPrefix(e.Name(), tempPrefix) {
			if d.now().Sub(info.ModTime()) > time.Hour {
				os.Remove(path)
			}
			return nil
		}
		d.found(e.Name(), info)
		return nil
	})
	d.mu.Lock()
	d.counted = ctx.Err() == nil
	d.mu.Unlock()
	d.evict("")
}

// pad makes any name long enough for path.
func pad(name string) string {
	if len(name) < 2 {
		return "__" + name
	}
	return name
}

func (d *disk) found(key string, info fs.FileInfo) {
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
