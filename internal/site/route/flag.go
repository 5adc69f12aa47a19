package route

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// FlagName is the record flag of a type or taxonomy: "new-development" →
// "isNewDevelopment" (routing §2.5).
func FlagName(name string) string {
	var b strings.Builder
	b.WriteString("is")
	for _, part := range strings.FieldsFunc(name, func(r rune) bool { return r == ' ' || r == '-' || r == '_' }) {
		first, size := utf8.DecodeRuneInString(part)
		b.WriteRune(unicode.ToUpper(first))
		b.WriteString(part[size:])
	}
	return b.String()
}
