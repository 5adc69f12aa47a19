package demo

import (
	"bytes"
	"encoding/json"
	"fmt"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// sections converts the sections of a page file into those of package content. Names of
// pictures, terms and posts become objects or ids, light markup becomes HTML, and all
// other fields stay.
func (l *loader) sections(lang i18n.Lang, rows []map[string]any) ([]content.Section, error) {
	var sections []content.Section
	for i, row := range rows {
		layout, _ := row["layout"].(string)
		fields := map[string]any{}
		for key, value := range row {
			if key != "layout" {
				fields[key] = value
			}
		}
		section, err := l.section(lang, layout, fields)
		if err != nil {
			return nil, fmt.Errorf("section %d (%s): %w", i+1, layout, err)
		}
		sections = append(sections, section)
	}
	return sections, nil
}

func (l *loader) section(lang i18n.Lang, layout string, fields map[string]any) (content.Section, error) {
	section := content.Section{Layout: layout}
	resolved, err := l.fields(lang, fields)
	if err != nil {
		return section, err
	}
	if section.Fields, err = json.Marshal(resolved); err != nil {
		return section, err
	}
	decoded, err := section.Decode()
	if err != nil {
		return section, err
	}
	if decoded == nil {
		return section, fmt.Errorf("unknown layout")
	}
	strict := json.NewDecoder(bytes.NewReader(section.Fields))
	strict.DisallowUnknownFields()
	return section, strict.Decode(decoded)
}

func (l *loader) fields(lang i18n.Lang, fields map[string]any) (map[string]any, error) {
	resolved := make(map[string]any, len(fields))
	for key, value := range fields {
		name, field, err := l.field(lang, key, value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
		resolved[name] = field
	}
	return resolved, nil
}

// field resolves a field by its name. Some fields get another name.
func (l *loader) field(lang i18n.Lang, key string, value any) (string, any, error) {
	if text, ok := value.(string); ok {
		return l.textField(lang, key, text)
	}
	switch {
	case key == "pictures" || key == "columns":
		list, err := l.list(lang, key, value)
		return key, list, err
	case key == "articles":
		list, err := l.list(lang, "article", value)
		return "ids", list, err
	}
	nested, err := l.nested(lang, value)
	return key, nested, err
}

func (l *loader) textField(lang i18n.Lang, key, text string) (string, any, error) {
	switch key {
	case "picture", "poster", "pictures":
		image, err := l.media.image(text)
		return key, image, err
	case "html", "columns":
		html, err := l.render(lang, text)
		return key, html, err
	case "location", "s_location":
		return l.termField(key, taxLocation, text)
	case "s_offer", "s_type", "s_category":
		return l.termField(key, key, text)
	case "category":
		return l.termField(key, taxBlog, string(lang)+"/"+text)
	case "article":
		id, err := l.postID(lang, text)
		return "id", id, err
	}
	return key, text, nil
}

func (l *loader) termField(key, taxonomy, slug string) (string, any, error) {
	term, err := l.terms.find(taxonomy, slug)
	if err != nil {
		return key, nil, err
	}
	return key, term.ID, nil
}

// list resolves each text of a list as a field named key.
func (l *loader) list(lang i18n.Lang, key string, value any) ([]any, error) {
	list, ok := value.([]any)
	if !ok {
		return nil, fmt.Errorf("it must be a list of texts")
	}
	resolved := make([]any, len(list))
	for i, item := range list {
		text, _ := item.(string)
		_, field, err := l.textField(lang, key, text)
		if err != nil {
			return nil, err
		}
		resolved[i] = field
	}
	return resolved, nil
}

// nested resolves the fields of tables in a section.
func (l *loader) nested(lang i18n.Lang, value any) (any, error) {
	switch value := value.(type) {
	case map[string]any:
		return l.fields(lang, value)
	case []map[string]any:
		list := make([]any, len(value))
		for i, item := range value {
			fields, err := l.fields(lang, item)
			if err != nil {
				return nil, err
			}
			list[i] = fields
		}
		return list, nil
	case []any:
		list := make([]any, len(value))
		for i, item := range value {
			field, err := l.nested(lang, item)
			if err != nil {
				return nil, err
			}
			list[i] = field
		}
		return list, nil
	}
	return value, nil
}
