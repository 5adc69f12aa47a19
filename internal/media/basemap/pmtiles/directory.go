package pmtiles

import (
	"encoding/binary"
	"sort"
)

// entry is a run of tiles with equal content, or a leaf directory (run 0).
type entry struct {
	id     uint64
	offset uint64
	length uint32
	run    uint32
}

func encodeDirectory(entries []entry) []byte {
	data := binary.AppendUvarint(nil, uint64(len(entries)))
	last := uint64(0)
	for _, e := range entries {
		data = binary.AppendUvarint(data, e.id-last)
		last = e.id
	}
	for _, e := range entries {
		data = binary.AppendUvarint(data, uint64(e.run))
	}
	for _, e := range entries {
		data = binary.AppendUvarint(data, uint64(e.length))
	}
	for i, e := range entries {
		if i > 0 && e.offset == entries[i-1].offset+uint64(entries[i-1].length) {
			data = binary.AppendUvarint(data, 0)
		} else {
			data = binary.AppendUvarint(data, e.offset+1)
		}
	}
	return data
}

func decodeDirectory(data []byte) ([]entry, error) {
	failed := false
	next := func() uint64 {
		value, n := binary.Uvarint(data)
		if n <= 0 {
			failed = true
			return 0
		}
		data = data[n:]
		return value
	}
	count := next()
	// An entry takes four bytes or more.
	if failed || count == 0 || count > uint64(len(data))/4 {
		return nil, damaged("directory of %d entries in %d bytes", count, len(data))
	}
	entries := make([]entry, count)
	id := uint64(0)
	for i := range entries {
		delta := next()
		if i > 0 && delta == 0 || id+delta < id {
			return nil, damaged("directory is not in order")
		}
		id += delta
		entries[i].id = id
	}
	for i := range entries {
		entries[i].run = uint32(next())
	}
	for i := range entries {
		length := next()
		if length == 0 || length > 1<<31 {
			return nil, damaged("entry of %d bytes", length)
		}
		entries[i].length = uint32(length)
	}
	for i := range entries {
		switch offset := next(); {
		case offset > 0:
			entries[i].offset = offset - 1
		case i > 0:
			entries[i].offset = entries[i-1].offset + uint64(entries[i-1].length)
		default:
			failed = true
		}
	}
	if failed {
		return nil, damaged("directory is cut off")
	}
	return entries, nil
}

// find returns the entry that holds a tile or the leaf directory of it.
func find(entries []entry, id uint64) (entry, bool) {
	i := sort.Search(len(entries), func(i int) bool { return entries[i].id > id }) - 1
	if i < 0 {
		return entry{}, false
	}
	e := entries[i]
	return e, e.run == 0 || id-e.id < uint64(e.run)
}

// TileID is the number of a tile: along a Hilbert curve, zoom by zoom.
func TileID(z uint8, x, y uint32) uint64 {
	id := (uint64(1)<<(2*z) - 1) / 3
	for s := uint32(1) << z >> 1; s > 0; s >>= 1 {
		rx, ry := uint32(0), uint32(0)
		if x&s > 0 {
			rx = 1
		}
		if y&s > 0 {
			ry = 1
		}
		id += uint64(s) * uint64(s) * uint64((3*rx)^ry)
		x, y = rotate(s, x, y, rx, ry)
	}
	return id
}

func rotate(s, x, y, rx, ry uint32) (uint32, uint32) {
	x, y = x&(s-1), y&(s-1)
	if ry == 0 {
		if rx == 1 {
			x, y = s-1-x, s-1-y
		}
		x, y = y, x
	}
	return x, y
}

// firstID is the number of the first tile of a zoom.
func firstID(z uint8) uint64 { return (uint64(1)<<(2*z) - 1) / 3 }
