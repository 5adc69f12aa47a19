package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
)

// faults are the found faults by kind.
type faults map[string][]fault

type fault struct{ at, what string }

func (f faults) add(kind, at, what string) { f[kind] = append(f[kind], fault{at, what}) }

func (f faults) addf(kind, at, format string, args ...any) {
	f.add(kind, at, fmt.Sprintf(format, args...))
}

// maxPrinted is the maximum number of printed faults of a kind.
const maxPrinted = 40

// print prints the faults and returns their number.
func (f faults) print(out io.Writer) (total int) {
	for _, kind := range slices.Sorted(maps.Keys(f)) {
		list := f[kind]
		total += len(list)
		_, _ = fmt.Fprintf(out, "\n%s: %d\n", kind, len(list))
		for _, one := range list[:min(len(list), maxPrinted)] {
			_, _ = fmt.Fprintf(out, "  %s: %s\n", one.at, one.what)
		}
		if more := len(list) - maxPrinted; more > 0 {
			_, _ = fmt.Fprintf(out, "  and %d more\n", more)
		}
	}
	if total == 0 {
		_, _ = fmt.Fprintln(out, "crawl: no faults")
	}
	return total
}
