package ssr

import (
	"bytes"
	"fmt"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// zstdWindow is what browsers accept at least (RFC 9659 caps it at 8 MB); a
// document fits into far less, and encoders with small windows stay small.
const zstdWindow = 512 << 10

// The zstd coders are safe for concurrent use in their EncodeAll and DecodeAll.
var zstdCoders = sync.OnceValue(func() (c struct {
	enc *zstd.Encoder
	dec *zstd.Decoder
},
) {
	var err error
	if c.enc, err = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithWindowSize(zstdWindow), zstd.WithEncoderConcurrency(2)); err != nil {
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

// unpackZstd undoes packZstd; the bytes are our own, so failing is a bug of the
// compressor that no document should hide.
func unpackZstd(packed []byte, size int) []byte {
	doc, err := zstdCoders().dec.DecodeAll(packed, make([]byte, 0, size))
	if err != nil {
		panic(fmt.Sprintf("ssr: a page's own zstd form is broken: %v", err))
	}
	return doc
}

// zstd and gzip are made while somebody waits, so both take their fastest level;
// what is asked again gets brotli's best instead.
var gzipWriters = sync.Pool{New: func() any {
	w, err := gzip.NewWriterLevel(nil, gzip.BestSpeed)
	if err != nil {
		panic(fmt.Sprintf("ssr: gzip level: %v", err))
	}
	return w
}}

func packGzip(doc []byte) []byte {
	w := gzipWriters.Get().(*gzip.Writer)
	defer gzipWriters.Put(w)
	out := bytes.NewBuffer(make([]byte, 0, len(doc)/4))
	w.Reset(out)
	_, _ = w.Write(doc) // a bytes.Buffer takes everything
	_ = w.Close()
	return bytes.Clone(out.Bytes())
}

// unpackGzip undoes packGzip; as with zstd, failing is a bug of ours.
func unpackGzip(packed []byte, size int) []byte {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic(fmt.Sprintf("ssr: a page's own gzip form is broken: %v", err))
	}
	return readWhole(r, size)
}

// unpackBrotli undoes packBrotli.
func unpackBrotli(packed []byte, size int) []byte {
	return readWhole(brotli.NewReader(bytes.NewReader(packed)), size)
}

func readWhole(r io.Reader, size int) []byte {
	doc := make([]byte, size)
	if _, err := io.ReadFull(r, doc); err != nil {
		panic(fmt.Sprintf("ssr: a page's own compressed form is broken: %v", err))
	}
	return doc
}

// packBrotli is slow (a quarter of a second a page) and a sixth smaller than the rest.
func packBrotli(doc []byte) []byte {
	out := bytes.NewBuffer(make([]byte, 0, len(doc)/5))
	w := brotli.NewWriterLevel(out, brotli.BestCompression)
	_, _ = w.Write(doc)
	_ = w.Close()
	return bytes.Clone(out.Bytes())
}
