// Package architecture fails when a package imports what ARCHITECTURE.md does not
// allow it to. It holds only a test; the table in imports_test.go is the rule.
package architecture
