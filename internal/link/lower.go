package link

import (
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

// lower is text in lower case by Unicode's whole rules. strings.ToLower goes
// letter by letter: it knows no final sigma and drops the dot of a Turkish İ, so
// that the server and the browser would call one page by two names.
func lower(text string) string {
	if strings.ContainsAny(text, "Σİ") {
		return cases.Lower(language.Und).String(text)
	}
	return strings.ToLower(text)
}
