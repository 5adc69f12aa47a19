package ssr

import (
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
)

// ascii returns the same JSON with every non-ASCII character escaped. V8 copies such a text
// byte by byte and stores it in half the memory: with a single € it would decode all of the
// text into two bytes a character.
func ascii(json []byte) []byte {
	plain := asciiPrefix(json)
	if plain == len(json) {
		return json
	}
	out := make([]byte, 0, len(json)+len(json)/32)
	for {
		out = append(out, json[:plain]...)
		if json = json[plain:]; len(json) == 0 {
			return out
		}
		r, size := utf8.DecodeRune(json)
		json = json[size:]
		if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		} else {
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		plain = asciiPrefix(json)
	}
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
