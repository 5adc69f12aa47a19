package restapi

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// kind is the type of a parameter.
type kind int

const (
	kindText kind = iota
	kindInteger
	kindIDs   // list of numbers
	kindTerms // list of term ids; its complaint is putText otherwise
	kindSlugs // list of texts
	kindDate
	kindChoice   // one of a few words
	kindStatuses // list of statuses; visitors may use those in choices
	kindBool
	kindAny // read by the handler
)

// param is one parameter of a route. Requests may have others, which are ignored.
type param struct {
	name     string
	kind     kind
	min, max int // of an integer; 0 means none
	choices  []string
	standard any // default value
}

// Limits of lists.
const (
	maxIDs   = 1000
	maxSlugs = 100
)

// input holds the checked parameters of a request.
type input struct {
	ints  map[string]int
	lists map[string][]int
	slugs map[string][]string
	texts map[string]string
	times map[string]time.Time
	bools map[string]bool
}

// read checks a request against the parameters of a route and reports every fault.
func read(params []param, q query, zone *time.Location) (input, *problem) {
	in := input{
		ints: map[string]int{}, lists: map[string][]int{}, slugs: map[string][]string{},
		texts: map[string]string{}, times: map[string]time.Time{}, bools: map[string]bool{},
	}
	var faults []fault
	for _, p := range params {
		if !q.has(p.name) {
			in.setStandard(p)
			continue
		}
		if f := in.set(p, q.values[p.name], zone); f != nil {
			f.name = p.name
			faults = append(faults, *f)
		}
	}
	if len(faults) > 0 {
		return in, invalidParams(faults)
	}
	return in, nil
}

func (in *input) setStandard(p param) {
	switch standard := p.standard.(type) {
	case int:
		in.ints[p.name] = standard
	case string:
		in.texts[p.name] = standard
	}
}

func (in *input) set(p param, g given, zone *time.Location) *fault {
	if p.kind == kindAny {
		return nil
	}
	if g.isList && !p.kind.isList() {
		return wrongType(p.name, p.word())
	}
	switch p.kind {
	case kindInteger:
		return in.setInteger(p, g.text)
	case kindIDs, kindTerms:
		return in.setIDs(p, g.items())
	case kindSlugs:
		return in.setSlugs(p, g.items())
	case kindDate:
		return in.setDate(p, g.text, zone)
	case kindChoice:
		if !slices.Contains(p.choices, g.text) {
			return notAmong(p.name, p.choices)
		}
		in.texts[p.name] = g.text
	case kindStatuses:
		return checkStatuses(p, g.items())
	case kindBool:
		return in.setBool(p, g.text)
	default:
		in.texts[p.name] = g.text
	}
	return nil
}

func (k kind) isList() bool {
	return k == kindIDs || k == kindTerms || k == kindSlugs || k == kindStatuses
}

// word is the JSON type in WordPress's error texts and descriptions.
func (p param) word() string {
	switch p.kind {
	case kindInteger:
		return "integer"
	case kindBool:
		return "boolean"
	case kindIDs, kindTerms, kindSlugs, kindStatuses:
		return "array"
	}
	return "string"
}

func (in *input) setInteger(p param, text string) *fault {
	n, ok := integer(text)
	switch {
	case !ok:
		return wrongType(p.name, "integer")
	case p.max > 0 && (n < p.min || n > p.max):
		return outOfBounds(fmt.Sprintf("%s must be between %d (inclusive) and %d (inclusive)", p.name, p.min, p.max))
	case p.min > 0 && n < p.min:
		return outOfBounds(fmt.Sprintf("%s must be greater than or equal to %d", p.name, p.min))
	}
	in.ints[p.name] = n
	return nil
}

func (in *input) setIDs(p param, items []string) *fault {
	if len(items) > maxIDs {
		return tooMany(p.name, maxIDs)
	}
	if len(items) == 0 && p.kind == kindTerms {
		message := p.name + " matches Term ID List and Term ID Taxonomy Query, but should match only one."
		return &fault{code: "rest_one_of_multiple_matches", message: message, data: object{{"positions", []int{0, 1}}}}
	}
	ids := make([]int, 0, len(items))
	for i, item := range items {
		n, ok := integer(item)
		if !ok {
			f := wrongType(fmt.Sprintf("%s[%d]", p.name, i), "integer")
			if p.kind == kindTerms {
				f.code, f.data = "rest_no_matching_schema", object{{"position", 0}}
				f.message = p.name + " is not a valid Term ID List. Reason: " + f.message
			}
			return f
		}
		ids = append(ids, n)
	}
	in.lists[p.name] = ids
	return nil
}

func (in *input) setSlugs(p param, items []string) *fault {
	if len(items) > maxSlugs {
		return tooMany(p.name, maxSlugs)
	}
	in.slugs[p.name] = items
	return nil
}

func (in *input) setBool(p param, text string) *fault {
	switch strings.ToLower(text) {
	case "true", "1":
		in.bools[p.name] = true
	case "false", "0", "":
		in.bools[p.name] = false
	default:
		return wrongType(p.name, "boolean")
	}
	return nil
}

// checkStatuses refuses statuses that visitors cannot see.
func checkStatuses(p param, items []string) *fault {
	for _, item := range items {
		if !slices.Contains(p.choices, item) {
			return &fault{code: "rest_forbidden_status", message: "Status is forbidden.", data: object{{"status", 401}}}
		}
	}
	return nil
}
