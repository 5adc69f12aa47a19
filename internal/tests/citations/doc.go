// Package citations checks references between code and documents: every cited
// rule of docs/specification.md and docs/routing.md exists, every decision record
// that is cited exists, every test that the two documents name exists, and every
// path and relative link of a document leads to a file. It also checks that each requirement
// of docs/security.md names what shows it, and that NOTICE names every component.
package citations
