package compose

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"estate/internal/view"
)

// prepared is JSON of parts of a View that exists before the View is encoded; nil for none.
type prepared struct {
	chrome []byte
	cards  [][]byte // of the results
}

// jsonBuffers are reused: the JSON of a View is large and needed only until its parts are put in.
var jsonBuffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// What stands in a View in place of the parts that are put in afterwards, and its JSON.
var (
	noJSONLD    = []json.RawMessage{json.RawMessage("0")}
	emptyJSONLD = string(encoded(noJSONLD))
	emptyChrome = string(encoded(&view.Chrome{}))
)

const noCards = "null"

// appendJSON appends the JSON of a View. What is prepared is put into the encoding of the rest:
// encoding/json would encode it again, and it checks and copies each json.RawMessage.
func (p *prepared) appendJSON(to []byte, v *view.View) ([]byte, error) {
	rest := *v
	if len(v.Head.JSONLD) > 0 {
		rest.Head.JSONLD = noJSONLD
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
	out := filling{to: slices.Grow(to, buffer.Len()+p.size(v)), rest: bytes.TrimSuffix(buffer.Bytes(), []byte("\n"))}
	if len(v.Head.JSONLD) > 0 {
		fill(&out, `"jsonld":`, emptyJSONLD, v.Head.JSONLD)
	}
	if p.chrome != nil {
		out.reach(`"chrome":`, emptyChrome)
		out.to = append(out.to, p.chrome...)
	}
	if p.cards != nil {
		fill(&out, `"cards":`, noCards, p.cards)
	}
	if out.missing != "" {
		return nil, fmt.Errorf("the JSON of the view has no place for %s", out.missing)
	}
	return append(out.to, out.rest...), nil
}

// size is the number of bytes that are put into the JSON of a View.
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

// withoutCards returns the sections with results that have no cards.
func withoutCards(sections []view.Section) []view.Section {
	sections = slices.Clone(sections)
	for i, section := range sections {
		if results, ok := section.(*view.PropertyArchiveSection); ok {
			without := *results
			without.Cards = nil
			sections[i] = &without
		}
	}
	return sections
}

// filling appends the JSON of a View from start to end, with parts in the places that are left for them.
type filling struct {
	to, rest []byte
	missing  string // key without a place
}

// reach appends the JSON up to the value of a key, and skips the value that stands there. A quote
// within a string is escaped, so no text looks like a key with this value, and a View has no null.
func (f *filling) reach(key, value string) {
	before, after, found := bytes.Cut(f.rest, []byte(key+value))
	if !found {
		f.missing = key
		return
	}
	f.to = append(append(f.to, before...), key...)
	f.rest = after
}

// fill puts a list into the place of a key.
func fill[T ~[]byte](f *filling, key, value string, list []T) {
	f.reach(key, value)
	f.to = append(f.to, '[')
	for i, element := range list {
		if i > 0 {
			f.to = append(f.to, ',')
		}
		f.to = append(f.to, element...)
	}
	f.to = append(f.to, ']')
}

// encoded is the JSON of a value of which encoding cannot fail.
func encoded(value any) []byte {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return data
}
