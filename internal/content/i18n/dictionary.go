package i18n

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"estate/locales"
)

// Dictionaries maps "ns.key.inner" to the text, for every declared language. It is
// safe for concurrent use once loaded.
type Dictionaries map[Lang]map[string]string

// Words are the embedded dictionaries. An invalid one stops the program at start.
var Words = mustLoad(locales.Files)

func mustLoad(files fs.FS) Dictionaries {
	d, err := loadDictionaries(files)
	if err != nil {
		panic(err)
	}
	return d
}

// loadDictionaries reads {lng}/{ns}.json of files. Its errors name the file.
func loadDictionaries(files fs.FS) (Dictionaries, error) {
	all := Dictionaries{}
	var problems []error
	for _, lang := range Declared {
		all[lang] = map[string]string{}
		paths, err := fs.Glob(files, string(lang)+"/*.json")
		if err != nil {
			return nil, fmt.Errorf("list dictionaries of %s: %w", lang, err)
		}
		for _, name := range paths {
			data, err := fs.ReadFile(files, name)
			if err != nil {
				problems = append(problems, fmt.Errorf("read %s: %w", name, err))
				continue
			}
			var tree map[string]any
			if err := json.Unmarshal(data, &tree); err != nil {
				problems = append(problems, fmt.Errorf("%s is not valid JSON: %w", name, err))
				continue
			}
			namespace := strings.TrimSuffix(path.Base(name), ".json")
			flatten(all[lang], namespace, tree)
		}
	}
	return all, errors.Join(problems...)
}

func flatten(into map[string]string, prefix string, tree map[string]any) {
	for key, value := range tree {
		name := prefix + "." + key
		switch value := value.(type) {
		case string:
			into[name] = value
		case map[string]any:
			flatten(into, name, value)
		}
	}
}

// T returns the text of key ("ns.key") in l, else in the fallback language, else the
// key itself. Name/value pairs replace {{name}}. A pair "count" with an int chooses
// key_one, key_other and so on, as i18next does.
func (d Dictionaries) T(l Lang, key string, pairs ...any) string {
	text := d.find(l, key, pairs)
	if text == "" {
		text = d.find(Fallback, key, pairs)
	}
	if text == "" {
		return key
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		text = strings.ReplaceAll(text, "{{"+fmt.Sprint(pairs[i])+"}}", display(pairs[i+1]))
	}
	return text
}

// find is the text of key in l, in the plural form of the count among pairs; "" when
// there is none.
func (d Dictionaries) find(l Lang, key string, pairs []any) string {
	for i := 0; i+1 < len(pairs); i += 2 {
		if count, ok := pairs[i+1].(int); ok && pairs[i] == "count" {
			if text := d[l][key+pluralForm(l, count)]; text != "" {
				return text
			}
		}
	}
	return d[l][key]
}

// display prints ints grouped like prices, other values unchanged.
func display(value any) string {
	if n, ok := value.(int); ok {
		return Group(n)
	}
	if f, ok := value.(float64); ok {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return fmt.Sprint(value)
}
