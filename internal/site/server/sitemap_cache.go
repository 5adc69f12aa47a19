package server

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/maypok86/otter/v2"

	"estate/internal/platform/coalesce"
	"estate/internal/platform/httpheader"
)

// sitemapCache holds finished files of the sitemap by name. Each was read once since the last
// change of content and compressed once.
type sitemapCache struct {
	entries  *otter.Cache[string, *finishedSitemap]
	building *coalesce.Group[string, *finishedSitemap]
}

// finishedSitemap is the index or a file, compressed with gzip: every crawler accepts that.
type finishedSitemap struct {
	generation uint64
	until      time.Time
	etag       string // weak: of the uncompressed file
	gzip       []byte
}

const (
	// sitemapCacheBytes bounds the memory of the cache: some 80 files of 10,000 properties.
	sitemapCacheBytes = 16 << 20
	// sitemapBuildTimeout bounds the time of one file; a remote CMS may be slow.
	sitemapBuildTimeout = time.Minute
)

func newSitemapCache() sitemapCache {
	return sitemapCache{
		entries: otter.Must(&otter.Options[string, *finishedSitemap]{
			MaximumWeight: sitemapCacheBytes,
			Weigher:       func(name string, file *finishedSitemap) uint32 { return uint32(len(name) + len(file.gzip) + 128) },
		}),
		building: coalesce.NewGroup[string, *finishedSitemap](sitemapBuildTimeout, 0),
	}
}

// cachedSitemap returns a finished file, nil if it is not cached or outdated.
func (s *Server) cachedSitemap(name string) *finishedSitemap {
	file, ok := s.sitemap.finished.entries.GetIfPresent(name)
	if !ok || file.generation != s.parts.Generation() && !s.isRemote() || !s.cfg.Now().Before(file.until) {
		return nil
	}
	return file
}

// finishedSitemap returns the index or a file, built once for all who request it at the same
// time; nil for an unknown name.
func (s *Server) finishedSitemap(ctx context.Context, name string) (*finishedSitemap, error) {
	return s.sitemap.finished.building.Do(ctx, name, func(ctx context.Context) (*finishedSitemap, error) {
		if file := s.cachedSitemap(name); file != nil {
			return file, nil
		}
		file := &finishedSitemap{generation: s.parts.Generation(), until: s.cfg.Now().Add(indexLifetime)}
		write, err := s.writerOf(ctx, name)
		if write == nil || err != nil {
			return nil, err
		}
		if err := file.pack(write); err != nil {
			return nil, fmt.Errorf("write sitemap %s: %w", name, err)
		}
		s.sitemap.finished.entries.Set(name, file)
		return file, nil
	})
}

// sitemapWriters are reused: one has 800 KB.
var sitemapWriters = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}

// pack compresses a document. Its plain text is never in memory as a whole.
func (f *finishedSitemap) pack(write func(io.Writer) error) error {
	var packed bytes.Buffer
	sum := sha256.New()
	z := sitemapWriters.Get().(*gzip.Writer)
	defer sitemapWriters.Put(z)
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
	f.etag, f.gzip = `W/"`+hex.EncodeToString(sum.Sum(nil)[:12])+`"`, bytes.Clone(packed.Bytes())
	return err
}

// writeSitemap sends a file. A client without gzip gets it uncompressed, in small parts.
func (s *Server) writeSitemap(w http.ResponseWriter, r *http.Request, file *finishedSitemap) error {
	h := w.Header()
	h.Set("Content-Type", "application/xml; charset=utf-8")
	h.Set("Cache-Control", "public, max-age=3600")
	h["Vary"] = varyEncoding
	h["Etag"] = []string{file.etag}
	switch {
	case httpheader.MatchesETag(r.Header, file.etag):
		w.WriteHeader(http.StatusNotModified)
		return nil
	case acceptsGzip(r):
		h["Content-Encoding"] = encodingValues["gzip"]
		writeBody(w, r, http.StatusOK, file.gzip)
		return nil
	case r.Method == http.MethodHead:
		w.WriteHeader(http.StatusOK)
		return nil
	}
	plain, err := gzip.NewReader(bytes.NewReader(file.gzip))
	if err == nil {
		_, err = io.Copy(w, plain)
	}
	if err != nil && r.Context().Err() == nil {
		s.log.DebugContext(r.Context(), "response was cut off", "path", truncate(r.URL.Path), "err", err)
	}
	return nil
}
