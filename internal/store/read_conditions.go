package store

import (
	"maps"
	"slices"
	"strings"
	"time"

	"estate/internal/platform/sqldb"
)

// conditions collects the terms of a WHERE clause.
type conditions struct {
	texts []string
	args  []any
}

func (c *conditions) add(text string, args ...any) {
	c.texts = append(c.texts, text)
	c.args = append(c.args, args...)
}

// in demands that a column holds one of ids; column ends with IN or NOT IN. No ids
// demand nothing.
func (c *conditions) in(column string, ids []int) {
	if len(ids) > 0 {
		list := sqldb.Padded(ids)
		c.add(column+sqldb.Placeholders(len(list)), list...)
	}
}

// inTerms demands one of the terms of every taxonomy ("EXISTS"), or forbids all of
// them ("NOT EXISTS").
func (c *conditions) inTerms(exists string, terms map[string][]int) {
	for _, taxonomy := range slices.Sorted(maps.Keys(terms)) {
		if len(terms[taxonomy]) == 0 {
			continue
		}
		list := sqldb.Padded(terms[taxonomy])
		c.add(exists+" (SELECT 1 FROM entity_terms t WHERE t.taxonomy = ? AND t.term IN "+sqldb.Placeholders(len(list))+
			" AND t.type = e.type AND t.id = e.id)", append([]any{taxonomy}, list...)...)
	}
}

// instant adds a comparison with a time; the zero time demands nothing.
func (c *conditions) instant(text string, t time.Time) {
	if !t.IsZero() {
		c.add(text, t.UnixMilli())
	}
}

var likeEscaper = strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`)

// containing is the LIKE pattern for text at any place.
func containing(text string) string { return "%" + likeEscaper.Replace(text) + "%" }
