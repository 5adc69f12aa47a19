package change

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// Document is a JSON object whose values are read and replaced by their paths.
type Document struct{ root map[string]any }

// Parse reads a document.
func Parse(doc string) (*Document, error) {
	value, err := decode(json.RawMessage(doc))
	if err != nil {
		return nil, err
	}
	root, ok := value.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("the document is no JSON object")
	}
	return &Document{root}, nil
}

// Bytes is the document as JSON.
func (d *Document) Bytes() ([]byte, error) { return json.Marshal(d.root) }

// Value is the value at a path, null where there is none.
func (d *Document) Value(path string) json.RawMessage {
	var value any = d.root
	for segment := range strings.SplitSeq(path, ".") {
		object, _ := value.(map[string]any)
		value = object[segment]
	}
	return encode(value)
}

// Outcome is what became of a change.
type Outcome int

// The outcomes.
const (
	Done     Outcome = iota
	Equal            // the document has the value already
	Conflict         // the document has neither the value nor the one that the writer has seen
)

// Apply applies a change if the document has its From. The path must not lead through a list or a text. An empty value
// removes the field, and objects in which no field is left.
func (d *Document) Apply(c Change) (Applied, Outcome, error) {
	if Same(c.To, nil) {
		c.To = nil
	}
	return d.apply(c, 0)
}

// Undo applies one change of Reverse.
func (d *Document) Undo(back Applied) (Applied, Outcome, error) {
	return d.apply(back.Change, back.Bare)
}

// apply keeps the first bare objects of the path also when no value is left in them.
func (d *Document) apply(c Change, bare int) (Applied, Outcome, error) {
	segments := strings.Split(c.Path, ".")
	if !d.hasObjects(segments[:len(segments)-1]) {
		return Applied{}, Done, &PathError{c.Path, "there is no such field"}
	}
	stored := d.Value(c.Path)
	switch {
	case Same(stored, c.To):
		return Applied{}, Equal, nil
	case !Same(stored, c.From):
		return Applied{}, Conflict, nil
	}
	to, err := decode(c.To)
	if err != nil {
		return Applied{}, Done, &PathError{c.Path, "the value is no JSON"}
	}
	applied := Applied{Change{c.Path, stored, encode(to)}, 0}
	objects := []map[string]any{d.root}
	for i, segment := range segments[:len(segments)-1] {
		next, there := objects[i][segment].(map[string]any)
		if !there {
			next = map[string]any{}
			objects[i][segment] = next
		} else if len(next) == 0 {
			applied.Bare = i + 1
		}
		objects = append(objects, next)
	}
	last := len(segments) - 1
	if to != nil {
		objects[last][segments[last]] = to
		return applied, Done, nil
	}
	delete(objects[last], segments[last])
	for i := last; i > bare && len(objects[i]) == 0; i-- {
		delete(objects[i-1], segments[i-1])
	}
	return applied, Done, nil
}

// hasObjects reports whether a path leads through objects only, or ends early.
func (d *Document) hasObjects(segments []string) bool {
	object := d.root
	for _, segment := range segments {
		switch next := object[segment].(type) {
		case map[string]any:
			object = next
		case nil:
			return true
		default:
			return false
		}
	}
	return true
}

// Same reports whether two values mean the same: a document leaves out what is empty, so null, "", 0, false, [] and an
// object of such values are equal.
func Same(a, b json.RawMessage) bool {
	first, err1 := decode(a)
	second, err2 := decode(b)
	return err1 == nil && err2 == nil && same(first, second)
}

func same(a, b any) bool {
	if isEmpty(a) || isEmpty(b) {
		return isEmpty(a) && isEmpty(b)
	}
	switch first := a.(type) {
	case json.Number:
		second, ok := b.(json.Number)
		return ok && sameNumber(first, second)
	case []any:
		second, ok := b.([]any)
		if !ok || len(first) != len(second) {
			return false
		}
		for i := range first {
			if !same(first[i], second[i]) {
				return false
			}
		}
		return true
	case map[string]any:
		second, ok := b.(map[string]any)
		if !ok {
			return false
		}
		for key := range first {
			if !same(first[key], second[key]) {
				return false
			}
		}
		for key := range second {
			if _, both := first[key]; !both && !isEmpty(second[key]) {
				return false
			}
		}
		return true
	}
	return a == b
}

func sameNumber(a, b json.Number) bool {
	if a == b {
		return true
	}
	first, err1 := a.Float64()
	second, err2 := b.Float64()
	return err1 == nil && err2 == nil && first == second
}

func isEmpty(value any) bool {
	switch v := value.(type) {
	case nil:
		return true
	case bool:
		return !v
	case string:
		return v == ""
	case json.Number:
		return sameNumber(v, "0")
	case []any:
		return len(v) == 0
	case map[string]any:
		for _, inner := range v {
			if !isEmpty(inner) {
				return false
			}
		}
		return true
	}
	return false
}

// decode reads one value; an empty text is null.
func decode(raw json.RawMessage) (any, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	if decoder.More() {
		return nil, fmt.Errorf("a second value")
	}
	return value, nil
}

// encode writes a value that decode has read.
func encode(value any) json.RawMessage {
	raw, err := json.Marshal(value)
	if err != nil {
		return json.RawMessage("null") // cannot happen: it was JSON
	}
	return raw
}

func depth(value any) int {
	deepest := 0
	switch v := value.(type) {
	case []any:
		for _, inner := range v {
			deepest = max(deepest, depth(inner))
		}
	case map[string]any:
		for _, inner := range v {
			deepest = max(deepest, depth(inner))
		}
	default:
		return 0
	}
	return deepest + 1
}
