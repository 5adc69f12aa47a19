//go:build race

package agreement

// The race detector makes SQL in pure Go 100 times slower. make test-go runs all filters
// without it.
func init() { filterCount = 400 }
