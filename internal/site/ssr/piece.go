package ssr

// Piece is a part of the text of a document. Its text is shared and must not be changed.
type Piece struct {
	Text []byte
	// fragment is the kept fragment whose HTML the text is, nil for other text.
	fragment *fragment
}

func sizeOf(pieces []Piece) int {
	size := 0
	for _, piece := range pieces {
		size += len(piece.Text)
	}
	return size
}

// Join returns the text of pieces.
func Join(pieces []Piece) []byte {
	text := make([]byte, 0, sizeOf(pieces))
	for _, piece := range pieces {
		text = append(text, piece.Text...)
	}
	return text
}
