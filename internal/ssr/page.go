package ssr

import (
	"sync"
	"sync/atomic"
)

// Page is one finished document in the encodings that clients asked for.
//
// It always holds its zstd form, a fifth of the document. The others are made
// when they are wanted: gzip on the first request, brotli in the background for
// what is asked again, the plain document kept from its second request on.
// Returned bodies are shared and must not be changed.
type Page struct {
	// ETag is a weak validator for all encodings; empty for a page that is not kept.
	ETag string

	size   int
	zstd   []byte
	plain  atomic.Pointer[[]byte]
	gzip   atomic.Pointer[[]byte]
	brotli atomic.Pointer[[]byte]

	asked      atomic.Uint32 // requests that would take brotli
	askedPlain atomic.Uint32
	making     sync.Mutex

	key   Key
	pages *Pages // nil for a page that is not kept
}

func newPage(doc []byte) *Page { return &Page{size: len(doc), zstd: packZstd(doc)} }

// wantedAt is the number of requests at which a costly form pays.
const wantedAt = 2

// Size is the length of the document before compression.
func (p *Page) Size() int { return p.size }

// Best is the page in the encoding that suits the Accept-Encoding header best:
// the client's weights first, then the smallest form at hand. The encoding is
// what Content-Encoding says, "" for the plain document.
func (p *Page) Best(acceptEncoding string) (body []byte, encoding string) {
	w := parseAccept(acceptEncoding)
	if w.brotli > 0 {
		p.countBrotli()
	}
	best, encoding := 0, encIdentity
	if br := p.brotli.Load(); br != nil && w.brotli > best {
		best, encoding, body = w.brotli, encBrotli, *br
	}
	if w.zstd > best {
		best, encoding, body = w.zstd, encZstd, p.zstd
	}
	if w.gzip > best || (w.gzip > 0 && best == 0) {
		best, encoding = w.gzip, encGzip
	}
	switch {
	case w.identity > best || best == 0:
		return p.document(), ""
	case encoding == encGzip:
		return p.gzipped(), encGzip
	}
	return body, encoding
}

func (p *Page) countBrotli() {
	if p.pages == nil || p.brotli.Load() != nil {
		return
	}
	if p.asked.Add(1) == wantedAt {
		p.pages.wantsBrotli(p)
	}
}

// document is the plain page. Few clients want it, so it is unpacked for the
// first and kept for the rest.
func (p *Page) document() []byte {
	if doc := p.plain.Load(); doc != nil {
		return *doc
	}
	doc := unpackZstd(p.zstd, p.size)
	if p.askedPlain.Add(1) >= wantedAt {
		p.keep(&p.plain, doc)
	}
	return doc
}

func (p *Page) gzipped() []byte {
	if body := p.gzip.Load(); body != nil {
		return *body
	}
	p.making.Lock()
	defer p.making.Unlock()
	if body := p.gzip.Load(); body != nil {
		return *body
	}
	body := packGzip(unpackZstd(p.zstd, p.size))
	p.keep(&p.gzip, body)
	return body
}

func (p *Page) keep(form *atomic.Pointer[[]byte], body []byte) {
	if form.CompareAndSwap(nil, &body) && p.pages != nil {
		p.pages.grown(p)
	}
}

// overhead is what a page costs beside its forms.
const overhead = 512

// weight is the page's memory in bytes.
func (p *Page) weight() uint32 {
	n := overhead + len(p.zstd)
	for _, form := range []*atomic.Pointer[[]byte]{&p.plain, &p.gzip, &p.brotli} {
		if body := form.Load(); body != nil {
			n += len(*body)
		}
	}
	return uint32(n)
}
