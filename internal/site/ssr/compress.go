package ssr

import (
	"bytes"
	"fmt"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/andybalholm/brotli/matchfinder"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// zstdWindow is the window size in bytes. RFC 9659 limits it to 8 MB; a document needs far
// less, and an encoder with a small window uses little memory.
const zstdWindow = 512 << 10

// zstdCoders are safe for concurrent use in EncodeAll and DecodeAll.
var zstdCoders = sync.OnceValue(func() (c struct {
	enc *zstd.Encoder
	dec *zstd.Decoder
},
) {
	var err error
	if c.enc, err = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithWindowSize(zstdWindow),
		zstd.WithEncoderConcurrency(2)); err != nil {
		panic(fmt.Sprintf("ssr: zstd encoder options: %v", err))
	}
	if c.dec, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(2)); err != nil {
		panic(fmt.Sprintf("ssr: zstd decoder options: %v", err))
	}
	return c
})

func packZstd(doc []byte) []byte {
	return bytes.Clone(zstdCoders().enc.EncodeAll(doc, make([]byte, 0, len(doc)/4)))
}

// unpackZstd reverses packZstd. The input is always our own output, so an error is a bug and
// panics.
func unpackZstd(packed []byte, size int) []byte {
	doc, err := zstdCoders().dec.DecodeAll(packed, make([]byte, 0, size))
	if err != nil {
		panic(fmt.Sprintf("ssr: corrupt zstd of a cached page: %v", err))
	}
	return doc
}

// quickBrotliWriters make a page for a client that accepts brotli and not zstd, such as Safari. Level
// 3 of this writer makes 14.5 KB of a page of 132 KB; gzip makes 21.4 KB.
var quickBrotliWriters = sync.Pool{New: func() any { return brotli.NewWriterV2(nil, 3) }}

func packQuickBrotli(doc []byte) []byte {
	w := quickBrotliWriters.Get().(*matchfinder.Writer)
	defer quickBrotliWriters.Put(w)
	var out bytes.Buffer
	w.Reset(&out)
	_, _ = w.Write(doc)
	_ = w.Close()
	return bytes.Clone(out.Bytes())
}

var gzipWriters = sync.Pool{New: func() any {
	w, err := gzip.NewWriterLevel(nil, gzip.BestSpeed)
	if err != nil {
		panic(fmt.Sprintf("ssr: gzip level: %v", err))
	}
	return w
}}

// Gzip compresses a body at a fast level: its request waits for the result.
func Gzip(doc []byte) []byte {
	w := gzipWriters.Get().(*gzip.Writer)
	defer gzipWriters.Put(w)
	var out bytes.Buffer
	w.Reset(&out)
	_, _ = w.Write(doc)
	_ = w.Close()
	return bytes.Clone(out.Bytes())
}

// unpackGzip reverses Gzip. It panics as unpackZstd does.
func unpackGzip(packed []byte, size int) []byte {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic(fmt.Sprintf("ssr: corrupt gzip of a cached page: %v", err))
	}
	return readAll(r, size)
}

// unpackBrotli reverses packBrotli and packQuickBrotli.
func unpackBrotli(packed []byte, size int) []byte {
	return readAll(brotli.NewReader(bytes.NewReader(packed)), size)
}

func readAll(r io.Reader, size int) []byte {
	doc := make([]byte, size)
	if _, err := io.ReadFull(r, doc); err != nil {
		panic(fmt.Sprintf("ssr: corrupt encoding of a cached page: %v", err))
	}
	return doc
}

// packBrotli takes a quarter of a second a page; its result is a sixth smaller than that of the others.
func packBrotli(doc []byte) []byte {
	out := bytes.NewBuffer(make([]byte, 0, len(doc)/5))
	w := brotli.NewWriterLevel(out, brotli.BestCompression)
	_, _ = w.Write(doc)
	_ = w.Close()
	return bytes.Clone(out.Bytes())
}
