package index

import (
	"bytes"
	"cmp"
	"iter"
	"slices"
	"sort"
	"sync"
)

// nearOrder holds the rows of a base in the order of their references, compared by letters and
// digits. References with the same beginning are neighbours, so a search for close ones computes
// the edit distance of a beginning once, and leaves out all references with a beginning that is
// too different.
type nearOrder struct {
	refs       *references
	rows       []uint32 // in the order of their letters and digits, then by id
	keys       []uint64 // the first letters and digits of each, see keyOf
	punctuated punctuated
}

// punctuated holds the letters and digits of the rows that have other characters too, which the
// trigrams count.
type punctuated struct {
	rows []uint32
	ends []uint32 // offset after the line feed of each row
	text []byte   // letters and digits, each row followed by a line feed
}

func (p *punctuated) add(row uint32, letters []byte) {
	p.text = append(append(p.text, letters...), '\n')
	p.rows, p.ends = append(p.rows, row), append(p.ends, uint32(len(p.text)))
}

// containing returns the rows with a part.
func (p *punctuated) containing(part []byte) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for from := 0; ; {
			at := bytes.Index(p.text[from:], part)
			if at < 0 {
				return
			}
			i, _ := slices.BinarySearch(p.ends, uint32(from+at)+1)
			if !yield(p.rows[i]) {
				return
			}
			from = int(p.ends[i])
		}
	}
}

// nearOrder returns the order, made at the first call: a start does not wait for it.
func (b *base) nearOrder() *nearOrder {
	b.nearOnce.Do(func() { b.near = newNearOrder(b) })
	return b.near
}

// lazyNearOrder is made at its first use.
type lazyNearOrder struct {
	nearOnce sync.Once
	near     *nearOrder
}

func newNearOrder(b *base) *nearOrder {
	type entry struct {
		key uint64
		row uint32
	}
	o := &nearOrder{refs: &b.refs}
	entries := make([]entry, len(b.refs.ends))
	var buffer []byte
	for row := range entries {
		folded := b.refs.of(uint32(row))
		buffer = lettersAndDigits(folded, buffer[:0])
		if len(buffer) < len(folded) {
			o.punctuated.add(uint32(row), buffer)
		}
		entries[row] = entry{keyOf(buffer), uint32(row)}
	}
	var left, right []byte
	slices.SortFunc(entries, func(a, b2 entry) int {
		if order := cmp.Compare(a.key, b2.key); order != 0 {
			return order
		}
		if a.key%keyBase != 0 { // both may have more than the key
			left, right = o.letters(a.row, left), o.letters(b2.row, right)
			if order := bytes.Compare(left, right); order != 0 {
				return order
			}
		}
		return cmp.Compare(b.ids.at(a.row), b.ids.at(b2.row))
	})
	o.rows, o.keys = make([]uint32, len(entries)), make([]uint64, len(entries))
	for i, e := range entries {
		o.rows[i], o.keys[i] = e.row, e.key
	}
	return o
}

// A key is a number of keyLen digits to the base keyBase, one for each letter or digit, so that
// keys have the order of the references: 0 beyond the end, then the digits, then a to z. From the
// first letter of another script on, all digits are otherScript.
const (
	keyLen      = 12
	keyBase     = 38
	otherScript = keyBase - 1
)

// keyPowers has the value of 1 at each position of a key.
var keyPowers = func() (powers [keyLen]uint64) {
	power := uint64(1)
	for i := keyLen - 1; i >= 0; i-- {
		powers[i] = power
		power *= keyBase
	}
	return powers
}()

// keyLetters has the letter of each digit of a key.
const keyLetters = "\x000123456789abcdefghijklmnopqrstuvwxyz"

// keyOf packs the first letters and digits.
func keyOf(letters []byte) (key uint64) {
	ascii := true
	for i := range keyLen {
		digit := uint64(0)
		switch {
		case !ascii:
			digit = otherScript
		case i >= len(letters):
		case letters[i] <= '9':
			digit = uint64(letters[i]-'0') + 1
		case letters[i] <= 'z':
			digit = uint64(letters[i]-'a') + 11
		default:
			digit, ascii = otherScript, false
		}
		key = key*keyBase + digit
	}
	return key
}

