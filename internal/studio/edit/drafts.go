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
	if err := drafted(user, entity); err != nil {
		return nil, err
	}
	kept, err := s.store.Draft(ctx, ref)
	if err != nil {
		return nil, err
	}
	return draftFor(user, entity, kept)
}

// drafted is an error unless an entity can have a draft that the user may change.
func drafted(user *account.User, entity content.Entity) error {
	switch {
	case entity == nil || formOf(entity.Ref().Type) == nil || content.HeadOf(entity).Status == content.StatusTrash:
		return ErrNotFound
	case !mayEdit(user, agentOf(entity)):
		return ErrForbidden
	}
	return nil
}

func draftFor(user *account.User, entity content.Entity, kept *store.Draft) (*Draft, error) {
	if kept == nil {
		return &Draft{}, nil
	}
	all, err := changesOfDraft(kept)
	if err != nil {
		return nil, err
	}
	seen, _ := splitDraft(user, entity, all)
	return &Draft{Changes: seen, By: kept.By, At: kept.At, Version: draftVersion(seen)}, nil
}

func changesOfDraft(kept *store.Draft) (list []change.Change, err error) {
	if err := json.Unmarshal([]byte(kept.Changes), &list); err != nil {
		return nil, fmt.Errorf("read a draft: %w", err)
	}
	return list, nil
}

// splitDraft parts the changes that a user may see from those of others.
func splitDraft(user *account.User, entity content.Entity, all []change.Change) (seen, hidden []change.Change) {
	for _, c := range all {
		if maySee(user, agentOf(entity), c.Path) {
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
		if err := drafted(user, entity); err != nil {
			return err
		}
		for _, c := range changes {
			if !isField(formOf(ref.Type), c.Path) {
				return &InvalidError{[]FieldProblem{{c.Path, word(user.Lang, "unknown")}}}
			}
			if !user.Role.AtLeast(lowest(c.Path)) {
				return ErrForbidden
			}
		}
		draft, err = s.putDraft(b, user, entity, changes, seen)
		return err
	})
	return draft, err
}

func (s *Service) putDraft(
	b *store.Batch, user *account.User, entity content.Entity, changes []change.Change, version string,
) (*Draft, error) {
	kept, err := b.Draft(entity.Ref())
	if err != nil {
		return nil, err
	}
	var seen, hidden []change.Change
	if kept != nil {
		all, err := changesOfDraft(kept)
		if err != nil {
			return nil, err
		}
		seen, hidden = splitDraft(user, entity, all)
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
	if err := b.PutDraft(entity.Ref(), next); err != nil || next == nil {
		return &Draft{}, err
	}
	return draftFor(user, entity, next)
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
		if top := content.TopOf(c.Path); (top == "title" || top == fieldReference || top == "promo_name") && json.Unmarshal(c.To, &value) == nil {
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
