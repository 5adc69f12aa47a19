package compose

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"estate/internal/site/view"
)

// Encoded is a View with its JSON.
type Encoded struct {
	View *view.View
	JSON []byte
	// Documents have other JSON in place of these ranges, which are in order.
	inDocuments []replacement
}

// replacement is a range of JSON with what documents have in its place.
type replacement struct {
	start, end int
	with       []byte
}

// DocumentJSON returns the JSON for a document with rendered HTML. It has no data, which no component
// renders, and neither head nor cards of results: the browser reads them from the document
// (web/src/app/document-view.ts).
func (e *Encoded) DocumentJSON() []byte {
	out := make([]byte, 0, len(e.JSON))
	end := 0
	for _, part := range e.inDocuments {
		out = append(append(out, e.JSON[end:part.start]...), part.with...)
		end = part.end
	}
	return append(out, e.JSON[end:]...)
}

// prepared is the JSON of parts of a View from a cache; nil for a part that is encoded with the View.
type prepared struct {
	chrome []byte
	cards  []*cachedCard // of the results
}

// jsonBuffers are reused: the JSON of a View is large and needed only until the parts are inserted.
var jsonBuffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// Placeholders of the parts that are inserted into the JSON of a View, and their JSON.
var (
	placeholderJSONLD = []json.RawMessage{json.RawMessage("0")}
	jsonldPlaceholder = string(mustMarshal(placeholderJSONLD))
	chromePlaceholder = string(mustMarshal(&view.Chrome{}))
)

const cardsPlaceholder = "null"

// encode appends the JSON of a View to a slice. Prepared parts are inserted in place of placeholders:
// encoding/json would encode them again, and it checks and copies each json.RawMessage. Without a prepared
// chrome documents have the same JSON.
func (p *prepared) encode(to []byte, v *view.View) (*Encoded, error) {
	rest := *v
	if len(v.Head.JSONLD) > 0 {
		rest.Head.JSONLD = placeholderJSONLD
	}
	if p.chrome != nil {
		rest.Chrome = view.Chrome{}
	}
	if p.cards != nil {
		rest.Content = withoutCards(v.Content)
	}
	buffer := jsonBuffers.Get().(*bytes.Buffer)
	defer jsonBuffers.Put(buffer)
	buffer.Reset()
	if err := json.NewEncoder(buffer).Encode(&rest); err != nil {
		return nil, err
	}
	start := len(to)
	out := splicer{to: slices.Grow(to, buffer.Len()+p.size(v)), rest: bytes.TrimSuffix(buffer.Bytes(), []byte("\n"))}
	encoded := &Encoded{View: v}
	// In the order of the fields of View.
	if len(v.Head.JSONLD) > 0 {
		insertList(&out, `"jsonld":`, jsonldPlaceholder, v.Head.JSONLD)
	}
	if p.chrome != nil {
		out.skip(chromeKey, chromePlaceholder)
		// A quote within a string is escaped, so no link looks like the first key after the scalar fields.
		if data := bytes.Index(out.to[start:], []byte(dataKey)); data >= 0 {
			encoded.inDocuments = append(encoded.inDocuments, replacement{start: start + data, end: len(out.to) - len(","+chromeKey)})
		}
		out.to = append(out.to, p.chrome...)
	}
	if p.cards != nil {
		out.skip(`"cards":`, cardsPlaceholder)
		cards := replacement{start: len(out.to)}
		out.to, cards.with = appendCards(out.to, p.cards)
		cards.end = len(out.to)
		if p.chrome != nil {
			encoded.inDocuments = append(encoded.inDocuments, cards)
		}
	}
	if out.missing != "" {
		return nil, fmt.Errorf("the JSON has no placeholder of %s", out.missing)
	}
	encoded.JSON = append(out.to, out.rest...)
	return encoded, nil
}

const (
	dataKey   = `,"data":`
	chromeKey = `"chrome":`
)

// appendCards appends a list of cards, and returns the list of documents: a card that the browser reads
// from the HTML has its id alone there.
func appendCards(to []byte, cards []*cachedCard) (list, inDocuments []byte) {
	list, inDocuments = append(to, '['), []byte("[")
	for i, card := range cards {
		if i > 0 {
			list, inDocuments = append(list, ','), append(inDocuments, ',')
		}
		list = append(list, card.json...)
		if card.readable {
			inDocuments = strconv.AppendInt(inDocuments, int64(card.card.ID), 10)
		} else {
			inDocuments = append(inDocuments, card.json...)
		}
	}
	return append(list, ']'), append(inDocuments, ']')
}

// size is the number of bytes that are inserted into the JSON of a View.
func (p *prepared) size(v *view.View) int {
	size := len(p.chrome)
	for _, data := range v.Head.JSONLD {
		size += len(data) + 1
	}
	for _, card := range p.cards {
		size += len(card.json) + 1
	}
	return size
}

// withoutCards returns the sections with results that have the placeholder of their cards.
func withoutCards(sections []view.Section) []view.Section {
	sections = slices.Clone(sections)
	for i, section := range sections {
		if results, ok := section.(*view.PropertyArchiveSection); ok {
			without := *results
			without.Cards = nil
			sections[i] = &without
			break
		}
	}
	return sections
}

// splicer appends the JSON of a View from start to end, with parts in place of their placeholders.
type splicer struct {
	to, rest []byte
	missing  string // key without a placeholder
}

// skip appends the JSON up to the value of a key, and skips the value, its placeholder. A quote
// within a string is escaped, so no text looks like a key with this value, and a View has no null.
func (s *splicer) skip(key, placeholder string) {
	before, after, found := bytes.Cut(s.rest, []byte(key+placeholder))
	if !found {
		s.missing = key
		return
	}
	s.to = append(append(s.to, before...), key...)
	s.rest = after
}

// insertList inserts a list in place of the placeholder of a key.
func insertList[T ~[]byte](s *splicer, key, placeholder string, list []T) {
	s.skip(key, placeholder)
	s.to = append(s.to, '[')
	for i, element := range list {
		if i > 0 {
			s.to = append(s.to, ',')
		}
		s.to = append(s.to, element...)
	}
	s.to = append(s.to, ']')
}

// mustMarshal is the JSON of a value of a type that encoding/json cannot fail for.
func mustMarshal(value any) []byte {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return data
}
