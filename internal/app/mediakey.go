package app

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"time"

	"estate/internal/app/config"
	"estate/internal/platform/resilience"
	"estate/internal/store"
)

// mediaKeyNote is the name of the note with the key.
const mediaKeyNote = "media_key"

// mediaKey returns the key that signs the addresses of remote pictures. It is in the store, so
// all nodes of a site have the same. Live mode has no store: there it is derived from the key
// of previews.
func (a *App) mediaKey(ctx context.Context, s config.Settings) ([]byte, error) {
	if a.store == nil {
		key, err := openPreviewKey(s)
		if err != nil {
			return nil, err
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte("estate media key"))
		return mac.Sum(nil), nil
	}
	text, err := a.store.Note(ctx, mediaKeyNote)
	if err != nil || text != "" {
		return []byte(text), err
	}
	var random [32]byte
	_, _ = rand.Read(random[:]) // crypto/rand never fails on the systems Go supports
	err = a.store.Write(ctx, func(b *store.Batch) error {
		// Nodes that start together take turns: the first one decides.
		text, err = b.NoteOrNew(mediaKeyNote, hex.EncodeToString(random[:]))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("key of picture addresses: %w", err)
	}
	return []byte(text), nil
}

// Limits of the requests for original pictures to one host. They are not those of the API of
// the CMS: pictures never take its slots.
const (
	pictureRequests  = 4  // at the same time
	picturesASecond  = 20 // a page of results has 24
	longestPicture   = 15 * time.Second
	pictureAttempts  = 2
	failuresOfAHost  = 8
	pictureHostPause = 10 * time.Second
)

// guardPictures limits and protects the requests for original pictures to one host.
func (a *App) guardPictures(host string, transport http.RoundTripper) http.RoundTripper {
	guard, err := resilience.New(resilience.Config{
		MaxParallel: pictureRequests, MaxPerSecond: picturesASecond, MaxWait: longestPicture, MaxAttempts: pictureAttempts,
		FailureThreshold: failuresOfAHost, OpenFor: pictureHostPause, Log: a.log.With("host", host), Transport: transport,
	})
	if err != nil {
		panic(err) // the limits are constants
	}
	return guard
}
