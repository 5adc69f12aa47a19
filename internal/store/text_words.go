package store

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"estate/internal/content/i18n"
	"estate/internal/store/record"
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

// textSearch is the kind of text search that the query is.
func (a *archiveQuery) textSearch() textSearch {
	switch {
	case len(a.words)+len(a.unwanted) == 0:
		return noText
	case a.text != nil:
		return indexedSearch
	}
	return textScan
}

// textConditions are the conditions of a text search in the text index.
type textConditions struct {
	number           int64  // of the type in the text index
	wanted, unwanted string // conditions with one argument; "" demands nothing
	wantedArg        string
	unwantedArg      string
	isEmpty          bool // nothing is found
}

// inTextIndex selects the rows of a type that pass a condition. The shift keeps PostgreSQL from
// reading the range of the type in place of the index of the words.
const inTextIndex = " FROM entity_texts WHERE %s AND rowid >> %d = ?"

func (t *textConditions) rows(condition, arg string) (string, []any) {
	return fmt.Sprintf(inTextIndex, condition, textIDBits), []any{arg, t.number}
}

func (t *textConditions) addTo(c *conditions) {
	if t.isEmpty {
		c.add("1 = 0")
		return
	}
	for _, one := range []struct{ in, condition, arg string }{
		{"e.id IN", t.wanted, t.wantedArg}, {"e.id NOT IN", t.unwanted, t.unwantedArg},
	} {
		if one.condition != "" {
			from, args := t.rows(one.condition, one.arg)
			c.add(one.in+" (SELECT rowid & "+strconv.Itoa(maxTextID)+from+")", args...)
		}
	}
}

// useTextIndex lets the query use the text index, where it is complete. A query that finds
// nothing is known then, and reads no list.
func (s *Store) useTextIndex(ctx context.Context, a *archiveQuery) error {
	if a.textSearch() == noText || !s.textsComplete.Load() {
		return nil
	}
	db := s.db.Read()
	a.text = &textConditions{}
	hasType, err := db.One(ctx, "SELECT number FROM text_types WHERE type = ?", []any{string(a.typ)}, &a.text.number)
	if err != nil {
		return err
	}
	if phrases := phrasesOf(a.unwanted); hasType && len(phrases) > 0 {
		a.text.unwanted, a.text.unwantedArg = db.TextMatch("entity_texts", phrases, true)
	}
	if len(a.words) == 0 {
		return nil
	}
	phrases := phrasesOf(a.words)
	if a.text.isEmpty = !hasType || len(phrases) == 0; a.text.isEmpty {
		return nil
	}
	a.text.wanted, a.text.wantedArg = db.TextMatch("entity_texts", phrases, false)
	from, args := a.text.rows(a.text.wanted, a.text.wantedArg)
	var one int
	found, err := db.One(ctx, "SELECT 1"+from+" LIMIT 1", args, &one)
	a.text.isEmpty = !found
	return err
}

// phrasesOf splits the parts of a search text as the text index does. Parts without letters
// and digits are left out.
func phrasesOf(parts []string) [][]string {
	var phrases [][]string
	for _, part := range parts {
		if words := record.SplitWords(part); len(words) > 0 {
			phrases = append(phrases, words)
		}
	}
	return phrases
}
