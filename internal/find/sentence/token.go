package sentence

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// tokenKind tells words, numbers and marks apart.
type tokenKind int

const (
	tokenWord tokenKind = iota
	tokenNumber
	tokenReference
	tokenMark // one of + - < > ~ € $ £ ,
)

// token is one word, number or mark of the folded text.
type token struct {
	kind  tokenKind
	text  string
	start int // in the folded text, as end
	end   int
	value float64 // of a number
	// grouped reports a number whose separator was read as a thousands separator,
	// as in "1.500"; before "million" the same separator is a decimal point.
	grouped bool
	decimal float64 // value of a grouped number with a decimal point instead
}

var tokenPattern = regexp.MustCompile(strings.Join([]string{
	`[a-z]{2,6}[-]?[0-9]{3,7}[a-z]?(?:-[a-z0-9]{1,8})?\b`, // reference, such as zre1001p-dup
	`[0-9]{1,3}(?:[ .,'][0-9]{3})+(?:[.,][0-9]{1,2}\b)?`,  // 1.500.000, 1,500,000, 1 500 000
	`[0-9]+[.,'][0-9]+`, // 1.5, 1,5, 1'5
	`[0-9]+`,
	`m2\b`,
	`[a-zß-ÿœæ]+(?:'[a-z]+)*`,
	`\p{L}+`, // of another script: a word that is named as not understood
	`[+<>≤≥€$£,;/~≈–—-]`,
}, "|"))

// maxTokens bounds the work of one line.
const maxTokens = 150

// tokenize splits folded text. A hyphen inside a word separates two words; between two
// numbers it stays as a mark, because it means a range.
func tokenize(text string) []token {
	var tokens []token
	for _, at := range pieces(text) {
		if len(tokens) == maxTokens {
			break
		}
		piece := text[at[0]:at[1]]
		before := len(tokens)
		switch first := piece[0]; {
		case first >= '0' && first <= '9':
			tokens = append(tokens, number(piece))
		case strings.ContainsAny(piece[:1], "+<>$,;/~-") || strings.ContainsAny(piece, "≤≥≈€£–—"):
			tokens = appendMark(tokens, piece, text, at)
		case strings.ContainsAny(piece, "0123456789") && piece != "m2":
			tokens = append(tokens, token{kind: tokenReference, text: piece})
		default:
			tokens = append(tokens, token{kind: tokenWord, text: strings.TrimSuffix(piece, "'s")})
		}
		for i := range tokens[before:] {
			tokens[before+i].start, tokens[before+i].end = at[0], at[1]
		}
	}
	return tokens
}

// joinedAmount is a limit or currency directly before digits, as in "eur500k": no reference.
var joinedAmount = regexp.MustCompile(`^(?:eur|usd|gbp|max|min|sub)[0-9]`)

// pieces returns where the tokens of a text begin and end.
func pieces(text string) [][]int {
	found := tokenPattern.FindAllStringIndex(text, -1)
	for i := 0; i < len(found); i++ {
		at := found[i]
		if !joinedAmount.MatchString(text[at[0]:at[1]]) {
			continue
		}
		parts := [][]int{{at[0], at[0] + 3}}
		for _, part := range tokenPattern.FindAllStringIndex(text[at[0]+3:at[1]], -1) {
			parts = append(parts, []int{at[0] + 3 + part[0], at[0] + 3 + part[1]})
		}
		found = slices.Replace(found, i, i+1, parts...)
		i += len(parts) - 1
	}
	return found
}

// appendMark adds a mark. Commas and hyphens between words only separate.
func appendMark(tokens []token, piece, text string, at []int) []token {
	switch piece {
	case "–", "—", "/":
		piece = "-"
	case ";":
		piece = ","
	case "≤":
		piece = "<"
	case "≥":
		piece = ">"
	case "≈":
		piece = "~"
	}
	if piece == "-" && (len(tokens) == 0 || !endsNumber(tokens[len(tokens)-1]) || !startsNumber(text[at[1]:])) {
		return tokens
	}
	return append(tokens, token{kind: tokenMark, text: piece})
}

// endsNumber reports a token after which a hyphen can mean a range: a number, or its unit.
func endsNumber(t token) bool {
	if t.kind == tokenNumber {
		return true
	}
	switch t.text {
	case "€", "k", "m", "mill", "mio", "mil", "m2", "million", "millones":
		return true
	}
	return false
}

func startsNumber(rest string) bool {
	rest = strings.TrimLeft(rest, " €$£")
	return rest != "" && rest[0] >= '0' && rest[0] <= '9'
}

// number reads digits. A dot, comma, apostrophe or space before exactly three digits
// groups thousands, in every language; any other is a decimal point.
func number(piece string) token {
	groups := strings.FieldsFunc(piece, func(r rune) bool { return strings.ContainsRune(" .,'", r) })
	grouped := len(groups) > 1
	for _, group := range groups[1:] {
		grouped = grouped && len(group) == 3
	}
	whole, fraction := groups[0], ""
	switch {
	case grouped:
		whole = strings.Join(groups, "")
	case len(groups) > 2: // 1.500.000,50
		whole, fraction = strings.Join(groups[:len(groups)-1], ""), groups[len(groups)-1]
	case len(groups) == 2:
		fraction = groups[1]
	}
	t := token{kind: tokenNumber, text: piece, value: parseFloat(whole + "." + fraction), grouped: grouped && len(groups) == 2}
	if t.grouped {
		t.decimal = parseFloat(groups[0] + "." + groups[1])
	}
	return t
}

func parseFloat(text string) float64 {
	value, _ := strconv.ParseFloat(strings.TrimSuffix(text, "."), 64) // digits only: cannot fail but by range
	return value
}
