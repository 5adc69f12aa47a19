package media

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"estate/internal/tests/simulate"
)

// TestSimulatePictureCache stores renditions on a disk that fails and loses its power by a seed. A
// rendition is always missing or complete, the last one that was stored or an older one.
func TestSimulatePictureCache(t *testing.T) {
	simulate.Run(t, func(t *testing.T, faults *simulate.Faults) {
		local := simulate.NewDisk(faults, "disk")
		var cache *disk
		start := func() {
			var err error
			if cache, err = openDisk(filepath.Join(faults.Folder, "cache"), 200_000, time.Now, slog.New(slog.DiscardHandler)); err != nil {
				t.Fatal(err)
			}
			cache.files = cacheFiles{local}
		}
		start()
		defer func() { cache.close() }()
		offered := map[string][][]byte{} // by key
		for version := range 30 {
			key := fmt.Sprintf("%02d.webp", faults.IntN("key", 12))
			body := bytes.Repeat(fmt.Appendf(nil, "version %d of %s\n", version, key), 1+faults.IntN("length", 1500))
			offered[key] = append(offered[key], body)
			stored := cache.put(key, body)
			// The scan of a start may evict it at once (seed 6913).
			if found, ok := readCached(t, cache, key); stored == nil && ok && !bytes.Equal(found, body) {
				t.Fatalf("version %d: %s was stored and is another version", version, key)
			}
			switch {
			case local.Off() || faults.IntN("power cut between", 8) == 0:
				cache.close()
				if err := local.PowerCut(); err != nil {
					t.Fatal(err)
				}
				start()
				for key, bodies := range offered {
					if found, ok := readCached(t, cache, key); ok && !slices.ContainsFunc(bodies, func(body []byte) bool { return bytes.Equal(body, found) }) {
						t.Fatalf("version %d: %s is torn: %.80q", version, key, found)
					}
				}
			case stored != nil && !errors.Is(stored, simulate.ErrDisk):
				t.Fatal(stored)
			}
		}
	})
}

func readCached(t *testing.T, cache *disk, key string) ([]byte, bool) {
	t.Helper()
	f, _, ok := cache.open(key)
	if !ok {
		return nil, false
	}
	defer f.Close()
	body, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return body, true
}
