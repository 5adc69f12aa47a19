// Command tsgen finishes the TypeScript that comes from Go: it writes the values
// of internal/search as web/src/generated/catalog.ts and tidies what tygo wrote.
//
// Run it from the root of the repository, after tygo: go run ./cmd/tsgen. With
// "content CASES.json" it prints the sanitised markup of the conformance cases,
// which the front end's tests go on with.
package main
