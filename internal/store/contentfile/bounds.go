package contentfile

import (
	"archive/tar"
	"fmt"
	"io"
)

// Bounds of a compressed file, so that a small hostile one fills neither disk nor memory.
const (
	maxLayers = 2 // of compression; an export has one
	// maxRatio bounds the bytes after decompression by those before it, above freeBytes.
	// Exports of text alone reach 40.
	maxRatio  = 200
	freeBytes = 64 << 20
)

// countingReader counts the bytes that were read.
type countingReader struct {
	r io.Reader
	n int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// boundedReader fails when the bytes of r exceed those of packed by more than maxRatio.
type boundedReader struct {
	r      io.Reader
	packed *countingReader
	name   string
	n      int64
}

func (b *boundedReader) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if b.n += int64(n); b.n > freeBytes+maxRatio*b.packed.n {
		return 0, fmt.Errorf("%s grows to more than %d times its size when it is unpacked; it is no export of this program", b.name, maxRatio)
	}
	return n, err
}

// entryKind names an entry of an archive that is no file.
func entryKind(flag byte) string {
	switch flag {
	case tar.TypeSymlink, tar.TypeLink:
		return "a link"
	case tar.TypeChar, tar.TypeBlock:
		return "a device"
	case tar.TypeFifo:
		return "a named pipe"
	case tar.TypeGNUSparse:
		return "a sparse file"
	}
	return fmt.Sprintf("an entry of type %q", flag)
}
