package restapi

import (
	"bytes"
	"encoding/json"
	"errors"

	"estate/internal/content"
)

var errTooDeep = errors.New("fields are nested too deeply")

// sections are the sections of a page as ACF's flexible content: the layout before the
// fields. Fields that are no JSON object are left out.
func sections(list []content.Section) []any {
	all := make([]any, len(list))
	for i, section := range list {
		o := object{{"acf_fc_layout", section.Layout}}
		for _, f := range sectionFields(section.Fields) {
			if f.key != "acf_fc_layout" {
				o = append(o, f)
			}
		}
		all[i] = o
	}
	return all
}

// sectionFields reads stored fields and keeps their order.
func sectionFields(stored json.RawMessage) object {
	decoder := json.NewDecoder(bytes.NewReader(stored))
	decoder.UseNumber()
	value, err := sectionValue(decoder, 0)
	fields, isObject := value.(object)
	if err != nil || !isObject {
		return nil
	}
	return fields
}

// maxDepth is the largest depth of nested fields.
const maxDepth = 64

// sectionValue reads one value and keeps the order of its fields.
func sectionValue(decoder *json.Decoder, depth int) (any, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	opens, nested := token.(json.Delim)
	switch {
	case !nested:
		return token, nil
	case depth > maxDepth:
		return nil, errTooDeep
	case opens == '{':
		return sectionObject(decoder, depth+1)
	}
	return sectionList(decoder, depth+1)
}

func sectionObject(decoder *json.Decoder, depth int) (any, error) {
	o := object{}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		key, _ := name.(string)
		value, err := sectionValue(decoder, depth)
		if err != nil {
			return nil, err
		}
		o.put(key, value)
	}
	_, err := decoder.Token()
	return o, err
}

func sectionList(decoder *json.Decoder, depth int) (any, error) {
	list := []any{}
	for decoder.More() {
		value, err := sectionValue(decoder, depth)
		if err != nil {
			return nil, err
		}
		list = append(list, value)
	}
	_, err := decoder.Token()
	return list, err
}
