package sentence

import (
	"slices"
	"strings"

	"estate/internal/content/search"
	"estate/internal/find/editdistance"
)

// scanner reads the tokens of one sentence from left to right.
type scanner struct {
	*dictionary
	tokens []token

	offers, types  []int
	places         []placed
	features       []string
	narrowed       []string // the collection of each type, "" for a type without one
	collections    []string
	beds, baths    int
	from, to       int // euros
	built          search.Range
	plot           search.Range
	terrace        search.Range
	perMonth       bool
	perWeek        bool
	stay           bool // a number of weeks, nights or days
	named          bool // a property or development by its name
	withPlot       span // tokens that name the plot of a building
	reference      string
	number         string // that may be a reference
	people         int
	developments   bool
	unknown        []span
	lastItem       int // index after the last item
	lastKind       itemKind
	offersTogether bool
}

// span is the part of the folded text from one token to another.
type span struct{ start, end int }

// reportUnknown reports the tokens from start to before end.
func (s *scanner) reportUnknown(start, end int) {
	s.unknown = append(s.unknown, span{s.tokens[start].start, s.tokens[end-1].end})
}

// placed is a place with the tokens that named it.
type placed struct{ id, start, end int }

// correct replaces misspelt words by words of the dictionary.
func (s *scanner) correct() {
	s.correctPlaces()
	for i := range s.tokens {
		t := &s.tokens[i]
		if t.kind != tokenWord {
			continue
		}
		if word := s.spell.correct(t.text); word != "" {
			t.text = word
		}
	}
}

// correctPlaces corrects one word in the name of a place whose other words are right:
// "milla de oroo". Such a word may be too short, or too far from its spelling, to be corrected alone.
func (s *scanner) correctPlaces() {
	for _, words := range s.placeNames {
		for i := 0; i+len(words) <= len(s.tokens); i++ {
			if at := s.oneWordOff(i, words); at >= 0 {
				s.tokens[at].text = words[at-i]
			}
		}
	}
}

// oneWordOff returns the index of the only token that differs from the words, by one edit,
// and -1 if there is no such token or it is a word of the dictionary.
func (s *scanner) oneWordOff(i int, words []string) int {
	off := -1
	for n, word := range words {
		t := s.tokens[i+n]
		if t.kind != tokenWord {
			return -1
		}
		if t.text == word {
			continue
		}
		if off >= 0 || len(t.text) < minOneEdit || s.spell.known[t.text] != 0 || editdistance.Within(t.text, word, 1) > 1 {
			return -1
		}
		off = i + n
	}
	return off
}

// scan consumes all tokens.
func (s *scanner) scan() {
	for i := 0; i < len(s.tokens); {
		if n := s.step(i); n > 0 {
			i += n
			continue
		}
		n := max(1, s.class(i, classBeds|classBaths)) // rooms without a number
		if s.tokens[i].kind != tokenMark {
			s.reportUnknown(i, i+n)
		}
		if t := s.tokens[i]; t.kind == tokenNumber && len(t.text) >= minDigits && strings.Trim(t.text, "0123456789") == "" {
			s.number = t.text
		}
		i += n
	}
	s.readLoneNumber()
}

// readLoneNumber reads "1041" as a reference where the line has nothing else.
func (s *scanner) readLoneNumber() {
	if len(s.unknown) == 1 && s.number != "" && s.lastItem == 0 && s.beds+s.baths+s.from+s.to+s.people == 0 && s.reference == "" {
		s.reference, s.unknown = s.number, nil
	}
}

// step consumes what begins at i and returns the number of tokens, 0 for none.
func (s *scanner) step(i int) int {
	for _, read := range []func(int) int{
		s.readReference, s.readUnsearched, s.readNegation, s.readStay, s.readPeople, s.readSizeName,
		s.readDistance, s.readQuantity, s.readItem, s.readSoft,
	} {
		if n := read(i); n > 0 {
			return n
		}
	}
	return 0
}

