package store

import (
	"encoding/json"
	"fmt"

	"estate/internal/content"
)

func decodeRevision(doc []byte) (*content.Revision, error) {
	revision := &content.Revision{}
	if err := json.Unmarshal(doc, revision); err != nil {
		return nil, fmt.Errorf("decode a revision: %w", err)
	}
	return revision, nil
}
