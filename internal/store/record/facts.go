package record

import (
	"fmt"
	"math"
	"net/url"
	"strconv"
	"strings"

	"estate/internal/content"
	"estate/internal/content/search"
)

// The facts that the search index keeps of a property or development are stored as one
// line of words, each a letter and a value: a million of them are read without decoding
// a document, and LIKE '% t15 %' finds one fact:
//
//	" o3 t15 p636 c7001 k59 #beachfront fsea-views b4 h3 u210 l900 x40 y3651000 z-495000 e1250000 m1732060800 S rZR-1042P "
//
// o offer, t type, p province, c city, a subarea, k category, # collection,
// f feature, b beds, h baths, u built, l plot and x terrace size, y latitude and z longitude
// in 1e-5 degrees, e price, E upper price, U price that was not understood, m modified, S sold, r reference, n name.

// FactLetters are the letters of a taxonomy's terms in the facts.
var FactLetters = map[string]string{
	search.KeyOffer:       "o",
	search.KeyType:        "t",
	search.KeyProvince:    "p",
	search.KeyCity:        "c",
	search.KeySubarea:     "a",
	search.KeyLocation:    "pca",
	search.KeyCategory:    "k",
	search.KeyCategories:  "k",
	search.KeyOptions:     "#",
	search.KeyCollections: "#",
}

// EncodeFacts returns the facts of a row as one line.
func EncodeFacts(row *search.Row) string {
	b := make([]byte, 1, 96)
	b[0] = ' '
	number := func(key byte, n int) {
		if n != 0 {
			b = append(strconv.AppendInt(append(b, key), int64(n), 10), ' ')
		}
	}
	list := func(key byte, ids []int) {
		for _, id := range ids {
			number(key, id)
		}
	}
	text := func(key byte, s string) {
		if s != "" {
			b = append(append(append(b, key), url.QueryEscape(s)...), ' ')
		}
	}
	list('o', row.Offers)
	list('t', row.Types)
	number('p', row.Province)
	number('c', row.City)
	number('a', row.Subarea)
	list('k', row.Categories)
	for _, collection := range row.Collections {
		text('#', collection)
	}
	for _, feature := range row.Features {
		text('f', feature)
	}
	number('b', row.Beds)
	number('h', row.Baths)
	number('u', row.Built)
	number('l', row.Plot)
	number('x', row.Terrace)
	stored := content.StoredPosition(row.ID, row.Position)
	number('y', int(math.Round(stored.Lat*positionScale)))
	number('z', int(math.Round(stored.Lng*positionScale)))
	number('e', row.Price)
	number('E', row.PriceTo)
	if row.PriceUnknown {
		b = append(b, 'U', ' ')
	}
	number('m', int(row.Modified))
	if row.Sold {
		b = append(b, 'S', ' ')
	}
	text('r', row.Reference)
	text('n', row.Name)
	return string(b)
}

// positionScale is the number of units in a degree.
const positionScale = 1e5

// FactsDecoder reads lines of facts. It shares texts and memory between rows; one
// goroutine uses it.
type FactsDecoder struct {
	words map[string]string // collections and features, by their escaped form
	ids   []int             // memory for the next lists
	texts []string          // memory for the next lists
}

// Decode adds the facts of one row.
func (d *FactsDecoder) Decode(row *search.Row, facts string) error {
	for {
		facts = strings.TrimLeft(facts, " ")
		if facts == "" {
			row.Position = content.RowPosition(row.ID, row.Position)
			return nil
		}
		word, rest, _ := strings.Cut(facts, " ")
		if err := d.word(row, word[0], word[1:]); err != nil {
			return fmt.Errorf("facts of %s %d: %w", row.Kind, row.ID, err)
		}
		facts = rest
	}
}

func (d *FactsDecoder) word(row *search.Row, key byte, value string) error {
	switch key {
	case 'S':
		row.Sold = true
		return nil
	case 'U':
		row.PriceUnknown = true
		return nil
	case '#':
		row.Collections = appendTo(&d.texts, row.Collections, d.shared(value))
		return nil
	case 'f':
		row.Features = appendTo(&d.texts, row.Features, d.shared(value))
		return nil
	case 'n':
		row.Name = unescape(value)
		return nil
	case 'r':
		row.Reference = unescape(value)
		return nil
	}
	n, err := strconv.Atoi(value)
	if err != nil {
		return err
	}
	switch key {
	case 'o':
		row.Offers = appendTo(&d.ids, row.Offers, n)
	case 't':
		row.Types = appendTo(&d.ids, row.Types, n)
	case 'k':
		row.Categories = appendTo(&d.ids, row.Categories, n)
	case 'p':
		row.Province = n
	case 'c':
		row.City = n
	case 'a':
		row.Subarea = n
	case 'b':
		row.Beds = n
	case 'h':
		row.Baths = n
	case 'u':
		row.Built = n
	case 'l':
		row.Plot = n
	case 'x':
		row.Terrace = n
	case 'y':
		row.Position.Lat = float64(n) / positionScale
	case 'z':
		row.Position.Lng = float64(n) / positionScale
	case 'e':
		row.Price = n
	case 'E':
		row.PriceTo = n
	case 'm':
		row.Modified = int64(n)
	default:
		return fmt.Errorf("unknown letter %q", key)
	}
	return nil
}

// appendTo adds to a list of a row in a block of memory for many rows. A list at the end
// of the block grows in place, any other one is copied to the end. The capacity of a list
// is its length, so that an append of the caller copies it.
func appendTo[T any](block *[]T, list []T, value T) []T {
	from := len(*block) - len(list)
	atEnd := from >= 0 && (len(list) == 0 || &(*block)[from] == &list[0])
	if !atEnd || len(*block) == cap(*block) {
		if cap(*block)-len(*block) <= len(list) {
			*block = make([]T, 0, max(blockSize, 2*len(list)))
		}
		from = len(*block)
		*block = append(*block, list...)
	}
	*block = append(*block, value)
	return (*block)[from:len(*block):len(*block)]
}

// blockSize is the number of values that a block has room for.
const blockSize = 512

func (d *FactsDecoder) shared(value string) string {
	if known, ok := d.words[value]; ok {
		return known
	}
	if d.words == nil {
		d.words = map[string]string{}
	}
	text := unescape(value)
	d.words[strings.Clone(value)] = text
	return text
}

// unescape copies the text, so that it does not keep its whole line in memory.
func unescape(value string) string {
	if text, err := url.QueryUnescape(value); err == nil {
		value = text
	}
	return strings.Clone(value)
}
