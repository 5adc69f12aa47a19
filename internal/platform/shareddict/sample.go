package shareddict

import (
	"bytes"
	"sync"

	"github.com/andybalholm/brotli"
)

// brotliLevel is that of a sample for browsers: 400 KB take a tenth of a second.
const brotliLevel = 9

// brotliOf holds the newest sample of each name, compressed with brotli.
type brotliOf struct {
	mu     sync.Mutex
	bodies map[Hash][]byte
}

// Brotli returns a sample compressed with brotli. It is made once.
func (d *Dictionary) Brotli() ([]byte, error) {
	kept := &d.library.brotli
	kept.mu.Lock()
	defer kept.mu.Unlock()
	if body, ok := kept.bodies[d.hash]; ok {
		return body, nil
	}
	content, err := d.Content()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w := brotli.NewWriterLevel(&out, brotliLevel)
	_, _ = w.Write(content) // a bytes.Buffer never fails
	_ = w.Close()
	if len(kept.bodies) >= maxPackers {
		clear(kept.bodies)
	}
	kept.bodies[d.hash] = bytes.Clone(out.Bytes())
	return kept.bodies[d.hash], nil
}
