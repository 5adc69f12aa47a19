//go:build race

package agreement

// The race detector makes SQL in pure Go a hundred times slower; make test-go asks
// all questions in a run without it.
func init() { filtersAsked = 400 }
