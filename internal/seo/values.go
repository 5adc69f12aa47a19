package seo

import (
	"fmt"
	"strconv"
)

// text reads a value as text: records hold Go strings and named strings, and
// JSON numbers where they were decoded from a file.
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
