package demo

import (
	"errors"
	"fmt"

	"estate/internal/content"
	"estate/internal/i18n"
)

// Content is everything the demo agency publishes.
type Content struct {
	Properties   []*content.Property
	Developments []*content.Development
	Posts        []*content.Post // both languages, linked by AlternativeLinks
	Pages        []*content.Page // both languages, linked by AlternativeLinks
	Media        []*content.Media
	Authors      []*content.Author
	Terms        []*content.Term
	Settings     map[i18n.Lang]*content.Settings
	Redirects    []Redirect
	References   []Reference
	Instagram    []content.InstagramPost // newest first
}

// Redirect leads from an old link to its new one, for good.
type Redirect struct {
	From string `toml:"from"`
	To   string `toml:"to"`
}

// Reference leads from an old agency reference to the listing page that shows
// homes of its kind, in each language (specification §9.18).
type Reference struct {
	Reference string    `toml:"reference"`
	Links     i18n.Text `toml:"links"`
}

// Agency reads the demo agency's content. Each call returns fresh values that
// the caller may change.
func Agency() (*Content, error) {
	l, err := load()
	if err != nil {
		return nil, fmt.Errorf("read the demo agency: %w", err)
	}
	c := &Content{
		Media:     l.media.entities(),
		Authors:   l.people.authors,
		Terms:     l.terms.all,
		Settings:  l.settings(),
		Redirects: l.moved.Redirects, References: l.moved.References,
		Instagram: l.instagram(),
	}
	c.Properties = collect(l.homes, &l.problems)
	c.Developments = collect(l.developments, &l.problems)
	c.Posts = collect(l.posts, &l.problems)
	c.Pages = collect(l.pages, &l.problems)
	if err := errors.Join(l.problems...); err != nil {
		return nil, fmt.Errorf("read the demo agency: %w", err)
	}
	countTerms(c)
	return c, nil
}

// collect calls one of the loader's readers and keeps what it complains about, so
// that one run shows every mistake in the files.
func collect[T any](read func() ([]T, error), problems *[]error) []T {
	items, err := read()
	if err != nil {
		*problems = append(*problems, err)
	}
	return items
}
