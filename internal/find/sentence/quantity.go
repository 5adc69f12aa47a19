package sentence

import (
	"math"
	"slices"

	"estate/internal/content/search"
)

// amount is a number with its multiplier and currency; end is the index after it.
type amount struct {
	start      int // index of its first token
	value      float64
	token      token
	multiplier float64 // 0 when none was written
	currency   bool
	foreign    bool
	end        int
}

// readQuantity reads rooms, sizes and prices: a limit, a number or a range, and a unit. It
// returns the number of tokens, 0 when there is none; readRooms, readSize and readPrice
// return the index after the quantity, 0 when it has another unit.
func (s *scanner) readQuantity(i int) int {
	if n := s.readUnitFirst(i); n > 0 {
		return n
	}
	limit, at := s.readLimits(i)
	limit, at = s.readLimitedSize(limit, at)
	first, ok := s.readAmount(at)
	if !ok {
		return 0
	}
	last, end := first, first.end
	isRange := false
	if n := s.rangeSeparator(end, limit); n > 0 {
		if second, ok := s.readAmount(end + n); ok && s.isRange(&first, second) {
			last, end, isRange = second, second.end, true
		}
	}
	if n := s.class(end, classOrMore); n > 0 && s.isOpenEnd(end, n) {
		limit, end = limit|classMin, end+n
	} else if n := s.class(end, classOrLess); n > 0 && s.isOpenEnd(end, n) {
		limit, end = limit|classMax, end+n
	} else if n := s.class(end, classOrAbout); n > 0 {
		limit, end = limit|classAbout, end+n
	}
	q := quantity{start: i, first: first, last: last, isRange: isRange, limit: limit}
	for _, unit := range []func(quantity, int) int{s.readRooms, s.readSize, s.readPrice} {
		if next := unit(q, end); next > 0 {
			return next - i
		}
	}
	return 0
}

type quantity struct {
	start       int
	first, last amount
	isRange     bool
	limit       class
}

// bounds returns the lower and upper bound that the limit words ask for. A number without
// a limit word has defaultLimit: classMin or classMax.
func (q quantity) bounds(defaultLimit class) search.Range {
	low, high := round(q.first.value), round(q.last.value)
	limit := q.limit
	if limit&(classMin|classMax) == 0 {
		limit |= defaultLimit
	}
	switch {
	case q.isRange:
		return search.Range{From: min(low, high), To: max(low, high)}
	case q.limit&classAbout != 0 && q.limit&(classMin|classMax) == 0:
		return search.Range{From: round(q.first.value * 0.9), To: round(q.first.value * 1.1)}
	case limit&classMin != 0:
		return search.Range{From: low}
	}
	return search.Range{To: low}
}

const squareMetresPerHectare = 10_000

func (q quantity) scaled(factor float64) quantity {
	q.first.value *= factor
	q.last.value *= factor
	return q
}

func round(value float64) int { return int(math.Round(min(value, maxAmount))) }

// maxAmount keeps numbers within what a filter takes.
const maxAmount = 1_000_000_000

// readLimits reads words such as "under", "at least about" before a number.
func (s *scanner) readLimits(i int) (class, int) {
	var limit class
	const wanted = classMax | classMin | classAbove | classBetween | classAbout | classBudget
	for i < len(s.tokens) {
		key, n := s.phrase(i, func(key string) bool { return s.classes[key]&wanted != 0 })
		if n == 0 || s.numbers[key] > 0 && limit == 0 {
			break
		}
		limit |= s.classes[key] & wanted
		i += n
		for i < len(s.tokens) && (s.tokens[i].text == "of" || s.tokens[i].text == "de" || s.tokens[i].text == "a" &&
			s.class(i+1, classMax|classMin) > 0 || s.tokens[i].text == "los" || s.tokens[i].text == "the") {
			i++
		}
	}
	return limit, i
}

// readAmount reads a number in digits or words, its multiplier and its currency.
func (s *scanner) readAmount(i int) (amount, bool) {
	a := amount{start: i}
	if n := s.class(i, classCurrency|classForeignCurrency); n > 0 && s.tokens[i].kind == tokenMark {
		a.currency, a.foreign = true, s.class(i, classForeignCurrency) > 0
		i += n
	}
	if share, n := s.shareOfMillion(i); n > 0 {
		a.value, a.multiplier, i = share, 1_000_000, i+n
	} else {
		value, end, ok := s.readNumeral(i)
		if !ok {
			return a, false
		}
		a.value, a.token = value, s.tokens[i]
		i = s.readMultiplier(&a, end)
	}
	if n := s.class(i, classCurrency|classForeignCurrency); n > 0 {
		a.currency, a.foreign = true, a.foreign || s.class(i, classForeignCurrency) > 0
		i += n
	}
	a.end = i
	return a, true
}

