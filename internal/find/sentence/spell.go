package sentence

import (
	"strings"

	"estate/internal/find/editdistance"
)

// speller corrects words that are not in the dictionary.
type speller struct {
	known map[string]wordClass
	// byLength holds the words that a correction may lead to, by their length in bytes.
	byLength map[int][]candidate
}

// wordClass tells whether a word belongs to an item, such as a place, or only to grammar.
type wordClass int

const (
	wordOfItem wordClass = iota + 1
	wordOfGrammar
	wordFiller
	wordForeign // of the grammar of another language: right, but nothing is corrected to it
	wordCommon  // sets no filter, and is right as it is
)

type candidate struct {
	word    string
	letters uint32 // set of a–z
	sound   string
	class   wordClass
}

// Lengths in bytes that allow one and two edits.
const (
	minOneEdit  = 4
	minTwoEdits = 8
	minFiller   = 6 // shorter fillers are too close to other words
)

func newSpeller(d *dictionary) *speller {
	s := &speller{known: map[string]wordClass{}, byLength: map[int][]candidate{}}
	add := func(phrase string, class wordClass) {
		for word := range strings.FieldsSeq(phrase) {
			if old, known := s.known[word]; !known || class < old {
				s.known[word] = class
			}
		}
	}
	for phrase := range d.items {
		add(phrase, wordOfItem)
	}
	for phrase, class := range d.classes {
		if d.foreign[phrase] {
			add(phrase, wordForeign)
		} else if class == classFiller {
			add(phrase, wordFiller)
		} else {
			add(phrase, wordOfGrammar)
		}
	}
	for word := range d.numbers {
		if d.foreign[word] {
			add(word, wordForeign)
		} else {
			add(word, wordOfGrammar)
		}
	}
	for word := range d.common {
		add(word, wordCommon)
	}
	for word, class := range s.known {
		if class < wordForeign && len(word) >= minOneEdit && (class != wordFiller || len(word) >= minFiller) {
			s.byLength[len(word)] = append(s.byLength[len(word)], candidate{word, letters(word), sound(word), class})
		}
	}
	return s
}

// correct returns the nearest word of the dictionary, "" when none is near enough. A word
// of up to seven letters may have one error, a longer one two; the first letter of a short
// word must be right.
func (s *speller) correct(word string) string {
	if len(word) < minOneEdit || s.known[word] != 0 {
		return ""
	}
	allowed := 1
	if len(word) >= minTwoEdits {
		allowed = 2
	}
	set, wanted := letters(word), sound(word)
	best, bestDistance := candidate{}, allowed+1
	for length := len(word) - allowed; length <= len(word)+allowed; length++ {
		for _, c := range s.byLength[length] {
			if differing(set, c.letters) > 2*allowed || len(word) < minFiller && c.word[0] != word[0] && c.sound != wanted {
				continue
			}
			distance := editdistance.Within(word, c.word, allowed)
			if distance < bestDistance || distance == bestDistance && distance <= allowed && c.isBetter(best, wanted) {
				best, bestDistance = c, distance
			}
		}
	}
	return best.word
}

// isBetter decides between two words of the same distance: one that sounds as what was
// typed, then one of an item, then the first by alphabet.
func (c candidate) isBetter(other candidate, wanted string) bool {
	if same := c.sound == wanted; same != (other.sound == wanted) {
		return same
	}
	return c.class < other.class || c.class == other.class && c.word < other.word
}

// sound replaces letters that many Spanish speakers pronounce alike: "bista" sounds as "vista".
func sound(word string) string { return sounds.Replace(word) }

var sounds = strings.NewReplacer("v", "b", "z", "s", "ce", "se", "ci", "si", "h", "", "ll", "y", "ge", "je", "gi", "ji")

func letters(word string) uint32 {
	var set uint32
	for i := range len(word) {
		if c := word[i] - 'a'; c < 26 {
			set |= 1 << c
		}
	}
	return set
}

func differing(a, b uint32) int {
	count := 0
	for both := a ^ b; both != 0; both &= both - 1 {
		count++
	}
	return count
}
