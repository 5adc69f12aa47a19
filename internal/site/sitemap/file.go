package sitemap

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/maypok86/otter/v2"
)

// File is the index or a file, read once since the last change of content and compressed once with gzip: every
// crawler accepts that.
type File struct {
	generation uint64
	until      time.Time
	ETag       string // weak: of the uncompressed file
	Gzip       []byte
}

const (
	// cacheBytes bounds the memory of the cache: some 80 files of 10,000 properties.
	cacheBytes = 16 << 20
	// buildTimeout bounds the time of one file; a remote CMS may be slow.
	buildTimeout = time.Minute
)

func newFiles() *otter.Cache[string, *File] {
	return otter.Must(&otter.Options[string, *File]{
		MaximumWeight: cacheBytes,
		Weigher:       func(name string, file *File) uint32 { return uint32(len(name) + len(file.Gzip) + 128) },
	})
}

// Cached returns a finished file, nil if it is not cached or outdated.
func (s *Sitemap) Cached(name string) *File {
	file, ok := s.files.GetIfPresent(name)
	if !ok || file.generation != s.cfg.Generation() && !s.IsRemote() || !s.cfg.Now().Before(file.until) {
		return nil
	}
	return file
}

// File returns the index or a file, built once for all who request it at the same
// time; nil for an unknown name.
func (s *Sitemap) File(ctx context.Context, name string) (*File, error) {
	return s.building.Do(ctx, name, func(ctx context.Context) (*File, error) {
		if file := s.Cached(name); file != nil {
			return file, nil
		}
		file := &File{generation: s.cfg.Generation(), until: s.cfg.Now().Add(indexLifetime)}
		write, err := s.writerOf(ctx, name)
		if write == nil || err != nil {
			return nil, err
		}
		if err := file.pack(write); err != nil {
			return nil, fmt.Errorf("write sitemap %s: %w", name, err)
		}
		s.files.Set(name, file)
		return file, nil
	})
}

// writers are reused: one has 800 KB.
var writers = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}

// pack compresses a document. Its plain text is never in memory as a whole.
func (f *File) pack(write func(io.Writer) error) error {
	var packed bytes.Buffer
	sum := sha256.New()
	z := writers.Get().(*gzip.Writer)
	defer writers.Put(z)
	z.Reset(&packed)
	out := bufio.NewWriterSize(io.MultiWriter(sum, z), 32<<10)
	_, err := out.WriteString(xml.Header)
	if err == nil {
		err = write(out)
	}
	if err == nil {
		err = out.Flush()
	}
	if err == nil {
		err = z.Close()
	}
	f.ETag, f.Gzip = `W/"`+hex.EncodeToString(sum.Sum(nil)[:12])+`"`, bytes.Clone(packed.Bytes())
	return err
}

// WriteTo writes the uncompressed file, in small parts.
func (f *File) WriteTo(out io.Writer) (int64, error) {
	plain, err := gzip.NewReader(bytes.NewReader(f.Gzip))
	if err != nil {
		return 0, err
	}
	return io.Copy(out, plain)
}
