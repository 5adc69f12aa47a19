package ssr

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// Key names a page by everything it is made from.
type Key [sha256.Size]byte

// PageKey is the key of a page made from parts: the View's JSON, the build, and
// whatever else wraps it. Parts keep their borders, so no two lists share a key.
func PageKey(parts ...[]byte) Key {
	h := sha256.New()
	var size [8]byte
	for _, part := range parts {
		binary.BigEndian.PutUint64(size[:], uint64(len(part)))
		h.Write(size[:])
		h.Write(part)
	}
	return Key(h.Sum(nil))
}

// etag is a weak validator: all encodings of a page share it, and every node of a
// cluster gives the same one.
func (k Key) etag() string { return `W/"` + hex.EncodeToString(k[:12]) + `"` }
