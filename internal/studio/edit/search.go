package edit

import (
	"context"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/studio/account"
)

// Target is a page of the site, by its name.
type Target struct {
	Name, Link string
	Hint       string // of a person: the role in the agency
}

// Pages finds published pages and articles in the language of a user by their words, at most limit of each.
func (s *Service) Pages(ctx context.Context, user *account.User, text string, limit int) ([]Target, error) {
	if s.store == nil || strings.TrimSpace(text) == "" {
		return nil, nil
	}
	var found []Target
	for _, t := range []content.Type{content.TypePage, content.TypePost} {
		archive, err := s.store.List(ctx, user.Lang, content.ListQuery{Endpoint: t.Endpoint(), Search: text, Limit: limit})
		if err != nil {
			return nil, err
		}
		for _, item := range archive.Items {
			target := Target{Link: item.LinkIn(user.Lang)}
			switch e := item.(type) {
			case *content.Page:
				target.Name = e.Title
			case *content.Post:
				target.Name = e.Title
			}
			if target.Link != "" {
				found = append(found, target)
			}
		}
	}
	return found[:min(limit, len(found))], nil
}

// People finds the people of the agency by the words of their names.
func (s *Service) People(user *account.User, text string, limit int) []Target {
	words := strings.Fields(i18n.Fold(text))
	if s.store == nil || len(words) == 0 {
		return nil
	}
	var found []Target
	for _, author := range s.store.Authors() {
		if len(found) < limit && containsAll(i18n.Fold(author.Name), words) {
			found = append(found, Target{Name: author.Name, Link: author.LinkIn(user.Lang), Hint: author.Role.In(user.Lang)})
		}
	}
	return found
}

func containsAll(text string, words []string) bool {
	for _, word := range words {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}
