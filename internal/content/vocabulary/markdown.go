package vocabulary

import (
	"fmt"
	"slices"
	"strings"
)

// kindNames are the kinds for people, in the order of the printed table.
var kindNames = []struct {
	kind Kind
	name string
}{
	{KindOffer, "offer"},
	{KindPeriod, "period of a price in WordPress"},
	{KindStatus, "state"},
	{KindPrice, "price"},
	{KindAnswer, "yes or no"},
	{KindType, "type"},
}

// Markdown is the table for docs/channels.md: a row a meaning, with its words in the order of the table.
func Markdown() string {
	var b strings.Builder
	b.WriteString("| about | means | words |\n|---|---|---|\n")
	for _, each := range kindNames {
		var meanings []string
		words := map[string][]string{}
		for _, e := range Entries() {
			if e.Kind != each.kind || e.Line {
				continue
			}
			if !slices.Contains(meanings, e.Means) {
				meanings = append(meanings, e.Means)
			}
			words[e.Means] = append(words[e.Means], strings.ReplaceAll(e.Term, "|", `\|`))
		}
		for _, means := range meanings {
			fmt.Fprintf(&b, "| %s | `%s` | %s |\n", each.name, means, strings.Join(words[means], ", "))
		}
	}
	return b.String()
}
