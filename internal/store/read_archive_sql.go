package store

import (
	"net/url"
	"strconv"
	"strings"

	"estate/internal/platform/sqldb"
	"estate/internal/store/record"
)

// where returns the WHERE clause for the query's entities, aliased e.
func (a *archiveQuery) where() (string, []any) {
	var c conditions
	langs := langsOf(a.typ, a.lang)
	c.add("e.type = ?", string(a.typ))
	if len(langs) == 1 {
		c.add("e.lang = ?", langs...)
	} else {
		c.add("e.lang IN "+sqldb.Placeholders(len(langs)), langs...)
	}
	c.add("e.status = 'publish'")
	if !a.after.IsZero() {
		c.add("e.published_at > ?", a.after.UnixMilli())
	}
	if !a.before.IsZero() {
		c.add("e.published_at < ?", a.before.UnixMilli())
	}
	if a.author != 0 {
		c.add("e.author = ?", a.author)
	}
	if a.parent >= 0 {
		c.add("e.parent = ?", a.parent)
	}
	if a.sticky != nil {
		not := map[bool]string{false: "NOT "}[*a.sticky]
		c.add("e.doc "+not+"LIKE ?", `%"sticky":true%`) // a text in a document has its quotes escaped
	}
	a.whereListed(&c)
	a.whereTerm(&c)
	if a.text != nil {
		a.text.addTo(&c)
		return strings.Join(c.texts, " AND "), c.args
	}
	for _, word := range a.words {
		c.add(`e.words LIKE ? ESCAPE '\'`, containing(word))
	}
	for _, word := range a.unwanted {
		c.add(`e.words NOT LIKE ? ESCAPE '\'`, containing(word))
	}
	return strings.Join(c.texts, " AND "), c.args
}

func (a *archiveQuery) whereListed(c *conditions) {
	if len(a.include) > 0 {
		list := sqldb.Padded(a.include)
		c.add("e.id IN "+sqldb.Placeholders(len(list)), list...)
	}
	if len(a.exclude) > 0 {
		list := sqldb.Padded(a.exclude)
		c.add("e.id NOT IN "+sqldb.Placeholders(len(list)), list...)
	}
	if len(a.slugs) > 0 {
		list := make([]any, len(a.slugs))
		for i, slug := range a.slugs {
			list[i] = slug
		}
		c.add("e.slug IN "+sqldb.Placeholders(len(list)), list...)
	}
}

// whereTerm adds the condition for a term: posts have a list of terms, properties and
// developments have facts.
func (a *archiveQuery) whereTerm(c *conditions) {
	if a.term == 0 {
		return
	}
	letters, isFact := record.FactLetters[a.taxonomy]
	if !isFact {
		c.add("EXISTS (SELECT 1 FROM entity_terms t WHERE t.taxonomy = ? AND t.term = ? AND t.type = e.type AND t.id = e.id)",
			a.taxonomy, a.term)
		return
	}
	value := strconv.Itoa(a.term)
	if letters == "#" {
		value = url.QueryEscape(a.collection)
	}
	var either []string
	for _, letter := range letters {
		either = append(either, `h.facts LIKE ? ESCAPE '\'`)
		c.args = append(c.args, containing(" "+string(letter)+value+" "))
	}
	c.texts = append(c.texts, "EXISTS (SELECT 1 FROM homes h WHERE h.kind = e.type AND h.id = e.id AND ("+strings.Join(either, " OR ")+"))")
}

// orders are the columns of orderby; a tie is decided by the newest id.
var orders = map[string]string{
	"":          "e.published_at",
	"date":      "e.published_at",
	"relevance": "e.published_at",
	"modified":  "e.modified_at",
	"id":        "e.id",
	"title":     "e.title",
	"slug":      "e.slug",
	"author":    "e.author",
	"parent":    "e.parent",
}

func (a *archiveQuery) order() string {
	column, ok := orders[a.orderBy]
	if !ok {
		column = orders["date"]
	}
	direction := " ASC"
	if a.descending {
		direction = " DESC"
	}
	if column == "e.id" {
		return column + direction
	}
	return column + direction + ", e.id" + direction
}
