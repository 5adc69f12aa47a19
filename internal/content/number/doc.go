// Package number reads numbers as offices write them: "1.250.000 €", "450k", "1,2 M", "120,5 m2", "1.5E7".
//
// Parse, Amount and Whole are strict: digits; groups of three behind the first one, separated by the same sign; a
// decimal mark of one or two digits, as the last sign; a known currency, multiplier, unit or period. What is
// not surely a number is refused, because a guess is wrong by a power of ten. Written is lenient: it finds a number
// among words, for the fields of another agency's WordPress.
//
// testdata/numbers.json lists what they read. The form of the WordPress plugin reads the same table.
package number
