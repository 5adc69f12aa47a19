// Package change applies changes of single values to a JSON document, and takes them back. A change names the value
// that its writer has seen, so that two writers of different values never overwrite each other.
//
// It knows nothing of what a document means: which paths exist and who may change them is decided by package edit.
// Start with Document.Apply.
package change
