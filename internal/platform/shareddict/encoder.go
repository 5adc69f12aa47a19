package shareddict

import (
	"bytes"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/andybalholm/brotli/matchfinder"
)

const (
	// maxDistance is the window of the stream in bytes, which brotli.Encoder sets to its largest size.
	maxDistance = 1<<24 - 16
	// primingBlock is the size in bytes of the blocks in which a dictionary is read. The memory of a match
	// finder for one block serves bodies of this size too; most documents are smaller.
	primingBlock = 256 << 10
	// minCopy is the shortest copy of a brotli stream, in bytes.
	minCopy = 2
)

// encoder compresses bodies as brotli streams that refer to a dictionary (RFC 9842). It is safe for
// concurrent use and compresses one body at a time. One for a sample needs 18 MB.
type encoder struct {
	mu     sync.Mutex
	primed *matchfinder.Bargain3 // has read the dictionary
	finder *matchfinder.Bargain3 // a copy of primed for each body
	stream brotli.Encoder

	// Memory used again:
	matches []matchfinder.Match
	out     []byte
}

// newEncoder reads a dictionary: 50 ms for a sample.
func newEncoder(dictionary []byte) *encoder {
	primed := &matchfinder.Bargain3{MaxDistance: maxDistance}
	// Reset keeps the memory of the history, so that a body after the dictionary fits without a copy of both.
	var empty [primingBlock]byte
	for size := 0; size < len(dictionary)+primingBlock; size += primingBlock {
		primed.FindMatches(nil, empty[:])
	}
	primed.Reset()
	for rest := dictionary; len(rest) > 0; {
		block := rest[:min(len(rest), primingBlock)]
		primed.FindMatches(nil, block)
		rest = rest[len(block):]
	}
	return &encoder{primed: primed, finder: new(matchfinder.Bargain3)}
}

// encode returns a head followed by the compressed body. Bargain3 chooses the matches of the lowest estimated
// cost: documents, which have many short pieces of the dictionary, are a quarter to a half smaller than with a
// greedy search (ADR 23).
func (e *encoder) encode(head, body []byte) []byte {
	e.mu.Lock()
	defer e.mu.Unlock()
	*e.finder = *e.primed
	e.matches = cutAtDictionaryEnd(e.finder.FindMatches(e.matches[:0], body))
	e.stream.Reset()
	e.out = e.stream.Encode(append(e.out[:0], head...), body, e.matches, true)
	return bytes.Clone(e.out)
}

// cutAtDictionaryEnd shortens copies that begin in the dictionary and end in the body, which decoders
// refuse. The rest of such a copy becomes literals.
func cutAtDictionaryEnd(matches []matchfinder.Match) []matchfinder.Match {
	kept := matches[:0]
	position, literals := 0, 0 // of the body; literals before the next copy
	for _, m := range matches {
		position += m.Unmatched
		literals += m.Unmatched
		length := m.Length
		if left := m.Distance - position; 0 < left && left < length {
			length = left
			if length < minCopy {
				length = 0
			}
		}
		if length > 0 {
			kept = append(kept, matchfinder.Match{Unmatched: literals, Length: length, Distance: m.Distance})
			literals = 0
		}
		literals += m.Length - length
		position += m.Length
	}
	if literals > 0 {
		kept = append(kept, matchfinder.Match{Unmatched: literals})
	}
	return kept
}
