package wordpress

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// node is one JSON value of a response. Plugins send false, "" or [] for empty values, objects
// for lists, and numbers as text. A node accepts all of them; a missing or unexpected value
// is the zero value.
type node struct{ value any }

// at returns the value at a path of object keys.
func (n node) at(keys ...string) node {
	for _, key := range keys {
		object, _ := n.value.(map[string]any)
		n = node{object[key]}
	}
	return n
}

// first returns the first of several keys that is not empty.
func (n node) first(keys ...string) node {
	for _, key := range keys {
		if found := n.at(key); !found.empty() {
			return found
		}
	}
	return node{}
}

// has reports whether an object has the key.
func (n node) has(key string) bool {
	object, _ := n.value.(map[string]any)
	_, ok := object[key]
	return ok
}

func (n node) isObject() bool {
	object, ok := n.value.(map[string]any)
	return ok && len(object) > 0
}

// empty reports a missing value, null, false, "", [] or {}.
func (n node) empty() bool {
	switch value := n.value.(type) {
	case nil:
		return true
	case bool:
		return !value
	case string:
		return strings.TrimSpace(value) == ""
	case []any:
		return len(value) == 0
	case map[string]any:
		return len(value) == 0
	}
	return false
}

// text returns a string, or a number as string.
func (n node) text() string {
	switch value := n.value.(type) {
	case string:
		return value
	case json.Number:
		return value.String()
	}
	return ""
}

// rendered returns the text of a field that is {rendered: …} or a string.
func (n node) rendered() string {
	if n.has("rendered") {
		return n.at("rendered").text()
	}
	return n.text()
}

// boolean accepts true, 1, "1", "true", "yes" and "on".
func (n node) boolean() bool {
	if value, ok := n.value.(bool); ok {
		return value
	}
	return slices.Contains([]string{"1", "true", "yes", "on"}, strings.ToLower(n.text()))
}

// list returns the items of an array. PHP encodes an array with gaps as an object with
// numeric keys, and a repeater of ACF may have the keys of its form: row-0, row-1. Their values are
// returned in numeric order.
func (n node) list() []node {
	switch value := n.value.(type) {
	case []any:
		items := make([]node, len(value))
		for i, item := range value {
			items[i] = node{item}
		}
		return items
	case map[string]any:
		return numbered(value)
	}
	return nil
}

func numbered(object map[string]any) []node {
	type entry struct {
		number int
		item   node
	}
	entries := make([]entry, 0, len(object))
	for key, item := range object {
		i, err := strconv.Atoi(strings.TrimPrefix(key, "row-"))
		if err != nil {
			return nil
		}
		entries = append(entries, entry{i, node{item}})
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.number, b.number) })
	items := make([]node, len(entries))
	for i := range entries {
		items[i] = entries[i].item
	}
	return items
}

// texts returns the strings of a list, or of one string divided by commas or bars.
func (n node) texts() []string {
	var texts []string
	add := func(text string) {
		if text = strings.TrimSpace(text); text != "" {
			texts = append(texts, text)
		}
	}
	for _, item := range n.list() {
		add(item.text())
	}
	if plain, ok := n.value.(string); ok {
		for piece := range strings.FieldsFuncSeq(plain, func(r rune) bool { return r == ',' || r == '|' }) {
			add(piece)
		}
	}
	return texts
}