// shareOfMillion reads "half a million" and "a quarter of a million".
func (s *scanner) shareOfMillion(i int) (float64, int) {
	for _, share := range []struct {
		class class
		value float64
	}{{classHalf, 500_000}, {classQuarter, 250_000}, {classThreeQuarters, 750_000}} {
		if n := s.class(i, share.class); n > 0 {
			return share.value, n
		}
	}
	return 0, 0
}

// readNumeral reads digits, or number words such as "two hundred".
func (s *scanner) readNumeral(i int) (float64, int, bool) {
	if i >= len(s.tokens) {
		return 0, i, false
	}
	if s.tokens[i].kind == tokenNumber {
		return s.tokens[i].value, i + 1, true
	}
	if n := s.class(i, classPair); n > 0 && s.class(i+n, classBeds|classBaths|classMillion) > 0 {
		return 2, i + n, true // "a couple of bedrooms"
	}
	if million := s.class(i, classMillion); million > 0 && len(s.tokens[i].text) > 2 && s.class(i+million, classAndHalf) > 0 {
		return 1, i, true // "millón y medio"
	}
	value, known := s.numbers[s.tokens[i].text]
	if !known {
		if s.class(i, classThousand) > 0 && s.tokens[i].text == "mil" { // "mil euros"
			return 1, i, true
		}
		return 0, i, false
	}
	if article(s.tokens[i].text) && s.class(i+1, classMillion|classThousand) == 0 && !s.isNumber(i+1, 100) &&
		s.class(i+1, classBeds|classBaths) == 0 {
		return 0, i, false
	}
	end := i + 1
	for end < len(s.tokens) {
		at := end
		if s.tokens[at].text == "and" && value >= 100 && at+1 < len(s.tokens) {
			at++ // "two hundred and fifty"
		}
		next, known := s.numbers[s.tokens[at].text]
		if s.class(end, classDecimal) > 0 && end+2 < len(s.tokens) && value < 100 {
			tenths := s.numbers[s.tokens[end+1].text]
			if tenths > 0 && tenths < 10 && s.class(end+2, classMillion|classThousand) > 0 {
				return value + tenths/10, end + 2, true // "one point five million"
			}
		}
		switch {
		case known && next == 100 && value < 20:
			value *= 100
		case known && !article(s.tokens[end].text) && (value >= 100 && next < 100 || value >= 20 && value < 100 && next < 10):
			value += next
		default:
			return value, end, true
		}
		end = at + 1
	}
	return value, end, true
}

// article reports a number word that is also an article.
func article(word string) bool { return word == "a" || word == "un" || word == "una" }

func (s *scanner) isNumber(i int, value float64) bool {
	return i < len(s.tokens) && s.numbers[s.tokens[i].text] == value
}

// readMultiplier reads "k", "million", "million and a half" and "one and a half million".
func (s *scanner) readMultiplier(a *amount, i int) int {
	half := 0.0
	if n := s.class(i, classAndHalf); n > 0 && s.class(i+n, classMillion|classThousand) > 0 {
		half, i = 0.5, i+n
	}
	thousand, million := s.class(i, classThousand), s.class(i, classMillion)
	switch {
	case million > 0 && (a.value < 100 || a.token.grouped) && !(thousand > 0 && a.value >= 100):
		if a.token.grouped {
			a.value = a.token.decimal
		}
		a.multiplier, i = 1e6, i+million
	case thousand > 0 || million > 0 && i < len(s.tokens) && s.tokens[i].text == "mil":
		a.multiplier, i = 1e3, i+max(thousand, 1)
		if s.class(i, classMillion) > 0 && s.tokens[i].text != "m" { // "mil millones"
			a.multiplier, i = 1e9, i+1
		}
	default:
		a.value += half
		return i
	}
	a.value = (a.value + half) * a.multiplier
	if n := s.class(i, classAndHalf); n > 0 {
		a.value, i = a.value+a.multiplier/2, i+n
	}
	if a.multiplier == 1e6 {
		i = s.readRest(a, i)
	}
	return i
}

