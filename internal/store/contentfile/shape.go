package contentfile

import (
	"encoding"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"
)

// shape is the form of a value of a line: what the importer accepts and the schema prints.
type shape struct {
	of     reflect.Type
	kind   shapeKind
	fields map[string]*shape // of an object, by name
	each   *shape            // of a list, and of an object with any names
}

type shapeKind string

// The kinds of values.
const (
	anyValue  shapeKind = ""
	textValue shapeKind = "string"
	wholeNo   shapeKind = "integer"
	fraction  shapeKind = "number"
	yesNo     shapeKind = "boolean"
	listOf    shapeKind = "array"
	objectOf  shapeKind = "object"
	timeValue shapeKind = "date"
)

// examples are right forms of values.
var examples = map[shapeKind]string{
	textValue: `"text"`, wholeNo: "3", fraction: "36.51", yesNo: "true", listOf: "[…]", objectOf: "{…}",
	timeValue: `"2026-11-26" or "2026-11-26T09:30:00Z"`,
}

var (
	typeOfTime = reflect.TypeFor[time.Time]()
	typeOfRaw  = reflect.TypeFor[json.RawMessage]()
	typeOfJSON = reflect.TypeFor[json.Unmarshaler]()
	typeOfText = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// shapes are made once a type. A type may hold itself.
var shapes = struct {
	sync.Mutex
	byType map[reflect.Type]*shape
}{byType: map[reflect.Type]*shape{}}

// shapeOf is the shape of the values that encoding/json reads into v.
func shapeOf(v any) *shape {
	shapes.Lock()
	defer shapes.Unlock()
	return makeShape(reflect.TypeOf(v))
}

func makeShape(t reflect.Type) *shape {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if known := shapes.byType[t]; known != nil {
		return known
	}
	s := &shape{of: t}
	shapes.byType[t] = s
	pointer := reflect.PointerTo(t)
	switch kind := t.Kind(); {
	case t == typeOfTime:
		s.kind = timeValue
	case t == typeOfRaw, kind == reflect.Interface, pointer.Implements(typeOfJSON), pointer.Implements(typeOfText):
		s.kind = anyValue
	case kind == reflect.String:
		s.kind = textValue
	case kind >= reflect.Int && kind <= reflect.Uint64:
		s.kind = wholeNo
	case kind == reflect.Float32 || kind == reflect.Float64:
		s.kind = fraction
	case kind == reflect.Bool:
		s.kind = yesNo
	case kind == reflect.Slice || kind == reflect.Array:
		s.kind, s.each = listOf, makeShape(t.Elem())
	case kind == reflect.Map:
		s.kind, s.each = objectOf, makeShape(t.Elem())
	case kind == reflect.Struct:
		s.kind, s.fields = objectOf, fieldsOf(t)
	}
	return s
}

// fieldsOf are the fields of a struct by their names in JSON, those of embedded structs included.
func fieldsOf(t reflect.Type) map[string]*shape {
	fields := map[string]*shape{}
	for _, field := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "-" || !field.IsExported() || field.Anonymous && name == "" {
			continue
		}
		if name == "" {
			name = field.Name
		}
		if fields[name] == nil {
			fields[name] = makeShape(field.Type)
		}
	}
	return fields
}

// check returns a value with its times in the form of the store, and adds all that does not have the shape to the
// problems. null empties any value.
func (s *shape) check(at string, value any, problems *[]Problem) any {
	is := ""
	switch v := value.(type) {
	case string:
		if s.kind == timeValue {
			if when, ok := readTime(v); ok {
				return when
			}
			is = fmt.Sprintf("%q", v)
		} else if s.kind != textValue {
			is = "a string"
		}
	case json.Number:
		switch isFraction := strings.ContainsAny(v.String(), ".eE"); {
		case s.kind != wholeNo && s.kind != fraction:
			is = "a number"
		case s.kind == wholeNo && isFraction:
			is = "a fraction"
		}
	case bool:
		if s.kind != yesNo {
			is = "a bool"
		}
	case []any:
		if s.kind == listOf {
			for i := range v {
				v[i] = s.each.check(fmt.Sprintf("%s[%d]", at, i), v[i], problems)
			}
			return v
		}
		is = "an array"
	case map[string]any:
		if s.kind == objectOf {
			s.checkObject(at, v, problems)
			return v
		}
		is = "an object"
	}
	if is != "" && s.kind != anyValue {
		*problems = append(*problems, Problem{
			Text:   fmt.Sprintf("field %q holds %s", at, is),
			Remedy: fmt.Sprintf("it wants a value of type %s, such as %s", s.name(), examples[s.kind]),
		})
	}
	return value
}

func (s *shape) checkObject(at string, object map[string]any, problems *[]Problem) {
	for _, name := range slices.Sorted(maps.Keys(object)) {
		of := s.each
		if s.fields != nil {
			of = s.fields[name]
		}
		path := strings.TrimPrefix(at+"."+name, ".")
		if of == nil {
			*problems = append(*problems, Problem{Text: fmt.Sprintf("unknown field %q", path), Remedy: "correct its spelling or remove it"})
			continue
		}
		object[name] = of.check(path, object[name], problems)
	}
}

// name is the name of the kind for people.
func (s *shape) name() string {
	if s.kind == wholeNo {
		return "int"
	}
	return string(s.kind)
}

// readTime reads a day, or a time with or without its zone; without one it is UTC.
func readTime(text string) (string, bool) {
	for _, layout := range []string{time.RFC3339Nano, time.DateOnly, "2006-01-02T15:04:05", time.DateTime, "2006-01-02 15:04"} {
		if at, err := time.Parse(layout, text); err == nil {
			return at.UTC().Format(time.RFC3339Nano), true
		}
	}
	return "", false
}
