package ssr

import (
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
)

// appendASCII appends JSON with every non-ASCII character escaped. V8 copies such a text byte by
// byte and stores it in half the memory: with a single € it would decode all of the text into two
// bytes a character.
func appendASCII(out, json []byte) []byte {
	for len(json) > 0 {
		plain := asciiPrefix(json)
		out = append(out, json[:plain]...)
		if json = json[plain:]; len(json) == 0 {
			break
		}
		r, size := utf8.DecodeRune(json)
		json = json[size:]
		if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		} else {
			out = fmt.Appendf(out, `\u%04x`, r)
		}
	}
	return out
}

// asciiPrefix returns the number of bytes before the first non-ASCII character.
func asciiPrefix(text []byte) int {
	for i, c := range text {
		if c >= utf8.RuneSelf {
			return i
		}
	}
	return len(text)
}
