package index

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"estate/internal/content/search"
)

// References returns at most limit references that begin with a text or, if there are none,
// contain it. Characters that are no letter or digit do not count. They are folded and sorted.
// Sold properties are among them.
func (ix *Index) References(kind search.Kind, text string, limit int) []string {
	s, ok := (*ix.current.Load())[kind]
	wanted := lettersAndDigits([]byte(search.FoldReference(text)), nil)
	if !ok || len(wanted) < minPartLen || len(wanted) > maxNearLen {
		return nil
	}
	beginning, containing := completions{limit: limit}, completions{limit: limit}
	s.eachReference(func(_ int, folded, letters []byte) {
		switch at := bytes.Index(letters, wanted); {
		case at == 0:
			beginning.add(folded, letters)
		case at > 0:
			containing.add(folded, letters)
		}
	})
	if len(beginning.found) == 0 {
		beginning = containing
	}
	references := make([]string, len(beginning.found))
	for i, c := range beginning.found {
		references[i] = c.folded
	}
	slices.Sort(references)
	return references
}

// completions are the first references in the order of their letters and digits, each once.
type completions struct {
	limit int
	found []completion
}

type completion struct{ letters, folded string }

func (c *completions) add(folded, letters []byte) {
	if len(c.found) == c.limit && string(letters) > c.found[c.limit-1].letters {
		return
	}
	next := completion{string(letters), string(folded)}
	at, known := slices.BinarySearchFunc(c.found, next, func(a, b completion) int {
		return cmp.Or(strings.Compare(a.letters, b.letters), strings.Compare(a.folded, b.folded))
	})
	if !known {
		c.found = slices.Insert(c.found, at, next)
		c.found = c.found[:min(len(c.found), c.limit)]
	}
}
