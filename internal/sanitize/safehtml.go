package sanitize

import (
	"html"
	"strings"
)

// SafeHTML is markup that a page may carry as it is. Only this package makes one that
// is not empty: the type is the proof that a Sanitizer checked the markup.
type SafeHTML struct{ html string }

// Escape makes plain text markup that reads the same.
func Escape(text string) SafeHTML { return SafeHTML{html.EscapeString(text)} }

// String returns the markup for a writer that does not escape it.
func (h SafeHTML) String() string { return h.html }

// IsZero reports whether there is no markup; json's omitzero asks it.
func (h SafeHTML) IsZero() bool { return h.html == "" }

// MarshalText makes the JSON form a string.
func (h SafeHTML) MarshalText() ([]byte, error) { return []byte(h.html), nil }

// InParagraph returns markup that begins without an element inside a paragraph.
func (h SafeHTML) InParagraph() SafeHTML {
	if h.IsZero() || strings.HasPrefix(h.html, "<") {
		return h
	}
	return SafeHTML{"<p>" + h.html + "</p>"}
}
