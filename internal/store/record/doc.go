// Package record turns content into rows of the store's tables and back: the JSON
// document of an entity with its columns, and the facts that the search index keeps of
// a property. It checks what is stored and folds the keys of look-ups. It does no I/O.
//
// Start with New and Record.
package record
