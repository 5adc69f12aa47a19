// Package conformance runs the cases of testdata/cases.json, or of the file that
// ESTATE_CASES names, with the packages of the product. It has only tests:
// run_test.go counts the cases of each kind and fails on an unknown kind; each kind
// has a short function. A field that a kind does not know fails the case.
//
// Run a file outside the repository with -count=1: go test does not notice its
// changes and would repeat the cached result.
//
// The kinds of the browser run from the same file under Vitest (web).
package conformance
