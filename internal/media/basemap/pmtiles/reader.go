package pmtiles

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/maypok86/otter/v2"
)

// Limits of an archive, in bytes.
const (
	maxDirectory = 32 << 20 // without compression
	maxMetadata  = 8 << 20  // without compression
	maxTile      = 16 << 20 // as stored
	maxTilePlain = 64 << 20 // without compression

	maxDepth = 4 // of directories
	// cachedLeaves is the number of leaf directories in memory.
	cachedLeaves = 64
)

// Metadata is the part of an archive's metadata that the site uses.
type Metadata struct {
	Name         string `json:"name"`
	Attribution  string `json:"attribution"` // may hold HTML
	VectorLayers []struct {
		ID string `json:"id"`
	} `json:"vector_layers"`
}

// Archive reads the tiles of an open file. It may be used by several goroutines.
type Archive struct {
	Header   Header
	Metadata Metadata

	file   io.ReaderAt
	root   []entry
	leaves *otter.Cache[uint64, []entry]
}

// Open reads header, root directory and metadata of a file of size bytes. The error says
// what is wrong with the file and names the remedy.
func Open(file io.ReaderAt, size int64) (*Archive, error) {
	first := make([]byte, min(size, headerLength))
	if _, err := file.ReadAt(first, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	header, err := parseHeader(first, size)
	if err != nil {
		return nil, err
	}
	a := &Archive{Header: *header, file: file, leaves: otter.Must(&otter.Options[uint64, []entry]{MaximumSize: cachedLeaves})}
	if a.root, err = a.directory(header.RootOffset, header.RootLength); err != nil {
		return nil, err
	}
	if header.MetadataLength > 0 {
		text, err := a.read(header.MetadataOffset, header.MetadataLength, header.Directories, maxMetadata)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(text, &a.Metadata); err != nil {
			return nil, damaged("metadata: %v", err)
		}
	}
	return a, nil
}

func (a *Archive) directory(offset, length uint64) ([]entry, error) {
	data, err := a.read(offset, length, a.Header.Directories, maxDirectory)
	if err != nil {
		return nil, err
	}
	return decodeDirectory(data)
}

// read returns a section without compression, at most limit bytes.
func (a *Archive) read(offset, length uint64, compression Compression, limit int64) ([]byte, error) {
	if length > uint64(limit) {
		return nil, damaged("section of %d bytes", length)
	}
	data := make([]byte, length)
	if _, err := a.file.ReadAt(data, int64(offset)); err != nil {
		return nil, damaged("read: %v", err)
	}
	if compression == CompressionNone {
		return data, nil
	}
	return gunzip(data, limit)
}

var unpackers = sync.Pool{New: func() any { return new(gzip.Reader) }}

func gunzip(data []byte, limit int64) ([]byte, error) {
	z := unpackers.Get().(*gzip.Reader)
	defer unpackers.Put(z)
	if err := z.Reset(bytes.NewReader(data)); err != nil {
		return nil, damaged("gzip: %v", err)
	}
	plain, err := io.ReadAll(io.LimitReader(z, limit+1))
	if err != nil {
		return nil, damaged("gzip: %v", err)
	}
	if int64(len(plain)) > limit {
		return nil, damaged("more than %d bytes without compression", limit)
	}
	return plain, nil
}

// Tile returns a tile as stored, with gzip when Header.Tiles says so; nil when the archive
// does not hold it.
func (a *Archive) Tile(z uint8, x, y uint32) ([]byte, error) {
	if z < a.Header.MinZoom || z > a.Header.MaxZoom || x >= 1<<z || y >= 1<<z {
		return nil, nil
	}
	id := TileID(z, x, y)
	entries := a.root
	for range maxDepth {
		e, ok := find(entries, id)
		switch {
		case !ok:
			return nil, nil
		case e.run > 0:
			if end := e.offset + uint64(e.length); end < e.offset || end > a.Header.TileLength || e.length > maxTile {
				return nil, damaged("tile %d/%d/%d beyond the end", z, x, y)
			}
			return a.read(a.Header.TileOffset+e.offset, uint64(e.length), CompressionNone, maxTile)
		}
		leaf, err := a.leaf(e)
		if err != nil {
			return nil, err
		}
		entries = leaf
	}
	return nil, damaged("directories deeper than %d", maxDepth)
}

func (a *Archive) leaf(e entry) ([]entry, error) {
	if end := e.offset + uint64(e.length); end < e.offset || end > a.Header.LeafLength {
		return nil, damaged("leaf directory beyond the end")
	}
	if leaf, ok := a.leaves.GetIfPresent(e.offset); ok {
		return leaf, nil
	}
	leaf, err := a.directory(a.Header.LeafOffset+e.offset, uint64(e.length))
	if err == nil {
		a.leaves.Set(e.offset, leaf)
	}
	return leaf, err
}

// Plain returns a stored tile without compression.
func (a *Archive) Plain(stored []byte) ([]byte, error) {
	if a.Header.Tiles == CompressionNone {
		return stored, nil
	}
	return gunzip(stored, maxTilePlain)
}

// Verify reads all directories: tiles must be in order, within the file and within the
// zooms of the header. It returns the number of tiles that the archive answers. For up to
// samples stored tiles, spread over the archive, it calls check with the tile without
// compression.
func (a *Archive) Verify(samples int, check func(tile []byte) error) (tiles uint64, err error) {
	v := &verifier{archive: a, next: firstID(a.Header.MinZoom), end: firstID(a.Header.MaxZoom + 1)}
	if err := v.directory(a.root, 0); err != nil {
		return 0, err
	}
	if v.tiles == 0 {
		return 0, damaged("no tiles")
	}
	step := max(1, len(v.stored)/max(1, samples))
	for i := 0; i < len(v.stored); i += step {
		e := v.stored[i]
		stored, err := a.read(a.Header.TileOffset+e.offset, uint64(e.length), CompressionNone, maxTile)
		if err != nil {
			return 0, err
		}
		plain, err := a.Plain(stored)
		if err != nil {
			return 0, err
		}
		if err := check(plain); err != nil {
			return 0, err
		}
	}
	return v.tiles, nil
}

// maxSampled bounds the entries that Verify remembers for its samples.
const maxSampled = 100_000

type verifier struct {
	archive   *Archive
	next, end uint64 // the numbers that may follow
	tiles     uint64
	seen      int
	stored    []entry
}

func (v *verifier) directory(entries []entry, depth int) error {
	if depth >= maxDepth {
		return damaged("directories deeper than %d", maxDepth)
	}
	for _, e := range entries {
		if e.run == 0 {
			leaf, err := v.archive.leaf(e)
			if err == nil {
				err = v.directory(leaf, depth+1)
			}
			if err != nil {
				return err
			}
			continue
		}
		if e.id < v.next || e.id >= v.end || v.end-e.id < uint64(e.run) {
			return damaged("tile number %d out of order", e.id)
		}
		if end := e.offset + uint64(e.length); end < e.offset || end > v.archive.Header.TileLength || e.length > maxTile {
			return damaged("tile number %d beyond the end", e.id)
		}
		v.next = e.id + uint64(e.run)
		v.tiles += uint64(e.run)
		// A sample of the whole archive: the first ones, then every 64th.
		if v.seen++; v.seen <= maxSampled/2 || v.seen%64 == 0 && len(v.stored) < maxSampled {
			v.stored = append(v.stored, e)
		}
	}
	return nil
}
