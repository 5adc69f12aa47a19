package route

import (
	"errors"
	"fmt"
	"strings"
)

// pattern is a compiled path pattern. Its text has these segments: plain words,
// compared without case; ":name" for any segment; ":name#" for digits; ":name~" for a
// segment with a character that is no digit; "**", at most once, for any number of
// segments.
type pattern struct {
	head, tail []segment
	deep       bool // "**" is between head and tail
}

type segment struct {
	word string // compared when name is empty
	name string
	only func(string) bool // nil accepts any text
}

var errSlash = errors.New("a path pattern begins with a slash")

func compilePattern(text string) (pattern, error) {
	var p pattern
	if !strings.HasPrefix(text, "/") {
		return p, errSlash
	}
	names := map[string]bool{}
	for _, part := range split(text) {
		if part == "**" {
			if p.deep {
				return p, errors.New("** is allowed once only")
			}
			p.deep = true
			continue
		}
		s, err := compileSegment(part)
		if err != nil {
			return p, err
		}
		if s.name != "" && names[s.name] {
			return p, fmt.Errorf("name %q is used twice", s.name)
		}
		names[s.name] = true
		if p.deep {
			p.tail = append(p.tail, s)
		} else {
			p.head = append(p.head, s)
		}
	}
	return p, nil
}

func compileSegment(part string) (segment, error) {
	name, named := strings.CutPrefix(part, ":")
	switch {
	case part == "":
		return segment{}, errors.New("a segment is empty")
	case strings.ContainsAny(part, "?#(*[") && !named:
		return segment{}, fmt.Errorf("%q is no plain word: write RegExp: and an expression", part)
	case !named:
		return segment{word: part}, nil
	}
	s := segment{name: name}
	if s.name, named = strings.CutSuffix(name, "#"); named {
		s.only = isDigits
	} else if s.name, named = strings.CutSuffix(name, "~"); named {
		s.only = func(text string) bool { return !isDigits(text) }
	}
	if !isName(s.name) {
		return s, fmt.Errorf("%q is no name: use letters, digits and _", part)
	}
	return s, nil
}

// match returns the named segments of a split path, false when it does not match.
func (p pattern) match(segments []string) (params map[string]string, ok bool) {
	rest := len(segments) - len(p.head) - len(p.tail)
	if rest < 0 || rest > 0 && !p.deep {
		return nil, false
	}
	params = map[string]string{}
	if fits(p.head, segments[:len(p.head)], params) && fits(p.tail, segments[len(segments)-len(p.tail):], params) {
		return params, true
	}
	return nil, false
}

func fits(pattern []segment, segments []string, params map[string]string) bool {
	for i, s := range pattern {
		text := segments[i]
		switch {
		case s.name == "":
			if !strings.EqualFold(s.word, text) {
				return false
			}
		case text == "" || s.only != nil && !s.only(text):
			return false
		default:
			params[s.name] = text
		}
	}
	return true
}

// split cuts a path at its slashes except for the first and the last one.
func split(path string) []string {
	inner := strings.TrimSuffix(strings.TrimPrefix(path, "/"), "/")
	if inner == "" {
		return nil
	}
	return strings.Split(inner, "/")
}

func isDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

func isName(s string) bool {
	if s == "" || s[0] >= '0' && s[0] <= '9' {
		return false
	}
	return strings.IndexFunc(s, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}) < 0
}
