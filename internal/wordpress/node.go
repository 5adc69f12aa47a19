package wordpress

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// node is one value of an answer. Plugins send false, "" or [] for what is
// empty, objects for lists and numbers as text: a node reads all of it without
// complaint, and an absent or foreign value is a zero value.
type node struct{ value any }

// at follows keys into objects.
func (n node) at(keys ...string) node {
	for _, key := range keys {
		object, _ := n.value.(map[string]any)
		n = node{object[key]}
	}
	return n
}

// first is the first of several keys that holds something.
func (n node) first(keys ...string) node {
	for _, key := range keys {
		if found := n.at(key); !found.empty() {
			return found
		}
	}
	return node{}
}

// has reports whether an object has the key at all.
func (n node) has(key string) bool {
	object, _ := n.value.(map[string]any)
	_, ok := object[key]
	return ok
}

func (n node) isObject() bool {
	object, ok := n.value.(map[string]any)
	return ok && len(object) > 0
}

// empty reports nothing: absent, null, false, "", [] or {}.
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

// text is a text, or a number as text.
func (n node) text() string {
	switch value := n.value.(type) {
	case string:
		return value
	case json.Number:
		return value.String()
	}
	return ""
}

// rendered is the text of a field that is {rendered: …} or plain.
func (n node) rendered() string {
	if n.has("rendered") {
		return n.at("rendered").text()
	}
	return n.text()
}

// truth reads true, 1, "1", "true", "yes" and "on".
func (n node) truth() bool {
	if value, ok := n.value.(bool); ok {
		return value
	}
	return slices.Contains([]string{"1", "true", "yes", "on"}, strings.ToLower(n.text()))
}

// list is an array's items; PHP turns a list with gaps into an object, whose
// values are taken by their number.
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
	numbers := make([]int, 0, len(object))
	for key := range object {
		i, err := strconv.Atoi(key)
		if err != nil {
			return nil
		}
		numbers = append(numbers, i)
	}
	slices.Sort(numbers)
	items := make([]node, len(numbers))
	for i, number := range numbers {
		items[i] = node{object[strconv.Itoa(number)]}
	}
	return items
}

// texts are the texts of a list, or of one text divided by commas or bars.
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