// readRest reads the thousands after millions, as in "1 million 200 thousand".
func (s *scanner) readRest(a *amount, i int) int {
	at := i
	if s.class(at, classTo) > 0 && s.tokens[at].text == "y" {
		at++
	}
	value, end, ok := s.readNumeral(at)
	if ok && value < 1000 && end > at && s.class(end, classThousand) > 0 {
		a.value += value * 1e3
		return end + s.class(end, classThousand)
	}
	return i
}

// rangeSeparator returns the length of "to", "-" or, for rooms and ranges, "or" and "and".
func (s *scanner) rangeSeparator(i int, limit class) int {
	if i >= len(s.tokens) {
		return 0
	}
	n := s.class(i, classTo|classEither)
	if n == 0 || s.class(i, classOrMore|classOrLess) > n {
		return 0
	}
	if s.tokens[i].text == "and" || s.tokens[i].text == "y" {
		if limit&classBetween == 0 && limit&classMin == 0 {
			return 0
		}
	}
	return n
}

// isRange decides whether two amounts are a range, and gives the first the multiplier of
// the second: "1 to 2 million".
func (s *scanner) isRange(first *amount, second amount) bool {
	if first.multiplier == 0 && second.multiplier > 0 && first.value < 1000 {
		if first.value*second.multiplier <= second.value || second.multiplier == 1e6 && first.value < 100 {
			first.value *= second.multiplier
			first.multiplier = second.multiplier
		}
	}
	if first.multiplier == 1e3 && second.multiplier == 0 && second.value < 1000 {
		return false
	}
	return first.value <= second.value
}

// isOpenEnd reports that "or more" at i belongs to the number before it and does not begin
// the limit of another number, as in "3 beds min 2 baths".
func (s *scanner) isOpenEnd(i, n int) bool {
	if s.class(i, classMax|classMin) < n {
		return true
	}
	_, _, number := s.readNumeral(i + n)
	return !number
}

// readUnitFirst reads "bedrooms: 4".
func (s *scanner) readUnitFirst(i int) int {
	n := s.class(i, classBeds|classBaths)
	if n == 0 {
		return 0
	}
	limit, at := s.readLimits(i + n)
	if limit&classBudget != 0 {
		return 0
	}
	a, ok := s.readAmount(at)
	if !ok || a.multiplier > 0 || a.currency || a.value > search.MaxRooms || s.class(a.end, classBeds|classBaths|classSquareMetres) > 0 &&
		!s.followedByNumber(a.end) {
		return 0
	}
	if s.class(a.end, classMillion|classThousand) > 0 {
		return 0
	}
	end := a.end
	if n := s.rangeSeparator(end, limit); n > 0 { // "bedrooms 3-4"
		if b, ok := s.readAmount(end + n); ok && b.multiplier == 0 && !b.currency && b.value >= a.value && b.value <= search.MaxRooms {
			end = b.end
		}
	}
	end += s.class(end, classOrMore)
	if limit&classAbove != 0 {
		a.value++
	}
	s.setRooms(s.class(i, classBeds) > 0, a.value)
	return end - i
}

// followedByNumber reports that the unit at i has a number of its own behind it.
func (s *scanner) followedByNumber(i int) bool {
	_, _, ok := s.readNumeral(i + s.class(i, classBeds|classBaths))
	return ok
}

func (s *scanner) setRooms(beds bool, value float64) {
	rooms := min(int(value), search.MaxRooms)
	if beds {
		s.beds = rooms
	} else {
		s.baths = rooms
	}
}

