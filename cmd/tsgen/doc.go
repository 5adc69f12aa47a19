// Command tsgen completes the TypeScript that is generated from Go: it writes the
// values of internal/content/search as web/src/generated/catalog.ts and tidies the output of
// tygo.
//
// Run it from the root of the repository, after tygo: go run ./cmd/tsgen. With
// "content CASES.json" it prints the sanitised markup of the conformance cases, the
// input of further tests in the front end.
package main
