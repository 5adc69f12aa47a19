package ssr

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"sync"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
)

const (
	gzipHeader = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x04\xff"
	// lastBlock is an empty block that ends a deflate stream.
	lastBlock = "\x03\x00"
)

// blockLevel makes the blocks of fragments. Level 9 makes blocks of the same size in nearly twice the time.
const blockLevel = 6

// maxNewBlockBytes is the text of fragments for which one page makes blocks: of four cards, which takes 0.15 ms.
// All fragments of a page of results would take 1.2 ms, four times as long as the page takes without blocks.
const maxNewBlockBytes = 12 << 10

// minStretch is the length of text from which blocks in a row are used. They split the text around them, each
// part of which has a Huffman table of its own: 9 µs and 60 to 100 bytes.
const minStretch = 6 << 10

// maxHistory bounds the text before other text that it may refer to. On a page of results 2 KB make the output 420
// bytes smaller for 5 µs, 8 KB make it 730 bytes smaller for 17 µs.
const maxHistory = 2 << 10

// gzipPackers keep their encoders, which have tables of half a megabyte.
var (
	gzipPackers = sync.Pool{New: func() any { return &gzipPacker{fast: newDeflater(flate.BestSpeed)} }}
	blockMakers = sync.Pool{New: func() any { return newDeflater(blockLevel) }}
)

func newDeflater(level int) *flate.Writer {
	w, err := flate.NewWriter(nil, level)
	if err != nil {
		panic(fmt.Sprintf("ssr: deflate level: %v", err))
	}
	return w
}

// gzipPacker puts a gzip stream together. Fragments are there as deflate blocks that earlier pages left;
// the text between is compressed at the fastest level, as with zstd: a request waits for the result.
// A page that is requested again gets brotli at its best level.
type gzipPacker struct {
	fast    *flate.Writer
	out     bytes.Buffer
	history []byte
	blocks  []placedBlock // of the page, in order
}

// placedBlock is the deflate blocks of the pieces from first to last.
type placedBlock struct {
	first, last int
	text        int // length
	deflate     []byte
}

func packGzip(pieces []Piece) []byte {
	p := gzipPackers.Get().(*gzipPacker)
	defer gzipPackers.Put(p)
	return p.pack(pieces)
}

func (p *gzipPacker) pack(pieces []Piece) []byte {
	p.out.Reset()
	p.out.WriteString(gzipHeader)
	p.findBlocks(pieces)
	start := 0 // of the pieces that are not written
	for rest := p.blocks; len(rest) > 0; {
		consecutive, text := stretchOf(rest)
		stretch := rest[:consecutive]
		rest = rest[consecutive:]
		if text < minStretch {
			continue
		}
		p.compress(pieces, start, stretch[0].first)
		for _, b := range stretch {
			p.out.Write(b.deflate)
		}
		start = stretch[consecutive-1].last + 1
	}
	p.compress(pieces, start, len(pieces))
	p.out.WriteString(lastBlock)
	clear(p.blocks) // their fragment may be evicted
	return p.finish(pieces)
}

// findBlocks finds the deflate blocks that fragments have at their places, and makes new ones of repeated places.
func (p *gzipPacker) findBlocks(pieces []Piece) {
	p.blocks = p.blocks[:0]
	newBytes := 0
	for i, piece := range pieces {
		if piece.fragment == nil {
			continue
		}
		at := placeOf(pieces, i)
		deflate, isRepeated := piece.fragment.block(&at)
		if isRepeated && newBytes < maxNewBlockBytes {
			newBytes += len(piece.Text)
			deflate = makeBlock(&at, piece.fragment)
			piece.fragment.keep(&at, deflate)
		}
		if deflate != nil {
			p.blocks = append(p.blocks, placedBlock{at.first, i, len(at.lead) + len(piece.Text), deflate})
		}
	}
}

// stretchOf returns the number of blocks at the beginning of a list that have no text between them, and
// the length of their text.
func stretchOf(blocks []placedBlock) (consecutive, text int) {
	for i, b := range blocks {
		if i > 0 && b.first != blocks[i-1].last+1 {
			break
		}
		consecutive, text = i+1, text+b.text
	}
	return consecutive, text
}

// compress appends the text of the pieces from start to end, up to a byte boundary. It refers to the text before as
// far as that is no longer than its own: to index a text takes as long as to compress it.
func (p *gzipPacker) compress(pieces []Piece, start, end int) {
	if start == end {
		return
	}
	first, size, wanted := start, 0, min(maxHistory, sizeOf(pieces[start:end]))
	for first > 0 && size < wanted {
		first--
		size += len(pieces[first].Text)
	}
	p.history = p.history[:0]
	skipped := max(0, size-wanted)
	for _, piece := range pieces[first:start] {
		p.history = append(p.history, piece.Text[skipped:]...)
		skipped = 0
	}
	p.fast.ResetDict(&p.out, p.history)
	for _, piece := range pieces[start:end] {
		_, _ = p.fast.Write(piece.Text) // a bytes.Buffer never fails
	}
	_ = p.fast.Flush()
}

// finish appends the checksum and the size, and returns a copy of the stream.
func (p *gzipPacker) finish(pieces []Piece) []byte {
	checksum := uint32(0)
	for _, piece := range pieces {
		checksum = crc32.Update(checksum, crc32.IEEETable, piece.Text)
	}
	packed := make([]byte, 0, p.out.Len()+8)
	packed = append(packed, p.out.Bytes()...)
	packed = binary.LittleEndian.AppendUint32(packed, checksum)
	return binary.LittleEndian.AppendUint32(packed, uint32(sizeOf(pieces)))
}

// makeBlock compresses a fragment and its lead up to a byte boundary. The decoder has the fragments before
// in its window at the same distance as the encoder has them in its dictionary.
func makeBlock(at *place, f *fragment) []byte {
	w := blockMakers.Get().(*flate.Writer)
	defer blockMakers.Put(w)
	var dictionary, out bytes.Buffer
	for _, before := range []*fragment{at.fragments[1], at.fragments[0]} {
		if before != nil {
			dictionary.Write(before.html)
		}
	}
	w.ResetDict(&out, dictionary.Bytes())
	_, _ = w.Write(at.lead)
	_, _ = w.Write(f.html)
	_ = w.Flush()
	return bytes.Clone(out.Bytes())
}

// unpackGzip reverses packGzip. It panics as unpackZstd does.
func unpackGzip(packed []byte, size int) []byte {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic(fmt.Sprintf("ssr: corrupt gzip of a cached page: %v", err))
	}
	return readAll(r, size)
}
