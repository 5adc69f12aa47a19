package account

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
)

// commonPasswords has the 10,000 most frequent passwords of published lists with 4 characters or more, in lower case.
//
//go:embed common_passwords.txt
var commonPasswords string

var commonSet = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for word := range strings.Lines(commonPasswords) {
		set[strings.TrimSpace(word)] = true
	}
	return set
})

// minWord and maxWord are the lengths of the words that isCommon looks for, and minNovel the number of characters beside the words
// that make a password its user's own.
const (
	minWord  = 4
	maxWord  = 30 // bytes
	minNovel = 4
	maxWords = 2
)

// replacedLetters undoes the usual replacements of letters.
var replacedLetters = strings.NewReplacer("@", "a", "4", "a", "3", "e", "1", "i", "!", "i", "0", "o", "$", "s", "5", "s", "7", "t")

// isCommon reports whether a password is little more than one or two common passwords or own words: "Password1234",
// "Marbella2026!", "qwertyqwerty". A list of whole passwords would not do: published ones are mostly shorter than 12.
func isCommon(password string, own []string) bool {
	words := map[string]bool{}
	for _, text := range own {
		for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if len(word) >= minWord {
				words[word] = true
			}
		}
	}
	plain := strings.ToLower(password)
	return leftover(plain, words, maxWords) < minNovel || leftover(replacedLetters.Replace(plain), words, maxWords) < minNovel
}

// leftover is the number of characters of a text beside as many known words, in the best choice of these.
func leftover(text string, own map[string]bool, words int) int {
	least := novel(text)
	if words == 0 {
		return least
	}
	for at := range text {
		for end := at + minWord; end <= min(len(text), at+maxWord); end++ {
			if word := text[at:end]; commonSet()[word] || own[word] {
				least = min(least, leftover(text[:at]+" "+text[end:], own, words-1))
			}
		}
	}
	return least
}

// novel counts the letters and digits that neither repeat nor follow the one before, as in "aaa", "1234" and "dcba", without
// the digits of a year or a number at the end.
func novel(text string) int {
	text = strings.TrimRightFunc(text, func(r rune) bool { return unicode.IsDigit(r) || unicode.IsPunct(r) || unicode.IsSymbol(r) })
	n, before := 0, rune(0)
	for _, r := range text {
		if step := r - before; r != ' ' && (step < -1 || step > 1) {
			n++
		}
		before = r
	}
	return n
}
