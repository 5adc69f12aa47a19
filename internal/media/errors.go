package media

import "errors"

// Errors of Open. Their text has the reason, for the log.
var (
	// ErrNotFound reports an address without a picture.
	ErrNotFound = errors.New("no such picture")
	// ErrRefused reports an original that is not a picture, too large, or harmful. The refusal
	// is cached for ten minutes.
	ErrRefused = errors.New("picture refused")
	// ErrBusy reports a full queue or a timeout; a later request may succeed.
	ErrBusy = errors.New("picture workers are busy")
	// ErrUnavailable reports that Node or sharp is missing.
	ErrUnavailable = errors.New("no renditions can be created")
)
