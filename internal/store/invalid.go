package store

import (
	"errors"
	"fmt"
)

// Invalid reports content that cannot be stored as it is, and says what to put
// right. The batch goes on without it if its writer wishes.
type Invalid struct{ Err error }

func (e *Invalid) Error() string { return e.Err.Error() }

func (e *Invalid) Unwrap() error { return e.Err }

func invalid(format string, args ...any) error { return &Invalid{fmt.Errorf(format, args...)} }

// IsInvalid reports whether err is about the content and not about the database.
func IsInvalid(err error) bool {
	var known *Invalid
	return errors.As(err, &known)
}
