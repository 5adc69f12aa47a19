package main

import (
	"regexp"
	"slices"
	"strings"
)

const comment = `(?m)(?:^/\*\*\n(?: \*.*\n)+)?`

var (
	constant = regexp.MustCompile(comment + `^export const \w+: (\w+) = ("[^"]*");.*\n`)
	plain    = regexp.MustCompile(comment + `^export const \w+ = \w+;\n`)
	keyedBy  = regexp.MustCompile(`\{ \[key: (\w+)\]: (\w+)\}`)
	optional = regexp.MustCompile(`(?m)^(\s+\w+\?: )(.+?);`)
)

// tidy converts typed constants into unions and allows undefined in optional fields, as
// exactOptionalPropertyTypes requires to pass them on. It is idempotent.
func tidy(source string) string {
	unions := map[string][]string{}
	for _, match := range constant.FindAllStringSubmatch(source, -1) {
		unions[match[1]] = append(unions[match[1]], match[2])
	}
	source = constant.ReplaceAllString(source, "")
	source = plain.ReplaceAllString(source, "")
	for name, values := range unions {
		source = strings.Replace(source,
			"export type "+name+" = string;",
			"export type "+name+" =\n  | "+strings.Join(slices.Compact(values), "\n  | ")+";", 1)
	}
	source = keyedBy.ReplaceAllString(source, "Partial<Record<$1, $2>>")
	source = strings.NewReplacer(" /* int */", "", " /* float64 */", "").Replace(source)
	return optional.ReplaceAllStringFunc(source, func(field string) string {
		if strings.Contains(field, "| undefined") {
			return field
		}
		return strings.TrimSuffix(field, ";") + " | undefined;"
	})
}
