package engine

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/content/vocabulary"
)

//go:embed terms.csv
var builtinTerms []byte

// The kinds of words that are mapped.
const (
	kindType    = "type"
	kindFeature = "feature"
	kindPlace   = "place"
	kindAgent   = "agent"
)

// ignored is the meaning of a word that is known and says nothing.
const ignored = "-"

// meaning is a row of a table.
type meaning struct {
	means string
	name  i18n.Text // of a type, in the singular
}

// mapping maps the words of sources to the agency's terms.
type mapping struct {
	own, builtin map[string]meaning // by kind and folded word
	catalog      *search.Catalog
	people       []*content.Author
	print        string // fingerprint: with another one every listing is mapped again
}

// newMapping reads the agency's table, when there is one.
func newMapping(file string, catalog *search.Catalog, people []*content.Author) (*mapping, error) {
	m := &mapping{catalog: catalog, people: people}
	var err error
	if m.builtin, err = readTable(builtinTerms); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("table of terms: %w", err)
	}
	if m.own, err = readTable(bytes.TrimPrefix(text, []byte("\ufeff"))); err != nil {
		return nil, fmt.Errorf("table of terms %s: %w", file, err)
	}
	hash := sha256.New()
	hash.Write(builtinTerms)
	hash.Write(vocabulary.Table())
	hash.Write(text)
	for _, list := range [][]search.Option{catalog.Offers, catalog.Types, catalog.Locations} {
		for _, option := range list {
			fmt.Fprintln(hash, option.ID, option.Slug, option.Parent, option.Name)
		}
	}
	for _, person := range people {
		fmt.Fprintln(hash, person.ID, person.Slug, person.Name, person.Mail)
	}
	m.print = hex.EncodeToString(hash.Sum(nil)[:8])
	return m, nil
}

// readTable reads rows of kind, term, meaning and the names of a type.
func readTable(text []byte) (map[string]meaning, error) {
	table := map[string]meaning{}
	rows := csv.NewReader(bytes.NewReader(text))
	rows.FieldsPerRecord, rows.TrimLeadingSpace, rows.Comma = -1, true, ';'
	if header, _, _ := bytes.Cut(text, []byte("\n")); bytes.Count(header, []byte(",")) > bytes.Count(header, []byte(";")) {
		rows.Comma = ','
	}
	for n := 1; ; n++ {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return table, nil
		}
		if err != nil {
			return nil, err
		}
		if row = append(row, "", "", "", ""); n == 1 && row[0] == "kind" || row[0] == "" {
			continue
		}
		switch row[0] {
		case kindType, kindFeature, kindPlace, kindAgent:
		default:
			return nil, fmt.Errorf("line %d: kind is %q; use type, feature, place or agent", n, row[0])
		}
		for i := range row[:5] {
			row[i] = unquoteFormula(row[i])
		}
		if row[1] == "" || row[2] == "" {
			continue // a word that is not decided yet
		}
		m := meaning{means: strings.TrimSpace(row[2]), name: i18n.Text{}}
		if row[3] != "" {
			m.name[i18n.LangEN] = row[3]
		}
		if row[4] != "" {
			m.name[i18n.LangES] = row[4]
		}
		table[row[0]+"/"+i18n.Fold(row[1])] = m
	}
}

// QuoteFormula makes a word of a feed safe in a spreadsheet: an apostrophe before a character that
// begins a formula. readTable removes it.
func QuoteFormula(word string) string {
	if isFormula(word) || strings.HasPrefix(word, "'") && isFormula(strings.TrimLeft(word, "'")) {
		return "'" + word
	}
	return word
}

func unquoteFormula(word string) string {
	if rest, ok := strings.CutPrefix(word, "'"); ok && isFormula(strings.TrimLeft(rest, "'")) {
		return rest
	}
	return word
}

// isFormula reports whether a spreadsheet runs a cell. "-" alone is a meaning of the table.
func isFormula(word string) bool {
	return word != ignored && word != "" && strings.ContainsRune("=+-@\t\r", rune(word[0]))
}

// lookup finds a word in the tables, the agency's first.
func (m *mapping) lookup(kind, word string) (meaning, bool) {
	key := kind + "/" + i18n.Fold(word)
	if found, ok := m.own[key]; ok {
		return found, true
	}
	if kind == kindType {
		entry, ok := vocabulary.Find(vocabulary.KindType, word)
		return meaning{entry.Means, entry.Name}, ok
	}
	found, ok := m.builtin[key]
	return found, ok
}

// typeOf returns the id of a type, 0 for none, and its name in the singular. A cell
// may name several: "House/Villa".
func (m *mapping) typeOf(word string) (id int, name i18n.Text, known bool) {
	for _, word := range append([]string{word}, vocabulary.Parts(word)...) {
		if found, ok := m.lookup(kindType, word); ok {
			if found.means == ignored {
				return 0, found.name, true
			}
			if option := find(m.catalog.Types, found.means); option != nil {
				return option.ID, found.name, true
			}
			name = found.name // a type that the agency does not have
		}
		if option := find(m.catalog.Types, word); option != nil {
			return option.ID, i18n.Text{i18n.LangEN: word, i18n.LangES: word}, true
		}
	}
	return 0, name, false
}

// feature returns the entry of a feature, "" for one without a meaning.
func (m *mapping) feature(word string) (entry string, known bool) {
	if found, ok := m.lookup(kindFeature, word); ok {
		if found.means == ignored {
			return "", true
		}
		return cmp.Or(search.FeatureKey(found.means), found.means), true
	}
	key := search.FeatureKey(word)
	return key, key != ""
}

// agent returns the person of a mail address, a name or a slug. A name that several have is not known.
func (m *mapping) agent(word string) (id int, known bool) {
	if found, ok := m.lookup(kindAgent, word); ok {
		if found.means == ignored {
			return 0, true
		}
		word = found.means
	}
	word = foldWords(word)
	for _, of := range []func(*content.Author) string{
		func(a *content.Author) string { return a.Mail },
		func(a *content.Author) string { return a.Slug },
		func(a *content.Author) string { return a.Name },
	} {
		var ids []int
		for _, person := range m.people {
			if foldWords(of(person)) == word {
				ids = append(ids, person.ID)
			}
		}
		if len(ids) == 1 {
			return ids[0], true
		}
	}
	return 0, false
}

// foldWords is a text without case, accents and spaces in excess.
func foldWords(text string) string { return i18n.Fold(strings.Join(strings.Fields(text), " ")) }

// place returns the location of a word, nil for none.
func (m *mapping) place(word string) (option *search.Option, known bool) {
	if found, ok := m.lookup(kindPlace, word); ok {
		if found.means == ignored {
			return nil, true
		}
		word = found.means
	}
	option = find(m.catalog.Locations, word)
	return option, option != nil
}

// find compares a word with slugs and names, without case, accents and a final "s". The lowest
// place in the tree wins: a town before its province of the same name.
func find(options []search.Option, word string) *search.Option {
	var found *search.Option
	word = singular(word)
	for i := range options {
		o := &options[i]
		matches := singular(o.Slug) == word
		for _, name := range o.Name {
			matches = matches || singular(name) == word
		}
		if matches {
			found = o
		}
	}
	return found
}

func singular(word string) string { return strings.TrimSuffix(i18n.Slug(word), "s") }
