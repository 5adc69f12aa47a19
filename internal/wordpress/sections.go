package wordpress

import (
	"bytes"
	"encoding/json"
	"strings"

	"estate/internal/content"
	"estate/internal/i18n"
)

// sections reads ACF's flexible content: each layout with its fields, told in
// the language of the page.
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

// section keeps the fields as the layout's struct reads them. Figures that a
// plugin sends as text are tried as numbers when the struct refuses them.
func section(layout string, fields any) content.Section {
	for _, attempt := range []any{fields, withNumbers(fields)} {
		text, err := unescaped(attempt)
		if err != nil {
			continue
		}
		s := content.Section{Layout: layout, Fields: text}
		if _, err := s.Decode(); err == nil {
			return s
		}
	}
	return content.Section{Layout: layout}
}

// unescaped writes JSON with markup as it is, as stored sections have it.
func unescaped(value any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// sectionFields drops what is empty, chooses texts of the language and gives
// pictures our shape, all the way down.
func (d decoder) sectionFields(value any) any {
	switch value := value.(type) {
	case map[string]any:
		if d.isPicture(value) {
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

func (d decoder) isPicture(object map[string]any) bool {
	n := node{object}
	return !n.at("source_url").empty() || !n.at("url").empty() && (n.has("ID") || n.has("sizes") || n.has("width"))
}

// withNumbers is a copy of a tree in which texts of digits are numbers.
func withNumbers(value any) any {
	switch value := value.(type) {
	case map[string]any:
		changed := make(map[string]any, len(value))
		for key, item := range value {
			changed[key] = withNumbers(item)
		}
		return changed
	case []any:
		changed := make([]any, len(value))
		for i, item := range value {
			changed[i] = withNumbers(item)
		}
		return changed
	case string:
		if n := (node{value}); n.whole() != 0 && strings.Trim(value, "0123456789") == "" {
			return n.whole()
		}
	}
	return value
}
