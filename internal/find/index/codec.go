package index

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"

	"github.com/RoaringBitmap/roaring/v2"
)

// number is an element of a list in a snapshot file.
type number interface {
	uint8 | uint16 | uint32 | uint64 | int32 | int64
}

// chunk is the number of elements that are encoded or decoded together.
const chunk = 8192

// castagnoli is the polynomial for which processors have an instruction.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// encoder writes numbers in little-endian order, each list behind its length. After an
// error it writes nothing.
type encoder struct {
	w      *bufio.Writer
	sum    hash.Hash32
	buffer []byte
	err    error
}

func newEncoder(w io.Writer) *encoder {
	sum := crc32.New(castagnoli)
	return &encoder{w: bufio.NewWriterSize(io.MultiWriter(w, sum), 1<<18), sum: sum}
}

func (e *encoder) write(p []byte) {
	if e.err == nil {
		_, e.err = e.w.Write(p)
	}
}

func (e *encoder) number(n int) {
	e.write(binary.LittleEndian.AppendUint64(nil, uint64(n)))
}

func (e *encoder) text(s string) { encodeList(e, []byte(s)) }

func encodeList[T number](e *encoder, list []T) {
	e.number(len(list))
	for len(list) > 0 && e.err == nil {
		n := min(len(list), chunk)
		e.buffer, e.err = binary.Append(e.buffer[:0], binary.LittleEndian, list[:n])
		e.write(e.buffer)
		list = list[n:]
	}
}

func (e *encoder) ints(list []int) {
	wide := make([]int64, len(list))
	for i, n := range list {
		wide[i] = int64(n)
	}
	encodeList(e, wide)
}

func (e *encoder) bitmap(rows *roaring.Bitmap) {
	data, err := rows.ToBytes()
	if e.err == nil {
		e.err = err
	}
	encodeList(e, data)
}

// finish writes the checksum of all that was written.
func (e *encoder) finish() error {
	if e.err == nil {
		e.err = e.w.Flush()
	}
	sum := e.sum.Sum32()
	e.write(binary.LittleEndian.AppendUint32(nil, sum))
	if e.err == nil {
		e.err = e.w.Flush()
	}
	return e.err
}

// errDamaged reports a snapshot whose content cannot be right.
var errDamaged = errors.New("the snapshot is damaged")

// decoder reads what an encoder wrote. It allocates no more than a small multiple of the
// bytes that are left. After an error it reads zeros.
type decoder struct {
	r      io.Reader
	sum    hash.Hash32
	left   int64 // bytes before the checksum
	buffer []byte
	err    error
}

func newDecoder(r io.Reader, size int64) *decoder {
	d := &decoder{sum: crc32.New(castagnoli), left: size - crc32.Size, buffer: make([]byte, 8*chunk)}
	d.r = bufio.NewReaderSize(r, 1<<18)
	return d
}

func (d *decoder) fail(err error) {
	if d.err == nil {
		d.err = err
	}
}

func (d *decoder) read(p []byte) {
	if int64(len(p)) > d.left {
		d.fail(errDamaged)
	}
	if d.err != nil {
		clear(p)
		return
	}
	if _, err := io.ReadFull(d.r, p); err != nil {
		d.fail(fmt.Errorf("%w: %w", errDamaged, err))
		clear(p)
		return
	}
	d.left -= int64(len(p))
	_, _ = d.sum.Write(p) // never fails
}

func (d *decoder) number() int {
	d.read(d.buffer[:8])
	return int(binary.LittleEndian.Uint64(d.buffer))
}

// count reads a length; each element has at least some bytes.
func (d *decoder) count(bytes int) int {
	n := d.number()
	if n < 0 || int64(n) > d.left/int64(bytes) {
		d.fail(errDamaged)
		return 0
	}
	return n
}

func (d *decoder) text() string { return string(decodeList[uint8](d)) }

func decodeList[T number](d *decoder) []T {
	var element T
	size := binary.Size(element)
	list := make([]T, d.count(size))
	for rest := list; len(rest) > 0; {
		n := min(len(rest), chunk)
		d.read(d.buffer[:n*size])
		if d.err != nil {
			return nil
		}
		if _, err := binary.Decode(d.buffer[:n*size], binary.LittleEndian, rest[:n]); err != nil {
			d.fail(err)
			return nil
		}
		rest = rest[n:]
	}
	return list
}

// exactly reads a list of n elements.
func exactly[T number](d *decoder, n int) []T {
	list := decodeList[T](d)
	if len(list) != n {
		d.fail(errDamaged)
		return make([]T, n)
	}
	return list
}

// rowsBelow reads a list of row numbers below n.
func (d *decoder) rowsBelow(n int) []uint32 {
	list := decodeList[uint32](d)
	for _, row := range list {
		if int(row) >= n {
			d.fail(errDamaged)
			return nil
		}
	}
	return list
}

func (d *decoder) ints(n int) []int {
	wide := exactly[int64](d, n)
	list := make([]int, len(wide))
	for i, n := range wide {
		list[i] = int(n)
	}
	return list
}

// bitmap reads a set of rows below n.
func (d *decoder) bitmap(n int) *roaring.Bitmap {
	rows, data := roaring.New(), decodeList[uint8](d)
	if d.err != nil {
		return rows
	}
	if _, err := rows.ReadFrom(bytes.NewReader(data)); err != nil {
		d.fail(fmt.Errorf("%w: %w", errDamaged, err))
		return roaring.New()
	}
	if rows.IsEmpty() {
		return rows
	}
	if err := rows.Validate(); err != nil || int(rows.Maximum()) >= n {
		d.fail(errDamaged)
		return roaring.New()
	}
	return rows
}

// finish compares the checksum. All must have been read.
func (d *decoder) finish() error {
	if d.err != nil {
		return d.err
	}
	var sum [crc32.Size]byte
	if _, err := io.ReadFull(d.r, sum[:]); err != nil || d.left != 0 || binary.LittleEndian.Uint32(sum[:]) != d.sum.Sum32() {
		return errDamaged
	}
	return nil
}
