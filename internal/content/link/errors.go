package link

import "errors"

// MaxLength is the maximum length of a link in bytes. Limits of browsers and
// proxies are similar.
const MaxLength = 8192

// Why a text is no link. ErrPage is answered by the not-found screen, the others
// as bad requests.
var (
	ErrTooLong = errors.New("link is too long: at most 8192 bytes are read")
	ErrText    = errors.New("link holds control characters or invalid UTF-8: percent-encode them")
	ErrPage    = errors.New("page number is too large: no archive has such a page")
)
