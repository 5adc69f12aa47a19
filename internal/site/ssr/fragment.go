package ssr

import (
	"slices"
	"sync"
	"sync/atomic"
)

// fragment is HTML that many pages have, with its deflate blocks. It is safe for concurrent use:
// pages are compressed while their worker renders others.
type fragment struct {
	html   []byte
	serial uint64 // unique in the process, never 0

	mu     sync.Mutex
	blocks []block   // the one that was used last is at the front
	seen   []history // that have no block yet; the newest is at the front
}

// history is what stands directly before a fragment in a page. It names fragments by their serials, so
// that it keeps none of them in memory.
type history struct {
	fragments [2]uint64 // the nearest is first; 0 for none
	lead      string    // text between the nearest fragment and this one
}

// block is a lead and a fragment as deflate blocks that end at a byte boundary. They refer to the
// fragments of their history, so they are valid only behind these.
type block struct {
	history history
	deflate []byte
}

// Limits of a fragment. A card of 3.2 KB has a block of about 200 bytes, so 1,000 cards with four orders each have
// 0.8 MB of blocks. In the worst case the blocks of a worker take half of maxPartBytes, and maxSpareBlockBytes for
// each fragment: the block of a small one is hardly smaller than its HTML.
const (
	maxBlocks          = 4
	maxSeen            = 4
	maxSpareBlockBytes = 256
)

var lastSerial atomic.Uint64

func newFragment(html []byte) *fragment { return &fragment{html: html, serial: lastSerial.Add(1)} }

// block returns the deflate blocks behind a history, nil without them. isRepeated reports whether they
// are worth being made: a page had this history before.
func (f *fragment) block(before *place) (deflate []byte, isRepeated bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if i := slices.IndexFunc(f.blocks, func(b block) bool { return before.is(&b.history) }); i >= 0 {
		found := f.blocks[i]
		copy(f.blocks[1:i+1], f.blocks[:i])
		f.blocks[0] = found
		return found.deflate, false
	}
	if slices.ContainsFunc(f.seen, func(h history) bool { return before.is(&h) }) {
		return nil, true
	}
	f.seen = slices.Insert(f.seen[:min(len(f.seen), maxSeen-1)], 0, before.history())
	return nil, false
}

// keep stores deflate blocks, in place of those that were used longest ago.
func (f *fragment) keep(before *place, deflate []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.seen = slices.DeleteFunc(f.seen, func(h history) bool { return before.is(&h) })
	if slices.ContainsFunc(f.blocks, func(b block) bool { return before.is(&b.history) }) {
		return // a concurrent page was faster
	}
	f.blocks = slices.Insert(f.blocks[:min(len(f.blocks), maxBlocks-1)], 0, block{before.history(), deflate})
	size := 0
	for i, b := range f.blocks {
		if size += len(b.history.lead) + len(b.deflate); size > len(f.html)/2+maxSpareBlockBytes {
			clear(f.blocks[i:])
			f.blocks = f.blocks[:i]
			return
		}
	}
}

// place is where a page has a fragment.
type place struct {
	first     int          // index of its first piece: the lead or the fragment
	lead      []byte       // as in history
	fragments [2]*fragment // as in history
}

// maxLeadBytes bounds text between two fragments that is compressed with the second one. Such text is the tags
// around the fragments, which are equal on all pages of a kind; longer text has a link of the page or a number.
const maxLeadBytes = 256

// placeOf returns the place of the fragment that is the piece i of a page. The history of a fragment ends
// before the lead of another one: two fragments are enough, and its key has only one lead.
func placeOf(pieces []Piece, i int) place {
	p := place{first: i}
	if i > 1 && pieces[i-1].fragment == nil && pieces[i-2].fragment != nil && len(pieces[i-1].Text) <= maxLeadBytes {
		p.first, p.lead = i-1, pieces[i-1].Text
	}
	for n := range p.fragments {
		before := p.first - 1 - n
		if before < 0 || pieces[before].fragment == nil {
			break
		}
		p.fragments[n] = pieces[before].fragment
	}
	return p
}

func (p *place) serials() (s [2]uint64) {
	for i, f := range p.fragments {
		if f != nil {
			s[i] = f.serial
		}
	}
	return s
}

func (p *place) is(h *history) bool {
	return p.serials() == h.fragments && string(p.lead) == h.lead
}

func (p *place) history() history { return history{p.serials(), string(p.lead)} }
