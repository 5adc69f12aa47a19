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

// MovedError reports that a rendition has another address.
type MovedError struct{ To string }

func (e *MovedError) Error() string { return "the picture has moved to " + e.To }
