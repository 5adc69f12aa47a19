package content

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"estate/internal/platform/backoff"
)

// Code identifies an error; it is the key of the visitor's text in
// locales/{lng}/errors.json.
type Code string

// The errors that visitors see.
const (
	CodeNotFound Code = "notFound"
	CodeGone     Code = "gone"
	CodeUpstream Code = "upstream"
	CodeDenied   Code = "denied"
	CodeInternal Code = "internal"
)

// Error is an error that visitors see (specification §8).
// Any other error is a bug or an outage: it is logged and answered with 500.
type Error struct {
	Code   Code
	Status int    // as the record carries it; the page's own status may differ
	Detail string // the catalogue's sentence, for records, logs and the REST API
	Err    error  // the cause, may be nil
}

func (e *Error) Error() string {
	if e.Err != nil {
		return e.Detail + ": " + e.Err.Error()
	}
	return e.Detail
}

func (e *Error) Unwrap() error { return e.Err }

func notFound(format string, args ...any) *Error {
	return &Error{Code: CodeNotFound, Status: http.StatusNotFound, Detail: fmt.Sprintf(format, args...)}
}

// EntityNotFound reports that endpoint holds nothing under slug.
func EntityNotFound(endpoint, slug string) *Error {
	return notFound(`entity from endpoint "%s" with slug "%s" not found`, endpoint, slug)
}

// PostTypeNotFound reports that none of endpoints holds anything under slug.
func PostTypeNotFound(endpoints []string, slug string) *Error {
	return notFound(`post type from endpoints "%s" with slug "%s" not found`, strings.Join(endpoints, ","), slug)
}

// AuthorPageNotFound reports a page number past the author's last page.
func AuthorPageNotFound(slug string, page int) *Error {
	return notFound(`author "%s" doesn't have page %d`, slug, page)
}

// TermPageNotFound reports a page number past the term's last page.
func TermPageNotFound(taxonomy, slug string, page int) *Error {
	return notFound(`%s with slug "%s" doesn't have page %d`, taxonomy, slug, page)
}

// DatePageNotFound reports a date archive without such a page, page 1 included.
func DatePageNotFound(route string, page int) *Error {
	return notFound(`date "%s" doesn't have page %d`, route, page)
}

// PostArchivePageNotFound reports a page number past the last page of any type archive.
func PostArchivePageNotFound(page int) *Error {
	return notFound(`post archive doesn't have page %d`, page)
}

// RouteMismatch reports a slug that exists, but under another link.
func RouteMismatch(route string) *Error {
	return notFound(`You have tried to access content at route: %s but it does not exist`, route)
}

// NoHandler reports a link without a handler in the permalink table.
func NoHandler(link string) *Error {
	return notFound(`No handler has matched for the given link: "%s"`, link)
}

// WrongYear, WrongMonth and WrongDay report date parts out of range (specification §5.1 to §5.3).
func WrongYear(n int) *Error { return notFound("%d is a wrong year number", n) }

// WrongMonth reports a month that is not 1 to 12.
func WrongMonth(n int) *Error { return notFound("%d is a wrong month number", n) }

// WrongDay reports a day that the month does not have.
func WrongDay(n int) *Error { return notFound("%d is a wrong day number", n) }

// Gone reports content that was published and is deleted.
func Gone(kind Type, slug string) *Error {
	return &Error{Code: CodeGone, Status: http.StatusGone, Detail: fmt.Sprintf(`%s "%s" is no longer published`, kind, slug)}
}

// Look-ups of a Source that find nothing fail with one of these; both are an
// *Error with CodeNotFound. IsNotFound reports them, and a CMS's own 404.
var (
	// ErrNotFound reports that there is no such thing.
	ErrNotFound error = notFound("not found")
	// ErrNoRevision reports an entity that exists and was never revised.
	ErrNoRevision error = notFound("the entity has no revision")
)

// IsNotFound reports whether err says that what was looked up does not exist.
func IsNotFound(err error) bool {
	known, ok := errors.AsType[*Error](err)
	return ok && known.Code == CodeNotFound
}

// ErrUnreachable marks a source that gave no usable answer: a network error, a timeout or
// an invalid body.
var ErrUnreachable = backoff.ErrUnreachable

// FromStatus reports a response with an error status, with the text of the server.
func FromStatus(status int, text string) *Error {
	code := CodeUpstream
	switch {
	case status == http.StatusNotFound:
		code = CodeNotFound
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		code = CodeDenied
	}
	return &Error{Code: code, Status: status, Detail: text}
}