// phrase returns the longest phrase at i for which known holds, and its length.
func (s *scanner) phrase(i int, known func(string) bool) (string, int) {
	if i >= len(s.tokens) {
		return "", 0
	}
	longest := min(s.longest[s.tokens[i].text], len(s.tokens)-i)
	for n := longest; n > 0; n-- {
		if key := join(s.tokens[i : i+n]); known(key) {
			return key, n
		}
	}
	return "", 0
}

func join(tokens []token) string {
	if len(tokens) == 1 {
		return tokens[0].text
	}
	var joined strings.Builder
	for i, t := range tokens {
		if i > 0 {
			joined.WriteByte(' ')
		}
		joined.WriteString(t.text)
	}
	return joined.String()
}

// class returns the length of the longest phrase at i that has one of the classes.
func (s *scanner) class(i int, wanted class) int {
	_, n := s.phrase(i, func(key string) bool { return s.classes[key]&wanted != 0 })
	return n
}

// item returns the longest item at i.
func (s *scanner) item(i int) (item, int) {
	key, n := s.phrase(i, func(key string) bool { _, known := s.items[key]; return known })
	return s.items[key], n
}

// readReference reads "ZRE1001P", "ref. 1001", "zre 1001" and "reference ZRE 1001 P".
func (s *scanner) readReference(i int) int {
	if s.tokens[i].kind == tokenReference {
		s.reference = s.referenceOf(s.tokens[i].text)
		return 1
	}
	if len(s.prefixes) == 0 || s.prefixes[s.tokens[i].text] {
		if n := s.readSpacedReference(i); n > 0 {
			return n
		}
	}
	n := s.class(i, classReference)
	if n == 0 || i+n >= len(s.tokens) {
		return 0
	}
	if spaced := s.readSpacedReference(i + n); spaced > 0 {
		return n + spaced
	}
	switch next := s.tokens[i+n]; next.kind {
	case tokenNumber, tokenReference:
		s.reference = s.referenceOf(next.text)
		return n + 1
	}
	return 0
}

// referenceOf writes a reference as the agency does: "zre-1001p" is ZRE1001P, unless
// references of the content have a hyphen after their letters.
func (s *scanner) referenceOf(text string) string {
	text = strings.ToUpper(text)
	if letters, rest, found := strings.Cut(text, "-"); found && !s.hyphenated && strings.Trim(letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
		return letters + rest
	}
	return text
}

// readSpacedReference reads "zre 1001" and "zre 1001 p": letters that are no word of the
// dictionary, and the number that follows them directly.
func (s *scanner) readSpacedReference(i int) int {
	if i+1 >= len(s.tokens) {
		return 0
	}
	prefix, number := s.tokens[i], s.tokens[i+1]
	if prefix.kind != tokenWord || len(prefix.text) < 2 || len(prefix.text) > 4 || s.spell.known[prefix.text] != 0 ||
		number.kind != tokenNumber || len(number.text) < 3 || len(number.text) > 7 || strings.Trim(number.text, "0123456789") != "" {
		return 0
	}
	if s.class(i+2, anyUnit) > 0 {
		return 0 // "xyz 500 m²"
	}
	s.reference = strings.ToUpper(prefix.text + number.text)
	if i+2 < len(s.tokens) && s.isReferenceSuffix(s.tokens[i+2]) {
		s.reference += strings.ToUpper(s.tokens[i+2].text)
		return 3
	}
	return 2
}

// isReferenceSuffix reports a letter that is no word of its own, as "a" and "y" are.
func (s *scanner) isReferenceSuffix(t token) bool {
	return t.kind == tokenWord && len(t.text) == 1 && s.classes[t.text] == 0 && s.numbers[t.text] == 0
}

// readUnsearched names a phrase of which no filter knows anything, although its words mean something else:
// "commercial centre", "exclusive listing".
func (s *scanner) readUnsearched(i int) int {
	n := s.class(i, classUnsearched)
	if _, longer := s.item(i); n == 0 || longer > n {
		return 0
	}
	s.reportUnknown(i, i+n)
	return n
}