// readRooms reads the unit of bedrooms or bathrooms. The filter knows only "at least".
func (s *scanner) readRooms(q quantity, i int) int {
	if q.first.multiplier > 0 || q.first.currency || q.first.value < 1 || q.first.value > 100 {
		return 0
	}
	at := i
	for at < len(s.tokens) && s.class(at, classFiller) == 1 && s.class(at, classBeds|classBaths) == 0 && at-i < 2 &&
		s.class(at+1, classBeds|classBaths) > 0 {
		at++ // "4 large bedrooms"
	}
	beds, baths := s.class(at, classBeds), s.class(at, classBaths)
	n := max(beds, baths)
	if n == 0 {
		return 0
	}
	if _, length := s.item(at); length > n {
		return 0 // "2 room service"
	}
	end := at + n
	if more := s.class(end, classOrMore); more > 0 && s.isOpenEnd(end, more) {
		end += more
	} else if less := s.class(end, classOrLess); less > 0 && s.isOpenEnd(end, less) {
		end, q.limit = end+less, q.limit|classMax
	}
	if q.limit&classMax != 0 && q.limit&classMin == 0 && !q.isRange {
		s.reportUnknown(q.start, end)
		return end
	}
	if q.limit&classAbove != 0 && !q.isRange {
		q.first.value++ // "more than 3 bedrooms"
	}
	s.setRooms(beds >= baths, q.first.value)
	return end
}

// readSize reads square metres of the building, the plot or the terrace.
func (s *scanner) readSize(q quantity, i int) int {
	n := s.class(i, classSquareMetres)
	if foreign := s.class(i, classForeignSize); foreign > 0 && !q.first.currency {
		s.reportUnknown(q.start, i+foreign)
		return i + foreign
	}
	if hectares := s.class(i, classHectares); hectares > 0 && !q.first.currency {
		s.plot = q.scaled(squareMetresPerHectare).bounds(classMin)
		return i + hectares
	}
	if n == 0 && s.isPlotSize(q) {
		s.plot = q.bounds(classMin)
		return i
	}
	if n == 0 || q.first.currency || q.first.value < 10 {
		return 0
	}
	if slices.Contains([]string{"m", "metros", "mts"}, s.tokens[i].text) {
		if end, _ := s.endOfDistance(i, i+1); end > 0 {
			return 0
		}
	}
	end := i + n
	if n := s.class(end, classOrMore); n > 0 && s.isOpenEnd(end, n) {
		q.limit, end = q.limit|classMin, end+n
	} else if n := s.class(end, classOrLess); n > 0 && s.isOpenEnd(end, n) {
		q.limit, end = q.limit|classMax, end+n
	}
	bounds := q.bounds(classMin)
	target := &s.built
	skip := end
	for skip < len(s.tokens) && (s.tokens[skip].text == "of" || s.tokens[skip].text == "de") &&
		s.class(skip, classPlot|classTerrace|classBuilt) == 0 {
		skip++
	}
	switch before := s.classBefore(q.first.start); {
	case s.class(skip, classPlot) > 0:
		target, end = &s.plot, skip+s.class(skip, classPlot)
	case s.class(skip, classTerrace) > 0 || skip < len(s.tokens) && (s.tokens[skip].text == "terrace" || s.tokens[skip].text == "terraza"):
		target, end = &s.terrace, skip+max(1, s.class(skip, classTerrace))
	case s.class(skip, classBuilt) > 0:
		end = skip + s.class(skip, classBuilt)
	case before&classPlot != 0:
		target = &s.plot
	case before&classTerrace != 0:
		target = &s.terrace
	}
	if bounds.From > 0 {
		target.From = bounds.From
	}
	if bounds.To > 0 {
		target.To = bounds.To
	}
	return end
}

// isPlotSize reports a bare number after "plot of".
func (s *scanner) isPlotSize(q quantity) bool {
	return q.first.multiplier == 0 && !q.first.currency && q.first.value >= 50 && q.limit&(classMax|classBudget) == 0 &&
		s.classBefore(q.first.start)&classPlot != 0
}

// classBefore returns the classes of the words before the number at i. Only a
// limit may stand between: "plot of at least 1000 m²".
func (s *scanner) classBefore(i int) class {
	for start := i - 1; start >= max(0, i-5); start-- {
		if text := s.tokens[start].text; isJoint(text) || text == "con" || text == "with" {
			return 0
		}
		for end := start + 1; end <= i; end++ {
			if c := s.classes[join(s.tokens[start:end])] & (classPlot | classTerrace | classBuilt); c != 0 {
				return c
			}
		}
	}
	return 0
}

