package link

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	lowerHex = "0123456789abcdef"
	upperHex = "0123456789ABCDEF"
)

// encodePath escapes the characters that are not allowed in a path. Letters
// outside ASCII are lower-cased first, because their escapes cannot be.
func encodePath(path string) string {
	if strings.IndexFunc(path, isUnsafe) < 0 {
		return path
	}
	return Escape(strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf {
			return unicode.ToLower(r)
		}
		return r
	}, path))
}

// Escape percent-encodes the bytes that are not allowed in a link, with lower-case
// digits as WordPress does. A backslash is one of them: browsers read it as a slash,
// so "/\name" would leave the site.
func Escape(text string) string {
	var b strings.Builder
	for i := range len(text) {
		if c := text[i]; c >= utf8.RuneSelf || isUnsafe(rune(c)) {
			b.Write([]byte{'%', lowerHex[c>>4], lowerHex[c&15]})
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

func isUnsafe(r rune) bool {
	return r >= utf8.RuneSelf || r <= ' ' || strings.ContainsRune("\"<>\\^`{|}", r)
}

// encodeForm encodes text as a form does, except for the comma: it separates the
// values of one filter and stays readable.
func encodeForm(text string) string {
	var b strings.Builder
	for i := range len(text) {
		switch c := text[i]; {
		case c == ' ':
			b.WriteByte('+')
		case isFormSafe(c):
			b.WriteByte(c)
		default:
			b.Write([]byte{'%', upperHex[c>>4], upperHex[c&15]})
		}
	}
	return b.String()
}

func isFormSafe(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("*-._,", c) >= 0
}

// decodeForm decodes text of a form. An invalid escape is kept as text. Control
// characters are dropped, invalid UTF-8 is replaced.
func decodeForm(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '+':
			b.WriteByte(' ')
		case c == '%' && i+2 < len(text) && isHex(text[i+1]) && isHex(text[i+2]):
			b.WriteByte(unhex(text[i+1])<<4 | unhex(text[i+2]))
			i += 2
		default:
			b.WriteByte(c)
		}
	}
	return strings.Map(func(r rune) rune {
		if isControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(b.String(), "\uFFFD"))
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func unhex(c byte) byte {
	switch {
	case c >= 'a':
		return c - 'a' + 10
	case c >= 'A':
		return c - 'A' + 10
	}
	return c - '0'
}

// lowerEscapes lower-cases percent-escapes and nothing else: proxies change their
// case, so a redirect because of it would loop.
func lowerEscapes(path string) string {
	if !strings.Contains(path, "%") {
		return path
	}
	lowered := []byte(path)
	for i := 0; i+2 < len(lowered); i++ {
		if lowered[i] == '%' && isHex(lowered[i+1]) && isHex(lowered[i+2]) {
			lowered[i+1], lowered[i+2] = lowerHex[unhex(lowered[i+1])], lowerHex[unhex(lowered[i+2])]
			i += 2
		}
	}
	return string(lowered)
}
