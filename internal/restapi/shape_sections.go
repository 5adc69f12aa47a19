package restapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"estate/internal/content"
)

var errTooDeep = errors.New("fields are nested too deeply")

// sections are a page's blocks as ACF's flexible content: each layout's name
// before its fields. What is no object of fields leaves a bare layout.
func (c *call) sections(list []content.Section) []any {
	all := make([]any, len(list))
	for i, section := range list {
		o := object{{"acf_fc_layout", section.Layout}}
		for _, f := range c.sectionFields(section.Fields) {
			if f.key != "acf_fc_layout" {
				o = append(o, f)
			}
		}
		all[i] = o
	}
	return all
}

// sectionFields reads stored fields in their order.
func (c *call) sectionFields(stored json.RawMessage) object {
	decoder := json.NewDecoder(bytes.NewReader(stored))
	decoder.UseNumber()
	value, err := c.sectionValue(decoder, "", 0)
	fields, isObject := value.(object)
	if err != nil || !isObject {
		return nil
	}
	return fields
}

// deepest is how far fields may be nested.
const deepest = 64

// sectionValue reads one value and gives pictures their full address.
func (c *call) sectionValue(decoder *json.Decoder, key string, depth int) (any, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	switch token := token.(type) {
	case string:
		if key == "source_url" && strings.HasPrefix(token, "/") {
			return c.absolute(token), nil
		}
		return token, nil
	case json.Delim:
		if depth > deepest {
			return nil, errTooDeep
		}
		if token == '{' {
			return c.sectionObject(decoder, depth+1)
		}
		return c.sectionList(decoder, key, depth+1)
	default:
		return token, nil
	}
}

func (c *call) sectionObject(decoder *json.Decoder, depth int) (any, error) {
	o := object{}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		key, _ := name.(string)
		value, err := c.sectionValue(decoder, key, depth)
		if err != nil {
			return nil, err
		}
		o.put(key, value)
	}
	_, err := decoder.Token()
	return o, err
}

func (c *call) sectionList(decoder *json.Decoder, key string, depth int) (any, error) {
	list := []any{}
	for decoder.More() {
		value, err := c.sectionValue(decoder, key, depth)
		if err != nil {
			return nil, err
		}
		list = append(list, value)
	}
	_, err := decoder.Token()
	return list, err
}