// readPrice reads euros. A number without a unit is a price when it is large enough, or
// when a limit or a period says so.
func (s *scanner) readPrice(q quantity, i int) int {
	month, week := s.class(i, classMonth), s.class(i, classWeek)
	money := q.first.currency || q.last.currency || q.first.multiplier > 0 || q.last.multiplier > 0
	limited := q.limit&(classMax|classMin|classBudget|classBetween) != 0
	switch {
	case s.class(i, classSquareMetres|classMetres) > 0 && !q.first.currency:
		return 0
	case money, q.last.value >= 10_000, limited && q.last.value >= 300, month > 0 && q.last.value >= 100, week > 0 && q.last.value >= 20,
		q.last.value >= minRent && s.followsRental(q.start):
	default:
		return 0
	}
	if q.first.foreign || q.last.foreign || !money &&
		(q.last.value >= minTelephone || month+week == 0 && (s.isYear(q) || s.continuesNumber(q.start))) {
		if !limited || q.limit&(classMax|classMin) == 0 {
			q.start = q.first.start
		}
		s.reportUnknown(q.start, i)
		return i
	}
	if money && max(month, week) == 0 && q.last.value < minPrice {
		s.reportUnknown(q.first.start, i)
		return i
	}
	if n := max(month, week); n > 0 {
		s.setPeriod(month >= week)
		i += n
	}
	if n := s.class(i, classOrMore); n > 0 && s.isOpenEnd(i, n) {
		q.limit, i = q.limit|classMin, i+n
	} else if n := s.class(i, classOrLess); n > 0 && s.isOpenEnd(i, n) {
		q.limit, i = q.limit|classMax, i+n
	}
	bounds := q.bounds(classMax)
	if bounds.From > 0 {
		s.from = bounds.From
	}
	if bounds.To > 0 {
		s.to = bounds.To
	}
	return i
}

// minRent is the smallest number that is a rent without a unit, as in "rent 1200"; minPrice the
// smallest amount of euros that is a price.
const (
	minRent  = 300
	minPrice = 20
)

// followsRental reports that the words before i are the offer of rentals.
func (s *scanner) followsRental(i int) bool {
	if i == 0 || s.lastItem != i || len(s.offers) == 0 {
		return false
	}
	last := s.offers[len(s.offers)-1]
	return s.lastKind == itemOffer && (last == s.offer("for-rent") || last == s.offer("for-holidays"))
}

// minTelephone is the number from which digits without a unit are no price.
const minTelephone = 50_000_000

// isYear reports a year of construction: "of 2015", "from 2015". In a search for rentals it is a price.
func (s *scanner) isYear(q quantity) bool {
	if q.isRange || q.limit&classMax != 0 || len(q.first.token.text) != 4 || q.first.value < 1800 || q.first.value >= 2100 ||
		slices.Contains(s.offers, s.offer("for-rent")) || slices.Contains(s.offers, s.offer("for-holidays")) {
		return false
	}
	if q.limit&classMin != 0 {
		return true
	}
	before := ""
	for _, t := range s.tokens {
		if t.start == q.first.token.start {
			break
		}
		before = t.text
	}
	return before == "de" || before == "del" || before == "from" || before == "since"
}

// readSizeName reads the name of a size before its number: "built area 250 m²".
func (s *scanner) readSizeName(i int) int {
	n := s.class(i, classBuilt)
	if n == 0 {
		return 0
	}
	_, at := s.readLimits(i + n)
	a, ok := s.readAmount(at)
	if !ok || s.class(a.end, classSquareMetres) == 0 {
		return 0
	}
	return n
}

// continuesNumber reports that the token before i is a number that was not understood, as in
// a telephone number.
func (s *scanner) continuesNumber(i int) bool {
	if i == 0 || s.tokens[i-1].kind != tokenNumber || len(s.unknown) == 0 {
		return false
	}
	return s.unknown[len(s.unknown)-1].end == s.tokens[i-1].end
}

// readLimitedSize reads the name of a size after its limit, "minimum built size 180 m²", and
// the limits after it. A plot keeps its type.
func (s *scanner) readLimitedSize(limit class, i int) (class, int) {
	n := s.class(i, classBuilt|classPlot|classTerrace)
	if limit&(classMin|classMax) == 0 || n == 0 {
		return limit, i
	}
	more, at := s.readLimits(i + n)
	a, ok := s.readAmount(at)
	if !ok || s.class(a.end, classSquareMetres|classHectares) == 0 {
		return limit, i
	}
	if plots := s.plotsType(); plots > 0 && s.class(i, classPlot) > 0 {
		s.types = appendNew(s.types, plots)
	}
	return limit | more, at
}
