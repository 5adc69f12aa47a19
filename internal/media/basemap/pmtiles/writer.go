package pmtiles

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"slices"
	"sync"

	"github.com/klauspost/compress/gzip"
)

// Tile is a tile to write, without compression.
type Tile struct {
	Z    uint8
	X, Y uint32
	Data []byte
}

// Write writes an archive with gzip. Equal tiles are stored once. Of the header it takes
// zooms, bounds and center; metadata is written as JSON.
func Write(w io.Writer, h Header, metadata any, tiles []Tile) error {
	return write(w, h, metadata, tiles, rootLength-headerLength)
}

func write(w io.Writer, h Header, metadata any, tiles []Tile, maxRoot int) error {
	slices.SortFunc(tiles, func(a, b Tile) int { return cmp.Compare(TileID(a.Z, a.X, a.Y), TileID(b.Z, b.X, b.Y)) })
	var (
		data    bytes.Buffer
		entries []entry
		known   = map[string]entry{}
	)
	for _, t := range tiles {
		e, ok := known[string(t.Data)]
		if !ok {
			packed, err := pack(t.Data)
			if err != nil {
				return err
			}
			e = entry{offset: uint64(data.Len()), length: uint32(len(packed))}
			known[string(t.Data)] = e
			data.Write(packed)
		}
		e.id, e.run = TileID(t.Z, t.X, t.Y), 1
		if last := len(entries) - 1; last >= 0 && entries[last].offset == e.offset && entries[last].id+uint64(entries[last].run) == e.id {
			entries[last].run++
			continue
		}
		entries = append(entries, e)
	}
	root, leaves, err := directories(entries, maxRoot)
	if err != nil {
		return err
	}
	text, err := json.Marshal(metadata)
	if err != nil {
		return err
	}
	packedText, err := pack(text)
	if err != nil {
		return err
	}
	h.RootOffset, h.RootLength = headerLength, uint64(len(root))
	h.MetadataOffset, h.MetadataLength = h.RootOffset+h.RootLength, uint64(len(packedText))
	h.LeafOffset, h.LeafLength = h.MetadataOffset+h.MetadataLength, uint64(len(leaves))
	h.TileOffset, h.TileLength = h.LeafOffset+h.LeafLength, uint64(data.Len())
	h.Addressed, h.Entries, h.Contents = uint64(len(tiles)), uint64(len(entries)), uint64(len(known))
	h.Clustered, h.Directories, h.Tiles = true, CompressionGzip, CompressionGzip
	for _, section := range [][]byte{h.bytes(), root, packedText, leaves, data.Bytes()} {
		if _, err := w.Write(section); err != nil {
			return err
		}
	}
	return nil
}

var packers = sync.Pool{New: func() any {
	z, err := gzip.NewWriterLevel(nil, gzip.BestCompression)
	if err != nil {
		panic(err) // the level is a constant
	}
	return z
}}

func pack(data []byte) ([]byte, error) {
	var packed bytes.Buffer
	z := packers.Get().(*gzip.Writer)
	defer packers.Put(z)
	z.Reset(&packed)
	if _, err := z.Write(data); err != nil {
		return nil, err
	}
	err := z.Close()
	return packed.Bytes(), err
}

// directories returns the root directory, and leaf directories when the root is longer
// than maxRoot.
func directories(entries []entry, maxRoot int) (root, leaves []byte, err error) {
	root, err = pack(encodeDirectory(entries))
	for size := min(4096, len(entries)/4); err == nil && len(root) > maxRoot; size *= 2 {
		var pointers []entry
		leaves = nil
		for chunk := range slices.Chunk(entries, size) {
			leaf, err := pack(encodeDirectory(chunk))
			if err != nil {
				return nil, nil, err
			}
			pointers = append(pointers, entry{id: chunk[0].id, offset: uint64(len(leaves)), length: uint32(len(leaf))})
			leaves = append(leaves, leaf...)
		}
		root, err = pack(encodeDirectory(pointers))
	}
	return root, leaves, err
}
