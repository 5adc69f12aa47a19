// Package dcbtest decompresses responses that are compressed with a dictionary as browsers do (RFC 9842, dcb).
package dcbtest

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"

	"github.com/andybalholm/brotli"
)

// Decode returns the body of a dcb stream. It is an error if the stream names another dictionary.
//
// The library reads no dictionaries. A stream with one equals the second part of a stream whose first part
// is the dictionary: Decode puts it there, uncompressed, and removes it from the result.
func Decode(dictionary, stream []byte) ([]byte, error) {
	hash := sha256.Sum256(dictionary)
	compressed, ok := bytes.CutPrefix(stream, append([]byte("\xffDCB"), hash[:]...))
	if !ok {
		return nil, errors.New("the stream does not begin as dcb with the hash of the dictionary")
	}
	if len(compressed) == 0 || compressed[0]&0xf != 0xf {
		return nil, errors.New("the window of the brotli stream is not 16 MB, which this decoder expects")
	}
	whole := append(dictionaryBlock(dictionary), dictionary...)
	// The 4 bits of the window are at the beginning of the whole stream.
	for i, b := range compressed[:len(compressed)-1] {
		whole = append(whole, b>>4|compressed[i+1]<<4)
	}
	if last := compressed[len(compressed)-1] >> 4; last != 0 { // the last two bits of a stream are ones
		whole = append(whole, last)
	}
	plain, err := io.ReadAll(brotli.NewReader(bytes.NewReader(whole)))
	if err != nil {
		return nil, fmt.Errorf("decompress: %w", err)
	}
	return plain[len(dictionary):], nil
}

// dictionaryBlock is the head of a brotli stream and of its first, uncompressed block (RFC 7932, section 9): 4 bits of the
// window, none for the last block, 2 of the number of digits of the length, the length minus one in 4 to 6
// digits of 4 bits, one that says that the block is uncompressed, zeros up to the next byte.
func dictionaryBlock(dictionary []byte) []byte {
	length := uint64(len(dictionary) - 1)
	digits := max((bits.Len64(length)+3)/4, 4)
	head := 0xf | uint64(digits-4)<<5 | length<<7 | 1<<(7+4*digits)
	return binary.LittleEndian.AppendUint64(nil, head)[:(8+4*digits+7)/8]
}
