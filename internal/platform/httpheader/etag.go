package httpheader

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
)

// WeakETag is the entity tag of a body: a hash of it. It is weak, because the
// compressed body has other bytes with the same meaning.
func WeakETag(body []byte) string {
	sum := sha256.Sum256(body)
	return `W/"` + hex.EncodeToString(sum[:12]) + `"`
}

// MatchesETag reports whether If-None-Match names etag or is "*". Weak and strong tags
// compare equal. An empty etag matches nothing.
func MatchesETag(h http.Header, etag string) bool {
	if etag == "" {
		return false
	}
	opaque := strings.TrimPrefix(etag, "W/")
	for _, value := range h["If-None-Match"] {
		for tag := range strings.SplitSeq(value, ",") {
			tag = strings.TrimSpace(tag)
			if tag == "*" || strings.TrimPrefix(tag, "W/") == opaque {
				return true
			}
		}
	}
	return false
}
