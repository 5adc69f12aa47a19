package citations

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// cited are the kinds of files whose citations are checked.
var cited = []string{".go", ".ts", ".tsx", ".css", ".php", ".sh", ".md", ".mjs", ".js", ".sql", ".toml", ".yaml", ".csv", "Makefile"}

// A citation names its document once, then one number or several:
// "specification §2.4", "routing §6.2 to §6.5", "decisions 9 and 22", "routing D6".
var (
	sections  = regexp.MustCompile(`(?i)\b(specification|routing),? (§[\d.]+(?:(?:,| and|,? to|;| or) §[\d.]+)*)`)
	decisions = regexp.MustCompile(`(?i)\bdecisions? (\d+(?:\.\d+)?(?:(?:,| and|,? to| or) \d+(?:\.\d+)?)*)`)
	routings  = regexp.MustCompile(`(?i)\brouting(?: §[\d.]+)?,? (D\d+(?:(?:,| and|,? to| or) D\d+)*)`)
	records   = regexp.MustCompile(`\bADR (\d+)\b`)

	number = regexp.MustCompile(`\d+(?:\.\d+)*`)
	letter = regexp.MustCompile(`D\d+`)

	anySection  = regexp.MustCompile(`§ ?[\d.]+`)
	anyDocument = regexp.MustCompile(`\b[Ss]pecification\b.{0,20}`)
	anyDecision = regexp.MustCompile(`(^|[\s(\[])(D\d{1,2})\b`)

	// A comment or a paragraph may break its line within a citation.
	lineBreak = regexp.MustCompile(`\n[ \t]*(?://|/\*+|\*|#|--|;)?[ \t]*`)
	comment   = regexp.MustCompile(`(?m)//[^\n]*|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/|^[ \t]*#[^\n]*`)
)

func TestEveryCitationNamesARule(t *testing.T) {
	known := map[string]map[string]bool{"specification": rules(t, specification), "routing": rules(t, routing)}
	for _, name := range files(t, cited...) {
		if strings.HasPrefix(name, "internal/tests/citations/") {
			continue
		}
		for _, complaint := range complaints(name, read(t, name), known) {
			t.Errorf("%s: %s", name, complaint)
		}
	}
}

// complaints tells what is wrong with the citations of a file.
func complaints(name, text string, known map[string]map[string]bool) []string {
	// Within its own document a rule needs no name.
	self := strings.TrimSuffix(filepath.Base(name), ".md")
	if name != specification && name != routing {
		self = ""
	}
	prose := strings.HasSuffix(name, ".md")
	if !prose {
		text = strings.Join(comment.FindAllString(text, -1), "\n")
	}
	text = lineBreak.ReplaceAllString(text, " ")

	var found []string
	check := func(document, number string) {
		if !known[document][strings.TrimRight(number, ".")] {
			found = append(found, fmt.Sprintf("docs/%s.md has no %s", document, number))
		}
	}
	for _, match := range sections.FindAllStringSubmatch(text, -1) {
		for _, one := range number.FindAllString(match[2], -1) {
			check(strings.ToLower(match[1]), one)
		}
	}
	for _, match := range decisions.FindAllStringSubmatch(text, -1) {
		for _, one := range number.FindAllString(match[1], -1) {
			check("specification", "Decision "+one)
		}
	}
	for _, match := range routings.FindAllStringSubmatch(text, -1) {
		for _, one := range letter.FindAllString(match[1], -1) {
			check("routing", one)
		}
	}

	rest := sections.ReplaceAllString(routings.ReplaceAllString(text, ""), "")
	for _, one := range anySection.FindAllString(rest, -1) {
		if self == "" {
			found = append(found, fmt.Sprintf("%s is ambiguous: write \"specification %s\" or \"routing %s\"", one, one, one))
			continue
		}
		check(self, strings.TrimLeft(one, "§ "))
	}
	if !prose {
		for _, one := range anyDocument.FindAllString(strings.ReplaceAll(rest, "specification.md", ""), -1) {
			found = append(found, fmt.Sprintf("%q names no rule: write \"specification §…\"", one))
		}
	}
	for _, match := range anyDecision.FindAllStringSubmatch(rest, -1) {
		if self == "" {
			found = append(found, fmt.Sprintf("%s is ambiguous: write \"routing %s\"", match[2], match[2]))
			continue
		}
		check("routing", match[2])
	}
	return found
}

func TestComplaintsNameWhatIsWrong(t *testing.T) {
	known := map[string]map[string]bool{
		"specification": {"2": true, "2.4": true, "Decision 9": true},
		"routing":       {"7": true, "7.3": true, "D6": true},
	}
	tests := []struct {
		name, file, text string
		want             int
	}{
		{"a rule", "a.go", "// x (specification §2.4).", 0},
		{"several rules", "a.go", "// x (specification §2 and §2.4; routing §7.3, D6).", 0},
		{"a line that breaks", "a.go", "// x (routing\n// §7.3).", 0},
		{"a decision", "a.ts", "/** decision 9 */", 0},
		{"no document", "a.go", "// x (§2.4)", 1},
		{"another document", "a.go", "// x (contract §7.3)", 1},
		{"a document without a number", "a.go", "// the specification's list", 1},
		{"no such rule", "a.go", "// x (specification §2.9)", 1},
		{"the second does not exist", "a.go", "// x (specification §2 and §3)", 1},
		{"no such decision", "a.go", "// decision 26", 1},
		{"a routing decision without its document", "a.go", "// x (D6)", 1},
		{"no comment", "a.go", `x := "§9"`, 0},
		{"a rule of the same document", routing, "see §7.3 and D6", 0},
		{"no rule of the same document", routing, "see §9", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := complaints(tt.file, tt.text, known); len(got) != tt.want {
				t.Errorf("%d complaints %q, want %d", len(got), got, tt.want)
			}
		})
	}
}

func TestEveryCitedDecisionRecordExists(t *testing.T) {
	existing := map[int]bool{}
	entries, err := os.ReadDir(filepath.Join(root, "docs", "adr"))
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		no, _, _ := strings.Cut(entry.Name(), "-")
		if n, err := strconv.Atoi(no); err == nil {
			existing[n] = true
		}
	}
	for _, name := range files(t, cited...) {
		for _, match := range records.FindAllStringSubmatch(read(t, name), -1) {
			if n, _ := strconv.Atoi(match[1]); !existing[n] {
				t.Errorf("%s cites ADR %s, which does not exist", name, match[1])
			}
		}
	}
}
