package store

import (
	"context"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// Terms returns every term of a taxonomy that exists in lang, in the order they
// were added.
func (s *Store) Terms(_ context.Context, lang i18n.Lang, taxonomy string) ([]*content.Term, error) {
	return s.snapshot.Load().termsIn(lang, string(s.typeOf(taxonomy))), nil
}

// Authors are all people, by id. They must not be changed.
func (s *Store) Authors() []*content.Author { return s.snapshot.Load().authors }

// Author returns an author by id.
func (s *Store) Author(_ context.Context, _ i18n.Lang, id int) (*content.Author, error) {
	if author := s.snapshot.Load().author(id); author != nil {
		return author, nil
	}
	return nil, content.ErrNotFound
}

// Settings returns the options record of lang, else of the fallback language,
// else an empty one.
func (s *Store) Settings(_ context.Context, lang i18n.Lang) (*content.Settings, error) {
	snapshot := s.snapshot.Load()
	for _, l := range []i18n.Lang{lang, i18n.Fallback} {
		if settings, ok := snapshot.settings[l]; ok {
			return settings, nil
		}
	}
	return &content.Settings{}, nil
}

// Instagram returns the stored feed.
func (s *Store) Instagram(context.Context, i18n.Lang) ([]content.InstagramPost, error) {
	return s.snapshot.Load().instagram, nil
}
