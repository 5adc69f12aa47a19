// Package conformance runs the cases of testdata/cases.json, or of the file that
// ESTATE_CASES names, against the packages that serve visitors. It holds only
// tests: run_test.go counts the cases per kind and fails on an unknown one, and
// each kind has its own short function. A field that no kind knows fails its case.
// Run a file outside the repository with -count=1: go test does not notice that
// such a file has changed and would repeat what it said of it before.
//
// The kinds of the browser run from the same file under Vitest (web).
package conformance
