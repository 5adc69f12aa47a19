package sqldb

import (
	"strconv"
	"strings"
)

// The table of a text index has the columns rowid and words: an FTS5 table in SQLite, a
// TSVECTOR with a GIN index in PostgreSQL. Words consist of letters and digits only, in lower
// case: then both databases compare them by their bytes, and no word is syntax.

// TextDocument is a text as the index stores it. Words keep their order, for phrases.
func (c *Conn) TextDocument(words []string) string {
	if !c.dialect.server {
		return strings.Join(words, " ")
	}
	var b strings.Builder
	for i, word := range words {
		b.WriteString(word)
		b.WriteByte(':')
		b.WriteString(strconv.Itoa(i + 1))
		b.WriteByte(' ')
	}
	return b.String()
}

// TextMatch is a condition for rows of a text index, with one placeholder, and its argument.
// A phrase is found where its words follow each other; its last word may be the beginning of a
// longer one. A row has all phrases, or with anyOf one of them.
func (c *Conn) TextMatch(table string, phrases [][]string, anyOf bool) (condition, arg string) {
	quote, next, end, and, or := `"`, " + ", "*", " AND ", " OR "
	condition = table + " MATCH ?"
	if c.dialect.server {
		quote, next, end, and, or = "'", " <-> ", ":*", " & ", " | "
		condition = table + ".words @@ ?::tsquery"
	}
	joined := make([]string, len(phrases))
	for i, phrase := range phrases {
		joined[i] = "(" + quote + strings.Join(phrase, quote+next+quote) + quote + end + ")"
	}
	if anyOf {
		return condition, strings.Join(joined, or)
	}
	return condition, strings.Join(joined, and)
}
