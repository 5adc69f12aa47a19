package ssr

import (
	"sync"
	"sync/atomic"

	"estate/internal/httpheader"
)

// Content encodings, as HTTP names them. Identity has no name in a response.
const (
	encBrotli   = "br"
	encZstd     = "zstd"
	encGzip     = "gzip"
	encIdentity = "identity"
)

// Page is one finished document in the encodings that clients asked for.
//
// It begins as the plain document. The first client that takes zstd or gzip has
// that form made, which then holds the page at a fifth of its size. What is asked
// again gets brotli in the background, which holds it at a fourteenth. Any other
// form is made from the one at hand when it is wanted, and the plain document kept
// for who wants it twice.
// Returned bodies are shared and must not be changed.
type Page struct {
	// ETag is a weak validator for all encodings; empty for a page that is not kept.
	ETag string

	size int
	// One of them is always there: a form is let go only when a smaller one is
	// kept, and they are looked for in this order.
	plain  atomic.Pointer[[]byte]
	zstd   atomic.Pointer[[]byte]
	gzip   atomic.Pointer[[]byte]
	brotli atomic.Pointer[[]byte]

	asked      atomic.Uint32 // requests that would take brotli
	askedPlain atomic.Uint32
	making     sync.Mutex

	key   Key
	pages *Pages // nil for a page that is not kept
}

func newPage(doc []byte) *Page {
	p := &Page{size: len(doc)}
	p.plain.Store(&doc)
	return p
}

// wantedAt is the number of requests at which a costly form pays.
const wantedAt = 2

// Size is the length of the document before compression.
func (p *Page) Size() int { return p.size }

// Best is the page in the encoding that suits the Accept-Encoding header best:
// the client's weights first, then brotli where it is at hand, zstd, gzip. The
// encoding is what Content-Encoding says, "" for the plain document.
func (p *Page) Best(acceptEncoding string) (body []byte, encoding string) {
	w := httpheader.ParseAcceptEncoding(acceptEncoding)
	if w.Brotli > 0 {
		p.countBrotli()
	}
	best, encoding := 0, encIdentity
	if br := p.brotli.Load(); br != nil && w.Brotli > best {
		best, encoding, body = w.Brotli, encBrotli, *br
	}
	if w.Zstd > best {
		best, encoding = w.Zstd, encZstd
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
		return p.packed(&p.gzip, packGzip), encGzip
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

// document is the plain page for a client. Few want it, so what was let go is
// unpacked for the first and kept for the rest.
func (p *Page) document() []byte {
	doc := p.source()
	if p.askedPlain.Add(1) >= wantedAt {
		p.keep(&p.plain, doc)
	}
	return doc
}

// source is the plain page, from whichever form is there.
func (p *Page) source() []byte {
	if doc := p.plain.Load(); doc != nil {
		return *doc
	}
	if packed := p.zstd.Load(); packed != nil {
		return unpackZstd(*packed, p.size)
	}
	if packed := p.gzip.Load(); packed != nil {
		return unpackGzip(*packed, p.size)
	}
	return unpackBrotli(*p.brotli.Load(), p.size)
}

// packed is a compressed form, made when it is first wanted.
func (p *Page) packed(form *atomic.Pointer[[]byte], pack func([]byte) []byte) []byte {
	if body := form.Load(); body != nil {
		return *body
	}
	p.making.Lock()
	defer p.making.Unlock()
	if body := form.Load(); body != nil {
		return *body
	}
	body := pack(p.source())
	p.keep(form, body)
	return body
}

// keep takes a form in and lets go of larger ones: of the plain document, unless
// clients want it, and with brotli of all others.
func (p *Page) keep(form *atomic.Pointer[[]byte], body []byte) {
	if !form.CompareAndSwap(nil, &body) {
		return
	}
	if form != &p.plain && p.askedPlain.Load() < wantedAt {
		p.plain.Store(nil)
	}
	if form == &p.brotli {
		p.zstd.Store(nil)
		p.gzip.Store(nil)
	}
	if p.pages != nil {
		p.pages.grown(p)
	}
}

// overhead is what a page costs beside its forms.
const overhead = 512

// weight is the page's memory in bytes.
func (p *Page) weight() uint32 {
	n := overhead
	for _, form := range []*atomic.Pointer[[]byte]{&p.plain, &p.zstd, &p.gzip, &p.brotli} {
		if body := form.Load(); body != nil {
			n += len(*body)
		}
	}
	return uint32(n)
}
