package sentence

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/find/editdistance"
)

// SuggestionKind is what a suggestion names.
type SuggestionKind string

// The kinds of suggestions.
const (
	SuggestPlace       SuggestionKind = "place"
	SuggestType        SuggestionKind = "type"
	SuggestFeature     SuggestionKind = "feature"
	SuggestOffer       SuggestionKind = "offer"
	SuggestCollection  SuggestionKind = "collection"
	SuggestDevelopment SuggestionKind = "development"
	SuggestProperty    SuggestionKind = "property" // by its name
	SuggestReference   SuggestionKind = "reference"
)

// Suggestion completes a sentence.
type Suggestion struct {
	Kind SuggestionKind
	Text string // name of the place, type, … in the language of the sentence
	Line string // the whole sentence with the name in place of its last words
	// Searches tells whether Count is of properties or developments.
	Searches search.Kind
	// Count is the number of results of the line; 0 if there is no index.
	Count int
}

// Index counts results; index.Index does.
type Index interface {
	// Counter returns a function that counts the results of similar filters.
	Counter() func(search.Filter) int
	References(kind search.Kind, text string, limit int) []string
}

// Bounds of the work of one call of Suggest.
const (
	MaxSuggestions  = 8
	maxCounted      = 12   // lines that are parsed and counted
	maxFragment     = 4    // words that a suggestion may replace
	maxScanned      = 1000 // phrases of options with the same beginning that are compared
	maxScannedNames = 64
	maxCorrections  = 3      // corrections of a misspelt beginning
	maxReferences   = 4      // suggested references
	minFragment     = 2      // letters of the last words
	minSynonym      = 3      // letters that are compared with synonyms
	minName         = 3      // letters that are compared with names
	maxNames        = 3      // suggested names of properties and developments
	maxCorrectWords = 20_000 // words that are compared with a misspelt one
)

// Suggest returns completions of the last words of a sentence, the best first. Those that find
// nothing are left out; without an index nothing is counted. A text longer than MaxLength
// bytes has none.
func (p *Parser) Suggest(lang i18n.Lang, text string, ix Index) []Suggestion {
	d := p.dictionaries[lang]
	if d == nil {
		d, lang = p.dictionaries[i18n.Fallback], i18n.Fallback
	}
	if len(text) > MaxLength || !utf8.ValidString(text) {
		return nil
	}
	s := suggester{parser: p, lang: lang, dictionary: d, text: text, index: ix}
	return s.suggestions()
}

// suggester completes one sentence.
type suggester struct {
	*dictionary
	parser *Parser
	lang   i18n.Lang
	text   string
	index  Index
}

// completion is a phrase that may replace the end of the text from start on.
type completion struct {
	*phrase
	start int
	rank  int // words that it replaces and how well it fits: the smaller the better
}

func (s *suggester) suggestions() []Suggestion {
	starts := wordStarts(s.text)
	var found []completion
	for n := min(maxFragment, len(starts)); n > 0; n-- {
		start := starts[len(starts)-n]
		found = append(found, s.completions(start, (maxFragment-n)*rankWords)...)
	}
	if len(starts) > 0 {
		last := starts[len(starts)-1]
		found = append(found, s.references(last)...)
		if len(found) == 0 {
			found = s.corrected(last)
		}
	}
	slices.SortStableFunc(found, func(a, b completion) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.order, b.order), strings.Compare(a.text, b.text))
	})
	return s.counted(found)
}

// Parts of a rank.
const (
	rankWords   = 10 // fewer words are replaced
	rankInside  = 1  // a later word of the name begins with the text
	rankSynonym = 2
)

// completions returns the phrases that begin with the text from start on.
func (s *suggester) completions(start, rank int) []completion {
	prefix := s.prefixAt(start)
	if utf8.RuneCountInString(strings.TrimSpace(prefix)) < minFragment {
		return nil
	}
	return s.beginning(prefix, start, rank)
}

// prefixAt is the text from start on in the form of phrases. Misspelt words but the last are
// corrected. A space at the end of the text ends the last word.
func (s *suggester) prefixAt(start int) string {
	tokens := tokenize(fold(s.text[start:]))
	words := make([]string, 0, len(tokens))
	for i, t := range tokens {
		if t.kind == tokenMark {
			return "" // no phrase has one
		}
		if word := s.spell.correct(t.text); word != "" && t.kind == tokenWord && i < len(tokens)-1 {
			t.text = word
		}
		words = append(words, t.text)
	}
	prefix := strings.Join(words, " ")
	if last, _ := utf8.DecodeLastRuneInString(s.text); prefix != "" && unicode.IsSpace(last) {
		prefix += " "
	}
	return prefix
}

