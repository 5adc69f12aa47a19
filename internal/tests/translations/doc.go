// Package translations holds the tests of translation coverage: every key that the
// code uses exists in every filled language, and every key that exists is used.
//
// Keys that are built at run time are declared in declared_test.go with all their
// values.
package translations
