// Package translations holds the tests that set the dictionaries of locales/ beside
// the code of both halves: a word that is used must be there in every filled
// language, and a word that is there must be used.
//
// Keys that are put together while the program runs are declared in
// declared_test.go, with the values that they may take.
package translations
