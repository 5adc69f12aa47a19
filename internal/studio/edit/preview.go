package edit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
	"estate/internal/studio/account"
	"estate/internal/studio/change"
)

// previewFor is how long a preview can be opened.
const previewFor = 30 * time.Minute

// preview is what the store keeps of a preview: one a session, so that each node of a cluster can show it.
type preview struct {
	Ref     content.Ref     `json:"ref"`
	Changes []change.Change `json:"changes"`
	Link    string          `json:"link"` // of the site
	Until   time.Time       `json:"until"`
}

func previewName(session string) string { return "preview " + session }

// PutPreview keeps unsaved changes of a property or of the settings for a session, in place of its former ones. The token
// opens them.
func (s *Service) PutPreview(
	ctx context.Context, user *account.User, session, token string, ref content.Ref, changes []change.Change, link string,
) error {
	if err := s.ReadOnly(ref); err != nil {
		return err
	}
	if err := checkRequest(user, Request{Changes: changes}); err != nil {
		return err
	}
	p := preview{ref, s.clean(ref, changes), link, s.cfg.Now().Add(previewFor)}
	if _, err := s.overlay(ctx, user, &p); err != nil {
		return err
	}
	doc, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return s.store.Write(ctx, func(b *store.Batch) error { return b.PutAnswer(previewName(session), token, string(doc)) })
}

// overlay is the content of the site with the changes of a preview.
func (s *Service) overlay(ctx context.Context, user *account.User, p *preview) (*overlay, error) {
	if p.Ref != SettingsRef {
		property, err := s.changedProperty(ctx, user, p.Ref, p.Changes)
		if err != nil {
			return nil, err
		}
		isOwn := property.Link == p.Link || slices.Contains(slices.Collect(maps.Values(property.AlternativeLinks)), p.Link)
		return &overlay{Source: s.store, property: property, first: !isOwn}, nil
	}
	if !user.Role.AtLeast(account.RoleOwner) {
		return nil, ErrForbidden
	}
	settings, err := s.changedSettings(ctx, user, p.Changes)
	if err != nil {
		return nil, err
	}
	return &overlay{Source: s.store, settings: settings}, nil
}

// Preview returns the content of the site with the changes of a preview, and the link that it shows. Only the session that
// has put it can open it.
func (s *Service) Preview(ctx context.Context, user *account.User, session, token string) (content.Source, string, error) {
	if s.store == nil {
		return nil, "", ErrNotFound
	}
	kept, doc, err := s.store.Answer(ctx, previewName(session))
	if err != nil {
		return nil, "", err
	}
	if doc == "" || kept != token {
		return nil, "", ErrNotFound
	}
	var p preview
	if err := json.Unmarshal([]byte(doc), &p); err != nil {
		return nil, "", fmt.Errorf("read a preview: %w", err)
	}
	if s.cfg.Now().After(p.Until) {
		return nil, "", ErrNotFound
	}
	shown, err := s.overlay(ctx, user, &p)
	if err != nil {
		return nil, "", err
	}
	return shown, p.Link, nil
}

// changedSettings are the settings of each language with changes, whoever has changed them since. Values that could not be
// saved are an InvalidError.
func (s *Service) changedSettings(
	ctx context.Context, user *account.User, changes []change.Change,
) (map[i18n.Lang]*content.Settings, error) {
	t := &agencyTarget{docs: map[i18n.Lang]string{}, settings: map[i18n.Lang]*content.Settings{}, fields: map[string]bool{}}
	for _, lang := range i18n.Filled {
		stored, err := s.store.Settings(ctx, lang)
		if err != nil {
			return nil, err
		}
		settings := *stored // the store's own must not change
		t.settings[lang] = &settings
	}
	var err error
	if t.before, err = s.agency(ctx); err != nil {
		return nil, err
	}
	stored, err := t.document()
	if err != nil {
		return nil, err
	}
	d, err := change.Parse(stored)
	if err != nil {
		return nil, err
	}
	if err := s.try(ctx, user, t, stored, d, changes); err != nil {
		return nil, err
	}
	for lang, settings := range t.settings {
		t.after.writeTo(settings, lang, t.fields)
	}
	return t.settings, nil
}

// try applies changes to the document of a target, whoever has changed it since. Values that could not be saved are an
// InvalidError.
func (s *Service) try(
	ctx context.Context, user *account.User, t target, stored string, d *change.Document, changes []change.Change,
) error {
	changes = slices.Clone(changes)
	for i := range changes {
		changes[i].From = d.Value(changes[i].Path)
	}
	what, _, err := applyAll(user, t, d, call{changes: changes})
	if err != nil {
		return err
	}
	problems, err := s.problems(ctx, user, t, stored, d, what.Changes)
	if err != nil {
		return err
	}
	if len(problems) > 0 {
		return &InvalidError{problems}
	}
	return nil
}

// changedProperty is a property with changes as visitors would see it. Values that could not be saved, such as a number that
// is half typed, are left out.
func (s *Service) changedProperty(
	ctx context.Context, user *account.User, ref content.Ref, changes []change.Change,
) (*content.Property, error) {
	entity, _, err := s.store.Stored(ctx, ref)
	if err != nil {
		return nil, err
	}
	if err := drafted(user, entity); err != nil {
		return nil, err
	}
	for {
		t := &listing{form: formOf(ref.Type), before: entity}
		stored, err := t.document()
		if err != nil {
			return nil, err
		}
		d, err := change.Parse(stored)
		if err != nil {
			return nil, err
		}
		err = s.try(ctx, user, t, stored, d, changes)
		left := changes
		if invalid, ok := errors.AsType[*InvalidError](err); ok {
			left = slices.DeleteFunc(slices.Clone(changes), func(c change.Change) bool {
				return slices.ContainsFunc(invalid.Fields, func(f FieldProblem) bool { return isBelow(f.Path, c.Path) || isBelow(c.Path, f.Path) })
			})
		}
		switch {
		case err == nil:
			p, ok := t.after.(*content.Property)
			if !ok {
				return nil, ErrNotFound
			}
			return published(p, s.cfg.Now()), nil
		case len(left) == len(changes):
			return nil, err
		}
		changes = left
	}
}
