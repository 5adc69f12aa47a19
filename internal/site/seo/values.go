package seo

import (
	"fmt"
	"strconv"
)

// text is a value of a record as text. Records hold strings, named strings and, when
// they were decoded from JSON, floats.
func text(data map[string]any, key string) string {
	switch value := data[key].(type) {
	case nil, map[string]any, []any:
		return ""
	case string:
		return value
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64)
	default:
		return fmt.Sprint(value)
	}
}
