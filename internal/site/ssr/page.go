package ssr

import (
	"sync"
	"sync/atomic"

	"estate/internal/platform/httpheader"
)

// form is a form in which a page is kept.
type form int

const (
	plain form = iota
	zstdForm
	quickBrotli // at a fast level
	gzipForm
	brotliForm // at the best level
	forms
)

// codecs are the Content-Encoding of each form, and how it is made and reversed.
var codecs = [forms]struct {
	encoding string
	pack     func(doc []byte) []byte
	unpack   func(packed []byte, size int) []byte
}{
	zstdForm:    {"zstd", packZstd, unpackZstd},
	quickBrotli: {"br", packQuickBrotli, unpackBrotli},
	gzipForm:    {"gzip", Gzip, unpackGzip},
	brotliForm:  {"br", packBrotli, unpackBrotli},
}

// Page is one finished document in the encodings that clients requested.
//
// A page starts as the plain document. The first client
// that accepts zstd, brotli or gzip has that encoding made, at a fast level; the plain document is then
// dropped, which leaves a fifth of the size. A page that is requested again is compressed with brotli
// at its best level in the background; the other encodings are then dropped, which leaves a fourteenth. Any other
// encoding is made on request, from the one that is kept.
//
// Returned bodies are shared and must not be changed.
type Page struct {
	// ETag is a weak validator for all encodings; empty for a page that is not cached.
	ETag string

	size     int
	bodies   [forms]atomic.Pointer[[]byte] // at least one is set: a body is dropped after a smaller one was added
	requests atomic.Uint32                 // that accept brotli
	packing  sync.Mutex

	key   Key
	pages *Pages // nil for a page that is not cached
}

func newPage(doc []byte) *Page {
	p := &Page{size: len(doc)}
	p.bodies[plain].Store(&doc)
	return p
}

// minRequests is the number of requests after which the best brotli is worth its cost.
const minRequests = 2

// Size returns the length of the plain document in bytes.
func (p *Page) Size() int { return p.size }

// Best returns the page in the best encoding for an Accept-Encoding header: by the weights of
// the client, and with equal weights brotli if it is ready, then zstd, brotli at a fast level, gzip. encoding is
// the value of Content-Encoding, "" for the plain document.
func (p *Page) Best(acceptEncoding string) (body []byte, encoding string) {
	w := httpheader.ParseAcceptEncoding(acceptEncoding)
	if w.Brotli > 0 {
		p.countBrotli()
	}
	best, chosen := 0, plain
	consider := func(weight int, f form) {
		if weight > best {
			best, chosen = weight, f
		}
	}
	if p.bodies[brotliForm].Load() != nil {
		consider(w.Brotli, brotliForm)
	}
	consider(w.Zstd, zstdForm)
	consider(w.Brotli, quickBrotli)
	consider(w.Gzip, gzipForm)
	if w.Identity > best || chosen == plain {
		return p.document(), ""
	}
	return p.packed(chosen), codecs[chosen].encoding
}

func (p *Page) countBrotli() {
	if p.pages == nil || p.bodies[brotliForm].Load() != nil {
		return
	}
	if p.requests.Add(1) == minRequests {
		p.pages.queueBrotli(p)
	}
}

// document returns the plain document, unpacked if it was dropped.
func (p *Page) document() []byte {
	for f := range forms {
		if body := p.bodies[f].Load(); body != nil {
			if f == plain {
				return *body
			}
			return codecs[f].unpack(*body, p.size)
		}
	}
	panic("ssr: a page without a body")
}

// packed returns a compressed form, made on the first request.
func (p *Page) packed(f form) []byte {
	if body := p.bodies[f].Load(); body != nil {
		return *body
	}
	p.packing.Lock()
	defer p.packing.Unlock()
	if body := p.bodies[f].Load(); body != nil {
		return *body
	}
	body := codecs[f].pack(p.document())
	p.add(f, body)
	return body
}

// add adds a form and drops larger ones: the plain document, and with the best brotli all others. They are dropped
// from the first to the last, as document looks for them.
func (p *Page) add(f form, body []byte) {
	if !p.bodies[f].CompareAndSwap(nil, &body) {
		return
	}
	p.bodies[plain].Store(nil)
	if f == brotliForm {
		for larger := plain; larger < brotliForm; larger++ {
			p.bodies[larger].Store(nil)
		}
	}
	if p.pages != nil {
		p.pages.reweigh(p)
	}
}

// overhead is the memory of a page without its encodings, in bytes.
const overhead = 512

// weight returns the memory of the page in bytes.
func (p *Page) weight() uint32 {
	n := overhead
	for f := range forms {
		if body := p.bodies[f].Load(); body != nil {
			n += len(*body)
		}
	}
	return uint32(n)
}
