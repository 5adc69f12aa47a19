// Package conformance runs the cases of testdata/cases.json, or of the file that
// ESTATE_CASES names, against the packages that serve visitors. It holds only
// tests: run_test.go counts the cases per kind and fails on an unknown one, and
// each kind has its own short function.
//
// The kinds of the browser run from the same file under Vitest (web).
package conformance
