package sanitize

import (
	"html"
	"strings"
)

// SafeHTML is markup that a page may carry unchanged. Only this package creates non-empty
// values, so the type proves that the markup was sanitized.
type SafeHTML struct{ html string }

// Escape returns plain text as markup.
func Escape(text string) SafeHTML { return SafeHTML{html.EscapeString(text)} }

// String returns the markup for a writer that does not escape it.
func (h SafeHTML) String() string { return h.html }

// IsZero reports whether there is no markup. encoding/json calls it for omitzero.
func (h SafeHTML) IsZero() bool { return h.html == "" }

// MarshalText returns the markup: in JSON it is a string.
func (h SafeHTML) MarshalText() ([]byte, error) { return []byte(h.html), nil }

// InParagraph wraps markup that does not begin with an element into a paragraph.
func (h SafeHTML) InParagraph() SafeHTML {
	if h.IsZero() || strings.HasPrefix(h.html, "<") {
		return h
	}
	return SafeHTML{"<p>" + h.html + "</p>"}
}
