package record

import (
	"errors"
	"fmt"
)

// Invalid reports content that cannot be stored, with its remedy. A batch can go on
// without it.
type Invalid struct{ Err error }

func (e *Invalid) Error() string { return e.Err.Error() }

func (e *Invalid) Unwrap() error { return e.Err }

// Invalidf returns an Invalid.
func Invalidf(format string, args ...any) error { return &Invalid{fmt.Errorf(format, args...)} }

// IsInvalid reports whether err is about the content and not about the database.
func IsInvalid(err error) bool {
	var known *Invalid
	return errors.As(err, &known)
}
