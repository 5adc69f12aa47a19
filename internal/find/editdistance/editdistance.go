// Package editdistance compares short texts that a visitor may have misspelt. It
// allocates nothing: a search compares thousands of references and words.
//
// Users: index (references), sentence (words).
//
// Start with Within.
package editdistance

// MaxLen is the length in bytes of the longest text that is compared.
const MaxLen = 40

// Within returns the edit distance of a and b, or limit + 1 if it is above limit. Bytes are
// inserted, deleted, substituted or swapped with the next one (optimal string alignment).
// Texts of more than MaxLen bytes are above every limit.
func Within[T ~string | ~[]byte](a, b T, limit int) int {
	if len(a) > MaxLen || len(b) > MaxLen || max(len(a)-len(b), len(b)-len(a)) > limit {
		return limit + 1
	}
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	var rows [3][MaxLen + 1]uint8
	before, last, current := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		last[j] = uint8(j)
	}
	for i := 1; i <= len(a); i++ {
		current[0] = uint8(i)
		least := current[0]
		for j := 1; j <= len(b); j++ {
			cost := uint8(1)
			if a[i-1] == b[j-1] {
				cost = 0
			}
			current[j] = min(last[j]+1, current[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				current[j] = min(current[j], before[j-2]+1)
			}
			least = min(least, current[j])
		}
		if int(least) > limit {
			return limit + 1
		}
		before, last, current = last, current, before
	}
	return min(int(last[len(b)]), limit+1)
}
