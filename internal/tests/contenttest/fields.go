package contenttest

import (
	"reflect"
	"strings"
	"time"

	"estate/internal/content"
)

// PropertyField is one value of a property that is stored: its path in JSON, such as "price.amount" or
// "gallery[].label".
type PropertyField struct {
	Path  string
	steps []int
}

// PropertyFields are all fields of content.Property beside its head, by reflection, in their order.
func PropertyFields() []PropertyField {
	var fields []PropertyField
	collectFields(reflect.TypeFor[content.Property](), "", nil, &fields)
	return fields
}

func collectFields(t reflect.Type, path string, steps []int, fields *[]PropertyField) {
	for i := range t.NumField() {
		field := t.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "-" || field.Type == reflect.TypeFor[content.Head]() {
			continue
		}
		at, inner := append(steps[:len(steps):len(steps)], i), field.Type
		if inner.Kind() == reflect.Slice && inner.Elem().Kind() == reflect.Struct {
			inner, name = inner.Elem(), name+"[]"
		}
		if inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		full := strings.Trim(path+"."+name, ".")
		if inner.Kind() != reflect.Struct || inner == reflect.TypeFor[time.Time]() {
			*fields = append(*fields, PropertyField{full, at})
			continue
		}
		collectFields(inner, full, at, fields)
	}
}

// IsSet reports whether the property, or one element of a list of it, has a value.
func (f PropertyField) IsSet(p *content.Property) bool {
	set := false
	f.visit(reflect.ValueOf(p).Elem(), func(v reflect.Value) { set = set || !v.IsZero() })
	return set
}

// Change removes the value, or inverts a boolean, in all elements of a list.
func (f PropertyField) Change(p *content.Property) {
	f.visit(reflect.ValueOf(p).Elem(), func(v reflect.Value) {
		if v.Kind() == reflect.Bool {
			v.SetBool(!v.Bool())
			return
		}
		v.SetZero()
	})
}

func (f PropertyField) visit(v reflect.Value, do func(reflect.Value)) {
	for i, step := range f.steps {
		v = v.Field(step)
		if i == len(f.steps)-1 {
			break
		}
		switch v.Kind() {
		case reflect.Pointer:
			if v.IsNil() {
				return
			}
			v = v.Elem()
		case reflect.Slice:
			for n := range v.Len() {
				PropertyField{steps: f.steps[i+1:]}.visit(v.Index(n), do)
			}
			return
		}
	}
	do(v)
}
