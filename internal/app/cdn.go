package app

import (
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"

	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/platform/cdn"
	"estate/internal/store"
)

// openPurger makes the purger of the CDN, if there is one.
func (a *App) openPurger(s config.Settings) error {
	if s.CDN.PurgeURL == "" {
		return nil
	}
	var changes cdn.Changes
	notices := &atomic.Uint64{}
	if a.store != nil {
		changes = &storeChanges{store: a.store, build: a.build}
	} else {
		changes = &liveChanges{notices: notices, purged: ^uint64(0)}
	}
	purger, err := cdn.NewPurger(s.PurgeConfig(a.log), changes)
	if err != nil {
		return err
	}
	a.purger = purger
	if a.store != nil {
		// The change is visible a moment later; the second purge is for what was made meanwhile.
		cancel := a.store.Subscribe(func(uint64) error { purger.Wake(); return nil })
		a.closers = append(a.closers, func() error { cancel(); return nil })
		return nil
	}
	invalidate := a.origin.invalidate
	a.origin.invalidate = func() {
		invalidate()
		notices.Add(1)
		purger.Wake()
	}
	return nil
}

// storeChanges is the change log of the store as a queue of purges. A note in the store holds the
// number of the last change that was purged.
type storeChanges struct {
	store *store.Store
	build string
}

// purgedNote is the name of the note.
const purgedNote = "cdn.purged"

// purgedState is the content of the note. Another build needs other files, so the whole site is
// purged.
type purgedState struct {
	Seq   uint64 `json:"seq"`
	Build string `json:"build"`
}

// Pending returns the keys of all changes since the note.
func (c *storeChanges) Pending(ctx context.Context) ([]string, func(context.Context) error, error) {
	text, err := c.store.Note(ctx, purgedNote)
	if err != nil {
		return nil, nil, err
	}
	var state purgedState
	if json.Unmarshal([]byte(text), &state) != nil || state.Build != c.build {
		seq := c.store.Generation()
		return []string{cdn.KeySite}, c.done(seq, true), nil
	}
	changes, last, err := c.store.Changes(ctx, state.Seq)
	// After a large import the log has more changes than one query reads.
	if errors.Is(err, store.ErrChangesLost) || len(changes) > 0 && changes[len(changes)-1].Seq < last {
		return []string{cdn.KeySite}, c.done(last, true), nil
	}
	if err != nil {
		return nil, nil, err
	}
	keys, err := c.keysOf(ctx, changes)
	return keys, c.done(last, len(changes) > 0), err
}

// done returns a function that moves the note.
func (c *storeChanges) done(seq uint64, moved bool) func(context.Context) error {
	return func(ctx context.Context) error {
		if !moved {
			return nil
		}
		text, err := json.Marshal(purgedState{seq, c.build})
		if err != nil {
			return err
		}
		return c.store.Write(ctx, func(b *store.Batch) error { return b.PutNote(purgedNote, string(text)) })
	}
}

// maxPictureUsers is the number of entities with one picture above which the site is purged.
const maxPictureUsers = 50

// keysOf returns the keys of the responses that changes make outdated. Menus, texts and option
// lists are on all pages.
func (c *storeChanges) keysOf(ctx context.Context, changes []store.Change) ([]string, error) {
	var keys []string
	for _, change := range changes {
		switch {
		case change.Kind == store.ChangeRedirects:
			keys = append(keys, cdn.KeyRedirects)
		case change.Kind == store.ChangeRevision, change.Kind == store.ChangeWithdrawn: // on no cacheable page
		case change.Kind != store.ChangeEntity:
			return []string{cdn.KeySite}, nil
		case change.Ref.Type == content.TypeAttachment:
			users, err := c.store.WithPicture(ctx, change.Ref.ID, maxPictureUsers)
			if err != nil {
				return nil, err
			}
			if len(users) == maxPictureUsers {
				return []string{cdn.KeySite}, nil
			}
			for _, ref := range users {
				keys = append(keys, cdn.EntityKey(ref.Type, ref.ID))
			}
		case change.Ref.Type == content.TypeProperty, change.Ref.Type == content.TypeDevelopment, change.Ref.Type == content.TypePost:
			keys = append(keys, cdn.EntityKey(change.Ref.Type, change.Ref.ID), cdn.ListKey(change.Ref.Type), cdn.KeyRedirects)
		default:
			return []string{cdn.KeySite}, nil // a content page may name others and be named by others
		}
		if len(keys) > maxPurgedKeys {
			return []string{cdn.KeySite}, nil
		}
	}
	return keys, nil
}

// maxPurgedKeys bounds the work for one purge, with repetitions.
const maxPurgedKeys = 2000

// liveChanges purges the site after each notice of the CMS, and at the start.
type liveChanges struct {
	notices *atomic.Uint64
	purged  uint64
}

// Pending returns the key of the site after a notice.
func (c *liveChanges) Pending(context.Context) ([]string, func(context.Context) error, error) {
	now := c.notices.Load()
	if now == c.purged {
		return nil, func(context.Context) error { return nil }, nil
	}
	return []string{cdn.KeySite}, func(context.Context) error { c.purged = now; return nil }, nil
}
