package redirect

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// maxPairs bounds an import. Above it a rule with a pattern is the better tool.
const maxPairs = 50_000

// line is a pair with its line number in the file.
type line struct {
	Pair
	no  int
	key string // "" for an invalid pair
}

// ParseCSV reads lines "from,to[,status]". A heading and lines that begin with
// '#' are skipped. Loops and chains are errors, so that each line names its final
// target. Every error names its line.
func ParseCSV(r io.Reader) ([]Pair, error) {
	lines, problems := readLines(r)
	problems = append(problems, checkLines(lines)...)
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	pairs := make([]Pair, len(lines))
	for i, l := range lines {
		pairs[i] = l.Pair
	}
	return pairs, nil
}

// WriteCSV writes pairs as ParseCSV reads them.
func WriteCSV(w io.Writer, pairs []Pair) error {
	out := csv.NewWriter(w)
	records := [][]string{{"from", "to", "status"}}
	for _, p := range pairs {
		records = append(records, []string{p.From, p.To, strconv.Itoa(p.status())})
	}
	if err := out.WriteAll(records); err != nil {
		return fmt.Errorf("write redirects: %w", err)
	}
	return nil
}

func readLines(r io.Reader) (lines []line, problems []error) {
	in := csv.NewReader(r)
	in.FieldsPerRecord = -1
	in.Comment = '#'
	in.TrimLeadingSpace = true
	for first := true; ; first = false {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			return lines, problems
		}
		if err != nil {
			return lines, append(problems, err) // the error names its line
		}
		if len(lines) == maxPairs {
			return lines, append(problems, fmt.Errorf("more than %d redirects: write one rule for links of the same pattern", maxPairs))
		}
		no, _ := in.FieldPos(0)
		record[0] = strings.TrimPrefix(record[0], "\uFEFF")
		if first && strings.EqualFold(strings.TrimSpace(record[0]), "from") {
			continue
		}
		pair, err := pairOf(record)
		if err != nil {
			problems = append(problems, fmt.Errorf("line %d: %w", no, err))
			continue
		}
		lines = append(lines, line{Pair: pair, no: no})
	}
}

func pairOf(record []string) (Pair, error) {
	if len(record) < 2 || len(record) > 3 {
		return Pair{}, fmt.Errorf("%d fields: write from,to or from,to,status", len(record))
	}
	p := Pair{From: strings.TrimSpace(record[0]), To: strings.TrimSpace(record[1])}
	if len(record) == 3 && strings.TrimSpace(record[2]) != "" {
		status, err := strconv.Atoi(strings.TrimSpace(record[2]))
		if err != nil {
			return p, fmt.Errorf("status %q is no number", record[2])
		}
		p.Status = status
	}
	return p, nil
}

// checkLines checks each line by itself and then against the others.
func checkLines(lines []line) (problems []error) {
	var c Config
	byKey := map[string]line{}
	for i := range lines {
		l := &lines[i]
		key, err := c.checkPair(l.Pair)
		if err != nil {
			problems = append(problems, fmt.Errorf("line %d: %w", l.no, err))
			continue
		}
		if other, taken := byKey[key]; taken {
			problems = append(problems, fmt.Errorf("line %d: %s has a redirect on line %d already: keep one", l.no, l.From, other.no))
			continue
		}
		l.key = key
		byKey[key] = *l
	}
	for _, l := range lines {
		if l.key != "" {
			problems = append(problems, checkChain(c, l, byKey))
		}
	}
	return problems
}

// checkChain returns an error when another line redirects the target of l.
func checkChain(c Config, l line, byKey map[string]line) error {
	key, inside := c.key(l.To)
	next, found := byKey[key]
	if !inside || !found {
		return nil
	}
	numbers := strconv.Itoa(l.no)
	end := next
	for seen := map[string]bool{}; ; {
		if end.key == l.key {
			return fmt.Errorf("line %d: loop over lines %s: %s comes back to itself", l.no, numbers, l.From)
		}
		if seen[end.key] {
			return fmt.Errorf("line %d: %s leads into the loop of line %d", l.no, l.From, end.no)
		}
		seen[end.key] = true
		numbers += ", " + strconv.Itoa(end.no)
		key, inside := c.key(end.To)
		onward, found := byKey[key]
		if !inside || !found {
			return fmt.Errorf("line %d: chain: line %d redirects %s: write %s", l.no, next.no, l.To, end.To)
		}
		end = onward
	}
}
