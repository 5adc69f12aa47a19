package link

import (
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

// lower is text in lower case by Unicode's full rules, as browsers apply them.
// strings.ToLower works letter by letter: it has no final sigma and drops the dot of
// a Turkish İ, so server and browser would have two links for one page.
func lower(text string) string {
	if strings.ContainsAny(text, "Σİ") {
		return cases.Lower(language.Und).String(text)
	}
	return strings.ToLower(text)
}
