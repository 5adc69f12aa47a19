package contentfile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"estate/internal/store/record"
)

// merged is a stored value with what a line names, as RFC 7396 says: objects are merged by name, null removes, any other
// value replaces.
func merged(stored, named any) any {
	to, ok := named.(map[string]any)
	if !ok {
		return named
	}
	result := map[string]any{}
	if from, ok := stored.(map[string]any); ok {
		maps.Copy(result, from)
	}
	for name, value := range to {
		if value == nil {
			delete(result, name)
			continue
		}
		result[name] = merged(result[name], value)
	}
	return result
}

// parsed reads a document with its numbers as they are written.
func parsed(doc []byte) (value any, err error) {
	decoder := json.NewDecoder(bytes.NewReader(doc))
	decoder.UseNumber()
	err = decoder.Decode(&value)
	return value, err
}

// FieldChange is one difference between two documents.
type FieldChange struct {
	Path     string // such as price.amount; "" of a whole document
	From, To string // as JSON; "" where there is none
}

// differences are the fields in which two documents differ; "" is no document.
func differences(before, after string) ([]FieldChange, error) {
	var values [2]any
	for i, doc := range []string{before, after} {
		if doc == "" {
			continue
		}
		var err error
		if values[i], err = parsed([]byte(doc)); err != nil {
			return nil, err
		}
	}
	var changes []FieldChange
	compare("", values[0], values[1], &changes)
	return changes, nil
}

func compare(at string, before, after any, changes *[]FieldChange) {
	from, ok := before.(map[string]any)
	to, also := after.(map[string]any)
	if ok && also {
		names := maps.Clone(from)
		maps.Copy(names, to)
		for _, name := range slices.Sorted(maps.Keys(names)) {
			compare(strings.TrimPrefix(at+"."+name, "."), from[name], to[name], changes)
		}
		return
	}
	if a, b := written(before), written(after); a != b {
		*changes = append(*changes, FieldChange{at, a, b})
	}
}

// written is a value as JSON, "" for none.
func written(value any) string {
	if value == nil {
		return ""
	}
	text, err := record.EncodeJSON(value)
	if err != nil { // it was read from JSON
		return fmt.Sprint(value)
	}
	return text
}
