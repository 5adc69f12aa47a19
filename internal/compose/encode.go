package compose

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"estate/internal/view"
)

// prepared is the JSON of parts of a View from a cache; nil for a part that is encoded with the View.
type prepared struct {
	chrome []byte
	cards  [][]byte // of the results
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

// appendJSON appends the JSON of a View. Prepared parts are inserted in place of placeholders:
// encoding/json would encode them again, and it checks and copies each json.RawMessage.
func (p *prepared) appendJSON(to []byte, v *view.View) ([]byte, error) {
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
	out := splicer{to: slices.Grow(to, buffer.Len()+p.size(v)), rest: bytes.TrimSuffix(buffer.Bytes(), []byte("\n"))}
	// In the order of the fields of View.
	if len(v.Head.JSONLD) > 0 {
		insertList(&out, `"jsonld":`, jsonldPlaceholder, v.Head.JSONLD)
	}
	if p.chrome != nil {
		out.skip(`"chrome":`, chromePlaceholder)
		out.to = append(out.to, p.chrome...)
	}
	if p.cards != nil {
		insertList(&out, `"cards":`, cardsPlaceholder, p.cards)
	}
	if out.missing != "" {
		return nil, fmt.Errorf("the JSON has no placeholder of %s", out.missing)
	}
	return append(out.to, out.rest...), nil
}

// size is the number of bytes that are inserted into the JSON of a View.
func (p *prepared) size(v *view.View) int {
	size := len(p.chrome)
	for _, data := range v.Head.JSONLD {
		size += len(data) + 1
	}
	for _, card := range p.cards {
		size += len(card) + 1
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
