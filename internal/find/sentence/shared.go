package sentence

import (
	"slices"
	"strings"
)

// readShared reads a second item that shares the first words of the one before it: "vistas al
// mar y a la montaña", "near the beach and shops". It returns the number of tokens.
func (s *scanner) readShared(first item, i, n int) int {
	end := i + n
	if n < 2 || family(first) == "" || end+1 >= len(s.tokens) || !isJoint(s.tokens[end].text) {
		return 0
	}
	for length := min(maxShared, len(s.tokens)-end-1); length > 0; length-- {
		rest := join(s.tokens[end+1 : end+1+length])
		if meaning, known := s.items[rest]; known && family(meaning) != "" {
			return 0 // "sea views and golf views"
		}
		for prefix := n - 1; prefix > 0; prefix-- {
			meaning, known := s.items[join(s.tokens[i:i+prefix])+" "+rest]
			if known && family(meaning) == family(first) {
				s.add(meaning, end, end+1+length)
				return 1 + length + s.readSharedAfter(meaning, i, prefix, end+1+length)
			}
		}
	}
	return 0
}

// readSharedAfter reads a third item of "vistas al mar, a la montaña y al golf".
func (s *scanner) readSharedAfter(first item, i, prefix, end int) int {
	if end+1 >= len(s.tokens) || !isJoint(s.tokens[end].text) {
		return 0
	}
	for length := min(maxShared, len(s.tokens)-end-1); length > 0; length-- {
		key := join(s.tokens[i:i+prefix]) + " " + join(s.tokens[end+1:end+1+length])
		if meaning, known := s.items[key]; known && family(meaning) == family(first) {
			s.add(meaning, end, end+1+length)
			return 1 + length
		}
	}
	return 0
}

// readSharedNoun reads items that share their last word: "sea and mountain views".
func (s *scanner) readSharedNoun(i int) int {
	var words []int
	at := i
	for at+1 < len(s.tokens) && s.tokens[at].kind == tokenWord && isJoint(s.tokens[at+1].text) && len(words) < maxShared {
		words = append(words, at)
		at += 2
		if at < len(s.tokens) && isJoint(s.tokens[at].text) { // ", and"
			at++
		}
	}
	if len(words) == 0 || at+1 >= len(s.tokens) {
		return 0
	}
	last, known := s.items[join(s.tokens[at:at+2])]
	if !known || family(last) == "" {
		return 0
	}
	shared := make([]item, 0, len(words))
	for _, word := range words {
		meaning, known := s.items[s.tokens[word].text+" "+s.tokens[at+1].text]
		if !known || family(meaning) != family(last) {
			return 0
		}
		shared = append(shared, meaning)
	}
	for _, meaning := range append(shared, last) {
		s.add(meaning, i, at+2)
	}
	return at + 2 - i
}

// maxShared bounds the words of a second item and the items that share a word.
const maxShared = 4

// family groups the features that people name together with one shared word: views, and what
// is near. It is empty for any other item.
func family(meaning item) string {
	switch {
	case meaning.kind != itemFeature:
		return ""
	case strings.HasSuffix(meaning.slug, "-views"):
		return "views"
	case strings.HasPrefix(meaning.slug, "walking-distance-"):
		return "near"
	}
	return ""
}

func isJoint(word string) bool {
	return slices.Contains([]string{"and", "or", "y", "e", "o", "u", ","}, word)
}
