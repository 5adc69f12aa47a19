package app

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"

	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/store"
)

// positionKeyNote is the name of the note with the key of public positions. All nodes of a
// database read the same one.
const positionKeyNote = "position key"

// setPositionKey reads the key of public positions from the store, or generates it.
func setPositionKey(ctx context.Context, st *store.Store) error {
	text, err := st.Note(ctx, positionKeyNote)
	if err == nil && text == "" {
		secret := make([]byte, 32)
		_, _ = rand.Read(secret) // crypto/rand never fails on the systems Go supports
		// The batch waits for other nodes; only the first one writes.
		err = st.Write(ctx, func(b *store.Batch) error {
			text, err = b.NoteOrNew(positionKeyNote, hex.EncodeToString(secret))
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("key of public positions: %w", err)
	}
	return usePositionKey(text)
}

// setPositionKeyOfFolder does the same in live mode, with a file of the data folder.
func setPositionKeyOfFolder(s config.Settings) error {
	key, err := openKey(s.PositionKeyFile())
	if err != nil {
		return fmt.Errorf("key of public positions: %w", err)
	}
	content.SetPositionKey(key)
	return nil
}

func usePositionKey(text string) error {
	key, err := hex.DecodeString(text)
	if err != nil || len(key) < config.MinSecretLength {
		return fmt.Errorf("key of public positions: the note %q of the database is invalid; delete the row, and a new one is generated",
			positionKeyNote)
	}
	content.SetPositionKey(key)
	return nil
}
