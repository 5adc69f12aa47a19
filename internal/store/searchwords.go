package store

import (
	"net/url"
	"slices"
	"strings"

	"estate/internal/i18n"
)

// search reads the search text as it stands in the query string: words and "phrases"
// that must be found, and -words that must not be found.
func (a *archiveQuery) search(raw string) {
	text, err := url.QueryUnescape(raw)
	if err != nil {
		text = raw
	}
	if len(text) > maxSearch {
		text = text[:maxSearch]
	}
	text = i18n.Fold(text)
	for i, part := range strings.Split(text, `"`) {
		if i%2 == 1 {
			a.words = append(a.words, strings.TrimSpace(part))
			continue
		}
		for _, word := range strings.Fields(part) {
			if rest, no := strings.CutPrefix(word, "-"); no && rest != "" {
				a.unwanted = append(a.unwanted, rest)
				continue
			}
			a.words = append(a.words, word)
		}
	}
	a.words = slices.DeleteFunc(a.words, func(word string) bool { return word == "" })
	if len(a.words)+len(a.unwanted) > maxWords {
		a.words, a.unwanted = []string{strings.ReplaceAll(text, `"`, "")}, nil
	}
}

// isScan reports whether the query reads every text of its type.
func (a *archiveQuery) isScan() bool { return len(a.words)+len(a.unwanted) > 0 }
