// Package contentfile exports everything that a store holds into a file and imports
// such files. The format is documented at its constants (format.go).
//
// It reads the store through store.Documents and writes through store.Batch.
//
// Start with Export and Import.
package contentfile
