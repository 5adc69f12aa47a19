package wordpress

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"strings"

	"estate/internal/content"
	"estate/internal/i18n"
)

// sections decodes ACF's flexible content: each layout with its fields in the language of the
// page.
func (d decoder) sections(n node) []content.Section {
	var sections []content.Section
	for _, item := range n.list() {
		layout := item.at("acf_fc_layout").text()
		if layout == "" {
			continue
		}
		fields := item
		if inner := item.at("fields"); inner.isObject() {
			fields = inner
		}
		sections = append(sections, section(layout, d.sectionFields(fields.value)))
	}
	return sections
}

// maxNumberFields bounds the fields of a section that are converted to numbers.
const maxNumberFields = 20

// section encodes the fields as the struct of the layout decodes them. A plugin may send a number
// as text: it is converted where the struct has an int, and only there.
func section(layout string, fields any) content.Section {
	s := content.Section{Layout: layout}
	for range maxNumberFields {
		text, err := encodeJSON(fields)
		if err != nil {
			return s
		}
		s.Fields = text
		_, err = s.Decode()
		wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
		if !ok || wrong.Value != "string" || wrong.Type.Kind() != reflect.Int {
			return s
		}
		changed := false
		if fields = withNumbers(fields, strings.Split(wrong.Field, "."), &changed); !changed {
			return s
		}
	}
	return s
}

// encodeJSON encodes without HTML escapes, as stored sections are encoded.
func encodeJSON(value any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// sectionFields removes empty values, selects the texts of the language and decodes images,
// recursively.
func (d decoder) sectionFields(value any) any {
	switch value := value.(type) {
	case map[string]any:
		if d.isImage(value) {
			return d.image(node{value})
		}
		return d.sectionObject(value)
	case []any:
		items := []any{}
		for _, item := range value {
			if !(node{item}).empty() {
				items = append(items, d.sectionFields(item))
			}
		}
		return items
	}
	return value
}

func (d decoder) sectionObject(object map[string]any) map[string]any {
	fields := map[string]any{}
	for key, item := range object {
		if key == "acf_fc_layout" || (node{item}).empty() {
			continue
		}
		name, lang := cutLanguage(key)
		switch {
		case lang == "", lang == d.lang:
			fields[name] = d.sectionFields(item)
		case lang == i18n.Fallback && (node{object[name+"_"+string(d.lang)]}).empty():
			fields[name] = d.sectionFields(item)
		}
	}
	return fields
}

// cutLanguage splits title_es into title and es.
func cutLanguage(key string) (name string, lang i18n.Lang) {
	for _, lang := range i18n.Declared {
		if name, found := strings.CutSuffix(key, "_"+string(lang)); found {
			return name, lang
		}
	}
	return key, ""
}

func (d decoder) isImage(object map[string]any) bool {
	n := node{object}
	return !n.at("source_url").empty() || !n.at("url").empty() && (n.has("ID") || n.has("sizes") || n.has("width"))
}

// withNumbers returns a copy of a tree in which digit strings at a path of fields are numbers.
// All items of a list have the path of the list.
func withNumbers(value any, path []string, changed *bool) any {
	switch value := value.(type) {
	case map[string]any:
		if len(path) == 0 {
			return value
		}
		object := maps.Clone(value)
		if item, ok := object[path[0]]; ok {
			object[path[0]] = withNumbers(item, path[1:], changed)
		}
		return object
	case []any:
		list := make([]any, len(value))
		for i, item := range value {
			list[i] = withNumbers(item, path, changed)
		}
		return list
	case string:
		if n := (node{value}); len(path) == 0 && n.integer() != 0 && strings.Trim(value, "0123456789") == "" {
			*changed = true
			return n.integer()
		}
	}
	return value
}
