package edit

import (
	"errors"

	"estate/internal/content/i18n"
)

// Errors of calls. Each of them has changed nothing.
var (
	ErrNotFound  = errors.New("there is no such content")
	ErrForbidden = errors.New("the role does not allow it")
	// ErrKeyReused reports a key that another request has used.
	ErrKeyReused = errors.New("the key of the call belongs to another request")
)

// FieldProblem is a problem of one field.
type FieldProblem struct {
	Path string
	Text string // in the language of the user
}

// InvalidError reports values that cannot be stored.
type InvalidError struct{ Fields []FieldProblem }

func (e *InvalidError) Error() string { return "invalid values" + paths(e.Fields) }

// ConfirmError reports changes that need a confirmation.
type ConfirmError struct{ Guards []FieldProblem }

func (e *ConfirmError) Error() string { return "changes need a confirmation" + paths(e.Guards) }

// ReadOnlyError reports content that is edited in WordPress.
type ReadOnlyError struct{ URL string } // of its form there, "" where it is not known

func (e *ReadOnlyError) Error() string { return "the content is edited in WordPress" }

func paths(problems []FieldProblem) string {
	text, separator := "", ": "
	for _, p := range problems {
		text += separator + p.Path
		separator = ", "
	}
	return text
}

// word is a text of the studio, by its key below studio.edit.
func word(lang i18n.Lang, key string, pairs ...any) string {
	return i18n.Words.T(lang, "studio.edit."+key, pairs...)
}
