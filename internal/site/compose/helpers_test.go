package compose_test

import (
	"encoding/json"
	"strings"
	"testing"

	"estate/internal/site/view"
)

func fieldOf(t *testing.T, panel *view.SearchPanel, name string) view.SelectField {
	t.Helper()
	for _, field := range panel.Fields {
		if field.Name == name {
			return field
		}
	}
	t.Fatalf("the panel has no field %s", name)
	panic("unreachable")
}

func hasOption(field view.SelectField, value string) bool {
	for _, option := range field.Options {
		if option.Value == value {
			return true
		}
	}
	return false
}

func jsonld(v *view.View) string {
	var b strings.Builder
	for _, data := range v.Head.JSONLD {
		b.Write(data)
	}
	return b.String()
}

// hrefs are the values of all fields of a View that hold links.
func hrefs(t *testing.T, v *view.View) []string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var tree map[string]any
	if err := json.Unmarshal(data, &tree); err != nil {
		t.Fatal(err)
	}
	delete(tree, "data")
	var found []string
	var walk func(any)
	walk = func(value any) {
		switch value := value.(type) {
		case []any:
			for _, inner := range value {
				walk(inner)
			}
		case map[string]any:
			for key, inner := range value {
				text, ok := inner.(string)
				switch key {
				case "href", "prev", "next", "action", "clear", "lookup", "favorites", "home":
					if ok {
						found = append(found, text)
					}
				}
				walk(inner)
			}
		}
	}
	walk(tree)
	return found
}
