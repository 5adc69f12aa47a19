package edit

import (
	"context"
	"encoding/json"
	"fmt"
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
	Changes []change.Change `json:"changes"`
	Link    string          `json:"link"` // of the site
	Until   time.Time       `json:"until"`
}

func previewName(session string) string { return "preview " + session }

// PutPreview keeps unsaved changes of the settings for a session, in place of its former ones. The token opens them.
func (s *Service) PutPreview(
	ctx context.Context, user *account.User, session, token string, ref content.Ref, changes []change.Change, link string,
) error {
	if ref != SettingsRef {
		return ErrNotFound
	}
	if err := s.ReadOnly(ref); err != nil {
		return err
	}
	if !user.Role.AtLeast(account.RoleOwner) {
		return ErrForbidden
	}
	if err := checkRequest(user, Request{Changes: changes}); err != nil {
		return err
	}
	if _, err := s.changedSettings(ctx, user, changes); err != nil {
		return err
	}
	doc, err := json.Marshal(preview{changes, link, s.cfg.Now().Add(previewFor)})
	if err != nil {
		return err
	}
	return s.store.Write(ctx, func(b *store.Batch) error { return b.PutAnswer(previewName(session), token, string(doc)) })
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
	settings, err := s.changedSettings(ctx, user, p.Changes)
	if err != nil {
		return nil, "", err
	}
	return &overlay{s.store, settings}, p.Link, nil
}

// overlay is the content of the store with other settings.
type overlay struct {
	content.Source
	settings map[i18n.Lang]*content.Settings
}

// Settings implements content.Source.
func (o *overlay) Settings(_ context.Context, lang i18n.Lang) (*content.Settings, error) {
	if settings := o.settings[lang]; settings != nil {
		return settings, nil
	}
	return o.settings[i18n.Fallback], nil
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
	changes = slices.Clone(changes)
	for i := range changes {
		changes[i].From = d.Value(changes[i].Path)
	}
	what, _, err := applyAll(user, t, d, call{changes: changes})
	if err != nil {
		return nil, err
	}
	problems, err := s.problems(ctx, user, t, stored, d, what.Changes)
	if err != nil {
		return nil, err
	}
	if len(problems) > 0 {
		return nil, &InvalidError{problems}
	}
	for lang, settings := range t.settings {
		t.after.writeTo(settings, lang, t.fields)
	}
	return t.settings, nil
}
