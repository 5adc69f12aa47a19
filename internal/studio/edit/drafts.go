package edit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
	"estate/internal/studio/account"
	"estate/internal/studio/change"
)

// Draft are changes of an entity that wait to be published: one draft an entity, whoever types. They are differences, so
// that what others publish meanwhile stays.
type Draft struct {
	Changes []change.Change
	By      string // its last writer
	At      time.Time
	// Version identifies the changes, "" where there is no draft.
	Version string
}

// ErrDraftChanged reports a draft that is no longer the one that its writer has seen.
var ErrDraftChanged = errors.New("the draft has changed meanwhile")

// maxDraftBytes bounds the changes of a draft as JSON.
const maxDraftBytes = 1 << 20

// Draft returns the draft of an entity with what the user may see of it.
func (s *Service) Draft(ctx context.Context, user *account.User, ref content.Ref) (*Draft, error) {
	if s.store == nil {
		return nil, ErrNotFound
	}
	entity, _, err := s.store.Stored(ctx, ref)
	if err != nil {
		return nil, err
	}
	p, err := drafted(user, entity)
	if err != nil {
		return nil, err
	}
	kept, err := s.store.Draft(ctx, ref)
	if err != nil {
		return nil, err
	}
	return draftFor(user, p, kept)
}

// drafted is the property of a draft, if the user may change it.
func drafted(user *account.User, entity content.Entity) (*content.Property, error) {
	p, ok := entity.(*content.Property)
	switch {
	case !ok || p.Status == content.StatusTrash:
		return nil, ErrNotFound
	case !mayEdit(user, p):
		return nil, ErrForbidden
	}
	return p, nil
}

func draftFor(user *account.User, p *content.Property, kept *store.Draft) (*Draft, error) {
	if kept == nil {
		return &Draft{}, nil
	}
	all, err := changesOfDraft(kept)
	if err != nil {
		return nil, err
	}
	seen, _ := splitDraft(user, p, all)
	return &Draft{Changes: seen, By: kept.By, At: kept.At, Version: draftVersion(seen)}, nil
}

func changesOfDraft(kept *store.Draft) (list []change.Change, err error) {
	if err := json.Unmarshal([]byte(kept.Changes), &list); err != nil {
		return nil, fmt.Errorf("read a draft: %w", err)
	}
	return list, nil
}

// splitDraft parts the changes that a user may see from those of others.
func splitDraft(user *account.User, p *content.Property, all []change.Change) (seen, hidden []change.Change) {
	for _, c := range all {
		if maySee(user, p, c.Path) {
			seen = append(seen, c)
		} else {
			hidden = append(hidden, c)
		}
	}
	return seen, hidden
}

// draftVersion identifies the changes of a draft, "" for none.
func draftVersion(changes []change.Change) string {
	if len(changes) == 0 {
		return ""
	}
	return hashOf(changes)[:24]
}

// PutDraft replaces the changes that wait, if they still are those of the version that the user has seen; an empty list
// discards them. Values are kept as they were typed: they are checked when they are published. Changes that the user may not
// see stay.
func (s *Service) PutDraft(
	ctx context.Context, user *account.User, ref content.Ref, changes []change.Change, seen string,
) (*Draft, error) {
	if s.store == nil {
		return nil, &ReadOnlyError{}
	}
	if err := s.ReadOnly(ref); err != nil {
		return nil, err
	}
	if err := checkRequest(user, Request{Changes: changes}); err != nil {
		return nil, err
	}
	changes = s.clean(ref, changes)
	var draft *Draft
	err := s.store.Write(ctx, func(b *store.Batch) error {
		entity, _, err := b.Get(ref)
		if err != nil {
			return err
		}
		p, err := drafted(user, entity)
		if err != nil {
			return err
		}
		for _, c := range changes {
			if _, known := propertyFields[topOf(c.Path)]; !known {
				return &InvalidError{[]FieldProblem{{c.Path, word(user.Lang, "unknown")}}}
			}
			if !user.Role.AtLeast(lowest(c.Path)) {
				return ErrForbidden
			}
		}
		draft, err = s.putDraft(b, user, p, changes, seen)
		return err
	})
	return draft, err
}

func (s *Service) putDraft(
	b *store.Batch, user *account.User, p *content.Property, changes []change.Change, version string,
) (*Draft, error) {
	kept, err := b.Draft(p.Ref())
	if err != nil {
		return nil, err
	}
	var seen, hidden []change.Change
	if kept != nil {
		all, err := changesOfDraft(kept)
		if err != nil {
			return nil, err
		}
		seen, hidden = splitDraft(user, p, all)
	}
	if draftVersion(seen) != version {
		return nil, ErrDraftChanged
	}
	next, err := draftOf(slices.Concat(changes, hidden))
	if err != nil {
		return nil, err
	}
	if next != nil {
		if len(next.Changes) > maxDraftBytes {
			return nil, &InvalidError{[]FieldProblem{{"", word(user.Lang, "too_long", "limit", maxDraftBytes)}}}
		}
		next.At, next.UserID, next.By = s.cfg.Now().UTC().Truncate(time.Millisecond), user.ID, user.Name
	}
	if err := b.PutDraft(p.Ref(), next); err != nil || next == nil {
		return &Draft{}, err
	}
	return draftFor(user, p, next)
}

// draftOf is a draft of changes without its writer, nil for none.
func draftOf(changes []change.Change) (*store.Draft, error) {
	if len(changes) == 0 {
		return nil, nil
	}
	text, err := json.Marshal(changes)
	if err != nil {
		return nil, err
	}
	var words []string
	for _, c := range changes {
		var value string
		if top := topOf(c.Path); (top == "title" || top == fieldReference || top == "promo_name") && json.Unmarshal(c.To, &value) == nil {
			words = append(words, value)
		}
	}
	return &store.Draft{Words: i18n.Fold(strings.Join(words, " ")), Changes: string(text)}, nil
}

// dropPublished removes from the draft of an entity the changes whose values the document now has. Another value of the
// same field stays in the draft: publishing it asks.
func dropPublished(b *store.Batch, ref content.Ref, d *change.Document) error {
	kept, err := b.Draft(ref)
	if err != nil || kept == nil {
		return err
	}
	all, err := changesOfDraft(kept)
	if err != nil {
		return err
	}
	left := slices.DeleteFunc(slices.Clone(all), func(c change.Change) bool { return change.Same(d.Value(c.Path), c.To) })
	if len(left) == len(all) {
		return nil
	}
	next, err := draftOf(left)
	if err != nil {
		return err
	}
	if next != nil {
		next.At, next.UserID, next.By = kept.At, kept.UserID, kept.By
	}
	return b.PutDraft(ref, next)
}
