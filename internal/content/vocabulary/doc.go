// Package vocabulary has the words with which offices, feeds and visitors name the offer, the state, the
// price on ask and the type of a home, and answer yes or no: one table, vocabulary.csv, for the feeds, the
// spreadsheet, the search line and its suggestions. docs/channels.md prints it.
//
// An unknown word has no meaning: the reader names it and guesses nothing. Start with Find.
package vocabulary
