package change

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Change replaces one value of a document. A list is one value, and null stands for none.
type Change struct {
	Path string          `json:"path"` // "price.amount"
	From json.RawMessage `json:"from"` // the value that the writer has seen
	To   json.RawMessage `json:"to"`
}

// Applied is a change of a stored document. Its From is the stored value, byte for byte.
type Applied struct {
	Change
	// Bare is the number of the first segments of Path that were an object without values. Undo keeps such an object,
	// and removes one that the change has made.
	Bare int `json:"bare,omitempty"`
}

// Bounds of one call.
const (
	MaxChanges    = 200
	maxSegments   = 6
	maxPathBytes  = 160
	maxValueBytes = 256 << 10
	maxValueDepth = 16
)

// PathError is a change that no document can take.
type PathError struct {
	Path   string
	Reason string
}

func (e *PathError) Error() string { return fmt.Sprintf("change of %q: %s", e.Path, e.Reason) }

// Check reports the first change that is out of bounds, or that overlaps with another one.
func Check(changes []Change) error {
	if len(changes) > MaxChanges {
		return &PathError{"", fmt.Sprintf("%d changes in one call; send at most %d", len(changes), MaxChanges)}
	}
	for _, c := range changes {
		if reason := checkPath(c.Path); reason != "" {
			return &PathError{clip(c.Path), reason}
		}
		for _, value := range []json.RawMessage{c.From, c.To} {
			if len(value) > maxValueBytes {
				return &PathError{c.Path, fmt.Sprintf("the value has %d bytes; shorten it to %d", len(value), maxValueBytes)}
			}
			if decoded, err := decode(value); err != nil || depth(decoded) > maxValueDepth {
				return &PathError{c.Path, fmt.Sprintf("the value is no JSON of at most %d levels", maxValueDepth)}
			}
		}
	}
	paths := make([]string, 0, len(changes))
	for _, c := range changes {
		paths = append(paths, c.Path+".")
	}
	slices.Sort(paths)
	for i := 1; i < len(paths); i++ {
		if strings.HasPrefix(paths[i], paths[i-1]) {
			return &PathError{strings.TrimSuffix(paths[i], "."), "another change of the call has the same value or one around it"}
		}
	}
	return nil
}

func checkPath(path string) string {
	segments := strings.Split(path, ".")
	if len(path) > maxPathBytes || len(segments) > maxSegments {
		return fmt.Sprintf("a path has at most %d bytes and %d segments", maxPathBytes, maxSegments)
	}
	for _, segment := range segments {
		if segment == "" || strings.Trim(segment, "abcdefghijklmnopqrstuvwxyz0123456789_-") != "" {
			return "a path has names of lower-case letters, digits, _ and -, joined by dots"
		}
	}
	return ""
}

// clip shortens a path for an error.
func clip(path string) string {
	if len(path) > maxPathBytes {
		return path[:maxPathBytes]
	}
	return path
}

// Reverse returns the changes that take others back. They find a conflict where somebody has changed the value since.
func Reverse(applied []Applied) []Applied {
	back := make([]Applied, 0, len(applied))
	for _, a := range slices.Backward(applied) {
		back = append(back, Applied{Change{Path: a.Path, From: a.To, To: a.From}, a.Bare})
	}
	return back
}
