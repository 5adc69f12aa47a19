package link

import (
	"maps"
	"slices"
	"strings"
)

// parseQuery reads "?a=1&b" as raw text: the last of a repeated key wins, a
// value ends at its second '=', and a query without any '=' says nothing.
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
	for i, key := range slices.Sorted(maps.Keys(query)) {
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