// readNegation reads "without a pool". It has no filter, so it is unknown as a whole.
func (s *scanner) readNegation(i int) int {
	if _, n := s.item(i); n > 1 {
		return 0 // a feature such as "without furniture"
	}
	n := s.class(i, classNegation)
	if n == 0 || s.readAmountLimit(i) {
		return 0
	}
	end := i + n
	for end < len(s.tokens) && s.class(end, classFiller) > 0 {
		if _, length := s.item(end); length > 0 {
			break
		}
		end++
	}
	if _, length := s.item(end); length > 0 {
		s.reportUnknown(i, end+length)
		return end + length - i
	}
	s.reportUnknown(i, i+n)
	return n
}

// negatedAfter returns the length of a negation behind a feature: "pets not allowed", "piscina no".
func (s *scanner) negatedAfter(meaning item, end int) int {
	n := s.class(end, classNegation)
	if meaning.kind != itemFeature || n == 0 || s.readAmountLimit(end) {
		return 0
	}
	switch next := end + n; {
	case next == len(s.tokens) || s.tokens[next].text == ",":
		return n
	case slices.Contains(permitted, s.tokens[next].text):
		return n + 1
	}
	return 0
}

// permitted are the words after a negation that belong to the feature before it.
var permitted = []string{
	"allowed", "wanted", "needed", "necessary", "required", "accepted", "important", "permitted", "necesaria",
	"necesario", "imprescindible", "hace", "permitidas", "permitidos",
}

// readAmountLimit reports that a limit such as "no more than" begins at i.
func (s *scanner) readAmountLimit(i int) bool {
	return s.class(i, classMax|classMin) > s.class(i, classNegation)
}

// readDistance reads "500 m from the beach" and "within 10 minutes of the beach" as walking
// distance. A longer distance is unknown, and so is one to a place: "20 minutes from
// Marbella" is not in Marbella.
func (s *scanner) readDistance(i int) int {
	limit, at := s.readLimits(i)
	value, unit, ok := s.readNumeral(at)
	if !ok || unit >= len(s.tokens) || s.tokens[unit].text == "m" && value < minMetres {
		return 0
	}
	n := s.class(unit, classMetres)
	if slices.Contains([]string{"m", "metros", "mts"}, s.tokens[unit].text) {
		n = max(n, 1)
	}
	if n == 0 {
		return 0
	}
	end, isPlace := s.endOfDistance(unit, unit+n)
	if end == 0 {
		return 0
	}
	start := i
	if limit&(classMax|classMin) == 0 {
		start = at
	}
	if isPlace || s.isFar(value, unit, end) {
		s.reportUnknown(start, end)
	} else {
		s.add(item{kind: itemFeature, slug: featureNearBeach}, i, end)
	}
	return end - i
}

// minMetres is the number from which "m" means metres and not millions.
const minMetres = 50

// endOfDistance returns the index after the beach or place that a distance leads to, 0 if there
// is none. Its unit lies from unit to before at.
func (s *scanner) endOfDistance(unit, at int) (end int, isPlace bool) {
	if meaning, n := s.item(at - 1); n > 1 && at-1 >= unit && meaning.slug == featureNearBeach {
		return at - 1 + n, false
	}
	end = at
	for end < len(s.tokens) && s.isConnector(end) {
		if _, n := s.item(end); n > 0 {
			break
		}
		end++
	}
	meaning, n := s.item(end)
	switch {
	case n > 0 && meaning.kind == itemPlace:
		return end + n, true
	case n > 0 && meaning.slug == featureNearBeach && !slices.Contains(nearWords, s.tokens[end].text):
		return end + n, false
	case n == 0 && end < len(s.tokens) && slices.Contains(beachWords, s.tokens[end].text):
		return end + 1, false
	}
	return 0, false
}

// isFar reports a distance that nobody walks.
func (s *scanner) isFar(value float64, unit, end int) bool {
	most := 15.0 // minutes
	switch text := s.tokens[unit].text; {
	case strings.HasPrefix(text, "k"):
		most = 1
	case strings.HasPrefix(text, "m") && !strings.HasPrefix(text, "min"):
		most = 1000
	}
	return value > most || slices.ContainsFunc(s.tokens[unit:end], func(t token) bool {
		return slices.Contains([]string{"drive", "driving", "car", "coche"}, t.text)
	})
}

