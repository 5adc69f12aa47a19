package pmtiles

import (
	"encoding/binary"
	"errors"
	"fmt"
)

const (
	headerLength = 127
	magic        = "PMTiles"
	version      = 3
	// rootLength is the number of bytes at the start of an archive in which header and root
	// directory lie.
	rootLength = 16384
)

// Compression is how directories or tiles are compressed.
type Compression uint8

// The compressions that this package reads.
const (
	CompressionNone Compression = 1
	CompressionGzip Compression = 2
)

// typeVector is the tile type of Mapbox Vector Tiles.
const typeVector = 1

// MaxZoom is the deepest zoom that an archive may have.
const MaxZoom = 24

// Header is the first 127 bytes of an archive. Offsets and lengths are in bytes, degrees are
// WGS 84.
type Header struct {
	RootOffset, RootLength         uint64
	MetadataOffset, MetadataLength uint64
	LeafOffset, LeafLength         uint64
	TileOffset, TileLength         uint64
	Addressed, Entries, Contents   uint64
	Clustered                      bool
	Directories, Tiles             Compression
	MinZoom, MaxZoom               uint8
	West, South, East, North       float64
	CenterZoom                     uint8
	CenterLng, CenterLat           float64
}

func (h *Header) bytes() []byte {
	data := append([]byte(magic), version)
	for _, value := range []uint64{
		h.RootOffset, h.RootLength, h.MetadataOffset, h.MetadataLength, h.LeafOffset, h.LeafLength, h.TileOffset, h.TileLength,
		h.Addressed, h.Entries, h.Contents,
	} {
		data = binary.LittleEndian.AppendUint64(data, value)
	}
	clustered := byte(0)
	if h.Clustered {
		clustered = 1
	}
	data = append(data, clustered, byte(h.Directories), byte(h.Tiles), typeVector, h.MinZoom, h.MaxZoom)
	for _, degrees := range []float64{h.West, h.South, h.East, h.North} {
		data = appendDegrees(data, degrees)
	}
	data = append(data, h.CenterZoom)
	return appendDegrees(appendDegrees(data, h.CenterLng), h.CenterLat)
}

const degreeScale = 1e7

func appendDegrees(data []byte, degrees float64) []byte {
	return binary.LittleEndian.AppendUint32(data, uint32(int32(degrees*degreeScale)))
}

// Problems of a file. Their texts name the remedy.
var (
	ErrNotPMTiles = errors.New("the file is not a PMTiles archive: download or make one with `pmtiles extract`, see docs/operating.md")
	ErrVersion    = errors.New("the archive has another version of PMTiles than 3: convert it with `pmtiles convert`")
	ErrNotVector  = errors.New("the archive does not hold vector tiles (MVT): the site's style needs vector tiles of the Protomaps basemap")
	ErrDamaged    = errors.New("the archive is damaged or cut off: download it again or make the extract again, then compare with `pmtiles " +
		"verify`")
)

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w (%s)", ErrDamaged, fmt.Sprintf(format, args...))
}

// parseHeader reads a header and checks that its sections lie within a file of size bytes.
func parseHeader(data []byte, size int64) (*Header, error) {
	if len(data) < len(magic)+1 || string(data[:len(magic)]) != magic {
		return nil, ErrNotPMTiles
	}
	if data[len(magic)] != version {
		return nil, fmt.Errorf("%w (this one is %d)", ErrVersion, data[len(magic)])
	}
	if len(data) < headerLength {
		return nil, damaged("%d bytes", len(data))
	}
	at := len(magic) + 1
	number := func() uint64 { at += 8; return binary.LittleEndian.Uint64(data[at-8:]) }
	small := func() byte { at++; return data[at-1] }
	degrees := func() float64 { at += 4; return float64(int32(binary.LittleEndian.Uint32(data[at-4:]))) / degreeScale }
	h := &Header{
		RootOffset: number(), RootLength: number(), MetadataOffset: number(), MetadataLength: number(),
		LeafOffset: number(), LeafLength: number(), TileOffset: number(), TileLength: number(),
		Addressed: number(), Entries: number(), Contents: number(),
	}
	h.Clustered = small() == 1
	h.Directories, h.Tiles = Compression(small()), Compression(small())
	kind := small()
	h.MinZoom, h.MaxZoom = small(), small()
	h.West, h.South, h.East, h.North = degrees(), degrees(), degrees(), degrees()
	h.CenterZoom = small()
	h.CenterLng, h.CenterLat = degrees(), degrees()

	if kind != typeVector {
		return nil, fmt.Errorf("%w (tile type %d)", ErrNotVector, kind)
	}
	for _, c := range []Compression{h.Directories, h.Tiles} {
		if c != CompressionNone && c != CompressionGzip {
			return nil, fmt.Errorf("the archive has compression %d; this program reads gzip and none: make it again with gzip, the default", c)
		}
	}
	for name, section := range map[string][2]uint64{
		"root directory": {h.RootOffset, h.RootLength}, "metadata": {h.MetadataOffset, h.MetadataLength},
		"leaf directories": {h.LeafOffset, h.LeafLength}, "tiles": {h.TileOffset, h.TileLength},
	} {
		if end := section[0] + section[1]; end < section[0] || end > uint64(size) {
			return nil, damaged("%s beyond the end of the file", name)
		}
	}
	if h.MinZoom > h.MaxZoom || h.MaxZoom > MaxZoom {
		return nil, damaged("zoom %d to %d", h.MinZoom, h.MaxZoom)
	}
	if h.West >= h.East || h.South >= h.North || h.West < -180 || h.East > 180 || h.South < -90 || h.North > 90 {
		return nil, damaged("bounds %g,%g,%g,%g", h.West, h.South, h.East, h.North)
	}
	return h, nil
}