// letters returns the letters and digits of a row.
func (o *nearOrder) letters(row uint32, into []byte) []byte {
	return lettersAndDigits(o.refs.of(row), into[:0])
}

// at returns the letter of the i-th reference at a position, 0 beyond its end.
func (o *nearOrder) at(i, position int) byte {
	if position < keyLen {
		if digit := o.keys[i] / keyPowers[position] % keyBase; digit != otherScript {
			return keyLetters[digit]
		}
	}
	for _, c := range o.refs.of(o.rows[i]) {
		if isLetterOrDigit(c) {
			if position == 0 {
				return c
			}
			position--
		}
	}
	return 0
}

// group returns the end of the references from lo on, below hi, that have the same letter at a
// position as the one at lo.
func (o *nearOrder) group(lo, hi, position int) int {
	if position < keyLen {
		if prefix := o.keys[lo] / keyPowers[position]; prefix%keyBase != otherScript {
			return o.firstKey(lo, hi, (prefix+1)*keyPowers[position])
		}
	}
	c := o.at(lo, position)
	step := 1
	for lo+step < hi && o.at(lo+step, position) == c {
		lo, step = lo+step, step*2
	}
	hi = min(hi, lo+step)
	for lo+1 < hi { // lo has the letter, hi has not or is the end
		if middle := (lo + hi) / 2; o.at(middle, position) == c {
			lo = middle
		} else {
			hi = middle
		}
	}
	return hi
}

// firstKey returns the first of the references from lo on, below hi, whose key is at least key,
// else hi.
func (o *nearOrder) firstKey(lo, hi int, key uint64) int {
	if lo == hi || o.keys[lo] >= key {
		return lo
	}
	step := 1
	for lo+step < hi && o.keys[lo+step] < key {
		lo, step = lo+step, step*2
	}
	hi = min(hi, lo+step)
	for lo+1 < hi { // the key at lo is less, that at hi is not
		if middle := (lo + hi) / 2; o.keys[middle] < key {
			lo = middle
		} else {
			hi = middle
		}
	}
	return hi
}

// within calls found for the rows within an edit distance of the wanted reference, in order,
// until found returns false.
func (o *nearOrder) within(wanted []byte, allowed int, found func(row uint32) bool) {
	w := nearWalk{order: o, wanted: wanted, allowed: allowed, found: found}
	for j := range w.lines[0] {
		w.lines[0][j] = j
	}
	for i, c := range wanted {
		w.digits[i] = keyOf([]byte{c}) / keyPowers[0]
		w.fitsKeys = w.digits[i] != otherScript && (i == 0 || w.fitsKeys)
	}
	w.walk(0, len(o.rows), 0, 0)
}

// beginning returns the references, from lo to below hi, that begin with a text.
func (o *nearOrder) beginning(text []byte) (lo, hi int) {
	hi = len(o.rows)
	for position, c := range text {
		n := hi - lo
		from := lo
		lo = from + sort.Search(n, func(i int) bool { return o.at(from+i, position) >= c })
		hi = from + sort.Search(n, func(i int) bool { return o.at(from+i, position) > c })
	}
	return lo, hi
}

// nearWalk is one walk over the beginnings of references. lines[d] has the edit distances of the
// present beginning of d letters and those beginnings of the wanted reference whose length differs by at
// most the allowed distance.
type nearWalk struct {
	order   *nearOrder
	wanted  []byte
	allowed int
	found   func(row uint32) bool
	lines   [maxNearLen + 2][maxNearLen + 2]int
	path    [maxNearLen + 1]byte

	digits   [maxNearLen]uint64 // of keys, of the wanted reference
	fitsKeys bool               // no digit is otherScript
	endings  []nearEnding       // buffers
	letters  []byte
}

// nearEnding is a reference that continues a path without a further edit.
type nearEnding struct {
	key    uint64
	length int
}

