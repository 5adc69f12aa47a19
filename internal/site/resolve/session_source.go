package resolve

import (
	"context"
	"sync"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// sessionSource is the source with a cache of one session: authors that came with
// other entities, terms and settings are loaded once.
type sessionSource struct {
	content.Source
	session *Session

	mu       sync.Mutex
	terms    map[termList][]*content.Term
	settings map[i18n.Lang]*content.Settings
}

type termList struct {
	lang     i18n.Lang
	taxonomy string
}

// Author returns the author of the session, else of the source.
func (s *sessionSource) Author(ctx context.Context, lang i18n.Lang, id int) (*content.Author, error) {
	if author, ok := s.session.Entity(content.Ref{Type: content.TypeAuthor, ID: id}).(*content.Author); ok {
		return author, nil
	}
	author, err := s.Source.Author(ctx, lang, id)
	if err != nil {
		return nil, err
	}
	s.session.Keep(lang, false, author)
	return author, nil
}

// Terms loads a taxonomy once.
func (s *sessionSource) Terms(ctx context.Context, lang i18n.Lang, taxonomy string) ([]*content.Term, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := termList{lang, taxonomy}
	if terms, ok := s.terms[list]; ok {
		return terms, nil
	}
	terms, err := s.Source.Terms(ctx, lang, taxonomy)
	if err != nil {
		return nil, err
	}
	if s.terms == nil {
		s.terms = map[termList][]*content.Term{}
	}
	s.terms[list] = terms
	return terms, nil
}

// Settings loads the settings of a language once.
func (s *sessionSource) Settings(ctx context.Context, lang i18n.Lang) (*content.Settings, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if settings, ok := s.settings[lang]; ok {
		return settings, nil
	}
	settings, err := s.Source.Settings(ctx, lang)
	if err != nil {
		return nil, err
	}
	if s.settings == nil {
		s.settings = map[i18n.Lang]*content.Settings{}
	}
	s.settings[lang] = settings
	return settings, nil
}
