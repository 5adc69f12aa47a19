package ssr

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
)

// Key is the hash of everything that a page is made from.
type Key [sha256.Size]byte

// PageKey returns the key of a page made from parts: the JSON of the View, the build id and
// the rest of the document. The length of each part is hashed too, so different lists of parts
// have different keys.
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

// etag returns a weak validator. All encodings of a page and all nodes of a cluster have the same.
func (k Key) etag() string { return `W/"` + base64.RawURLEncoding.EncodeToString(k[:12]) + `"` }
