package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// The table in docs/sections.md stands between these lines.
const (
	tableBegin = "<!-- sections: written by make generate -->\n"
	tableEnd   = "<!-- end of sections -->\n"
)

// replaceTable puts the table of sections into the page.
func replaceTable(page []byte, sections []section) ([]byte, error) {
	before, rest, begins := bytes.Cut(page, []byte(tableBegin))
	_, after, ends := bytes.Cut(rest, []byte(tableEnd))
	if !begins || !ends {
		return nil, errors.New("docs/sections.md: the comments around the table of sections are missing")
	}
	var b bytes.Buffer
	b.Write(before)
	b.WriteString(tableBegin +
		"\n| section | what a visitor sees | fields | when there is nothing to show | page | tests |\n|---|---|---|---|---|---|\n")
	for _, s := range sections {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | `%s` | %s |\n", s.Kind, s.Shows, fieldNames(s.fields), s.Empty, s.Page, codes(s.Tests))
	}
	b.WriteString("\n" + tableEnd)
	b.Write(after)
	return b.Bytes(), nil
}

// fieldNames are the fields of a section, required ones in bold.
func fieldNames(fields []field) string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = "`" + f.name + "`"
		if f.required {
			names[i] = "**" + names[i] + "**"
		}
	}
	return strings.Join(names, ", ")
}

func codes(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "`" + strings.Join(names, "`, `") + "`"
}
