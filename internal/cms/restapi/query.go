package restapi

import (
	"net/url"
	"strconv"
	"strings"
)

// Limits of a request.
const (
	maxQueryBytes = 16 << 10 // bytes
	maxParams     = 1000     // as PHP's max_input_vars
)

// query is the query of a request as PHP reads it: malformed escapes stay as
// they are, a plain key is overwritten, name[] and name[0] make a list.
type query struct {
	names  []string // in order of first appearance
	values map[string]given
}

// given is the value of one parameter.
type given struct {
	text   string
	list   []string
	isList bool
}

func parseQuery(raw string) query {
	q := query{values: map[string]given{}}
	count := 0
	for pair := range strings.SplitSeq(raw, "&") {
		if pair == "" {
			continue
		}
		if count++; count > maxParams {
			break
		}
		key, value, _ := strings.Cut(pair, "=")
		q.add(unescape(key), unescape(value))
	}
	return q
}

func (q *query) add(key, value string) {
	name, _, isList := strings.Cut(strings.TrimLeft(key, " "), "[")
	if name == "" {
		return
	}
	old, known := q.values[name]
	if !known {
		q.names = append(q.names, name)
	}
	if !isList {
		q.values[name] = given{text: value}
		return
	}
	q.values[name] = given{list: append(old.list, value), isList: true}
}

// has reports whether the request has the parameter.
func (q query) has(name string) bool {
	_, known := q.values[name]
	return known
}

// text is a parameter's text, "" for a list.
func (q query) text(name string) string { return q.values[name].text }

// items are the items of a list, or of a text split at commas and spaces.
func (g given) items() []string {
	if g.isList {
		return g.list
	}
	return strings.FieldsFunc(g.text, func(r rune) bool { return r == ',' || r == ' ' || r >= '\t' && r <= '\r' })
}

// withPage writes the query with another page number, in its order and as it was read:
// lists item by item, empty lists left out, numbers in decimal form.
func (q query) withPage(page string, params []param) string {
	var pairs []string
	put := func(key, value string) {
		pair := url.QueryEscape(key)
		if value != "" {
			pair += "=" + url.QueryEscape(value)
		}
		pairs = append(pairs, pair)
	}
	for _, name := range q.names {
		g, kind := q.values[name], kindOf(params, name)
		switch {
		case name == "page":
			put(name, page)
		case g.isList || kind.isList():
			for i, item := range g.items() {
				put(name+"["+strconv.Itoa(i)+"]", item)
			}
		case kind == kindInteger:
			n, _ := integer(g.text)
			put(name, strconv.Itoa(n))
		default:
			put(name, g.text)
		}
	}
	if !q.has("page") {
		put("page", page)
	}
	return strings.Join(pairs, "&")
}

func kindOf(params []param, name string) kind {
	for _, p := range params {
		if p.name == name {
			return p.kind
		}
	}
	return kindAny
}

// unescape decodes a part of a query and keeps invalid escapes.
func unescape(text string) string {
	if !strings.ContainsAny(text, "%+") {
		return strings.ToValidUTF8(text, "\uFFFD")
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '+':
			b.WriteByte(' ')
		case c == '%' && i+2 < len(text) && hexDigit(text[i+1]) >= 0 && hexDigit(text[i+2]) >= 0:
			b.WriteByte(byte(hexDigit(text[i+1])<<4 | hexDigit(text[i+2])))
			i += 2
		default:
			b.WriteByte(c)
		}
	}
	return strings.ToValidUTF8(b.String(), "\uFFFD")
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}
