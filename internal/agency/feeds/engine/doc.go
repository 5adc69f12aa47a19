// Package engine brings the listings of feeds into the store. It maps their words to the agency's
// terms, recognises properties that it has, writes the differences, removes what is no longer
// offered and fetches pictures.
//
// What it remembers is in notes of the store, committed in the same batch as the content: one note
// a listing (item) and one a feed (State). So a process that is killed loses the current batch and
// nothing else, and the next run continues.
//
// Start with Engine.Run in run.go.
package engine
