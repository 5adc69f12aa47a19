package wordpress

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
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
		sections = append(sections, d.section(layout, d.sectionFields(fields.value)))
	}
	return sections
}

// maxConversions bounds the fields of a section that are converted to their types.
const maxConversions = 60

// section encodes the fields as the struct of the layout decodes them. Plugins send numbers as
// text, pictures as ids or addresses, and links as objects: a value of another type than that of
// its field is converted, and only there.
func (d decoder) section(layout string, fields any) content.Section {
	s := content.Section{Layout: layout}
	for range maxConversions {
		text, err := encodeJSON(fields)
		if err != nil {
			return s
		}
		s.Fields = text
		_, err = s.Decode()
		wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
		if !ok || wrong.Field == "" {
			return s
		}
		changed := false
		convert := func(value any) any {
			converted, ok := d.asType(value, wrong.Type)
			changed = changed || ok
			return converted
		}
		if fields = convertAt(fields, strings.Split(wrong.Field, "."), convert); !changed {
			return s
		}
	}
	return s
}

var imageType = reflect.TypeFor[content.Image]()

// asType converts a value to the form of a type. ok is false for a value that has it, and for one
// that cannot be converted.
func (d decoder) asType(value any, want reflect.Type) (converted any, ok bool) {
	n := node{value}
	_, isBool := value.(bool)
	switch {
	case want == imageType:
		if _, decoded := value.(*content.Image); decoded || n.isObject() {
			return value, false
		}
		return d.image(n), true // nil without a picture
	case want.Kind() == reflect.Int:
		if _, isText := value.(string); !isText && !n.isObject() {
			return value, false
		}
		if n.isObject() {
			return n.id(), n.id() != 0
		}
		i, ok := n.number(false)
		return i, ok
	case want.Kind() == reflect.String && n.isObject():
		if target := firstPlain(n.first("url", "rendered", "value", "label", "name")); target != "" {
			return target, true
		}
	case want.Kind() == reflect.String && !isBool && n.text() != "":
		_, isText := value.(string)
		return n.text(), !isText
	case want.Kind() == reflect.Slice && n.isObject():
		if items := n.list(); len(items) > 0 {
			list := make([]any, len(items))
			for i, item := range items {
				list[i] = item.value
			}
			return list, true
		}
		return []any{value}, true
	case want.Kind() == reflect.Slice && !isBool && n.text() != "":
		return []any{value}, true
	case want.Kind() == reflect.Bool && !isBool:
		return n.boolean(), n.text() != ""
	}
	return value, false
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

// convertAt returns a copy of a tree with converted values at a path of fields. All items of a list
// have the path of the list.
func convertAt(value any, path []string, convert func(any) any) any {
	switch value := value.(type) {
	case map[string]any:
		if len(path) == 0 {
			return convert(value)
		}
		object := maps.Clone(value)
		if item, ok := object[path[0]]; ok {
			object[path[0]] = convertAt(item, path[1:], convert)
		}
		return object
	case []any:
		list := make([]any, len(value))
		for i, item := range value {
			list[i] = convertAt(item, path, convert)
		}
		return list
	}
	if len(path) == 0 {
		return convert(value)
	}
	return value
}
