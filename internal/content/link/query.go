package link

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// parseQuery reads "?a=1&b" as raw text: the last value of a repeated key wins, a
// value ends at its second '=', and a query without any '=' is empty.
func parseQuery(query string) map[string]string {
	pairs := map[string]string{}
	query = strings.TrimPrefix(query, "?")
	if !strings.Contains(query, "=") {
		return pairs
	}
	for piece := range strings.SplitSeq(query, "&") {
		if piece == "" {
			continue
		}
		key, value, _ := strings.Cut(piece, "=")
		value, _, _ = strings.Cut(value, "=")
		pairs[key] = value
	}
	return pairs
}

func queryString(query map[string]string) string {
	var b strings.Builder
	writeQuery(&b, query)
	return b.String()
}

func writeQuery(b *strings.Builder, query map[string]string) {
	keys := make([]string, 0, 8) // without an allocation, as most links have fewer
	for key := range query {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, byCodeUnits)
	separator := byte('?')
	for _, key := range keys {
		b.WriteByte(separator)
		b.WriteString(key)
		b.WriteByte('=')
		b.WriteString(query[key])
		separator = '&'
	}
}

// querySize is the length of the query in a link.
func querySize(query map[string]string) int {
	size := 0
	for key, value := range query {
		size += len("?=") + len(key) + len(value)
	}
	return size
}

// byCodeUnits compares keys as browsers sort them, by UTF-16 code units: characters
// outside the first plane come before the last ones of that plane. In UTF-8 they
// come after them.
func byCodeUnits(a, b string) int {
	for a != "" && b != "" {
		x, xSize := utf8.DecodeRuneInString(a)
		y, ySize := utf8.DecodeRuneInString(b)
		if x != y {
			return cmp.Or(cmp.Compare(firstUnit(x), firstUnit(y)), cmp.Compare(x, y))
		}
		a, b = a[xSize:], b[ySize:]
	}
	return cmp.Compare(len(a), len(b))
}

func firstUnit(r rune) rune {
	if utf16.RuneLen(r) == 2 {
		r, _ = utf16.EncodeRune(r)
	}
	return r
}
