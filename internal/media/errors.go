package media

import "errors"

// Why Open has no rendition. Reasons are in the error's text, for the log.
var (
	// ErrNotFound reports an address that leads to no picture.
	ErrNotFound = errors.New("no such picture")
	// ErrRefused reports an original that is no picture, is too large, or is hostile.
	// It is remembered for a while.
	ErrRefused = errors.New("picture refused")
	// ErrBusy reports that too many renditions are in the making, or took too long; try again later.
	ErrBusy = errors.New("picture workers are busy")
	// ErrUnavailable reports that there is no Node or no sharp to make renditions with.
	ErrUnavailable = errors.New("no renditions can be made")
)
