package plausible

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// maxReadings bounds how often a text was read in a wrong encoding.
const maxReadings = 3

// Repaired returns a text whose UTF-8 was read as Windows-1252, "OjÃ©n", as it was: every part that is exactly the reading of
// one character becomes that character. A part that has lost a byte stays, and Text names it.
func Repaired(text string) string {
	for range maxReadings {
		before := text
		if !strings.ContainsAny(text, starts) {
			break
		}
		if text = readAgain(text); text == before {
			break
		}
	}
	return text
}

// starts are the characters that the first bytes of letters, signs and pictures of Western texts are read as.
const starts = "ÂÃÄÅâð"

func readAgain(text string) string {
	var b strings.Builder
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		if strings.ContainsRune(starts, r) {
			if read, length := characterAt(text[at:]); length > 0 {
				b.WriteString(read)
				at += length
				continue
			}
		}
		b.WriteString(text[at : at+size])
		at += size
	}
	return b.String()
}

// characterAt returns the character whose bytes the text begins with, each read as a character, and the length of the
// reading; 0 when the text begins otherwise.
func characterAt(text string) (read string, length int) {
	var bytes [utf8.UTFMax]byte
	for n, want := 0, 1; n < want; n++ {
		r, size := utf8.DecodeRuneInString(text[length:])
		one, ok := byteOf(r)
		switch {
		case !ok || size == 0:
			return "", 0
		case n > 0:
		case one >= 0xC2 && one < 0xE0:
			want = 2
		case one >= 0xE0 && one < 0xF0:
			want = 3
		case one >= 0xF0 && one < 0xF5:
			want = 4
		default:
			return "", 0
		}
		bytes[n] = one
		if length += size; n+1 == want {
			found, width := utf8.DecodeRune(bytes[:want])
			if found == utf8.RuneError || width != want {
				return "", 0
			}
			return string(bytes[:want]), length
		}
	}
	return "", 0
}

// byteOf is the byte that is read as a character. Programs read the five bytes that Windows-1252 leaves out as controls.
func byteOf(r rune) (byte, bool) {
	if r >= 0x80 && r < 0xA0 {
		return byte(r), true
	}
	return charmap.Windows1252.EncodeRune(r)
}
