package backoff

import "errors"

// ErrUnreachable marks a failure that a later attempt may not have: a host or a database gave no
// usable answer.
var ErrUnreachable = errors.New("no usable answer")
