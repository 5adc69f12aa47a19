package store

import (
	"strconv"

	"estate/internal/content"
)

// idNote has the highest id that NewID has returned. It outlasts the content, which the log still names.
const idNote = "studio/id"

// NewID returns an id for content that is made in the studio. No other content has it, whatever its type: a WordPress counts all
// types together too.
func (b *Batch) NewID() (int, error) {
	if err := b.flush(); err != nil {
		return 0, err
	}
	text, err := b.Note(idNote)
	if err != nil {
		return 0, err
	}
	noted, _ := strconv.Atoi(text) // "" before the first
	var stored int                 // of a store that was filled from an export
	const query = "SELECT COALESCE(MAX(id), 0) FROM entities WHERE id >= ? AND id < ?"
	if _, err := b.tx.One(b.detached, query, []any{content.FirstStudioID, content.FirstFeedID}, &stored); err != nil {
		return 0, err
	}
	id := max(content.FirstStudioID-1, noted, stored) + 1
	return id, b.PutNote(idNote, strconv.Itoa(id))
}