// featureNearBeach is the feature that a distance to the beach means.
const featureNearBeach = "walking-distance-to-the-beach"

var beachWords = []string{"beach", "sea", "playa", "mar", "beaches"}

// nearWords begin a wish of their own after a size: "120 metros cerca de la playa".
var nearWords = []string{"near", "close", "by", "next", "cerca", "junto", "al", "proximo", "proxima", "cercano", "cercana"}

func (s *scanner) isConnector(i int) bool {
	return slices.Contains([]string{
		"walk", "walking", "from", "to", "the", "of", "de", "la", "del", "a", "al", "drive", "driving", "andando",
		"caminando", "pie", "away",
	}, s.tokens[i].text)
}

// readItem reads an offer, type, place, feature, collection or name.
func (s *scanner) readItem(i int) int {
	meaning, n := s.item(i)
	if n == 0 {
		return s.readSharedNoun(i)
	}
	meaning, n = s.shorter(i, meaning, n)
	if negated := s.negatedAfter(meaning, i+n); negated > 0 {
		s.reportUnknown(i, i+n+negated)
		return n + negated
	}
	s.add(meaning, i, i+n)
	return n + s.readShared(meaning, i, n)
}

// shorter leaves the last word of an item to a longer one that begins with it: "Marbella este
// verano" is Marbella in summer.
func (s *scanner) shorter(i int, meaning item, n int) (item, int) {
	if n < 2 {
		return meaning, n
	}
	if _, next := s.item(i + n - 1); next < 2 {
		return meaning, n
	}
	if first, known := s.items[join(s.tokens[i:i+n-1])]; known {
		return first, n - 1
	}
	return meaning, n
}

func (s *scanner) add(meaning item, start, end int) {
	if s.lastItem > 0 && s.lastItem < len(s.tokens) && start-s.lastItem <= 2 && s.class(s.lastItem, classEither) > 0 {
		s.offersTogether = s.offersTogether || meaning.kind == itemOffer
	}
	afterFeature := s.lastKind == itemFeature && s.lastItem > 0 && start == s.lastItem+1 && isJoint(s.tokens[s.lastItem].text)
	s.lastItem, s.lastKind = end, meaning.kind
	switch meaning.kind {
	case itemOffer:
		s.offers = appendNew(s.offers, meaning.id)
	case itemType:
		if feature := s.attributeOf(meaning, start, end, afterFeature); feature != "" {
			s.features, s.lastKind = appendNew(s.features, feature), itemFeature
			return
		}
		if s.isAround(meaning, start) {
			return
		}
		s.types = appendNew(s.types, meaning.id)
		s.narrowed = appendNew(s.narrowed, meaning.collection)
		if meaning.id == s.plotsType() && s.isAttribute(start) {
			s.withPlot = span{start, end}
		}
	case itemPlace:
		s.places = append(s.places, placed{meaning.id, start, end})
	case itemFeature:
		s.features = appendNew(s.features, meaning.slug)
	case itemCollection:
		s.collections = appendNew(s.collections, meaning.slug)
	case itemName:
		s.reference, s.named = meaning.slug, true
		s.developments = s.developments || meaning.searched == search.KindDevelopments
	case itemDevelopments:
		s.developments = true
	}
}

// attributeOf is the feature that a type means beside a home, "villa con plaza de garaje", "villa with office"; alone it
// is a type.
func (s *scanner) attributeOf(meaning item, start, end int, afterFeature bool) string {
	slug := s.attributes[join(s.tokens[start:end])]
	other := s.catalog.OptionBySlug(search.KeyType, "other")
	isOther := other != nil && meaning.id == other.ID
	switch hasHome := len(s.types) > 0 || s.beds > 0; {
	case slug == "" && !isOther, !isOther && !(hasHome && (s.isAttribute(start) || afterFeature)):
		return ""
	case isOther && !hasHome && !afterFeature && !s.isAttribute(start):
		return ""
	case slug != "":
		return slug
	}
	for _, t := range s.tokens[start:end] {
		if feature, known := s.items[t.text]; known && feature.kind == itemFeature {
			return feature.slug
		}
	}
	return ""
}

