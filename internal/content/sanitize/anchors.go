package sanitize

import (
	"fmt"
	"regexp"
	"strings"
)

// anchorName is an id or a name to which a link within a page leads: letters of any script, a leading
// digit, a question mark and spaces are there in texts of editors and tables of contents.
var anchorName = regexp.MustCompile("^[^\\x00-\\x20\\x7f<>\"`-][^\\x00-\\x1f\\x7f<>\"`]{0,300}$")

// reservedIDs returns the pattern of the ids of the document around the content, in any case.
func reservedIDs(patterns []string) (*regexp.Regexp, error) {
	for _, pattern := range patterns {
		if _, err := regexp.Compile(pattern); err != nil {
			return nil, fmt.Errorf("reserved id %q: %w", pattern, err)
		}
	}
	return regexp.Compile(`(?i)^(?:` + strings.Join(patterns, "|") + `)$`)
}

// IsReserved reports that an id belongs to the document around the content.
func (s *Sanitizer) IsReserved(id string) bool {
	return len(s.cfg.ReservedIDs) > 0 && s.reserved.MatchString(strings.TrimSpace(id))
}

// fragmentLetters are written as they are in a fragment; browsers decode the others.
const fragmentLetters = "-._~!$&'()*+,;=:@/?"

// fragment returns a fragment as a valid part of an address: editors write spaces, and percent signs
// that encode nothing.
func fragment(text string) string {
	var b strings.Builder
	for i := range len(text) {
		switch c := text[i]; {
		case c >= 0x80, isNameByte(c), strings.IndexByte(fragmentLetters, c) >= 0:
			b.WriteByte(c)
		case c == '%' && i+2 < len(text) && isHex(text[i+1]) && isHex(text[i+2]):
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// withFragment returns an address whose fragment is valid.
func withFragment(address string) string {
	before, after, found := strings.Cut(address, "#")
	if !found {
		return address
	}
	return before + "#" + fragment(after)
}
