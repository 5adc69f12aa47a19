package wordpress

import (
	"slices"
	"strings"
	"sync"
	"time"
)

// ProblemKind names a kind of Problem. It is part of the operator's status.
type ProblemKind string

// The kinds of problems.
const (
	ProblemBlocked    ProblemKind = "blocked"    // another program answers in place of the API
	ProblemPermalinks ProblemKind = "permalinks" // the API is not at its usual address
	ProblemAddress    ProblemKind = "address"    // the CMS gives itself another address
	ProblemText       ProblemKind = "text"       // text of PHP precedes the JSON
	ProblemCache      ProblemKind = "cache"      // a cache answers in place of the API
	ProblemProperties ProblemKind = "properties" // no post type of properties is known
	ProblemNoIndex    ProblemKind = "noindex"    // search engines shall leave out the whole CMS
	ProblemList       ProblemKind = "list"       // a list has less than it counts
)

// Problem is an obstacle between the client and the API, with its remedy.
type Problem struct {
	Kind    ProblemKind `json:"kind"`
	Address string      `json:"address"` // where it occurred last
	Problem string      `json:"problem"`
	Remedy  string      `json:"remedy"`
	// Recovered reports that the client works in spite of it.
	Recovered bool      `json:"recovered"`
	Count     int       `json:"count"` // occurrences
	Since     time.Time `json:"since"`
}

// Problems collects the problems of one CMS. Several clients may share it. It is safe for
// concurrent use.
type Problems struct {
	report func(Problem)

	mu     sync.Mutex
	byKind map[ProblemKind]Problem
}

// NewProblems returns an empty collection. report is called with the 1st, 10th, 100th …
// occurrence of each kind, and when its text changes; nil for none.
func NewProblems(report func(Problem)) *Problems {
	if report == nil {
		report = func(Problem) {}
	}
	return &Problems{report: report, byKind: map[ProblemKind]Problem{}}
}

// add counts an occurrence.
func (p *Problems) add(found Problem, now time.Time) {
	p.mu.Lock()
	last, known := p.byKind[found.Kind]
	found.Since, found.Count = now.UTC().Truncate(time.Second), 1
	if known {
		found.Since, found.Count = last.Since, last.Count+1
	}
	p.byKind[found.Kind] = found
	p.mu.Unlock()
	if !known || last.Problem != found.Problem || isPowerOfTen(found.Count) {
		p.report(found)
	}
}

// end removes a kind.
func (p *Problems) end(kind ProblemKind) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.byKind, kind)
}

// List returns the problems, those that are not recovered first.
func (p *Problems) List() []Problem {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := []Problem{}
	for _, problem := range p.byKind {
		list = append(list, problem)
	}
	slices.SortFunc(list, func(a, b Problem) int {
		switch {
		case a.Recovered == b.Recovered:
			return strings.Compare(string(a.Kind), string(b.Kind))
		case b.Recovered:
			return -1
		}
		return 1
	})
	return list
}

func isPowerOfTen(n int) bool {
	for n > 1 && n%10 == 0 {
		n /= 10
	}
	return n == 1
}
