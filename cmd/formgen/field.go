package main

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"estate/internal/content"
)

// field is one field of the plugin's form.
type field struct {
	name     string
	required bool
	list     bool    // an editor adds and removes entries
	form     string  // a control of wordpress/estate/assets/sections.js; "" where fields has the form
	fields   []field // the fields of an object, in place of form
}

// forms are the controls by Go type; strings have further ones by tag.
var forms = map[reflect.Type]string{
	reflect.TypeFor[string]():             "text",
	reflect.TypeFor[content.UnsafeHTML](): "html",
	reflect.TypeFor[int]():                "number",
	reflect.TypeFor[float64]():            "decimal",
	reflect.TypeFor[bool]():               "flag",
	reflect.TypeFor[content.Image]():      "picture",
	reflect.TypeFor[[]content.Image]():    "pictures",
}

// tagForms are the controls that the tag of a field can name, by the Go type of the field.
// An id or a slug needs one: an editor chooses by name.
var tagForms = map[reflect.Type][]string{
	reflect.TypeFor[string]():   {"long", "link", "address", "film", "slug", "icon", "sort"},
	reflect.TypeFor[int]():      {"property", "development", "post", "offer", "type", "place", "propertycategory", "category"},
	reflect.TypeFor[[]int]():    {"properties", "posts"},
	reflect.TypeFor[[]string](): {"collections"},
}

// fieldsOf reads the fields of a struct from its types and its tags "json" and "form".
func fieldsOf(shape any) ([]field, error) { return fieldsOfType(reflect.TypeOf(shape)) }

func fieldsOfType(shape reflect.Type) ([]field, error) {
	var fields []field
	for _, member := range reflect.VisibleFields(shape) {
		tag := member.Tag.Get("form")
		if tag == "-" {
			continue
		}
		name, _, _ := strings.Cut(member.Tag.Get("json"), ",")
		f, err := fieldOf(name, member.Type, tag)
		if err != nil {
			return nil, fmt.Errorf("%s.%s: %w", shape.Name(), member.Name, err)
		}
		fields = append(fields, f)
	}
	return fields, nil
}

func fieldOf(name string, shape reflect.Type, tag string) (field, error) {
	f := field{name: name}
	if _, ok := content.SectionLabels[name]; !ok {
		return f, fmt.Errorf("the field %q has no label in content.SectionLabels", name)
	}
	for word := range strings.FieldsFuncSeq(tag, func(r rune) bool { return r == ',' }) {
		switch {
		case word == "required":
			f.required = true
		case slices.Contains(tagForms[shape], word):
			f.form = word
		default:
			return f, fmt.Errorf("the tag form:%q is not known for %s", tag, shape)
		}
	}
	if f.form != "" {
		return f, nil
	}
	if shape.Kind() == reflect.Pointer {
		shape = shape.Elem()
	}
	if f.form = forms[shape]; f.form != "" {
		return f, nil
	}
	if shape == reflect.TypeFor[[]int]() {
		return f, fmt.Errorf("%s needs a picker: %v", shape, tagForms[shape])
	}
	if shape.Kind() == reflect.Slice {
		f.list, shape = true, shape.Elem()
		if f.form = forms[shape]; f.form != "" {
			return f, nil
		}
	}
	if shape.Kind() != reflect.Struct {
		return f, fmt.Errorf("the plugin has no form for %s", shape)
	}
	var err error
	f.fields, err = fieldsOfType(shape)
	return f, err
}
