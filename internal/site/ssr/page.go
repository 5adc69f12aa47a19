package ssr

import (
	"sync"
	"sync/atomic"

	"estate/internal/platform/httpheader"
)

// Content encodings, as HTTP names them. Identity has no name in a response.
const (
	encBrotli   = "br"
	encZstd     = "zstd"
	encGzip     = "gzip"
	encIdentity = "identity"
)

// Page is one finished document in the encodings that clients requested.
//
// A page starts as the plain document. The first client
// that accepts zstd, brotli or gzip has that encoding made, at a fast level; the plain document is then
// dropped, which leaves a fifth of the size. A page that is requested again is compressed with brotli
// at its best level in the background; the other encodings are then dropped, which leaves a fourteenth. Any other
// encoding is made on request, from the one that is kept. A plain document that is requested twice is kept too.
//
// Returned bodies are shared and must not be changed.
type Page struct {
	// ETag is a weak validator for all encodings; empty for a page that is not cached.
	ETag string

	size int
	// At least one encoding is always set: one is dropped only after a smaller one was
	// added. They are read in this order.
	plain  atomic.Pointer[[]byte]
	zstd   atomic.Pointer[[]byte]
	quick  atomic.Pointer[[]byte] // brotli at a fast level
	gzip   atomic.Pointer[[]byte]
	brotli atomic.Pointer[[]byte] // brotli at its best level

	requests      atomic.Uint32 // requests that accept brotli
	plainRequests atomic.Uint32
	packing       sync.Mutex

	key   Key
	pages *Pages // nil for a page that is not cached
}

func newPage(doc []byte) *Page {
	p := &Page{size: len(doc)}
	p.plain.Store(&doc)
	return p
}

// minRequests is the number of requests after which a costly encoding is worth its cost.
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
	best, encoding := 0, encIdentity
	br := p.brotli.Load()
	if br != nil && w.Brotli > best {
		best, encoding = w.Brotli, encBrotli
	}
	if w.Zstd > best {
		best, encoding = w.Zstd, encZstd
	}
	if br == nil && w.Brotli > best {
		best, encoding = w.Brotli, encBrotli
	}
	if w.Gzip > best {
		best, encoding = w.Gzip, encGzip
	}
	switch {
	case w.Identity > best || best == 0:
		return p.document(), ""
	case encoding == encZstd:
		return p.packed(&p.zstd, packZstd), encZstd
	case encoding == encGzip:
		return p.packed(&p.gzip, Gzip), encGzip
	case br != nil:
		return *br, encBrotli
	}
	return p.packed(&p.quick, packQuickBrotli), encBrotli
}

func (p *Page) countBrotli() {
	if p.pages == nil || p.brotli.Load() != nil {
		return
	}
	if p.requests.Add(1) == minRequests {
		p.pages.queueBrotli(p)
	}
}

// document returns the plain document for a client. Few clients request it: a dropped one is
// unpacked for the first request and kept from the second one on.
func (p *Page) document() []byte {
	doc := p.unpacked()
	if p.plainRequests.Add(1) >= minRequests {
		p.add(&p.plain, doc)
	}
	return doc
}

// unpacked returns the plain document, unpacked if it was dropped.
func (p *Page) unpacked() []byte {
	if doc := p.plain.Load(); doc != nil {
		return *doc
	}
	if packed := p.zstd.Load(); packed != nil {
		return unpackZstd(*packed, p.size)
	}
	if packed := p.quick.Load(); packed != nil {
		return unpackBrotli(*packed, p.size)
	}
	if packed := p.gzip.Load(); packed != nil {
		return unpackGzip(*packed, p.size)
	}
	return unpackBrotli(*p.brotli.Load(), p.size)
}

// packed returns a compressed encoding, made on the first request.
func (p *Page) packed(target *atomic.Pointer[[]byte], pack func([]byte) []byte) []byte {
	if body := target.Load(); body != nil {
		return *body
	}
	p.packing.Lock()
	defer p.packing.Unlock()
	if body := target.Load(); body != nil {
		return *body
	}
	body := pack(p.unpacked())
	p.add(target, body)
	return body
}

// add adds an encoding and drops larger ones: the plain document unless clients request it,
// and after brotli all others.
func (p *Page) add(target *atomic.Pointer[[]byte], body []byte) {
	if !target.CompareAndSwap(nil, &body) {
		return
	}
	if target != &p.plain && p.plainRequests.Load() < minRequests {
		p.plain.Store(nil)
	}
	if target == &p.brotli {
		p.zstd.Store(nil)
		p.quick.Store(nil)
		p.gzip.Store(nil)
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
	for _, encoding := range []*atomic.Pointer[[]byte]{&p.plain, &p.zstd, &p.quick, &p.gzip, &p.brotli} {
		if body := encoding.Load(); body != nil {
			n += len(*body)
		}
	}
	return uint32(n)
}
