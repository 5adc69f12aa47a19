package vocabulary

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"estate/internal/content/i18n"
)

//go:embed vocabulary.csv
var table []byte

// Kind is what a word is about.
type Kind string

// The kinds of words.
const (
	KindOffer  Kind = "offer"  // means one of the offers
	KindStatus Kind = "status" // means one of the states of a listing
	KindPrice  Kind = "price"  // means OnAsk
	KindAnswer Kind = "answer" // means Yes or No
	KindType   Kind = "type"   // means the slug of a type
	KindPeriod Kind = "period" // means Fortnight or Year; shorter and longer ones are offers
)

// The meanings of offers. Rent has no period yet.
const (
	Sale    = "sale"
	Rent    = "rent"
	Month   = "month"
	Week    = "week"
	Day     = "day"
	Holiday = "holiday"
)

// The meanings of periods, for which a feed has no offer.
const (
	Fortnight = "fortnight"
	Year      = "year"
)

// The meanings of states.
const (
	Available  = "available"
	Reserved   = "reserved"
	UnderOffer = "under_offer"
	Sold       = "sold"
	Let        = "let"
	Withdrawn  = "withdrawn"
)

// Meanings of prices and answers.
const (
	OnAsk = "on_ask"
	Yes   = "yes"
	No    = "no"
)

// Entry is a row of the table.
type Entry struct {
	Kind  Kind
	Term  string // "villa(s)" stands for the singular and the plural
	Means string
	Name  i18n.Text // of a type, in the singular
	// Feeds reports a term that only feeds read: in the search line it is a feature or says nothing.
	Feeds bool
	// Line reports a term that only the search line reads: in a feed it may mean something else.
	Line bool
	// Period is the language of an offer that the search line reads as the period of a price, "" for none.
	Period i18n.Lang
}

// Forms are the spellings of the term.
func (e Entry) Forms() []string { return Variants(e.Term) }

var bracket = regexp.MustCompile(`\(([a-z]+)\)`)

// Variants expands "villa(s)" into "villa" and "villas", for all brackets of a term together.
func Variants(term string) []string {
	singular, plural := bracket.ReplaceAllString(term, ""), bracket.ReplaceAllString(term, "$1")
	if singular == plural {
		return []string{term}
	}
	return []string{singular, plural}
}

// Key is the form in which words are compared: letters and digits in lower case and without accents.
// "Semi-Detached_Villa" and "semi detached villa" are equal, and so are "P.O.A." and "poa".
func Key(word string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, i18n.Fold(word))
}

// Table returns the raw table, for a fingerprint.
func Table() []byte { return table }

// Entries are the rows in their order. The caller must not change them.
var Entries = sync.OnceValue(func() []Entry {
	entries, err := parse(table)
	if err != nil {
		panic("vocabulary.csv: " + err.Error()) // embedded, so a test finds it
	}
	return entries
})

// The uses of a term in the last column of the table; any other text is a language, see Entry.Period.
const (
	feedsOnly = "-"
	lineOnly  = "+"
)

func parse(text []byte) ([]Entry, error) {
	rows := csv.NewReader(bytes.NewReader(text))
	rows.Comma, rows.FieldsPerRecord = ';', 6
	all, err := rows.ReadAll()
	if err != nil {
		return nil, err
	}
	var entries []Entry
	for n, row := range all {
		if n == 0 {
			continue
		}
		e := Entry{Kind: Kind(row[0]), Term: row[1], Means: row[2], Feeds: row[5] == feedsOnly}
		rest, line := strings.CutPrefix(row[5], lineOnly)
		if e.Line = line; !e.Feeds {
			e.Period = i18n.Lang(rest)
		}
		if e.Period != "" && (e.Kind != KindOffer || !slices.Contains(i18n.Filled, e.Period)) {
			return nil, fmt.Errorf("line %d: %q says no use of a term", n+1, row[5])
		}
		if e.Kind == KindType {
			e.Name = i18n.Text{i18n.LangEN: row[3], i18n.LangES: row[4]}
		}
		if e.Term == "" || e.Means == "" || e.Kind == KindType && (row[3] == "" || row[4] == "") {
			return nil, fmt.Errorf("line %d: a cell is empty", n+1)
		}
		entries = append(entries, e)
	}
	return entries, nil
}

var index = sync.OnceValue(func() map[Kind]map[string]Entry {
	found := map[Kind]map[string]Entry{}
	for _, e := range Entries() {
		if e.Line {
			continue
		}
		if found[e.Kind] == nil {
			found[e.Kind] = map[string]Entry{}
		}
		for _, form := range e.Forms() {
			key := formKey(e.Kind, form)
			if _, known := found[e.Kind][key]; !known {
				found[e.Kind][key] = e
			}
		}
	}
	return found
})

// formKey is Key, but for an answer that has neither letters nor digits.
func formKey(kind Kind, form string) string {
	if key := Key(form); key != "" || kind != KindAnswer {
		return key
	}
	return strings.TrimSpace(form)
}

// Find looks a word of a feed or a spreadsheet up.
func Find(kind Kind, word string) (Entry, bool) {
	key := formKey(kind, word)
	if key == "" {
		return Entry{}, false
	}
	e, ok := index()[kind][key]
	return e, ok
}

// Meaning is what a word means, "" for an unknown one.
func Meaning(kind Kind, word string) string {
	e, _ := Find(kind, word)
	return e.Means
}

// parts separate the words of a cell that names several.
var parts = regexp.MustCompile(`\s+[-–—:>]\s+|\s*[/|,;()>]\s*`)

// Parts are the words of a cell that names several, in the order in which they are looked up, none for a cell that
// names one. Of "Apartment - Penthouse" the second one is the special one and comes first; "House/Villa" and
// "Villa (new)" keep their order.
func Parts(cell string) []string {
	var words []string
	for _, word := range parts.Split(cell, -1) {
		if word = strings.TrimSpace(word); word != "" {
			words = append(words, word)
		}
	}
	if len(words) == 1 && words[0] == strings.TrimSpace(cell) {
		return nil
	}
	if !strings.ContainsAny(cell, "/|,;(") {
		slices.Reverse(words)
	}
	return words
}