// isAround reports the building that a home is in: "apartment in a building with pool".
func (s *scanner) isAround(meaning item, start int) bool {
	building := s.catalog.OptionBySlug(search.KeyType, "unique-buildings")
	if building == nil || meaning.id != building.ID || len(s.types) == 0 {
		return false
	}
	for i := start - 1; i >= max(0, start-2); i-- {
		switch s.tokens[i].text {
		case "in", "en":
			return true
		}
	}
	return false
}

// isAttribute reports that the item at i belongs to what comes before it: "with a large plot".
func (s *scanner) isAttribute(i int) bool {
	for i--; i >= 0; i-- {
		switch s.tokens[i].text {
		case "with", "w", "on", "con", "its", "own", "sobre":
			return true
		}
		if s.tokens[i].kind != tokenWord || s.class(i, classFiller) == 0 || isJoint(s.tokens[i].text) {
			return false
		}
	}
	return false
}

// minDigits is the least length of a number that may be a reference without its letters.
const minDigits = 3

// readStay reads the length of a stay: "for two weeks" is a holiday, "for six months" a rental. The length itself sets no filter.
func (s *scanner) readStay(i int) int {
	_, end, ok := s.readNumeral(i)
	if !ok || end <= i || end >= len(s.tokens) {
		return 0
	}
	n, months := s.class(end, classStay|classStayMonths), s.class(end, classStayMonths) > 0
	s.perMonth, s.stay = s.perMonth || months, s.stay || n > 0 && !months
	if n == 0 {
		return 0
	}
	s.reportUnknown(i, end+n)
	return end + n - i
}

// readPeople reads "family of four", "6 people" and "villa for 6". Their bedrooms are a filter, the number is none.
func (s *scanner) readPeople(i int) int {
	value, end, ok := s.readNumeral(i)
	if !ok || i == 0 || value < 1 || value > maxPeople {
		return 0
	}
	start := i
	switch before := s.tokens[i-1].text; {
	case end < len(s.tokens) && slices.Contains(peopleWords, s.tokens[end].text):
		end++
	case (before == "of" || before == "de") && i > 1 && strings.HasPrefix(s.tokens[i-2].text, "famil") &&
		s.class(end, classBeds|classBaths) == 0:
		start = i - 2
	case (before == "for" || before == "para") && (end == len(s.tokens) || s.tokens[end].kind == tokenMark || s.class(end, classFiller) > 0):
	default:
		return 0
	}
	s.people += round(value)
	s.reportUnknown(start, end)
	return end - i
}

// maxPeople is the largest party that a line is read as.
const maxPeople = 30

var peopleWords = []string{
	"people", "persons", "person", "guests", "adults", "children", "kids", "personas", "persona", "adultos", "ninos", "hijos", "huespedes",
}

// readSoft skips fillers and grammar words that need no number.
func (s *scanner) readSoft(i int) int {
	if s.tokens[i].kind == tokenMark {
		return 1
	}
	if s.class(i, classBeds|classBaths) > 1 {
		return 0 // "en suite bathrooms": "en" is no filler
	}
	if n := s.class(i, classFiller|classTo|classEither|classAbout|classBudget|classCurrency|classBetween); n > 0 {
		return n
	}
	if n := s.class(i, classMonth|classWeek); n > 0 {
		s.setPeriod(s.class(i, classMonth) > 0)
		if i > 0 && slices.Contains(oneOf, s.tokens[i-1].text) {
			s.reportUnknown(i-1, i+n) // "a week in August"
		}
		return n
	}
	return 0
}

// oneOf begins a length of time: "a week", "una semana".
var oneOf = []string{"a", "one", "un", "una"}

func (s *scanner) setPeriod(month bool) {
	s.perMonth = s.perMonth || month
	s.perWeek = s.perWeek || !month
}

func appendNew[T comparable](list []T, value T) []T {
	if slices.Contains(list, value) {
		return list
	}
	return append(list, value)
}
