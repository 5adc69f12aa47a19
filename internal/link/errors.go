package link

import "errors"

// MaxLength is the longest link in bytes that is read at all; browsers and
// proxies give up near there too.
const MaxLength = 8192

// What cannot be a link. ErrPage deserves the not-found screen, the others are
// bad requests.
var (
	ErrTooLong = errors.New("link is too long: at most 8192 bytes are read")
	ErrText    = errors.New("link holds control characters or invalid UTF-8: percent-encode them")
	ErrPage    = errors.New("page number is too large: no archive has such a page")
)
