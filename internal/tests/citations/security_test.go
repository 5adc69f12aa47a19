package citations

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	requirement = regexp.MustCompile(`(?m)^\| (V[^|]*) \| ([^|]*) \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$`)
	number3     = regexp.MustCompile(`^V\d{1,2}\.\d{1,2}\.\d{1,2}$`)
	declaredAny = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	goTest      = regexp.MustCompile(`^(?:Test|Fuzz)\w+$`)
	webTest     = regexp.MustCompile(`\.(?:test\.tsx?|spec\.ts)$`)
)

// TestEveryRequirementOfTheSecurityTableIsShown checks the table of ASVS requirements: their
// number, and the test, the file or the reason of each.
func TestEveryRequirementOfTheSecurityTableIsShown(t *testing.T) {
	const document = "docs/security.md"
	tests := map[string]bool{}
	for _, name := range files(t, "_test.go") {
		for _, match := range declaredAny.FindAllStringSubmatch(read(t, name), -1) {
			tests[match[1]] = true
		}
	}
	for _, name := range files(t, ".spec.ts", ".test.ts", ".test.tsx") {
		tests[filepath.Base(name)] = true
	}
	seen, levels := map[string]bool{}, map[string]int{}
	for _, row := range requirement.FindAllStringSubmatch(read(t, document), -1) {
		id, level, text, state, shown := row[1], row[2], row[3], row[4], strings.TrimSpace(row[5])
		if !number3.MatchString(id) || seen[id] || text == "" {
			t.Errorf("%s: row %q has no number of its own, or no text", document, id)
		}
		seen[id] = true
		levels[level]++
		if state != "holds" {
			if state != "not ours" || shown == "" {
				t.Errorf("%s: the state of %s is %q, reason %q", document, id, state, shown)
			}
			continue
		}
		proofs := 0
		for _, match := range quoted.FindAllStringSubmatch(shown, -1) {
			_, err := os.Stat(filepath.Join(root, filepath.FromSlash(match[1])))
			switch {
			case goTest.MatchString(match[1]) || webTest.MatchString(match[1]):
				if !tests[match[1]] {
					t.Errorf("%s: %s is shown by %s, which does not exist", document, id, match[1])
				}
				proofs++
			case err == nil && !strings.HasPrefix(match[1], "/"):
				proofs++
			case strings.Contains(match[1], "/") && !strings.HasPrefix(match[1], "/"):
				t.Errorf("%s: %s is shown by %s, which does not exist", document, id, match[1])
			}
		}
		if proofs == 0 {
			t.Errorf("%s: %s holds, but no test or file shows it", document, id)
		}
	}
	// The standard has 70 requirements of level 1 and 183 of level 2.
	if levels["1"] != 70 || levels["2"] != 183 || len(levels) != 2 {
		t.Errorf("%s has requirements by level %v, want 70 of level 1 and 183 of level 2", document, levels)
	}
}
