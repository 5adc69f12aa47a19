package citations

import (
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var link = regexp.MustCompile(`\]\(([^)\s]+)\)`)

func TestEveryRelativeLinkLeadsToAFile(t *testing.T) {
	for _, name := range files(t, ".md") {
		for _, match := range link.FindAllStringSubmatch(read(t, name), -1) {
			target, _, _ := strings.Cut(match[1], "#")
			if parsed, err := url.Parse(target); err != nil || parsed.Scheme != "" || target == "" {
				continue
			}
			path := filepath.Join(root, filepath.FromSlash(filepath.Dir(name)), filepath.FromSlash(target))
			if _, err := os.Stat(path); err != nil {
				t.Errorf("%s links to %s, which does not exist", name, target)
			}
		}
	}
}

var (
	// named is a path of the project in backquotes; {…} and <…> stand for any name.
	named       = regexp.MustCompile("`((?:internal|cmd|web|locales|docs|e2e|scripts|testdata|test|wordpress|tools)/[\\w./{}<>*-]+)`")
	placeholder = regexp.MustCompile(`[{<][\w|]*[}>]`)
)

func TestEveryPathOfADocumentExists(t *testing.T) {
	for _, name := range files(t, ".md") {
		for _, match := range named.FindAllStringSubmatch(read(t, name), -1) {
			pattern := placeholder.ReplaceAllString(match[1], "*")
			// A document below the root may name paths of its own folder.
			found, _ := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
			near, _ := filepath.Glob(filepath.Join(root, filepath.FromSlash(filepath.Dir(name)), filepath.FromSlash(pattern)))
			if len(found)+len(near) == 0 {
				t.Errorf("%s names %s, which does not exist", name, match[1])
			}
		}
	}
}

// The last column of a rule names what holds it.
var (
	holders  = regexp.MustCompile(`(?m)^\| (?:Decision |D)?\d.*\| ([^|]+) \|$`)
	quoted   = regexp.MustCompile("`([^`]+)`")
	declared = regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	target   = regexp.MustCompile(`(?m)^([a-z][\w-]*):`)
)

func TestEveryTestThatHoldsARuleExists(t *testing.T) {
	existing := map[string]bool{}
	for _, name := range files(t, "_test.go") {
		for _, match := range declared.FindAllStringSubmatch(read(t, name), -1) {
			existing[match[1]] = true
		}
	}
	for _, name := range files(t, ".spec.ts", ".test.ts", ".test.tsx") {
		existing[filepath.Base(name)] = true
	}
	for _, match := range target.FindAllStringSubmatch(read(t, "Makefile"), -1) {
		existing["make "+match[1]] = true
	}
	var cases []struct{ Kind string }
	if err := json.Unmarshal([]byte(read(t, "testdata/cases.json")), &cases); err != nil {
		t.Fatal(err)
	}
	for _, one := range cases {
		existing["case "+one.Kind] = true
	}
	for _, document := range []string{specification, routing} {
		for _, match := range holders.FindAllStringSubmatch(read(t, document), -1) {
			kind, isCase := strings.CutPrefix(match[1], "cases: ")
			for _, one := range quoted.FindAllStringSubmatch(kind, -1) {
				holder := one[1]
				if isCase {
					holder = "case " + holder
				} else if !strings.HasPrefix(holder, "Test") && !strings.HasPrefix(holder, "make ") && !strings.HasSuffix(holder, ".ts") && !strings.HasSuffix(holder, ".tsx") {
					continue
				}
				if !existing[holder] {
					t.Errorf("%s: %s does not exist", document, holder)
				}
			}
		}
	}
}

// held is a table of rules whose last column names what holds each.
var held = regexp.MustCompile(`(?m)^\|[^\n]*\| held by \|\n\|[-|]+\|\n((?:\|[^\n]*\n)+)`)

// A rule that is no behaviour, and so has no test, says "statement".
func TestEveryRuleNamesItsTest(t *testing.T) {
	for _, document := range []string{specification, routing} {
		tables := held.FindAllStringSubmatch(read(t, document), -1)
		if len(tables) == 0 {
			t.Errorf("%s has no table of rules", document)
		}
		for _, table := range tables {
			for line := range strings.Lines(table[1]) {
				cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
				number, holder := strings.TrimSpace(cells[0]), strings.TrimSpace(cells[len(cells)-1])
				if holder != "statement" && !quoted.MatchString(holder) {
					t.Errorf("%s: rule %s names no test in %q: write one, or \"statement\" if it is no behaviour", document, number, holder)
				}
			}
		}
	}
}

func TestTheMakefileHasTheTargetsOfTheSpecification(t *testing.T) {
	targets := map[string]bool{}
	for _, match := range target.FindAllStringSubmatch(read(t, "Makefile"), -1) {
		targets[match[1]] = true
	}
	for _, name := range []string{"run", "test", "build", "dev", "check", "bench", "help"} {
		if !targets[name] {
			t.Errorf("the Makefile has no target %s", name)
		}
	}
}