func (s *suggester) beginning(prefix string, start, rank int) []completion {
	worst := rankInside + rankSynonym
	switch first, _, several := strings.Cut(prefix, " "); {
	case s.classes[first] == classFiller && several:
		worst = 0 // "de o" of "milla de o" is no other phrase
	case s.classes[first] == classFiller, len(prefix) < minSynonym, strings.HasSuffix(prefix, " "):
		worst = rankInside
	}
	names := maxScannedNames
	if len(prefix) < minName {
		names = 0
	}
	var found []completion
	for _, list := range []struct {
		phrases []phrase
		max     int
	}{{s.phrases, maxScanned}, {s.namePhrases, names}} {
		at, _ := slices.BinarySearchFunc(list.phrases, prefix, func(p phrase, prefix string) int { return strings.Compare(p.key, prefix) })
		for i := at; i < len(list.phrases) && i < at+list.max && strings.HasPrefix(list.phrases[i].key, prefix); i++ {
			if p := &list.phrases[i]; p.fit <= worst {
				found = append(found, completion{p, start, rank + p.fit})
			}
		}
	}
	return found
}

// corrected returns the phrases that begin with a word near to the misspelt last one.
func (s *suggester) corrected(start int) []completion {
	prefix := s.prefixAt(start)
	if len(prefix) < minOneEdit || len(prefix) > editdistance.MaxLen || strings.Contains(prefix, " ") || !isLetters(prefix) {
		return nil
	}
	var found []completion
	for _, word := range s.nearWords(prefix) {
		found = append(found, s.beginning(word, start, 0)...)
	}
	return found
}

// nearWords returns dictionary words of which a beginning is near to a misspelt one.
func (s *suggester) nearWords(misspelt string) []string {
	allowed := 1
	if len(misspelt) >= minTwoEdits {
		allowed = 2
	}
	type near struct {
		word     string
		distance int
	}
	set := letters(misspelt)
	var found []near
	at, _ := slices.BinarySearch(s.words, misspelt[:1])
	for i := at; i < len(s.words) && i < at+maxCorrectWords && s.words[i][0] == misspelt[0]; i++ {
		word := s.words[i]
		best := allowed + 1
		for length := len(misspelt) - allowed; length <= len(misspelt)+allowed && length <= len(word); length++ {
			if beginning := word[:length]; differing(set, letters(beginning)) <= 2*allowed {
				best = min(best, editdistance.Within(misspelt, beginning, allowed))
			}
		}
		if best <= allowed {
			found = append(found, near{word, best})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return cmp.Compare(a.distance, b.distance) })
	var words []string
	for _, n := range found[:min(len(found), maxCorrections)] {
		words = append(words, n.word)
	}
	return words
}

// references returns the references that begin with the last word.
func (s *suggester) references(start int) []completion {
	word := s.text[start:]
	if s.index == nil || strings.IndexFunc(word, unicode.IsDigit) < 0 || strings.IndexFunc(word, notInReferences) >= 0 {
		return nil
	}
	var found []completion
	for _, kind := range []search.Kind{search.KindProperties, search.KindDevelopments} {
		for _, reference := range s.index.References(kind, word, maxReferences) {
			text := strings.ToUpper(reference)
			found = append(found,
				completion{&phrase{item: item{slug: text, searched: kind}, kind: SuggestReference, text: text, order: maxOrder}, start, 0})
		}
	}
	return found[:min(len(found), maxReferences)]
}

// counted parses and counts the lines of the best completions and keeps those that find something
// which the words before them do not already say.
func (s *suggester) counted(found []completion) []Suggestion {
	var suggestions []Suggestion
	seen := map[item]bool{}
	heads := map[int]Result{}
	headOf := func(start int) Result {
		head, parsed := heads[start]
		if !parsed {
			head = s.parser.Parse(s.lang, s.text[:start])
			heads[start] = head
		}
		return head
	}
	first := len(s.text) // where the longest completed phrase begins
	for _, c := range found {
		first = min(first, c.start)
	}
	typed := s.parser.Parse(s.lang, s.text)
	var count func(search.Filter) int
	if s.index != nil {
		count = s.index.Counter()
	}
	tried, names := 0, 0
	for _, c := range found {
		if len(suggestions) == MaxSuggestions || tried == maxCounted {
			break
		}
		if seen[c.item] || c.item.kind == itemName && names == maxNames {
			continue
		}
		seen[c.item] = true
		line := s.line(c)
		if len(line) > MaxLength {
			continue
		}
		tried++
		head := headOf(c.start)
		if c.start > first && len(head.Unknown) > len(headOf(first).Unknown) {
			continue // "golden" of "golden mi" belongs to the longer phrase
		}
		result := s.parser.Parse(s.lang, line)
		if len(result.Unknown) > min(len(head.Unknown), len(typed.Unknown)) || result.Filter.Kind == head.Filter.Kind &&
			maps.Equal(result.Filter.Query(), head.Filter.Query()) {
			continue
		}
		suggestion := Suggestion{Kind: c.kind, Text: c.text, Line: line, Searches: result.Filter.Kind}
		if count != nil {
			if suggestion.Count = count(result.Filter); suggestion.Count == 0 {
				continue
			}
		}
		if c.item.kind == itemName {
			names++
		}
		suggestions = append(suggestions, suggestion)
	}
	return suggestions
}