// walk visits the references from lo to below hi, whose first depth letters are the path; least is
// the least distance of its line. It returns false when found did.
func (w *nearWalk) walk(lo, hi, depth, least int) bool {
	n := len(w.wanted)
	for lo < hi && w.order.at(lo, depth) == 0 { // these end here
		if depth >= n-w.allowed && depth <= n+w.allowed && w.lines[depth][n] <= w.allowed && !w.found(w.order.rows[lo]) {
			return false
		}
		lo++
	}
	if lo == hi || depth >= min(n+w.allowed, maxNearLen) {
		return true // longer references are further away
	}
	if least == w.allowed && w.findEndings(lo, depth) {
		return w.lookUp(lo, hi)
	}
	for lo < hi {
		end := w.order.group(lo, hi, depth)
		w.path[depth] = w.order.at(lo, depth)
		if least := w.extend(depth); least <= w.allowed && !w.walk(lo, end, depth+1, least) {
			return false
		}
		lo = end
	}
	return true
}

// findEndings sets endings to the references that continue the path of the one at lo without a further
// edit, in order: what follows is then an end of the wanted reference, or a letter of a swapped pair
// and such an end. It returns false when letters of the path or of the wanted reference have no digit.
func (w *nearWalk) findEndings(lo, depth int) bool {
	if !w.fitsKeys || depth >= keyLen {
		return false
	}
	path := uint64(0)
	if depth > 0 {
		key, power := w.order.keys[lo], keyPowers[depth-1]
		if key/power%keyBase == otherScript {
			return false
		}
		path = key - key%power
	}
	n := len(w.wanted)
	w.endings = w.endings[:0]
	for j := max(0, depth-w.allowed); j <= min(n, depth+w.allowed); j++ {
		if j < n && w.lines[depth][j] <= w.allowed {
			w.addEnding(path, depth, j)
		}
		if depth > 0 && j > 1 && w.path[depth-1] == w.wanted[j-1] && w.lines[depth-1][j-2] < w.allowed {
			w.addEnding(path+w.digits[j-2]*keyPowers[depth], depth+1, j)
		}
	}
	slices.SortFunc(w.endings, func(a, b nearEnding) int { return cmp.Compare(a.key, b.key) })
	return true
}

// addEnding adds the reference of a path of depth letters and the wanted reference from its j-th
// letter on.
func (w *nearWalk) addEnding(key uint64, depth, j int) {
	n := len(w.wanted)
	for i := depth; i < min(keyLen, depth+n-j); i++ {
		key += w.digits[j+i-depth] * keyPowers[i]
	}
	w.endings = append(w.endings, nearEnding{key, depth + n - j})
}

// lookUp visits the references from lo to below hi that are endings. It returns false when found did.
func (w *nearWalk) lookUp(lo, hi int) bool {
	for first, ending := range w.endings {
		for lo = w.order.firstKey(lo, hi, ending.key); lo < hi && w.order.keys[lo] == ending.key; lo++ {
			if w.isEnding(lo, first) && !w.found(w.order.rows[lo]) {
				return false
			}
		}
	}
	return true
}

// isEnding reports whether the i-th reference, whose key is that of an ending, is this ending or a
// further one with the key: they differ beyond it.
func (w *nearWalk) isEnding(i, first int) bool {
	key := w.endings[first].key
	for _, ending := range w.endings[first:] {
		if ending.key != key {
			return false
		}
		if ending.length < keyLen {
			return true
		}
		w.letters = w.order.letters(w.order.rows[i], w.letters)
		if len(w.letters) == ending.length && bytes.HasSuffix(w.letters, w.wanted[len(w.wanted)-(ending.length-keyLen):]) {
			return true
		}
	}
	return false
}

// extend computes the distances of the path with one letter more, and returns the least. If that
// is too large, those of longer paths are too.
func (w *nearWalk) extend(depth int) int {
	last, now, c := &w.lines[depth], &w.lines[depth+1], w.path[depth]
	from, to := depth+1-w.allowed, min(depth+1+w.allowed, len(w.wanted))
	least := w.allowed + 1
	if from <= 0 {
		now[0] = depth + 1
		from, least = 1, now[0]
	} else {
		now[from-1] = least // beyond the allowed distance
	}
	for j := from; j <= to; j++ {
		change := 1
		if w.wanted[j-1] == c {
			change = 0
		}
		now[j] = min(last[j]+1, now[j-1]+1, last[j-1]+change)
		if depth > 0 && j > 1 && c == w.wanted[j-2] && w.path[depth-1] == w.wanted[j-1] {
			now[j] = min(now[j], w.lines[depth-1][j-2]+1)
		}
		least = min(least, now[j])
	}
	now[to+1] = w.allowed + 1
	return least
}
