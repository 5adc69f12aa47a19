package cmsurl

import (
	"bytes"
	"strings"
)

// Rewriter replaces the start of addresses in texts: each of several names by one address. The
// zero value replaces nothing.
type Rewriter struct {
	forms []form
	hosts []string
}

// form is one spelling of slashes: plain, in JSON inside a text, or in a query.
type form struct {
	slashes string   // "//"
	schemes []string // what may stand before the slashes
	names   []string // host and folder
	to      string
}

// NewRewriter returns the Rewriter of names, which are addresses such as http://10.0.0.5/cms.
// The scheme of a name does not matter. Names without a host are ignored.
func NewRewriter(to string, names ...string) Rewriter {
	to = strings.TrimRight(to, "/")
	plain := form{slashes: "//", schemes: []string{"https:", "http:"}, to: to}
	seen, hosts := map[Base]bool{}, []string(nil)
	for _, name := range names {
		base := ParseBase(name)
		if base.host != "" && !seen[base] {
			seen[base] = true
			plain.names = append(plain.names, base.host+base.folder)
			host, _, _ := strings.Cut(base.host, ":") // a port may be encoded
			hosts = append(hosts, host)
		}
	}
	if to == "" || len(plain.names) == 0 {
		return Rewriter{}
	}
	return Rewriter{hosts: hosts, forms: []form{
		plain,
		plain.spelled(strings.NewReplacer("/", `\/`), "https:", "http:"),
		plain.spelled(strings.NewReplacer("/", `\\/`), "https:", "http:"),  // JSON inside JSON
		plain.spelled(strings.NewReplacer("/", `\\\/`), "https:", "http:"), // as WordPress writes it
		plain.spelled(strings.NewReplacer("/", "%2F", ":", "%3A"), "https%3A", "http%3A"),
		plain.spelled(strings.NewReplacer("/", "%2f", ":", "%3a"), "https%3a", "http%3a"),
	}}
}

func (f form) spelled(letters *strings.Replacer, schemes ...string) form {
	other := form{slashes: letters.Replace(f.slashes), schemes: schemes, to: letters.Replace(f.to)}
	for _, name := range f.names {
		other.names = append(other.names, letters.Replace(name))
	}
	return other
}

// IsZero reports a Rewriter that replaces nothing.
func (r Rewriter) IsZero() bool { return len(r.forms) == 0 }

// MayChange reports, at less cost than Text, whether a text has the host of a name in lower case.
func (r Rewriter) MayChange(text string) bool {
	for _, host := range r.hosts {
		if strings.Contains(text, host) {
			return true
		}
	}
	return false
}

// MayChangeJSON is MayChange of all texts in JSON: it escapes no character of a host.
func (r Rewriter) MayChangeJSON(data []byte) bool {
	for _, host := range r.hosts {
		if bytes.Contains(data, []byte(host)) {
			return true
		}
	}
	return false
}

// Text returns text with every address below a name moved below the new address.
func (r Rewriter) Text(text string) string {
	for _, f := range r.forms {
		text = f.replace(text)
	}
	return text
}

func (f form) replace(text string) string {
	var b strings.Builder
	for from := 0; ; {
		i := strings.Index(text[from:], f.slashes)
		if i < 0 {
			break
		}
		start := from + i
		end := f.match(text, start+len(f.slashes))
		if end < 0 {
			from = start + 1
			continue
		}
		for _, scheme := range f.schemes {
			if n := start - len(scheme); n >= 0 && strings.EqualFold(text[n:start], scheme) {
				start = n
				break
			}
		}
		b.WriteString(text[:start])
		b.WriteString(f.to)
		text, from = text[end:], 0
	}
	if b.Len() == 0 {
		return text
	}
	b.WriteString(text)
	return b.String()
}

// match returns the end of the longest name that begins at i, -1 for none.
func (f form) match(text string, i int) int {
	end := -1
	for _, name := range f.names {
		if n := i + len(name); n <= len(text) && n > end && strings.EqualFold(text[i:n], name) && isBoundary(text[n:]) {
			end = n
		}
	}
	return end
}

// isBoundary reports whether a host or a folder ends before rest. A full stop may end a sentence.
func isBoundary(rest string) bool {
	if rest == "" {
		return true
	}
	switch c := rest[0]; {
	case c == '.':
		return len(rest) == 1 || !isNameByte(rest[1])
	case c == ':':
		return len(rest) == 1 || rest[1] < '0' || rest[1] > '9'
	default:
		return !isNameByte(c) && c != '@'
	}
}

func isNameByte(c byte) bool {
	return c == '-' || c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
