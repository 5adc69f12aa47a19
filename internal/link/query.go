package link

import (
	"cmp"
	"maps"
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
	if len(query) == 0 {
		return ""
	}
	var b strings.Builder
	for i, key := range slices.SortedFunc(maps.Keys(query), byCodeUnits) {
		if i == 0 {
			b.WriteByte('?')
		} else {
			b.WriteByte('&')
		}
		b.WriteString(key)
		b.WriteByte('=')
		b.WriteString(query[key])
	}
	return b.String()
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