// line is the text with the completion. Within a sentence only names keep their capital letter.
func (s *suggester) line(c completion) string {
	head, name := s.text[:c.start], c.text
	switch c.kind {
	case SuggestType, SuggestFeature, SuggestOffer, SuggestCollection:
		if strings.TrimSpace(head) != "" {
			name = lowerWords(name)
		}
	case SuggestPlace, SuggestDevelopment, SuggestProperty, SuggestReference:
	}
	return head + name
}

// lowerWords lower-cases words, but not abbreviations such as "BBQ".
func lowerWords(text string) string {
	words := strings.Split(text, " ")
	for i, word := range words {
		if rest := strings.TrimLeftFunc(word, unicode.IsUpper); utf8.RuneCountInString(word)-utf8.RuneCountInString(rest) == 1 {
			words[i] = strings.ToLower(word)
		}
	}
	return strings.Join(words, " ")
}

// wordStarts returns the offsets at which words begin.
func wordStarts(text string) []int {
	var starts []int
	between := true
	for i, r := range text {
		separates := unicode.IsSpace(r) || r == ',' || r == ';'
		if between && !separates {
			starts = append(starts, i)
		}
		between = separates
	}
	return starts
}

// notInReferences reports spaces, currencies and other signs.
func notInReferences(r rune) bool { return unicode.IsSpace(r) || unicode.IsSymbol(r) || r == '%' }

func isLetters(text string) bool {
	for i := range len(text) {
		if text[i] < 'a' || text[i] > 'z' {
			return false
		}
	}
	return true
}

// phrase is a phrase of the dictionary, or its end from a later word on, with the name that
// completes a sentence.
type phrase struct {
	item
	key   string
	kind  SuggestionKind
	text  string
	order int // of its kind, and of places by level
	fit   int // 0, rankInside or rankSynonym
}

// maxOrder is the order of the last kind.
const maxOrder = 100

// addSuggestions fills the sorted lists of phrases and words after all items are known.
func (d *dictionary) addSuggestions(cfg Config, lang i18n.Lang) {
	names := map[string]string{}
	for _, name := range cfg.Names {
		names[keyOf(name.Name)] = name.Name
	}
	features := map[string]i18n.Text{}
	for _, feature := range cfg.Features {
		features[feature.Slug] = feature.Name
	}
	words := map[string]bool{}
	for key, meaning := range d.items {
		p := phrase{item: meaning}
		switch meaning.kind {
		case itemPlace:
			p.kind, p.text, p.order = SuggestPlace, cfg.Catalog.Name(search.KeyLocation, meaning.id, lang), int(cfg.Catalog.Level(meaning.id))
		case itemType:
			p.kind, p.text, p.order = SuggestType, cfg.Catalog.Name(search.KeyType, meaning.id, lang), 10
			if option := cfg.Catalog.OptionBySlug(search.KeyOptions, meaning.collection); option != nil {
				p.kind, p.text = SuggestCollection, option.Name.In(lang)
			}
		case itemFeature:
			p.kind, p.text, p.order = SuggestFeature, features[meaning.slug].In(lang), 20
		case itemOffer:
			p.kind, p.text, p.order = SuggestOffer, cfg.Catalog.Name(search.KeyOffer, meaning.id, lang), 30
		case itemCollection:
			if option := cfg.Catalog.OptionBySlug(search.KeyOptions, meaning.slug); option != nil {
				p.kind, p.text, p.order = SuggestCollection, option.Name.In(lang), 40
			}
		case itemName:
			p.kind, p.text, p.order = SuggestProperty, names[key], 60
			if meaning.searched == search.KindDevelopments {
				p.kind, p.order = SuggestDevelopment, 50
			}
		case itemDevelopments: // no name of its own
		}
		if p.text == "" {
			continue
		}
		own := keyOf(p.text) == key
		for at, word := range wordsOf(key) {
			words[word] = true
			p.key, p.fit = key[at:], 0
			if at > 0 {
				p.fit = rankInside
			}
			if !own {
				p.fit += rankSynonym
			}
			if meaning.kind == itemName {
				d.namePhrases = append(d.namePhrases, p)
			} else {
				d.phrases = append(d.phrases, p)
			}
		}
	}
	for _, list := range [][]phrase{d.phrases, d.namePhrases} {
		slices.SortFunc(list, func(a, b phrase) int {
			return cmp.Or(strings.Compare(a.key, b.key), cmp.Compare(a.fit, b.fit), cmp.Compare(a.order, b.order), strings.Compare(a.text, b.text))
		})
	}
	d.words = slices.Sorted(maps.Keys(words))
}

// wordsOf yields the offset and text of each word of a key.
func wordsOf(key string) func(func(int, string) bool) {
	return func(yield func(int, string) bool) {
		at := 0
		for word := range strings.SplitSeq(key, " ") {
			if word != "" && !yield(at, word) {
				return
			}
			at += len(word) + 1
		}
	}
}
